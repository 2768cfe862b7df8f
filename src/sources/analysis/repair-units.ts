import { phraseText } from "../../core/errors/phrase-text.js";
import { planUnits } from "../ingest/csv/clean-cells.js";
import type { Definition } from "./column-uses.js";
import { isAmountHeading, isCodeHeading } from "./headings.js";
import type { RawColumn } from "./raw-column.js";
import { pivotedColumns, type Repair } from "./repair.js";

/** Number of cells that are shown. */
const SHOWN = 3;

/**
 * Propose to remove currencies and marks of notes from the cells of numbers and, where a column of amounts has several, to make them a column
 * of their own.
 * @param rules of the table; columns that they turn into rows are the column that these become
 */
export function repairUnits(
  header: readonly string[],
  columns: readonly RawColumn[],
  rules: Definition | null,
): readonly Repair[] {
  const numbers = columns.flatMap((column, at) =>
    column.isNumbers ? [{ column, heading: header[at]!, currencies: column.currencies }] : [],
  );
  const marks = removeTexts(
    numbers.map(({ column }) => column.marks),
    "mark",
  );
  const removed = removeTexts(
    numbers.map(({ column }) => column.units),
    "currency",
  );
  const units = removed.flatMap(({ table }) => table.units as readonly string[]);
  const turned = pivotedColumns(rules);
  const united = new Map(
    numbers.filter(({ heading }) => turned.has(heading)).flatMap(({ currencies }) => [...currencies].toReversed()),
  );
  const amounts = numbers.map((each) => (turned.has(each.heading) ? { ...each, currencies: united } : each));
  const mixed = amounts.filter(({ currencies, heading }) => currencies.size > 1 && !isCodeHeading(heading));
  return [...(mixed.length > 0 ? [splitCurrencies(header, mixed, units, rules)] : removed), ...marks];
}

/** Propose to remove texts from the cells of numbers; nothing without any. */
function removeTexts(columns: readonly RawColumn["units"][], what: "currency" | "mark"): readonly Repair[] {
  const found = columns.flatMap((texts) => [...texts].map(([unit, seen]) => ({ unit, ...seen })));
  if (found.length === 0) return [];
  const units = [...new Set(found.map(({ unit }) => unit))];
  const count = found.reduce((sum, each) => sum + each.count, 0);
  return [
    {
      kind: "units",
      label: phraseText("read_without_currency", { currencies: units.join(" and ") }),
      reason: count === 1 ? phraseText(`cell_with_${what}`) : phraseText(`cells_with_${what}`, { count }),
      examples: found
        .slice(0, SHOWN)
        .map(({ cell, unit, row }) =>
          phraseText("line_becomes", { line: row, cell, value: planUnits([unit])(cell).trim() }),
        ),
      table: { units },
      certainty: what === "mark" ? "likely" : "sure",
    },
  ];
}

function splitCurrencies(
  header: readonly string[],
  mixed: readonly { readonly heading: string; readonly currencies: RawColumn["currencies"] }[],
  units: readonly string[],
  rules: Definition | null,
): Repair {
  const { currencies, heading } = mixed.find((each) => isAmountHeading(each.heading)) ?? mixed[0]!;
  const turned = pivotedColumns(rules);
  const from = turned.has(heading) ? String((rules!.unpivot as Definition).cell) : heading;
  const to = nameOf(header);
  const seen = [...currencies];
  const listed = seen.map(([code, { count, cell }]) =>
    phraseText("currency_in_cells", { code, count, example: JSON.stringify(cell) }),
  );
  return {
    kind: "units",
    label: phraseText("keep_currencies_apart", { column: JSON.stringify(from), heading: JSON.stringify(to) }),
    reason: phraseText("amounts_of_currencies", { amounts: listed.join(", ") }),
    examples: seen
      .slice(0, SHOWN)
      .map(([code, { row, cell }]) => phraseText("line_becomes", { line: row, cell, value: `${to}: ${code}` })),
    table: { ...(units.length > 0 ? { units } : {}), currency: { from, to } },
    certainty: "sure",
  };
}

function nameOf(header: readonly string[]): string {
  for (let at = 1; ; at++) {
    const name = at === 1 ? "Currency" : `Currency ${at}`;
    if (!header.includes(name)) return name;
  }
}
