import type { ModelDocument } from "../../core/model/cube.js";
import { joinedColumn } from "../../core/model/joined-columns.js";
import type { NumberFormat } from "../../core/model/values/value.js";
import { codeOfCurrency, isCurrency } from "../../core/model/parse/currencies.js";
import { slug } from "../../core/model/values/slug.js";
import { datasetNameError } from "../../core/model/parse/names.js";
import { isObject } from "../../core/model/parse/section.js";
import { chooseTime, type DateCandidate } from "./choose-time.js";
import { type AmountCandidate, chooseAmounts } from "./choose-amounts.js";
import { areMixedAmounts, isCode, isCodeNumber } from "./column-forms.js";
import { areCurrencies, currencyInHeading } from "./currency-names.js";
import { scaleInHeading } from "./heading-scale.js";
import { type Compound, findCompounds } from "./find-compounds.js";
import type { PublisherChoices } from "./publisher-choices.js";
import { isLeftOut } from "./persons.js";
import { labelOf } from "../../core/model/values/readable-name.js";
import { fieldNameOf } from "./name-fields.js";
import { FILE_DATE, ROW_NUMBER } from "../../core/model/generated-columns.js";
import { proposeTitle } from "./propose-title.js";
import { addedByUnpivot, pivotedColumns, type Repair } from "./repair.js";
import type { ColumnAnalysis, DateColumn, NumberColumnAnalysis, TableAnalysis } from "./table-analysis.js";

/** Maximum number of members of a facet. */
const MAX_FACET_MEMBERS = 100;
/** Maximum number of columns. A model has at most 500 fields; compound dimensions and the key need some of them. */
const MAX_COLUMNS = 480;

/** Definition of a date that the user gives for all rows of a file. */
const FILE_TIME = { type: "date", label: "Date", column: FILE_DATE, datatype: "date" } as const;

type Definition = Readonly<Record<string, unknown>>;
type Typed<T> = ColumnAnalysis & { readonly type: T };

/**
 * Propose a model for a table. Properties that the table does not show, such as the description, are left out. If the
 * table has no amounts, the required measure is missing too, and the user must add it. A table without dates gets the
 * date of the file.
 * @param fileName the dataset is named after it
 * @param choices what the publisher says instead of what is guessed
 */
export function proposeModel(analysis: TableAnalysis, fileName: string, choices: PublisherChoices = {}): ModelDocument {
  const columns = usableColumns(analysis, choices);
  const time = chooseTime(columns, choices.time);
  const repeating = new Set((analysis.relations ?? []).map(({ column }) => column));
  const amounts = orderAmounts(columns, analysis.table ?? null, repeating, choices);
  const figures = new Set([...amounts, ...(time ? [time] : [])].map(({ index }) => index));
  const compounds = findCompounds(analysis, columns, figures);
  const names = new Names();
  const mapping: Record<string, Definition> = {};
  const comma = amounts.find(({ type }) => type.isFormatSure)?.type.numbers;
  const taken = new Set<number>();
  const [amount] = amounts;
  // Without an amount, no other column has its name: what is missing is said.
  const own = names.take("amount");
  if (amount) {
    mapping[own] = measureOf(amount, comma, analysis);
    taken.add(amount.index);
  }
  const added = addedByUnpivot(analysis.table ?? null);
  const key = chooseKey(analysis, columns, figures, choices);
  // The rows of a record of the file have the same number, so the text that tells them apart belongs to the key.
  const isKey = ({ index, heading }: ColumnAnalysis): boolean =>
    key.has(index) || (key.size === 0 && added.headings.includes(heading));
  // The date is part of every key, so that the file of another year adds its rows, whatever their codes and numbers.
  mapping[names.take("time")] = time ? dateOf(time, true) : { ...FILE_TIME, key: true };
  if (time) taken.add(time.index);
  const within = time && columns.find((column) => isWithinYear(column, time, added.headings, mapping));
  if (within) {
    mapping.time = { ...mapping.time, label: within.heading, column: joinedColumn([time.heading, within.heading]) };
    taken.add(within.index);
  }
  const measured = new Set(amounts.map(({ heading }) => heading));
  for (const column of columns) {
    if (taken.has(column.index) || (repeating.has(column.heading) && !measured.has(column.heading))) continue;
    taken.add(column.index);
    const { type } = column;
    const compound = compounds.get(column.index);
    if (compound) {
      const parts = [compound.name, compound.label, ...compound.others, ...compound.translations.values()];
      const isPart = parts.some(({ index }) => key.has(index));
      mapping[names.of(compound.name.heading)] = compoundOf(compound, isPart, analysis);
      for (const { index } of parts) taken.add(index);
    } else if (amounts.some(({ index }) => index === column.index)) {
      mapping[names.of(column.heading)] = measureOf(column as Typed<NumberColumnAnalysis>, comma, analysis);
    } else if (type.kind === "date") {
      mapping[names.of(column.heading)] = dateOf(column as Typed<DateColumn>, isKey(column));
    } else {
      mapping[names.of(column.heading)] = attributeOf(column, isKey(column), analysis);
    }
  }
  if (key.size === 0) {
    const row = { type: "attribute", label: "Row", column: ROW_NUMBER, datatype: "string", key: true };
    mapping[names.of("row")] = row;
  }
  const table = analysis.table ?? null;
  const dataset = datasetOf(analysis, fileName, currencyOf(analysis, columns, amounts), comma);
  return { dataset: { ...dataset, ...(table === null || Object.keys(table).length === 0 ? {} : { table }) }, mapping };
}

