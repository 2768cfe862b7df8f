import { errorText } from "../../errors/error-text.js";
import { phraseText } from "../../errors/phrase-text.js";
import { readUnpivot } from "./unpivot.js";
import type { JoinedSheets, LeftOutRule, TableRules } from "../table-rules.js";
import { InvalidModel } from "../../errors/errors.js";
import type { Decimal } from "../values/decimal.js";
import { parseDecimal, PLAIN_NUMBERS } from "../values/numbers.js";
import { isError } from "../values/value.js";
import { isCurrency } from "./currencies.js";
import { isNoteMark } from "./note-marks.js";
import {
  asSection,
  error,
  filledTextAt,
  flagAt,
  given,
  isObject,
  pathOf,
  quoted,
  requiredTextAt,
  sectionAt,
  textsAt,
  type Section,
} from "./section.js";

/** Maximum row of a header: more lines are no titles. */
const MAX_HEADER_ROW = 1000;
/** Maximum number of rows that name the columns together. */
const MAX_HEADER_ROWS = 5;

/** Read the rules by which a file's rows become the model's; `null` if the dataset has none. */
export function readTableRules(dataset: Section): TableRules | null {
  const section = sectionAt(dataset, "table");
  if (!section) return null;
  return {
    sheet: filledTextAt(section, "sheet") ?? null,
    sheets: readSheets(section),
    ...readHeaderRows(section),
    columns: readColumns(section),
    fillDown: (textsAt(section, "fill_down") ?? []).map((text) => text.trim()).filter((text) => text !== ""),
    unpivot: readUnpivot(section),
    leaveOut: readLeaveOut(section),
    empty: (textsAt(section, "empty") ?? []).map((text) => text.trim()).filter((text) => text !== ""),
    units: readUnits(section),
    scale: readScale(section),
    serialDates: flagAt(section, "serial_dates"),
    currency: readCurrency(section),
  };
}

function readCurrency(section: Section): TableRules["currency"] {
  const currency = sectionAt(section, "currency");
  if (!currency) return null;
  const from = requiredTextAt(currency, "from", 'the name of the column of amounts, such as "Amount"').trim();
  const to = requiredTextAt(currency, "to", 'the name of the column for the currencies, such as "Currency"').trim();
  if (to !== "" && from === to) error(currency, "to", errorText("currency_in_column_of_amounts", { to: quoted(to) }));
  return { from, to };
}

/** Read rules that stand alone. @throws InvalidModel with every error */
export function parseTableRules(table: unknown): TableRules | null {
  const errors: string[] = [];
  const rules = readTableRules({ path: "dataset", json: { table }, errors });
  if (errors.length > 0) throw new InvalidModel(errors);
  return rules;
}

function readHeaderRows(section: Section): Pick<TableRules, "headerRow" | "headerFrom"> {
  const found = given(section, "header_row");
  if (found === undefined) return { headerRow: null, headerFrom: null };
  const isRow = (row: unknown): row is number =>
    typeof row === "number" && Number.isInteger(row) && row >= 1 && row <= MAX_HEADER_ROW;
  if (isRow(found)) return { headerRow: found, headerFrom: null };
  const [from, to, ...more] = Array.isArray(found) ? (found as unknown[]) : [];
  if (isRow(from) && isRow(to) && more.length === 0 && from < to && to - from < MAX_HEADER_ROWS) {
    return { headerRow: to, headerFrom: from };
  }
  const remedy = `write a whole number from 1 to ${MAX_HEADER_ROW}`;
  const several = Array.isArray(found)
    ? `, or the first and the last of at most ${MAX_HEADER_ROWS} rows, such as [4, 5]`
    : "";
  error(section, "header_row", `${quoted(found)} is not a row; ${remedy}${several}`);
  return { headerRow: null, headerFrom: null };
}

