import { type PhraseCode, phraseText } from "../../../core/errors/phrase-text.js";
import type { LeftOutRule } from "../../../core/model/table-rules.js";
import type { ValueColumns } from "./clean-cells.js";
import { isBlank } from "./blank.js";
import type { CsvRecord } from "./record-parser.js";

/**
 * Plan which records are left out.
 * @param empty texts read as empty cells, besides blank ones
 * @param fits tells whether a cell is of its column: a record that ends before the tested cell stays if one is not
 * @returns the position of the first rule that a record fits; -1 for none
 */
export function planLeavingOut(
  rules: readonly LeftOutRule[],
  header: readonly string[],
  empty: readonly string[],
  fits: ValueColumns["fits"] = () => true,
): (record: CsvRecord) => number {
  if (rules.length === 0) return () => -1;
  const tests = rules.map((rule) => planRule(rule, header, new Set(empty), fits));
  return (record) => tests.findIndex((test) => test(record));
}

function planRule(
  rule: LeftOutRule,
  header: readonly string[],
  empty: ReadonlySet<string>,
  fits: Required<ValueColumns>["fits"],
): (record: CsvRecord) => boolean {
  // Which rows are sums is known before the rows are read.
  if ("sums" in rule) return () => false;
  if ("filled" in rule) {
    return (record) => {
      const filled = record.reduce((count, cell) => count + (isBlank(cell) ? 0 : 1), 0);
      return filled > 0 && filled <= rule.filled;
    };
  }
  const at = header.indexOf(rule.column);
  const values = new Set(rule.values);
  const begins = rule.begins.map((text) => text.toLowerCase());
  return (record) => {
    const cell = (record[at] ?? "").trim();
    // In a row with extra cells, the one that is empty here may be in a wrong column: such a row is an error.
    if ((cell === "" || empty.has(cell)) && !record.slice(header.length).every(isBlank)) return false;
    // In one that ends early, a delimiter may be missing where a cell is not of its column.
    if (at >= record.length && record.some((each, column) => !isBlank(each) && !fits(header[column]!, each)))
      return false;
    // A blank row is none that is left out.
    if (cell === "") return values.has("") && !record.every(isBlank);
    return values.has(cell) || begins.some((text) => beginsWith(cell.toLowerCase(), text));
  };
}

/** True if a text begins with whole words. */
function beginsWith(text: string, words: string): boolean {
  return text.startsWith(words) && !/^[\p{L}\p{N}]/u.test(text.slice(words.length));
}

/** Describe the rows that a rule leaves out, as the end of a sentence. */
export function explainRule(rule: LeftOutRule): string {
  if ("sums" in rule) return phraseText("amounts_are_sums");
  if ("filled" in rule) {
    return rule.filled === 1 ? phraseText("one_cell_filled") : phraseText("few_cells_filled", { count: rule.filled });
  }
  const quote = (texts: readonly string[]): string => texts.map((text) => JSON.stringify(text)).join(" or ");
  const filled = rule.values.filter((text) => text !== "");
  const parts = [
    ...(rule.values.includes("") ? (["empty"] as const) : []),
    ...(filled.length > 0 ? (["is"] as const) : []),
    ...(rule.begins.length > 0 ? (["begins"] as const) : []),
  ];
  const code = `cell_${parts.join("_or_")}` as Extract<PhraseCode, `cell_${"empty" | "is" | "begins"}${string}`>;
  return phraseText(code, { column: rule.column, values: quote(filled), values_b: quote(rule.begins) });
}