/** True for the quarters or months that columns became, of the years of another column. */
function isWithinYear(
  { heading, values = [] }: ColumnAnalysis,
  time: DateCandidate,
  added: readonly string[],
  { time: definition }: Record<string, Definition>,
): boolean {
  const arePeriods = values.length > 0 && values.every((value) => /^(?:Q[1-4]|0[1-9]|1[0-2])$/.test(value));
  return added.includes(heading) && arePeriods && time.type.precision === "year" && definition?.format === undefined;
}

/**
 * Find the currency: of the cells of amounts, of a column that holds nothing else, or named in the heading of an amount or
 * beside the numbers. That of other numbers decides nothing. `null` if there are several.
 */
function currencyOf(
  { table = null, repairs = [] }: TableAnalysis,
  columns: readonly ColumnAnalysis[],
  amounts: readonly ColumnAnalysis[],
): string | null {
  if (columns.some(isCurrencies) || isObject(table?.currency)) return null;
  const units = Array.isArray(table?.units) ? table.units.map(String).filter(isCurrency).map(codeOfCurrency) : [];
  const ofCells = currenciesOf(amounts);
  const ofColumns = columns.flatMap(({ currency, type }) => (type.kind === "text" ? (currency ?? []) : []));
  const named = amounts.length > 0 ? amounts : columns.filter(areMixedAmounts);
  const ofHeadings = [...named.map(({ heading }) => heading), ...pivotedColumns(table).keys()].flatMap(
    (heading) => currencyInHeading(heading) ?? [],
  );
  const isUnsure = repairs.some(isOfCurrency) && units.length === 0;
  for (const found of [[...ofCells, ...units], ofColumns, isUnsure ? [] : ofHeadings]) {
    const [code = null, ...others] = new Set(found);
    if (found.length > 0) return others.length === 0 ? code : null;
  }
  return null;
}

/** True for a repair that removes currencies from cells, or keeps them apart. */
function isOfCurrency({ kind, table }: Repair): boolean {
  return kind === "units" && (table.currency !== undefined || (table.units as readonly string[]).some(isCurrency));
}

/** Return the currencies beside the numbers of the amount or, if it has none, of all others. */
function currenciesOf([amount, ...others]: readonly ColumnAnalysis[]): readonly string[] {
  const own = amount?.currency ?? null;
  const further = others.flatMap(({ currency }) => currency ?? []);
  if (own === null) return further.length === others.length ? further : [];
  return [own, ...further];
}

/** True for a column of several currencies. */
function isCurrencies({ heading, values = [], type }: ColumnAnalysis): boolean {
  return type.kind === "text" && values.length > 1 && areCurrencies(heading, values);
}

/** Propose the date of all rows of a file: the year in a name, its own or of its sheet; empty if there is none, or more than one. */
export function proposeDate(fileName: string): string {
  const years = new Set(fileName.match(/(?<!\d)(?:19|20)\d\d(?!\d)/g));
  const [year = ""] = years;
  return years.size === 1 ? year : "";
}

/**
 * Return the columns with a unique heading and content: a model finds its columns by their headings. Those with data of
 * persons are there only if the publisher asks for them.
 */
function usableColumns({ columns }: TableAnalysis, choices: PublisherChoices): readonly ColumnAnalysis[] {
  const { amount = [], time, key = [], keep = [], leaveOut = [] } = choices;
  const requested = new Set([...amount, ...(time === undefined ? [] : [time]), ...key, ...keep]);

  const count = new Map<string, number>();
  for (const { heading } of columns) count.set(heading, (count.get(heading) ?? 0) + 1);
  return columns
    .filter(({ heading, type }) => heading !== "" && count.get(heading) === 1 && type.kind !== "empty")
    .filter((column) => !leaveOut.includes(column.heading) && (!isLeftOut(column) || requested.has(column.heading)))
    .slice(0, MAX_COLUMNS);
}

/** Return the amounts, those that the publisher names first. */
function orderAmounts(
  columns: readonly ColumnAnalysis[],
  table: Definition | null,
  repeating: ReadonlySet<string>,
  { amount = [], key = [] }: PublisherChoices,
): readonly AmountCandidate[] {
  const found = chooseAmounts(columns, table, repeating).filter(
    ({ heading }) => !amount.includes(heading) && !key.includes(heading),
  );
  const given = amount.flatMap((heading) => columns.find((column) => column.heading === heading) ?? []);
  return [...(given as readonly AmountCandidate[]), ...found];
}

