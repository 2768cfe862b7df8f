import { phraseText } from "../../core/errors/phrase-text.js";
import type { Definition } from "./column-uses.js";
import { isAmountHeading, isCodeHeading } from "./headings.js";
import { scaleInHeading } from "./heading-scale.js";
import type { RawColumn } from "./raw-column.js";
import { pivotedColumns, type Repair } from "./repair.js";

const NAMES: ReadonlyMap<number, string> = new Map([
  [0.01, phraseText("unit_hundredths")],
  [1e2, phraseText("unit_hundreds")],
  [1e3, phraseText("unit_thousands")],
  [1e4, phraseText("unit_ten_thousands")],
  [1e5, phraseText("unit_lakhs")],
  [1e6, phraseText("unit_millions")],
  [1e7, phraseText("unit_crores")],
  [1e9, phraseText("unit_billions")],
]);

/**
 * Propose to multiply columns of amounts that count thousands, hundredths or others: by their headings, by the heading of a column of
 * texts beside them, or by a title above the table or a note in it.
 * @param titles cells above the header, and of notes
 * @param rules of the table; columns that they turn into rows are multiplied as the column that these become
 */
export function repairScale(
  header: readonly string[],
  columns: readonly RawColumn[],
  titles: readonly string[],
  rules: Definition | null,
): readonly Repair[] {
  const corners = header.filter((_, at) => !columns[at]!.isNumbers);
  const title = [...titles, ...corners].find((cell) => scaleInHeading(cell) !== null);
  const ofTitle = title === undefined ? null : scaleInHeading(title);
  const turned = pivotedColumns(rules);
  const found = header.flatMap((heading, at) => {
    const column = columns[at]!;
    if (!column.isNumbers || column.hasZeros || isCodeHeading(heading)) return [];
    const own = scaleInHeading(heading);
    const isAmount =
      turned.has(heading) || column.hasFractions || isAmountHeading(heading) || /^(19|20)\d\d/.test(heading);
    const scale = own ?? (isAmount ? ofTitle : null);
    if (!scale) return [];
    const name = turned.get(heading) ?? heading;
    return [{ name, factor: scale.factor, seen: own ? heading : title!, number: column.firstNumber }];
  });
  const scale = Object.fromEntries(found.map(({ name, factor }) => [name, factor]));
  const names = Object.keys(scale);
  if (names.length === 0) return [];
  const units = [...new Set(found.map(({ factor }) => NAMES.get(factor)!))].join(" and ");
  const seen = [...new Set(found.map((each) => JSON.stringify(each.seen)))].slice(0, SHOWN).join(", ");
  return [
    {
      kind: "scale",
      label: phraseText("multiply_columns", { columns: names.map((name) => JSON.stringify(name)).join(", "), units }),
      reason: phraseText("amounts_in_units", { names: seen, units }),
      examples: found
        .slice(0, SHOWN)
        .map(({ name, factor, number }) => `${name}: ${number} → ${number} × ${factor.toLocaleString("en")}`),
      table: { scale },
      certainty: "doubtful",
    },
  ];
}

const SHOWN = 3;
