import { errorText } from "../../errors/error-text.js";
import { decimalText, isDecimal } from "../values/decimal.js";
import { convert, requireDouble } from "../values/convert.js";
import { isError, type Converted, type ValueError, type Datatype, type NumberFormat } from "../values/value.js";
import type { Source } from "../cube.js";
import { readNumberFormat } from "./number-format.js";
import { PLAIN_NUMBERS } from "../values/numbers.js";
import { error, given, quoted, scalarText, textAt, type Section } from "./section.js";
import { parseDate } from "../values/dates.js";
import { compileStrptime } from "../values/strptime.js";

/** Rules for a source that depend on the kind of its field. */
export interface SourceRules {
  /** The default datatype. */
  readonly datatype: "string" | "float" | "date";
  /** True if other datatypes are not allowed, as for measures and date dimensions. */
  readonly fixed: boolean;
  /**
   * True if a constant is the value of every entry, `null` if there are none, or else the column that stands for a
   * constant of one file.
   */
  readonly constants: true | null | string;
  /** True if an empty cell without a default is an error for every datatype, as for key fields and `time`. */
  readonly required: boolean;
  readonly numbers: NumberFormat;
}

const DATATYPES: readonly Datatype[] = ["string", "id", "float", "date", "constant"];

/** Read the source of a value; `null` if the definition has an error, which is reported. */
export function readSource(section: Section, rules: SourceRules): Source | null {
  const before = section.errors.length;
  const datatype = readDatatype(section, rules);
  const numbers = readNumberFormat(section, rules.numbers);
  const format = datatype === "date" ? readFormat(section) : null;
  const column = textAt(section, "column")?.trim() || null;
  const defaultValue = scalarText(given(section, "default_value")) ?? null;
  const how = { datatype, numbers, format, defaultValue };
  const { constants } = rules;
  const isConstant =
    constants !== null && given(section, "constant") !== undefined && (datatype === "constant" || column === null);
  const constant = isConstant ? constantSource(section, how) : null;
  const source =
    constants === true && isConstant
      ? constant
      : columnSource(section, rules, how, isConstant ? (constants as string) : column);
  if (source && !(rules.fixed && rules.datatype === "float")) refuseInexact(section, source);
  return section.errors.length > before ? null : source;
}

/** Report numbers of an attribute that a double would change. */
function refuseInexact(section: Section, { fixed, empty }: Source): void {
  for (const [key, literal] of [
    ["constant", fixed],
    ["default_value", empty],
  ] as const) {
    const kept = requireDouble(literal);
    if (isDecimal(literal) && isError(kept)) error(section, key, `${quoted(decimalText(literal))} ${kept.error}`);
  }
}

type Reading = Pick<Source, "datatype" | "numbers" | "format" | "defaultValue">;

function readDatatype(section: Section, rules: SourceRules): Datatype {
  const text = textAt(section, "datatype") ?? rules.datatype;
  const datatype = DATATYPES.find((known) => known === text);
  if (rules.fixed && text !== rules.datatype) {
    const owner = rules.datatype === "float" ? "a measure" : "a date dimension";
    error(
      section,
      "datatype",
      errorText("not_the_datatype", { value: quoted(text), owner, datatype: quoted(rules.datatype) }),
    );
  } else if (datatype === undefined) {
    error(
      section,
      "datatype",
      errorText("not_a_datatype", { value: quoted(text), known: DATATYPES.map(quoted).join(", ") }),
    );
  }
  return datatype ?? rules.datatype;
}

function readFormat(section: Section): string | null {
  const format = textAt(section, "format");
  if (format === undefined || format.trim() === "") return null;
  const parser = compileStrptime(format);
  if (isError(parser)) error(section, "format", `${quoted(format)} ${parser.error}`);
  return format;
}

function constantSource(section: Section, how: Reading): Source | null {
  const literal = given(section, "constant");
  const constant = scalarText(literal);
  if (constant === undefined) {
    error(section, "constant", errorText("not_a_text", { value: quoted(literal) }));
    return null;
  }
  const fixed = constant === "" && how.datatype !== "float" && how.datatype !== "date" ? "" : value(how, literal);
  if (isError(fixed)) {
    error(section, "constant", `${quoted(literal)} ${fixed.error}`);
    return null;
  }
  return { ...how, column: null, constant, fixed, empty: fixed };
}

function columnSource(section: Section, rules: SourceRules, how: Reading, column: string | null): Source | null {
  const empty = emptyValue(section, rules, how);
  if (how.datatype === "constant") {
    error(section, "constant", errorText("constant_missing"));
  } else if (column === null && typeof (given(section, "column") ?? "") === "string") {
    const or = rules.constants === null ? "" : ', or a "constant"';
    error(section, "column", errorText("column_missing", { or }));
  }
  return { ...how, column, constant: null, fixed: null, empty };
}

/** Return the value of an empty cell, or the reason why it is an error. The rules are the contract's "Empty cells". */
function emptyValue(section: Section, rules: SourceRules, how: Reading): Converted | ValueError {
  const literal = given(section, "default_value");
  const text = scalarText(literal);
  const inexact = how.datatype === "float" || how.datatype === "date";
  if (literal !== undefined && text === undefined) {
    error(section, "default_value", errorText("not_a_text", { value: quoted(literal) }));
  } else if (text !== undefined && text.trim() !== "") {
    const converted = value(how, literal);
    if (isError(converted)) error(section, "default_value", `${quoted(literal)} ${converted.error}`);
    return converted;
  } else if (text !== undefined && !inexact) {
    return "";
  }
  const measure = rules.fixed && rules.datatype === "float";
  if (rules.required || measure || how.datatype === "id") return { error: errorText("empty_without_default") };
  return inexact ? null : "";
}

/**
 * Convert a literal of the model file. JSON numbers have a decimal point, independent of the source's number format.
 */
function value(how: Reading, literal: unknown): Converted | ValueError {
  const numbers = typeof literal === "number" ? PLAIN_NUMBERS : how.numbers;
  const text = scalarText(literal) ?? "";
  const converted = convert({ ...how, numbers }, text);
  if (!isError(converted) || how.datatype !== "date") return converted;
  // The model is written by another hand than the file, so the format of its cells need not hold here.
  const alone = parseDate(text, null);
  return isError(alone) ? converted : alone;
}
