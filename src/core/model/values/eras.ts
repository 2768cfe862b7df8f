/** Eras by the ways they are written, with the year before their first. */
const ERAS: readonly (readonly [era: string, before: number])[] = [
  ["令和", 2018],
  ["平成", 1988],
  ["昭和", 1925],
  ["民國", 1911],
  ["民国", 1911],
  ["中華民國", 1911],
  ["พ\\.?ศ\\.?", -543],
  ["B\\.?E\\.?", -543],
];

const PATTERN = new RegExp(
  `(?<!\\p{L})(?:${ERAS.toSorted(([a], [b]) => b.length - a.length)
    .map(([era]) => era)
    .join("|")})\\s*(?:(\\d{1,4})|(元))`,
  "u",
);

/** Write the year of an era in a text as one of our own: `令和5年度` as `2023年度`; `null` if it has no such year. */
export function eraYear(text: string): string | null {
  const found = PATTERN.exec(text);
  if (!found) return null;
  const [, before] = ERAS.find(([era]) => new RegExp(`^${era}\\s*[\\d元]`, "u").test(found[0]))!;
  const year = before + Number(found[1] ?? 1);
  if (year < 1800 || year > 2200) return null;
  return text.slice(0, found.index) + String(year) + text.slice(found.index + found[0].length);
}