/** Read the names of all columns. */
function readColumns(section: Section): readonly string[] | null {
  const names = textsAt(section, "columns")?.map((name) => name.trim());
  if (names === undefined) return null;
  const wrong = names.find((name, at) => name === "" || names.indexOf(name) !== at);
  if (names.length > 0 && wrong === undefined) return names;
  error(section, "columns", errorText("columns_not_named", { detail: quoted(wrong ?? []) }));
  return null;
}

/** Read sheets that are one table. */
function readSheets(table: Section): JoinedSheets | null {
  const sheets = sectionAt(table, "sheets");
  if (!sheets) return null;
  if (given(table, "sheet") !== undefined) error(table, "sheet", errorText("sheet_beside_sheets"));
  const names = textMapAt(sheets, "names", 'the names of sheets, such as ["2019", "2020"]');
  return { names, heading: filledTextAt(sheets, "heading")?.trim() ?? null };
}

/** Read names of columns or sheets: a list of them, or an object with the text that stands for each. */
function textMapAt(section: Section, key: string, wanted: string): ReadonlyMap<string, string> {
  const names = given(section, key);
  const texts = isObject(names)
    ? Object.entries(names).map(([name, text]) => {
        if (typeof text === "string" && text.trim() !== "") return [name.trim(), text.trim()] as const;
        error(section, `${key}.${name}`, errorText("not_a_text", { value: quoted(text) }));
        return [name.trim(), ""] as const;
      })
    : (textsAt(section, key) ?? []).map((name) => [name.trim(), name.trim()] as const);
  if (texts.length === 0) error(section, key, errorText("texts_missing", { wanted }));
  return new Map(texts);
}

function readLeaveOut(section: Section): readonly LeftOutRule[] {
  const list = given(section, "leave_out");
  if (list === undefined) return [];
  if (!Array.isArray(list)) {
    error(section, "leave_out", errorText("not_a_list_of_rules", { value: quoted(list) }));
    return [];
  }
  return list.flatMap((each: unknown, at) => {
    const rule = asSection(each, pathOf(section, `leave_out[${at}]`), section.errors);
    return rule ? readRule(rule) : [];
  });
}

function readRule(rule: Section): readonly LeftOutRule[] {
  const filled = given(rule, "filled");
  if (filled !== undefined) {
    if (typeof filled === "number" && Number.isInteger(filled) && filled >= 1 && filled <= 100) return [{ filled }];
    error(rule, "filled", errorText("not_a_number_of_cells", { filled: quoted(filled) }));
    return [];
  }
  const sums = given(rule, "sums");
  if (sums !== undefined) {
    if (sums === true) return [{ sums }];
    error(rule, "sums", errorText("sums_not_true", { sums: quoted(sums) }));
    return [];
  }
  const column = requiredTextAt(
    rule,
    "column",
    'the name of a column, or "filled": 1 for rows with one filled cell',
  ).trim();
  const values = (textsAt(rule, "values") ?? []).map((text) => text.trim());
  const begins = (textsAt(rule, "begins") ?? []).map((text) => text.trim()).filter((text) => text !== "");
  if (values.length + begins.length > 0) return [{ column, values, begins }];
  error(rule, "values", errorText("rule_values_missing"));
  return [];
}

function readScale(section: Section): ReadonlyMap<string, Decimal> {
  const scale = sectionAt(section, "scale");
  const factors = Object.entries(scale?.json ?? {}).flatMap(([column, factor]) => {
    const read = typeof factor === "number" ? parseDecimal(String(factor), PLAIN_NUMBERS) : null;
    if (read !== null && !isError(read) && read.unscaled > 0n) return [[column.trim(), read] as const];
    error(scale!, column, errorText("not_factor", { factor: quoted(factor) }));
    return [];
  });
  return new Map(factors);
}

function readUnits(section: Section): readonly string[] {
  const units = (textsAt(section, "units") ?? []).map((text) => text.trim());
  units.forEach((unit, at) => {
    if (isCurrency(unit) || isNoteMark(unit)) return;
    const remedy = phraseText("write_unit_of_money");
    error(section, `units[${at}]`, errorText("not_a_known_code", { value: quoted(unit), remedy }));
  });
  return units;
}
