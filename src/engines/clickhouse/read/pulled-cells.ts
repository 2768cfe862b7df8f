import { setImmediate } from "node:timers/promises";
import type { AggregateQuery, Criterion } from "../../../core/query/aggregate/query.js";
import type { Condition } from "../../../core/query/condition/condition.js";
import { type BinaryType, RowReader } from "../client/row-reader.js";
import { sumType } from "../table/amounts.js";
import { allShards, amountColumn, type ClusterVersion } from "../table/version.js";
import { NO_RANK, codedColumn, type ViewedColumn } from "../table/view-column.js";
import { findTextCodes, findValueCodes } from "./match-codes.js";

/** Bytes of a sum, at most. */
const SUM_BYTES = 32;
const WORD_BYTES = BigInt64Array.BYTES_PER_ELEMENT;
/** Cells that are read between two pauses. */
const STRIDE = 1024;

/** An aggregate as the cluster would answer it: keys as codes, then sums, then the number of entries. */
export interface PulledAnswer {
  readonly data: readonly (readonly (string | number)[])[];
  readonly totals: readonly (string | number)[];
  readonly numCells: number;
  /** Number of cells that were read. */
  readonly rows: number;
  /** Names of the columns of those cells. */
  readonly columns: readonly string[];
}

/** Return the bytes of a cell. */
export function cellBytes(columns: number, measures: number): number {
  return 8 + 4 * columns + SUM_BYTES * measures;
}

/** Columns of cells, in memory that threads share. */
export interface CellArrays {
  /** Codes by column. */
  readonly codes: ReadonlyMap<string, Uint32Array>;
  /** Sums by measure: one or several words each, the lowest first. */
  readonly sums: readonly BigInt64Array[];
  readonly counts: Float64Array;
}

/** Cells of some dimensions together: exact sums and numbers of entries. */
export class PulledCells {
  readonly length: number;
  readonly bytes: number;
  /** Codes by column. */
  readonly codes: ReadonlyMap<string, Uint32Array>;
  readonly #arrays: CellArrays;

  constructor(arrays: CellArrays) {
    const { codes, sums, counts } = arrays;
    this.#arrays = arrays;
    this.codes = codes;
    this.length = counts.length;
    this.bytes = counts.length * cellBytes(codes.size, sums.length);
  }

  /** Share the cells with other threads; nothing is copied. */
  share(): CellArrays {
    return this.#arrays;
  }

  /**
   * Answer an aggregate of no other dimensions.
   * @param columns dimensions as the query's model sees them
   */
  answer(query: AggregateQuery, columns: readonly ViewedColumn[], check: () => void): PulledAnswer {
    const { sums, counts } = this.#arrays;
    const matches = planCells({ is: "all", of: query.filters }, columns, this.codes, check);
    const keys = query.keys.map(({ dimension, attribute }) => {
      const column = codedColumn(columns[dimension.index]!);
      const isCode = attribute === null && column.isStored;
      const groups = isCode ? null : column.groupingOf((attribute ?? dimension.identity).index).groups;
      return { codes: this.codes.get(column.column)!, groups };
    });
    const groups = new Map<string, { readonly key: readonly number[]; readonly sums: bigint[]; entries: number }>();
    const total = { key: [] as number[], sums: query.measures.map(() => 0n), entries: 0 };
    for (let row = 0; row < this.length; row++) {
      if (!matches(row)) continue;
      const key = keys.map(({ codes, groups }) => (groups ? groups[codes[row]!]! : codes[row]!));
      const name = key.join();
      let group = groups.get(name);
      if (!group) groups.set(name, (group = { key, sums: query.measures.map(() => 0n), entries: 0 }));
      for (const into of [group, total]) {
        query.measures.forEach(({ index }, at) => (into.sums[at]! += sumAt(sums[index]!, row, this.length)));
        into.entries += counts[row]!;
      }
    }
    const found = keys.length === 0 ? [total] : [...groups.values()];
    const compare = planOrder(query, columns);
    const toRow = ({ key, sums, entries }: typeof total) => [...key, ...sums.map(String), entries];
    return {
      data: found
        .toSorted(compare)
        .slice(query.first, query.first + query.limit)
        .map((group) => toRow({ ...group, key: [...group.key] })),
      totals: toRow({ ...total, key: keys.map(() => 0) }),
      numCells: found.length,
      rows: this.length,
      columns: [...this.codes.keys()],
    };
  }
}

/**
 * Pull the cells of some columns from the cluster.
 * @param maxCells of which more are refused
 */
