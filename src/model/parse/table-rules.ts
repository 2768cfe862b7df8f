import type { LeftOutRule, TableRules, Unpivot } from "../table-rules.js";
import { InvalidModel } from "../../errors/errors.js";
import type { Decimal } from "../values/decimal.js";
import { parseDecimal, PLAIN_NUMBERS } from "../values/numbers.js";
import { isError } from "../values/value.js";
import { isCurrency } from "./currencies.js";
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

/** Read the rules by which a file's rows become the model's; `null` if the dataset has none. */
export function readTableRules(dataset: Section): TableRules | null {
  const section = sectionAt(dataset, "table");
  if (!section) return null;
  return {
    sheet: filledTextAt(section, "sheet") ?? null,
    headerRow: readHeaderRow(section),
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
  if (to !== "" && from === to) error(currency, "to", `${quoted(to)} is the column of amounts; write another name`);
  return { from, to };
}

/** Read rules that stand alone. @throws InvalidModel with every error */
export function parseTableRules(table: unknown): TableRules | null {
  const errors: string[] = [];
  const rules = readTableRules({ path: "dataset", json: { table }, errors });
  if (errors.length > 0) throw new InvalidModel(errors);
  return rules;
}

function readHeaderRow(section: Section): number | null {
  const row = given(section, "header_row");
  if (row === undefined) return null;
  if (typeof row === "number" && Number.isInteger(row) && row >= 1 && row <= MAX_HEADER_ROW) return row;
  error(section, "header_row", `${quoted(row)} is no row; write a whole number from 1 to ${MAX_HEADER_ROW}`);
  return null;
}

function readUnpivot(section: Section): Unpivot | null {
  const unpivot = sectionAt(section, "unpivot");
  if (!unpivot) return null;
  const columns = readPivoted(unpivot);
  const heading = requiredTextAt(unpivot, "heading", 'the name of the column for the names, such as "Year"').trim();
  const cell = requiredTextAt(unpivot, "cell", 'the name of the column for the cells, such as "Amount"').trim();
  if (heading !== "" && heading === cell)
    error(unpivot, "cell", `${quoted(cell)} is also the heading; write another name`);
  return { columns, heading, cell };
}

/** Read the columns that become rows: a list of their names, or an object with the text that stands for each. */
function readPivoted(unpivot: Section): ReadonlyMap<string, string> {
  const columns = given(unpivot, "columns");
  const texts = isObject(columns)
    ? Object.entries(columns).map(([column, text]) => {
        if (typeof text === "string" && text.trim() !== "") return [column.trim(), text.trim()] as const;
        error(unpivot, `columns.${column}`, `${quoted(text)} must be a text in quotes`);
        return [column.trim(), ""] as const;
      })
    : (textsAt(unpivot, "columns") ?? []).map((column) => [column.trim(), column.trim()] as const);
  if (texts.length === 0)
    error(unpivot, "columns", 'are missing; write the names of columns, such as ["2019", "2020"]');
  return new Map(texts);
}

function readLeaveOut(section: Section): readonly LeftOutRule[] {
  const list = given(section, "leave_out");
  if (list === undefined) return [];
  if (!Array.isArray(list)) {
    error(section, "leave_out", `${quoted(list)} must be a list of rules, [{ … }]`);
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
    error(rule, "filled", `${quoted(filled)} is no number of cells; write a whole number such as 1`);
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
  error(rule, "values", 'are missing; write the texts of the cells, such as ["Total"], or "begins": ["Total"]');
  return [];
}

function readScale(section: Section): ReadonlyMap<string, Decimal> {
  const scale = sectionAt(section, "scale");
  const factors = Object.entries(scale?.json ?? {}).flatMap(([column, factor]) => {
    const read = typeof factor === "number" ? parseDecimal(String(factor), PLAIN_NUMBERS) : null;
    if (read !== null && !isError(read) && read.unscaled > 0n) return [[column.trim(), read] as const];
    error(scale!, column, `${quoted(factor)} is no factor; write a number such as 1000`);
    return [];
  });
  return new Map(factors);
}

function readUnits(section: Section): readonly string[] {
  const units = (textsAt(section, "units") ?? []).map((text) => text.trim());
  units.forEach((unit, at) => {
    if (isCurrency(unit)) return;
    const remedy = 'write an ISO 4217 code, or a name such as "kn", "zł" or "R$"';
    error(section, `units[${at}]`, `${quoted(unit)} is not known; ${remedy}`);
  });
  return units;
}
