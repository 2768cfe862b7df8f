/** Keys of a summary that are no measures. */
export const PLAIN_KEYS: ReadonlySet<string> = new Set([
  "num_entries",
  "num_drilldowns",
  "page",
  "pages",
  "pagesize",
  "currency",
]);

/** Characters of the longest code that is shown behind the name of its dimension. */
const LONGEST_CODE = 2;

/** Return the number of a cell; `null` if it is none. */
export function numberOf(cell: string | undefined): number | null {
  const text = (cell ?? "").replaceAll(",", "").replace(/%$/, "");
  return /^[-−+]?\d+(\.\d+)?$/.test(text) ? Number(text.replace("−", "-")) : null;
}

/** True if a cell shows an amount: exactly, or without its decimals. */
export function isAmount(shown: number, amount: number): boolean {
  return (
    shown === amount ||
    (Number.isInteger(shown) && Math.abs(shown - amount) <= 0.5) ||
    Math.abs(shown - amount) <= 1e-9 * Math.abs(amount)
  );
}

/** True if a label is shown as it is, but for white space, or as a code behind the name of its dimension: "Type: E". */
export function sameLabel(label: string, shown: string): boolean {
  const [own, other] = [label.trim().replaceAll(/\s+/g, " "), numberOfYear(shown.trim())];
  return own === other || (own.length <= LONGEST_CODE && other.endsWith(`: ${own}`));
}

/** Return the number of a year as addresses have it, also of a fiscal year; other texts stay as they are. */
export function numberOfYear(text: string): string {
  return text.replace(/^(\d{4})–\d\d$/, "$1");
}

/** List the texts by which a cell of an answer may be named in a table. */
export function labelsOf({ keys }: { readonly keys: readonly unknown[] }): readonly string[] {
  return keys.flatMap((value) => {
    if (typeof value === "string") return [value];
    if (value === null) return ["(none)", "No year"];
    if (typeof value !== "object") return [];
    const { label, name, year } = value as Readonly<Record<string, unknown>>;
    return [label, name, year].filter((each) => typeof each === "string");
  });
}