export async function pullCells(
  { facts, cluster }: ClusterVersion,
  columns: readonly string[],
  maxCells: number,
): Promise<PulledCells> {
  const sums = facts.measures.map((measure, at) => {
    const type = sumType(measure, facts.numEntries);
    return { type, sql: `sum(to${type}(${amountColumn(at)}))` };
  });
  const types: readonly BinaryType[] = [
    ...columns.map((): BinaryType => "UInt32"),
    ...sums.map(({ type }) => type),
    "UInt64",
  ];
  const selected = [...columns, ...sums.map(({ sql }) => sql), "count()"].join();
  const groups = columns.length > 0 ? `GROUP BY ${columns.join()}` : "";
  const reader = new RowReader(types);
  const sql = `SELECT ${selected} FROM ${allShards(cluster, facts.table)} ${groups} FORMAT RowBinary`;
  const settings = { max_rows_to_group_by: String(Math.max(1, maxCells)) };
  cluster.refuseSilent();
  const block = reader.read(await cluster.node.query({ sql, settings }));
  reader.end();
  if (block.length > maxCells) throw new RangeError("There are too many cells");
  const { length } = block;
  const counts = new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
  const codes = new Map(
    columns.map((name) => [name, new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT))]),
  );
  const words = sums.map((_, at) => block.integerWords(columns.length + at));
  const amounts = words.map((width) => new BigInt64Array(new SharedArrayBuffer(length * width * WORD_BYTES)));
  const totals = sums.map(() => 0n);
  let entries = 0;
  for (let row = 0; row < length; row++) {
    // A pull is background work of the server's own thread.
    if (row % STRIDE === STRIDE - 1) await setImmediate();
    columns.forEach((name, at) => (codes.get(name)![row] = block.number(row, at)));
    entries += counts[row] = block.number(row, types.length - 1);
    for (const [at, width] of words.entries()) {
      const from = block.startOf(row, columns.length + at);
      for (let word = 0; word < width; word++) {
        amounts[at]![row * width + word] = block.bytes.readBigInt64LE(from + word * WORD_BYTES);
      }
      totals[at]! += sumAt(amounts[at]!, row, length);
    }
  }
  const isWhole = entries === facts.numEntries && totals.every((total, at) => String(total) === facts.totals[at]);
  if (!isWhole) throw new Error("The sums are not those of the version");
  return new PulledCells({ codes, sums: amounts, counts });
}

/** Return the sum of a row. @param rows number of all rows */
function sumAt(words: BigInt64Array, row: number, rows: number): bigint {
  const width = words.length / rows;
  let sum = words[(row + 1) * width - 1]!;
  for (let at = (row + 1) * width - 2; at >= row * width; at--) sum = (sum << 64n) | BigInt.asUintN(64, words[at]!);
  return sum;
}

/** Return the columns whose cells answer an aggregate; `null` if none do: cells have the codes that are stored. */
export function neededColumns(query: AggregateQuery, columns: readonly ViewedColumn[]): ReadonlySet<string> | null {
  if (query.statistics?.length) return null;
  const needed = new Set<string>();
  const areStored = query.keys.every(({ dimension }) => addStored(columns[dimension.index]!, needed));
  return areStored && addTested({ is: "all", of: query.filters }, columns, needed) ? needed : null;
}

/** Add the columns that a condition tests. @returns false if it tests what cells do not have */
function addTested(condition: Condition, columns: readonly ViewedColumn[], needed: Set<string>): boolean {
  if (condition.is === "not") return addTested(condition.of, columns, needed);
  if (condition.is !== "clause") return condition.of.every((each) => addTested(each, columns, needed));
  const { test } = condition;
  if (test.on === "amount" || test.on === "id" || !test.target) return false;
  return addStored(columns[test.target.dimension.index]!, needed);
}

/** Add a column. @returns false if entries do not have its codes */
function addStored(column: ViewedColumn, needed: Set<string>): boolean {
  if (column.isInline || column.ofTexts) return false;
  needed.add(column.column);
  return true;
}

/** Plan a test of cells. @param codes of the cells by column */
function planCells(
  condition: Condition,
  columns: readonly ViewedColumn[],
  codes: PulledCells["codes"],
  check: () => void,
): (row: number) => boolean {
  if (condition.is === "clause") {
    const { test } = condition;
    if (test.on === "amount" || test.on === "id" || !test.target) throw new TypeError("Cells do not have this");
    const { dimension, attribute } = test.target;
    const column = codedColumn(columns[dimension.index]!);
    const given = codes.get(column.column)!;
    const found =
      test.on === "value"
        ? findValueCodes(column, attribute, test.value, check)
        : [...findTextCodes(column, [attribute], test.text, check).values()].flat();
    const wanted = new Uint8Array(column.numCodes);
    for (const code of found) wanted[code] = 1;
    return (row) => wanted[given[row]!] === 1;
  }
  if (condition.is === "not") {
    const part = planCells(condition.of, columns, codes, check);
    return (row) => !part(row);
  }
  const parts = condition.of.map((each) => planCells(each, columns, codes, check));
  return condition.is === "all" ? (row) => parts.every((part) => part(row)) : (row) => parts.some((part) => part(row));
}

interface Ordered {
  readonly key: readonly number[];
  readonly sums: readonly bigint[];
  readonly entries: number;
}

function planOrder(query: AggregateQuery, columns: readonly ViewedColumn[]): (a: Ordered, b: Ordered) => number {
  const comparisons = query.order.map((criterion) => planCriterion(criterion, query, columns));
  return (a, b) => {
    for (const compare of comparisons) {
      const order = compare(a, b);
      if (order !== 0) return order;
    }
    return 0;
  };
}

function planCriterion(
  criterion: Criterion,
  { keys }: AggregateQuery,
  columns: readonly ViewedColumn[],
): (a: Ordered, b: Ordered) => number {
  const sign = criterion.descending ? -1 : 1;
  if (criterion.by === "entries") return (a, b) => sign * (a.entries - b.entries);
  if (criterion.by === "measure") {
    const { index } = criterion;
    return (a, b) => (a.sums[index]! < b.sums[index]! ? -sign : a.sums[index]! > b.sums[index]! ? sign : 0);
  }
  const column = codedColumn(columns[keys[criterion.key]!.dimension.index]!);
  const { ranks } = column.groupingOf(criterion.attribute.index);
  return (a, b) => {
    const [x, y] = [ranks[a.key[criterion.key]!]!, ranks[b.key[criterion.key]!]!];
    // Missing values come last in both directions.
    return x === NO_RANK || y === NO_RANK ? Number(x === NO_RANK) - Number(y === NO_RANK) : sign * (x - y);
  };
}
