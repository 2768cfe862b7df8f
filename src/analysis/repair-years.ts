import { nameFree } from "./name-free.js";
import type { RawColumn } from "./raw-column.js";
import type { Repair } from "./repair.js";

/** A year, maybe split (2019/20), after a word that is the same for all columns. */
const YEAR = /^(\D{0,20}?)((?:19|20)\d\d(?:[/-]\d{2,4})?)$/;

/** Propose to turn the columns of years into rows. */
export function repairYears(header: readonly string[], columns: readonly RawColumn[]): readonly Repair[] {
  const groups = new Map<string, (readonly [heading: string, year: string])[]>();
  header.forEach((heading, at) => {
    const [, before = "", year = ""] = YEAR.exec(heading) ?? [];
    const column = columns[at]!;
    if (year === "" || header.indexOf(heading) !== header.lastIndexOf(heading)) return;
    if (column.filled > 0 && !column.isNumbers) return;
    groups.set(before, [...(groups.get(before) ?? []), [heading, year]]);
  });
  const [pairs] = [...groups.values()].toSorted((a, b) => b.length - a.length);
  if (!pairs || pairs.length < 2) return [];
  const isPlain = pairs.every(([heading, year]) => heading === year);
  const turned = new Set(pairs.map(([heading]) => heading));
  const others = header.filter((heading) => !turned.has(heading));
  const [heading, cell] = [nameFree("Year", others), nameFree("Amount", others)];
  const at = header.indexOf(pairs[0]![0]);
  const names = pairs.map(([name]) => name);
  return [
    {
      kind: "years",
      label: `Turn the ${pairs.length} columns ${names[0]} to ${names.at(-1)} into rows`,
      reason: `${pairs.length} columns are years; each row becomes ${pairs.length} rows, with the year in "${heading}" and the amount in "${cell}"`,
      examples: [
        `${names.join(" | ")} → ${heading}: ${pairs[0]![1]}, ${cell}: the cell under ${header[at]}; and so on`,
      ],
      table: {
        unpivot: { columns: isPlain ? names : Object.fromEntries(pairs), heading, cell },
      },
      certainty: "doubtful",
    },
  ];
}