/** Choose the columns that identify rows: one unique code, or else the smallest set found. */
function chooseKey(
  { key }: TableAnalysis,
  columns: readonly ColumnAnalysis[],
  taken: ReadonlySet<number>,
  choices: PublisherChoices,
): ReadonlySet<number> {
  if (choices.key)
    return new Set(columns.flatMap(({ heading, index }) => (choices.key!.includes(heading) ? [index] : [])));
  const unique = columns.find((column) => column.isUnique && !taken.has(column.index) && isKeyCode(column));
  if (unique) return new Set([unique.index]);
  // A column that is left out tells no rows apart.
  return new Set(key.every((at) => columns.some(({ index }) => index === at)) ? key : []);
}

/** True for a column of codes; false for descriptions and amounts. */
function isKeyCode(column: ColumnAnalysis): boolean {
  if (areMixedAmounts(column)) return false;
  return column.type.kind === "number" ? isCodeNumber(column) : isCode(column);
}

function measureOf(
  column: Typed<NumberColumnAnalysis>,
  numbers: NumberFormat | undefined,
  { table }: TableAnalysis,
): Definition {
  const isScaled = isObject(table?.scale) && column.heading in table.scale;
  const heading = (isScaled ? scaleInHeading(column.heading)?.plain : undefined) ?? column.heading;
  const own = column.type.numbers;
  const differs = column.type.isFormatSure && numbers && own.decimal !== numbers.decimal;
  return {
    type: "measure",
    label: labelOf(heading),
    column: column.heading,
    datatype: "float",
    ...(differs ? own : {}),
    ...(column.empty > 0 ? { default_value: "0" } : {}),
  };
}

function dateOf({ heading, type }: Typed<DateColumn>, isKey: boolean): Definition {
  // If day and month may be swapped, the user has to say which is which.
  const format = type.format === null || type.doubt ? {} : { format: type.format };
  return {
    type: "date",
    label: labelOf(heading),
    column: heading,
    datatype: "date",
    ...format,
    ...(isKey ? { key: true } : {}),
  };
}

function attributeOf(column: ColumnAnalysis, isKey: boolean, analysis: TableAnalysis): Definition {
  const { heading } = column;
  return {
    type: "attribute",
    label: labelOf(heading),
    column: heading,
    datatype: "string",
    ...(isKey ? { key: true } : {}),
    ...(isFacet(column, analysis) ? { facet: true } : {}),
    // Amounts in several currencies have no sum.
    ...(isCurrencies(column) ? { role: "currency", facet: true } : {}),
  };
}

function compoundOf(
  { name, label, within, others, translations }: Compound,
  isKey: boolean,
  analysis: TableAnalysis,
): Definition {
  const attribute = ({ heading }: ColumnAnalysis): Definition => ({ column: heading, datatype: "string" });
  const nameOf = (code: ColumnAnalysis, above: readonly ColumnAnalysis[]): Definition =>
    above.length === 0
      ? attribute(code)
      : { column: joinedColumn([...above, code].map(({ heading }) => heading)), datatype: "string" };
  const colors = others.map((column) => ["color", attribute(column)] as const);
  const spoken = [...translations].map(([language, column]) => [`label_${language}`, attribute(column)] as const);
  return {
    type: "compound",
    label: labelOf(label.heading),
    attributes: {
      name: nameOf(name, within),
      label: attribute(label),
      ...Object.fromEntries([...spoken, ...colors.slice(0, 1)]),
    },
    ...(isKey ? { key: true } : {}),
    ...(isFacet(name, analysis) ? { facet: true } : {}),
  };
}

function isFacet({ distinct, isDistinctExact, type }: ColumnAnalysis, { rows }: TableAnalysis): boolean {
  const isShort = type.kind !== "text" || type.longest <= 100;
  return isDistinctExact && isShort && distinct > 1 && distinct <= MAX_FACET_MEMBERS && distinct * 2 <= rows;
}

function datasetOf(
  analysis: TableAnalysis,
  fileName: string,
  currency: string | null,
  numbers: NumberFormat | undefined,
): Definition {
  const stem = fileName.replace(/^.*[/\\]/, "").replace(/(\.(csv|tsv|txt|gz|xlsx|xlsm|ods|zip))+$/i, "");
  return {
    name: datasetNameOf(stem),
    label: proposeTitle(analysis, stem),
    ...(currency === null ? {} : { currency }),
    ...(numbers && numbers.decimal === "," ? numbers : {}),
  };
}

/** Derive a valid name from that of a file. A reserved one gets an ending. */
function datasetNameOf(stem: string): string {
  const name = slug(stem).slice(0, 100) || "dataset";
  return datasetNameError(name) === null ? name : `${name}-data`;
}

/** Names of fields, each used once. */
class Names {
  readonly #taken = new Set<string>();

  take(name: string): string {
    this.#taken.add(name);
    return name;
  }

  /** Derive a free name from a heading. A model may not have both `x` and `x_id`. */
  of(heading: string): string {
    return this.take(fieldNameOf(heading, (name) => !this.#taken.has(name)));
  }
}
