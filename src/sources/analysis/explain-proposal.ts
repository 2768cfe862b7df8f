import { errorText } from "../../core/errors/error-text.js";
import { phraseText } from "../../core/errors/phrase-text.js";
import { explainTables } from "../ingest/explain-tables.js";
import type { ModelDocument } from "../../core/model/cube.js";
import { FILE_DATE, ROW_NUMBER } from "../../core/model/generated-columns.js";
import { isLedgerPeriod } from "../../core/model/values/worded-dates.js";
import { joinedHeadings } from "../../core/model/joined-columns.js";
import { isObject } from "../../core/model/parse/section.js";
import { explainDates } from "./choose-time.js";
import { describeUnread } from "./unread-dates.js";
import type { ColumnRelation } from "../ingest/totals/column-relations.js";
import { findSides } from "./ledger-sides.js";
import { isLeftOut, type PersonalData } from "./persons.js";
import type { Repair } from "./repair.js";
import type { Suggestion } from "./suggestion.js";
import type { ColumnAnalysis, DateColumn, Misfits, NumberColumnAnalysis, TableAnalysis } from "./table-analysis.js";

type Field = readonly [name: string, definition: Readonly<Record<string, unknown>>];

/** Describe what a table holds and what its proposed model makes of it, one sentence each. */
export function explainProposal(analysis: TableAnalysis, { dataset, mapping }: ModelDocument): readonly string[] {
  const { rows, numColumns, delimiter, encoding, isWhole } = analysis;
  const separator = delimiter === "\t" ? phraseText("tabs") : JSON.stringify(delimiter);
  const fields = fieldsOf(mapping);
  const size = { count: rows, fields: numColumns, separator, encoding };
  const key = fields.filter(([, { key }]) => key === true).map(([name]) => describeKey(name, mapping));
  const used = new Set(columnsIn(mapping));
  const { relations = [], totals = [], onlyInTotals = [] } = analysis;
  const repeating = relations.filter(({ column }) => !used.has(column));
  const unread = analysis.columns.filter(
    ({ heading }) => !used.has(heading) && repeating.every(({ column }) => column !== heading),
  );
  const left = unread.filter(
    (column) => !isLeftOut(column) && onlyInTotals.every(({ heading }) => heading !== column.heading),
  );
  const tables = explainTables(analysis.fates ?? []);
  return [
    phraseText(isWhole ? "table_size" : "table_size_of_beginning", size),
    ...(tables === "" ? [] : [tables]),
    ...(["amount", "time"] as const).flatMap((name) =>
      name in mapping ? phraseText(`${name}_is`, { readings: describeField(name, mapping) }) : [],
    ),
    ...(dataset.decimal === "," ? [phraseText("decimal_comma")] : []),
    phraseText("key_is", { readings: key.join(" and ") }),
    ...totals,
    ...repeating.map(describeRelation),
    ...(left.length === 0 ? [] : [phraseText("left_out_empty", { columns: quoteAll(left) })]),
    ...onlyInTotals.map(({ heading, filled, samples }) =>
      phraseText("left_out_sums", {
        heading: JSON.stringify(heading),
        count: filled,
        examples: samples
          .slice(0, 2)
          .map((sample) => JSON.stringify(sample))
          .join(", "),
      }),
    ),
    ...unread.flatMap(({ heading, personal }) =>
      personal === undefined || left.some((each) => each.heading === heading)
        ? []
        : [phraseText("left_out_personal", describePersonal(heading, personal))],
    ),
    ...analysis.columns.flatMap(({ heading, personal }) =>
      personal === undefined || !used.has(heading)
        ? []
        : [phraseText("column_is_personal", describePersonal(heading, personal))],
    ),
  ];
}

function describePersonal(heading: string, kind: PersonalData): Readonly<Record<"heading" | "kind" | "value", string>> {
  return { heading: JSON.stringify(heading), kind, value: quoteArgument(heading) };
}

/** Describe a column that repeats others, and is not a measure for that reason. */
function describeRelation({ column, kind, of, rows }: ColumnRelation): string {
  const [first, ...others] = of.map((each) => JSON.stringify(each.column));
  const signs = of.slice(1).map(({ factor }) => (factor > 0 ? "plus" : "minus"));
  const parts = [first, ...others.map((each, at) => `${signs[at]} ${each}`)].join(" ");
  const values = { heading: JSON.stringify(column), count: rows };
  if (kind === "sum") return phraseText("column_is_sum", { ...values, terms: parts });
  if (kind === "balance") return phraseText("column_is_balance", { ...values, terms: parts });
  return phraseText("column_in_other_units", { ...values, terms: first });
}

/** Quote an argument for a shell, if it needs quotes. */
export function quoteArgument(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** List the columns of the file that a mapping reads, at any depth. */
function columnsIn(part: unknown): readonly string[] {
  if (!isObject(part)) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === "column" && typeof value === "string" ? (joinedHeadings(value) ?? [value]) : columnsIn(value),
  );
}

