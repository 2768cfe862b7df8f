import { phraseText } from "../../core/errors/phrase-text.js";
import { isDeclaration } from "../ingest/csv/dialect.js";
import type { OpenSource } from "../ingest/fetch/source.js";
import { ANALYSIS_BOUNDS, analyseTable, type AnalysisBounds, type AnalysisOptions } from "./analyse.js";
import { confirmLevels } from "./confirm-levels.js";
import type { Definition } from "./column-uses.js";
import { explainTotals } from "../ingest/totals/explain-totals.js";
import { ExpectedTotals, findTotals } from "./find-totals.js";
import { hasSumsRule, repairTotals } from "./repair-totals.js";
import { addRepairs, hasRepair, isAssumed, type Repair } from "./repair.js";
import type { TableAnalysis } from "./table-analysis.js";
import { isObject } from "../../core/model/parse/section.js";
import { type AmountCandidate, chooseAmounts } from "./choose-amounts.js";

/**
 * Analyse a table under given rules or, without any, under those that its rows call for and that leave no figure out:
 * the row that is its header, and repairs that are sure or likely.
 * @throws BadSource if it cannot be read, InvalidModel for wrong rules
 */
export function analyseSource(
  source: OpenSource,
  options: AnalysisOptions,
  bounds: AnalysisBounds = ANALYSIS_BOUNDS,
): Promise<TableAnalysis> {
  if (options.table != null) return analyseWithTotals(source, options, bounds);
  return analyseRepaired(source, options, isAssumed, bounds);
}

/** Most readings of a table: a repair may show what else has to be repaired. */
const MAX_READINGS = 4;
/** Decoded text in which the repairs are looked for at first. */
const HEAD_BYTES = 2 ** 20;

/**
 * Analyse a table under given rules, if there are any, and repairs: first its head, until it calls for no more of them.
 * @param isWanted true for a repair to make
 * @throws BadSource if it cannot be read, InvalidModel for wrong rules
 */
export async function analyseRepaired(
  source: OpenSource,
  options: AnalysisOptions,
  isWanted: (repair: Repair) => boolean,
  bounds: AnalysisBounds = ANALYSIS_BOUNDS,
): Promise<TableAnalysis> {
  const head = { ...bounds, decodedBytes: Math.min(HEAD_BYTES, bounds.decodedBytes) };
  const first = await repairTable(source, options, isWanted, head);
  if (first.isWhole || head.decodedBytes === bounds.decodedBytes) return first;
  return repairTable(source, { ...options, table: first.table ?? null }, isWanted, bounds, first);
}

async function repairTable(
  source: OpenSource,
  options: AnalysisOptions,
  isWanted: (repair: Repair) => boolean,
  bounds: AnalysisBounds,
  begin: TableAnalysis | null = null,
): Promise<TableAnalysis> {
  let table = options.table ?? null;
  let last = begin;
  for (let reading = 1; ; reading++) {
    const analysis: TableAnalysis = await analyseWithTotals(source, { ...options, table }, bounds, last);
    last = analysis;
    const wanted = (analysis.repairs ?? []).filter((each) => isWanted(each) && !hasRepair(table, each));
    // Which column is the amount is sure only after all others.
    const before = wanted.filter(({ kind }) => kind !== "blanks");
    const header = withHeader(table, headerRule(analysis));
    const isSettled = before.length === 0 && header === table;
    const repaired = addRepairs(header, isSettled ? wanted : before);
    if (reading === MAX_READINGS || JSON.stringify(repaired) === JSON.stringify(table)) return analysis;
    table = repaired;
  }
}

/**
 * Analyse a table under its rules, and what adds up in it. Rows that are sums of others are left out if the rules say so;
 * rows without an amount are offered to be.
 * @param before an earlier analysis: where it found the same amounts, what adds up is searched in the same pass
 */
