import { gatherCells } from "../../../core/engine/collect-cells.js";
import type { Bounds } from "../../../core/engine/bounds.js";
import type { Cells, Reader } from "../../../core/engine/engine.js";
import type { Member } from "../../../core/engine/entry.js";
import { Pace } from "../../../core/engine/pace.js";
import { withReader } from "../../../core/engine/with-reader.js";
import type { Dimension, Measure } from "../../../core/model/cube.js";
import { lookUpAttribute } from "../../../core/model/references.js";
import { isMoneyMeasure } from "../../../core/model/spending.js";
import { addDecimals, type Decimal, ZERO } from "../../../core/model/values/decimal.js";
import { decimalAt } from "../../../core/model/values/decimal-column.js";
import type { Value } from "../../../core/model/values/value.js";
import type { AggregateQuery } from "../../../core/query/aggregate/query.js";
import { filterClause } from "../../../core/query/condition/condition.js";
import { type Dataset, summarizeVersion } from "../../../store/dataset.js";
import { queryBounds } from "../../context.js";
import type { DatasetsScope } from "./datasets-scope.js";
import type { Namesake } from "./find-namesakes.js";
import { keepRows, type NamedRow } from "./named-cache.js";

/** The members of one name in a dimension of a dataset, and what they come to. */
export interface NamedSums {
  readonly dataset: Dataset;
  readonly dimension: Dimension;
  readonly namesakes: readonly Namesake[];
  readonly measures: readonly Measure[];
  /** Dimensions that sums are never added over: rows tell their members apart. */
  readonly apart: readonly Dimension[];
  /** Sums of each member by year, then by the members of `apart`. */
  readonly rows: readonly NamedRow[];
  readonly numEntries: number;
  /** A sum for each measure; `null` if rows must not be added up. */
  readonly totals: readonly Decimal[] | null;
}

/**
 * Sum the entries of members by year, exactly; what must not be added up stays apart.
 * Cost: some microseconds for each dataset and dimension whose sums are stored, an aggregation for each other, which is kept.
 */
export async function sumNamesakes(
  { context, actor, signal }: DatasetsScope,
  namesakes: readonly Namesake[],
): Promise<readonly NamedSums[]> {
  const groups = new Map<Dataset, Namesake[]>();
  for (const each of namesakes) {
    const known = groups.get(each.dataset);
    if (known) known.push(each);
    else groups.set(each.dataset, [each]);
  }
  const bounds = queryBounds(context, actor, signal);
  const found: NamedSums[] = [];
  for await (const [dataset, all] of new Pace(bounds).over(groups)) {
    for (const namesakes of byDimension(all)) {
      const { dimension } = namesakes[0]!;
      const columns = columnsOf(dataset, dimension);
      const rows =
        (columns.apart.length === 0 ? listRows(dimension, columns.measures, namesakes) : null) ??
        (await keepSums(dataset, dimension, namesakes, bounds));
      found.push({ dataset, dimension, namesakes, ...columns, ...addUp(rows, columns) });
    }
  }
  return orderBy(found, placeOf);
}

function byDimension(namesakes: readonly Namesake[]): readonly (readonly Namesake[])[] {
  const first = namesakes[0]!.dimension;
  if (namesakes.every(({ dimension }) => dimension === first)) return [namesakes];
  const dimensions = new Set(namesakes.map(({ dimension }) => dimension));
  return [...dimensions].map((own) => namesakes.filter(({ dimension }) => dimension === own));
}

function keepSums(
  dataset: Dataset,
  dimension: Dimension,
  namesakes: readonly Namesake[],
  bounds: Bounds,
): Promise<readonly NamedRow[]> | readonly NamedRow[] {
  const members = namesakes.map(({ member }) => member);
  const identities = members.map((member) => identityOf(dimension, member));
  return keepRows(dataset, [dimension.name, ...identities], () => readRows(dataset, dimension, members, bounds));
}

function columnsOf({ model }: Dataset, dimension: Dimension): Pick<NamedSums, "measures" | "apart"> {
  return {
    measures: model.measures.filter(isMoneyMeasure),
    apart: model.dimensions.filter((each) => each !== dimension && each.meaning?.additive === false),
  };
}

/** List the rows of members whose sums are stored by year; `null` if they are not. */
function listRows(
  dimension: Dimension,
  measures: readonly Measure[],
  namesakes: readonly Namesake[],
): readonly NamedRow[] | null {
  const rows: NamedRow[] = [];
  for (const { member: own, years } of namesakes) {
    if (!years) return null;
    const member = String(identityOf(dimension, own));
    for (const { year, numEntries, sums } of years) {
      const text = year === null ? null : String(year).padStart(4, "0");
      rows.push({ member, year: text, apart: [], numEntries, sums: measures.map(({ index }) => sums[index]!) });
    }
  }
  return rows;
}

