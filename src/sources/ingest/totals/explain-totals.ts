import { errorText } from "../../../core/errors/error-text.js";
import { phraseText } from "../../../core/errors/phrase-text.js";
import { decimalText } from "../../../core/model/values/decimal.js";
import { grouped } from "./control.js";
import { fromUnits, type StatedTotal } from "./total-row.js";
import type { FileTotals } from "./totals-search.js";

/** Number of totals that are named one by one. */
const SHOWN = 5;
/** Number of columns whose amounts are listed. */
const MAX_COLUMNS = 6;
const MAX_TEXT = 80;

/** Describe the totals of a file that its rows come to: the widest first. */
export function explainTotals(found: FileTotals): readonly string[] {
  const { totals, columns, entries, counted } = found;
  const widest = totals
    .filter(({ row, together }) => !together || together.first === row)
    .toSorted((a, b) => b.parts - a.parts || a.row - b.row)
    .slice(0, SHOWN);
  const more = totals.length - widest.reduce((rows, { together }) => rows + (together?.rows ?? 1), 0);
  return [
    ...widest.map((total) => describeTotal(total, found)),
    ...(more > 0 ? [phraseText("more_rows_are_sums", { count: more.toLocaleString("en") })] : []),
    ...explainLost({ totals, columns }),
    ...(counted.rows > 0 && totals.some((total) => !isGrand(total, entries))
      ? [phraseText("sums_count_left_out", { reason: explainCounted(found) })]
      : []),
  ];
}

/** True for an exact total of all entries by itself. */
function isGrand({ parts, verdict, together }: StatedTotal, entries: number): boolean {
  return parts === entries && verdict === "exact" && !together;
}

/** Name the rows that are left out and that totals count, with what they come to, as a sentence. */
function explainCounted({ counted: { rows, first, sums }, columns }: FileTotals): string {
  const places = first.map((each) => placeOf({ ...each, text: "" })).join(", ");
  const values = { place: `${places}${rows > first.length ? " …" : ""}`, amounts: list(sums, columns) };
  return rows === 1
    ? phraseText("row_is_left_out", values)
    : phraseText("rows_are_left_out", { count: rows.toLocaleString("en"), ...values });
}

/** Compare the entries with the total of all rows, of which some are left out. */
function describeRest({ parts, sums, ...total }: StatedTotal, found: FileTotals): string {
  const { columns, counted } = found;
  const rest = parts - counted.rows;
  return phraseText(rest === 1 ? "row_differs_from_grand_total" : "rows_differ_from_grand_total", {
    place: placeOf(total),
    count: rest.toLocaleString("en"),
    amounts: list(
      sums.map((sum, at) => (sum === null ? null : sum - counted.sums[at]!)),
      columns,
    ),
    amounts_b: list(sums, columns),
    reason: explainCounted(found),
  });
}

/** Say what is left out with totals, because no row that they add up has it. */
export function explainLost({ totals, columns }: Pick<FileTotals, "totals" | "columns">): readonly string[] {
  return columns.flatMap((heading, at): readonly string[] => {
    const own = totals.flatMap(({ amounts, sums }) => (sums[at] === null && amounts[at] ? [amounts[at]] : []));
    if (own.length === 0) return [];
    const sum = grouped(decimalText(fromUnits(own.reduce((all, amount) => all + amount))));
    const values = { amounts: sum, heading: JSON.stringify(heading), others: "" };
    return [
      own.length === 1
        ? phraseText("sum_left_out", values)
        : phraseText("sums_left_out", { count: own.length.toLocaleString("en"), ...values }),
    ];
  });
}

function describeTotal(total: StatedTotal, found: FileTotals): string {
  const { columns, entries, counted } = found;
  const { parts, amounts, sums, verdict, place, together } = total;
  const values = { place: placeOf(total), count: parts.toLocaleString("en"), amounts: list(sums, columns) };
  if (verdict === "rounded") {
    const differences = sums.map((sum, at) => (sum === null ? null : amounts[at]! - sum));
    const code =
      place === "below"
        ? parts === 1
          ? "total_rounds_row_before"
          : "total_rounds_rows_before"
        : parts === 1
          ? "total_rounds_row_below"
          : "total_rounds_rows_below";
    return phraseText(code, {
      ...values,
      amounts: list(amounts, columns),
      amounts_b: list(sums, columns),
      difference: list(differences, columns),
    });
  }
  if (together) {
    const code = parts === 1 ? "row_comes_to_together" : "rows_come_to_together";
    return phraseText(code, { ...values, others: countBeside(together.rows - 1) });
  }
  if (parts === entries && counted.rows > 0) return describeRest(total, found);
  if (parts === entries)
    return phraseText(parts === 1 ? "row_comes_to_grand_total" : "rows_come_to_grand_total", values);
  return phraseText(parts === 1 ? "row_comes_to" : "rows_come_to", values);
}

/** Describe the rows that are called totals and differ from what the rows come to. */
export function explainDiffering({ differing, columns }: FileTotals): readonly string[] {
  return differing.slice(0, SHOWN).map((total) => {
    const { amounts, sums, parts } = total;
    return errorText("total_differs", {
      place: beginPlace(total),
      amounts: list(amounts, columns),
      count: parts.toLocaleString("en"),
      amounts_b: list(sums, columns),
    });
  });
}

/** Warn of sums that are read as entries, because the model has no rule for them. */
export function warnOfSums({ totals, columns }: FileTotals): readonly string[] {
  if (totals.length === 0) return [];
  const [widest] = totals.toSorted((a, b) => b.parts - a.parts || a.row - b.row);
  const { parts, together } = widest!;
  const one = totals.length === 1;
  const values = {
    place: beginPlace(widest!),
    count: parts.toLocaleString("en"),
    amounts: list(widest!.sums, columns),
    others: one ? "" : phraseText("further_sums", { count: (totals.length - 1).toLocaleString("en") }),
  };
  if (!together) return [errorText("sum_counted_twice", values)];
  const rows = countBeside(together.rows - 1);
  return [errorText("sums_counted_twice", { ...values, rows })];
}

/** Write how many rows stand beside a sum. */
function countBeside(rows: number): string {
  return rows === 1 ? phraseText("the_row") : phraseText("the_rows", { count: rows });
}

/** Name a row: `line 144, "Grand Total"`. */
export function placeOf({ line, row, text }: Pick<StatedTotal, "line" | "row" | "text">): string {
  const called = JSON.stringify(text.slice(0, MAX_TEXT));
  if (line === null)
    return text === "" ? phraseText("row_number", { row }) : phraseText("row_called", { row, text: called });
  return text === "" ? phraseText("line_number", { line }) : phraseText("line_called", { line, text: called });
}

/** Name a row at the beginning of a sentence. */
function beginPlace({ line, row, text }: Pick<StatedTotal, "line" | "row" | "text">): string {
  const called = JSON.stringify(text.slice(0, MAX_TEXT));
  if (line === null)
    return text === "" ? phraseText("at_row", { row }) : phraseText("at_row_called", { row, text: called });
  return text === "" ? phraseText("at_line", { line }) : phraseText("at_line_called", { line, text: called });
}

function list(amounts: readonly (bigint | null)[], columns: readonly string[]): string {
  const stated = amounts.flatMap((amount, at) => (amount === null ? [] : [{ amount, heading: columns[at]! }]));
  const texts = stated.map(({ amount, heading }) => {
    const text = grouped(decimalText(fromUnits(amount)));
    return stated.length === 1 ? text : `${heading}: ${text}`;
  });
  const more = texts.length - MAX_COLUMNS;
  return `${texts.slice(0, MAX_COLUMNS).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