/** Describe the doubts about a proposal: where the table has more than one meaning, or cells that would not load. */
export function listDoubts(analysis: TableAnalysis, { mapping }: ModelDocument): readonly string[] {
  const columns = new Map(analysis.columns.map((column) => [column.heading, column]));
  const fields = fieldsOf(mapping);
  const found = fields.flatMap(([name, definition]): string[] => {
    const column = columns.get(String(definition.column));
    if (column === undefined) return [];
    if (definition.type === "measure" && isNumber(column))
      return [...misfitsOf(column.heading, "number", column.type.misfits), ...doubtsOfDecimals(column)];
    return definition.type === "date" && isDate(column) ? doubtsOfDates(name, column) : [];
  });
  const times = explainDates(analysis.columns, String((mapping.time as Field[1] | undefined)?.column ?? ""));
  const others = fields.filter(([name, { type }]) => type === "measure" && name !== "amount");
  const amounts = others.map(([, { column }]) => JSON.stringify(column)).join(", ");
  return [
    ...(analysis.encodingDoubts ?? []),
    ...(amounts === ""
      ? []
      : [errorText(others.length === 1 ? "amount_may_be_other" : "amount_may_be_others", { columns: amounts })]),
    ...describeUnread(analysis, mapping).map(({ text }) => text),
    ...(times === null ? [] : [times]),
    ...found,
    ...analysis.columns.flatMap(doubtsOfNumbers),
    ...doubtsOfSides(analysis, fields),
    ...(analysis.oddRows ?? []),
    ...(analysis.isWhole ? [] : [errorText("beginning_analysed")]),
  ];
}

/** Write examples in one sentence. */
export function explainExamples(examples: readonly string[]): string {
  return examples.join("; ");
}

/** Describe a suggestion: what it adds, or would add, and why. */
export function explainSuggestion({ kind, label, reason, examples }: Suggestion, isAccepted: boolean): string {
  const remedy = isAccepted ? "" : phraseText("accept_puts", { option: kind });
  return `${label} (${explainExamples(examples)}). ${reason}${remedy}`;
}

/** Describe a repair: its rule, its reason, and examples. */
export function explainRepair(
  { kind, label, reason, examples }: Pick<Repair, "kind" | "label" | "reason" | "examples">,
  isAccepted: boolean,
): string {
  const remedy = isAccepted ? "" : phraseText("accept_puts", { option: kind });
  return `${label} (${explainExamples(examples)}). ${reason}${remedy}`;
}

/** Name a column of texts that may be amounts, and one whose signs are marks of a ledger. */
function doubtsOfNumbers({ heading, filled, ledgerMarks = 0, type }: ColumnAnalysis): string[] {
  const name = JSON.stringify(heading);
  if (ledgerMarks > 0) return [errorText("ledger_marks", { column: name, count: ledgerMarks })];
  if (type.kind !== "text" || !type.numbers) return [];
  const others = type.numbers.others.map((each) => JSON.stringify(each)).join(", ");
  return [
    errorText("numbers_read_as_text", { column: name, count: type.numbers.count, rows: filled, examples: others }),
  ];
}

function doubtsOfDecimals({ heading, oddDecimals: value }: ColumnAnalysis): string[] {
  return value === undefined ? [] : [errorText("three_decimals", { column: JSON.stringify(heading), value })];
}

/** Say that amounts without signs are of both sides of a ledger. */
function doubtsOfSides({ columns }: TableAnalysis, fields: readonly Field[]): string[] {
  const read = new Set(fields.flatMap(([, { type, column }]) => (type === "measure" ? [column] : [])));
  const sides = findSides(
    columns,
    columns.filter(({ heading }) => read.has(heading)),
  );
  if (sides === null) return [];
  const values = sides.values.map((value) => JSON.stringify(value)).join(", ");
  return [errorText("sides_without_signs", { column: JSON.stringify(sides.heading), values })];
}

function doubtsOfDates(
  name: string,
  { heading, empty, samples, type }: ColumnAnalysis & { readonly type: DateColumn },
): string[] {
  const period = type.format === null ? samples.find(isLedgerPeriod) : undefined;
  return [
    ...(period === undefined
      ? []
      : [errorText("periods_of_ledger", { column: JSON.stringify(heading), value: JSON.stringify(period) })]),
    ...(name === "time" && empty > 0 ? [errorText("time_empty", { column: `"${heading}"`, count: empty })] : []),
    ...misfitsOf(heading, "date", type.misfits),
    ...(type.swapped ? [errorText("dates_swapped", { column: JSON.stringify(heading), ...type.swapped })] : []),
  ];
}

function misfitsOf(heading: string, wanted: "date" | "number", { count, samples }: Misfits): string[] {
  if (count === 0) return [];
  const shown = samples.map((sample) => JSON.stringify(sample)).join(", ");
  const values = { column: `"${heading}"`, examples: shown };
  return [
    count === 1
      ? errorText(`cell_without_${wanted}`, values)
      : errorText(`cells_without_${wanted}`, { ...values, count }),
  ];
}

function fieldsOf(mapping: ModelDocument["mapping"]): readonly Field[] {
  return Object.entries(mapping).filter((each): each is [string, Field[1]] => isObject(each[1]));
}

function describeField(name: string, mapping: ModelDocument["mapping"]): string {
  const { column, constant, attributes, format } = mapping[name] as Field[1];
  if (constant !== undefined) return phraseText("same_for_all_rows", { value: String(constant) });
  if (column === FILE_DATE) return phraseText("date_of_file");
  if (column === ROW_NUMBER) return phraseText("number_of_row");
  const read = isObject(attributes) && isObject(attributes.name) ? attributes.name.column : column;
  const heading = JSON.stringify(read);
  return typeof format === "string" ? phraseText("column_written", { heading, format }) : heading;
}

function describeKey(name: string, mapping: ModelDocument["mapping"]): string {
  const { constant } = mapping[name] as Field[1];
  return constant === undefined ? describeField(name, mapping) : phraseText("date_of_all", { value: String(constant) });
}

function isNumber(column: ColumnAnalysis): column is ColumnAnalysis & { readonly type: NumberColumnAnalysis } {
  return column.type.kind === "number";
}

function isDate(column: ColumnAnalysis): column is ColumnAnalysis & { readonly type: DateColumn } {
  return column.type.kind === "date";
}

function quoteAll(columns: readonly ColumnAnalysis[]): string {
  return columns.map(({ heading }) => JSON.stringify(heading)).join(", ");
}