async function readRows(
  dataset: Dataset,
  dimension: Dimension,
  members: readonly Member[],
  bounds: Bounds,
): Promise<readonly NamedRow[]> {
  const { identity } = dimension;
  const { measures, apart } = columnsOf(dataset, dimension);
  const time = dataset.model.dimensions.find(({ name, kind }) => name === "time" && kind === "date");
  const year = time && lookUpAttribute(time, "year");
  const keys = [
    { dimension, attribute: identity },
    ...(time && year ? [{ dimension: time, attribute: year }] : []),
    ...apart.map((each) => ({ dimension: each, attribute: each.identity })),
  ];
  const cells = await withReader(dataset, bounds, (reader) => readCells(reader, dimension, members, keys, measures));
  return Array.from({ length: cells.length }, (_, row): NamedRow => {
    const [member, ...others] = cells.keys.map((column) => column[row] as Value);
    const own = year ? others.shift()! : null;
    return {
      member: String(member),
      year: own === null ? null : String(own),
      apart: others,
      numEntries: cells.numEntries[row]!,
      sums: cells.sums.map((column) => decimalAt(column, row)),
    };
  });
}

/** Read all cells, in any order: the rows are ordered later, and to order members takes longer than to sum few entries. */
async function readCells(
  reader: Reader,
  dimension: Dimension,
  members: readonly Member[],
  keys: AggregateQuery["keys"],
  measures: readonly Measure[],
): Promise<Cells> {
  const target = { dimension, attribute: dimension.identity };
  const values = members.map((member) => identityOf(dimension, member));
  const filters = [filterClause({ on: "value", target, value: { is: "one of", values } })];
  const query = { filters, keys, measures, order: [], first: 0, limit: Number.MAX_SAFE_INTEGER };
  if (!reader.aggregateCodes || !reader.readCodes) return (await gatherCells(await reader.aggregate(query))).cells;
  const { cells } = await reader.aggregateCodes(query);
  const read: Cells["keys"][number][] = [];
  for (const [at, key] of query.keys.entries()) read.push(await reader.readCodes(key, cells.keys[at]!));
  return { ...cells, keys: read };
}

function identityOf({ identity }: Dimension, { values }: Member): string | number {
  return values[identity.index] as string | number;
}

function addUp(
  unsorted: readonly NamedRow[],
  { measures, apart }: Pick<NamedSums, "measures" | "apart">,
): Pick<NamedSums, "rows" | "numEntries" | "totals"> {
  const rows = isOnePerYear(unsorted) ? unsorted : orderBy(unsorted, orderOf);
  const isOne = apart.length === 0 || new Set(rows.map((row) => JSON.stringify(row.apart))).size <= 1;
  return {
    rows,
    numEntries: rows.reduce((sum, { numEntries }) => sum + numEntries, 0),
    totals: isOne ? measures.map((_, at) => rows.reduce((sum, { sums }) => addDecimals(sum, sums[at]!), ZERO)) : null,
  };
}

/** True if rows are ordered by different years, as most are. */
function isOnePerYear(rows: readonly NamedRow[]): boolean {
  return rows.every(({ year }, at) => at === 0 || (rows[at - 1]!.year ?? LAST) < (year ?? LAST));
}

/** Orders missing values last. */
const LAST = "\uffff";

/** Return what rows are ordered by: missing years come last. */
function orderOf({ year, apart, member }: NamedRow): string {
  return JSON.stringify([year ?? LAST, ...apart.map((value) => value ?? LAST), member]);
}

function placeOf({ dataset, dimension }: NamedSums): string {
  return JSON.stringify([summarizeVersion(dataset).metadata.name, dimension.name]);
}

/** Order items by texts, each of which is written once. */
function orderBy<Item>(items: readonly Item[], textOf: (item: Item) => string): readonly Item[] {
  if (items.length < 2) return items;
  const texts = new Map(items.map((item) => [item, textOf(item)]));
  return items.toSorted((a, b) => (texts.get(a)! < texts.get(b)! ? -1 : Number(texts.get(a)! > texts.get(b)!)));
}

/** Add rows up over members: those of one year, and of one member of each dimension that stays apart. */
export function addMembersUp(rows: readonly NamedRow[]): readonly Omit<NamedRow, "member">[] {
  if (isOnePerYear(rows)) return rows;
  const sums = new Map<string, Omit<NamedRow, "member">>();
  for (const { member: _, ...row } of rows) {
    const key = JSON.stringify([row.year, row.apart]);
    const before = sums.get(key);
    const joined = before && {
      ...row,
      numEntries: before.numEntries + row.numEntries,
      sums: row.sums.map((sum, at) => addDecimals(before.sums[at]!, sum)),
    };
    sums.set(key, joined ?? row);
  }
  return [...sums.values()];
}