async function analyseWithTotals(
  source: OpenSource,
  options: AnalysisOptions,
  bounds: AnalysisBounds,
  before: TableAnalysis | null = null,
): Promise<TableAnalysis> {
  const { unpivot, currency } = options.table ?? {};
  const expected = before && !unpivot && !currency ? new ExpectedTotals(before, options.table ?? null) : null;
  const first = await analyseTable(source, { ...options, watch: expected?.watch }, bounds);
  const found = await findTotals(source, options, first, bounds, expected);
  const sums = new Set(hasSumsRule(options.table ?? null) ? found?.totals.map(({ row }) => row) : []);
  const analysis = sums.size === 0 ? first : await analyseTable(source, { ...options, sums }, bounds);
  const emptied = first.columns.filter((_, at) => analysis.columns[at]?.filled === 0);
  const added = found
    ? {
        totals: explainTotals(found),
        relations: found.relations,
        onlyInTotals: emptied.flatMap(({ heading, filled, samples }) =>
          filled === 0 ? [] : [{ heading, filled, samples }],
        ),
      }
    : {};
  const repairs = analysis.repairs ?? [];
  const after = repairs.findLastIndex(({ kind }) => kind === "years") + 1;
  const totals = found ? repairTotals(found) : [];
  const blanks = repairBlanks({ ...analysis, ...added });
  return {
    ...analysis,
    ...added,
    columns: found && sums.size > 0 ? confirmLevels(analysis.columns, found) : analysis.columns,
    repairs: [...repairs.slice(0, after), ...totals, ...repairs.slice(after), ...blanks],
  };
}

function withHeader(table: Definition | null, header: Definition | null): Definition | null {
  return header === null || table?.header_row !== undefined ? table : { ...table, ...header };
}

/** Return the rule for a header below other rows; `null` if it is the first that is not blank. */
function headerRule({ preview = [], headerRow = 0, headerFrom = headerRow }: TableAnalysis): Definition | null {
  if (headerFrom < headerRow) return { header_row: [headerFrom, headerRow] };
  const isRow = (record: readonly string[], at: number): boolean =>
    record.some((cell) => cell.trim() !== "") && (at > 0 || !isDeclaration(record));
  const first = preview.findIndex(isRow) + 1;
  return headerRow > first && first > 0 ? { header_row: headerRow } : null;
}

/** Return the only column of amounts, where a row without an amount can be left out: no other cell of it is one. */
function onlyAmount(analysis: TableAnalysis): AmountCandidate | null {
  const { columns, table = null, shortRows = [] } = analysis;
  // An amount that is in another column is one.
  if (shortRows.length > 0 || isObject(table?.unpivot)) return null;
  const repeating = new Set((analysis.relations ?? []).map(({ column }) => column));
  const [amount, ...others] = chooseAmounts(columns, table, repeating);
  return amount === undefined || others.length > 0 || amount.heading === "" ? null : amount;
}

/**
 * Leave out the rows without an amount, where a table has one column of amounts: whether they are 0 only the publisher
 * knows. With the rule or without it, the repair is offered.
 */
function repairBlanks(analysis: TableAnalysis): readonly Repair[] {
  const { table = null, rows, leftOut = [] } = analysis;
  const amount = onlyAmount(analysis);
  if (amount === null) return [];
  const column = amount.heading;
  // A rule sees cells as they are in the file: each text that stands for an empty one.
  const texts = ["", ...(Array.isArray(table?.empty) ? table.empty.map(String) : [])];
  const given: readonly unknown[] = Array.isArray(table?.leave_out) ? table.leave_out : [];
  const rules = given.filter((rule) => leavesOutTexts(rule, column, texts));
  const known = new Set(rules.flatMap(({ values }) => values));
  const more = texts.filter((text) => !known.has(text));
  const adds = amount.empty > 0 && more.length > 0;
  const left = rules.reduce((sum, rule) => sum + (leftOut[given.indexOf(rule)] ?? 0), 0);
  const count = left + (adds ? amount.empty : 0);
  if (count === 0 || count * 2 > rows + left) return [];
  return [
    {
      kind: "blanks",
      label: count === 1 ? phraseText("leave_out_blank") : phraseText("leave_out_blanks", { count }),
      reason:
        count === 1
          ? phraseText("row_without_amount", { column })
          : phraseText("rows_without_amount", { count, column }),
      examples: [phraseText("blank_left_out", { column })],
      table: { leave_out: adds ? [...rules, { column, values: more }] : rules },
      certainty: "likely",
    },
  ];
}

interface TextsRule {
  readonly column: string;
  readonly values: readonly string[];
}

/** True for a rule that leaves out the rows with some of these texts in a column, and no others. */
function leavesOutTexts(rule: unknown, column: string, texts: readonly string[]): rule is TextsRule {
  if (!isObject(rule) || rule.column !== column || !Array.isArray(rule.values) || rule.begins !== undefined)
    return false;
  return rule.values.every((value) => typeof value === "string" && texts.includes(value));
}
