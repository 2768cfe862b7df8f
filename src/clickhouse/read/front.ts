import type { AggregateQuery, Criterion } from "../../query/aggregate/query.js";
import type { Condition } from "../../query/condition/condition.js";
import { type BinaryType, RowReader } from "../client/row-reader.js";
import { sumType } from "../table/amounts.js";
import { allShards, amountColumn, type ClusterVersion, codeColumn } from "../table/version.js";
import { NO_RANK, type ViewColumn } from "../table/view-column.js";
import { findTextCodes, findValueCodes } from "./match-codes.js";

/** Bytes of a sum: a bigint and its place. */
const SUM_BYTES = 40;

/** Cells of the smallest dimensions together: exact sums and numbers of entries. */
interface FrontCells {
  readonly length: number;
  /** Codes by column. */
  readonly codes: ReadonlyMap<string, Uint32Array>;
  /** Sums by measure. */
  readonly sums: readonly (readonly bigint[])[];
  readonly counts: Float64Array;
}

/** An aggregate as the cluster would answer it: keys as codes, then sums, then the number of entries. */
export interface FrontAnswer {
  readonly data: readonly (readonly (string | number)[])[];
  readonly totals: readonly (string | number)[];
  readonly numCells: number;
  /** Number of cells that were read. */
  readonly rows: number;
  /** Names of the columns of those cells. */
  readonly columns: readonly string[];
}

/**
 * Sums of a version by its smallest dimensions, pulled from the cluster once. Queries of no other dimensions are answered
 * from them, with the same answer, and also while the cluster is away.
 */
export class Front {
  readonly #version: ClusterVersion;
  readonly #maxBytes: number;
  #cells: FrontCells | null = null;
  #pulling: Promise<void> | null = null;

  /** @param maxBytes maximum bytes of the cells; 0: none are pulled */
  constructor(version: ClusterVersion, maxBytes: number) {
    this.#version = version;
    this.#maxBytes = maxBytes;
  }

  /** Pull the cells, once; a failed attempt is repeated by the next call. */
  pull(): Promise<void> {
    return (this.#pulling ??= this.#pull().catch(() => {
      this.#pulling = null;
    }));
  }

  /**
   * Answer an aggregate; `null` if the cells do not suffice, or are not there yet.
   * @param columns dimensions as the query's model sees them
   */
  answer(query: AggregateQuery, columns: readonly ViewColumn[], check: () => void): FrontAnswer | null {
    if (this.#maxBytes === 0 || query.statistics?.length) return null;
    void this.pull();
    const cells = this.#cells;
    if (!cells) return null;
    const keys = query.keys.map(({ dimension, attribute }) => {
      const column = columns[dimension.index]!;
      const isCode = attribute === null && column.isStored;
      const groups = isCode ? null : column.groupingOf((attribute ?? dimension.identity).index).groups;
      return { codes: cells.codes.get(column.column), groups };
    });
    const matches = planCells({ is: "all", of: query.filters }, columns, cells, check);
    if (!matches || keys.some(({ codes }) => !codes)) return null;
    const groups = new Map<string, { readonly key: readonly number[]; readonly sums: bigint[]; entries: number }>();
    const total = { key: [] as number[], sums: query.measures.map(() => 0n), entries: 0 };
    for (let row = 0; row < cells.length; row++) {
      if (!matches(row)) continue;
      const key = keys.map(({ codes, groups }) => (groups ? groups[codes![row]!]! : codes![row]!));
      const name = key.join();
      let group = groups.get(name);
      if (!group) groups.set(name, (group = { key, sums: query.measures.map(() => 0n), entries: 0 }));
      for (const into of [group, total]) {
        query.measures.forEach(({ index }, at) => (into.sums[at]! += cells.sums[index]![row]!));
        into.entries += cells.counts[row]!;
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
      rows: cells.length,
      columns: [...cells.codes.keys()],
    };
  }

  async #pull(): Promise<void> {
    const { facts, cluster } = this.#version;
    const columns = this.#chooseColumns();
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
    const reader = new RowReader(types);
    const sql = `SELECT ${selected} FROM ${allShards(cluster, facts.table)} GROUP BY ${columns.join()} FORMAT RowBinary`;
    const block = reader.read(await cluster.node.query({ sql }));
    reader.end();
    const rows = Array.from({ length: block.length }, (_, row) => row);
    const counts = Float64Array.from(rows, (row) => block.number(row, types.length - 1));
    const amounts = sums.map((_, at) => rows.map((row) => block.integer(row, columns.length + at)));
    const isWhole =
      counts.reduce((sum, count) => sum + count, 0) === facts.numEntries &&
      amounts.every((all, at) => String(all.reduce((sum, amount) => sum + amount, 0n)) === facts.totals[at]);
    if (!isWhole) throw new Error("The sums are not those of the version");
    this.#cells = {
      length: block.length,
      codes: new Map(columns.map((name, at) => [name, Uint32Array.from(rows, (row) => block.number(row, at))])),
      sums: amounts,
      counts,
    };
  }

  /** Choose columns, the smallest first, whose combinations cannot take more than the bytes that there may be. */
  #chooseColumns(): readonly string[] {
    const { facts, members } = this.#version;
    const sizes = members.map(({ counts }, at) => ({
      name: codeColumn(at),
      size: counts.reduce((used, count) => used + Number(count > 0), 0),
    }));
    const chosen = ["source"];
    let cells = Math.max(1, facts.sources.length);
    for (const { name, size } of sizes.toSorted((a, b) => a.size - b.size)) {
      const cellBytes = 8 + 4 * (chosen.length + 1) + SUM_BYTES * facts.measures.length;
      if (cells * Math.max(1, size) * cellBytes > this.#maxBytes) break;
      cells *= Math.max(1, size);
      chosen.push(name);
    }
    return chosen;
  }
}

/** Plan a test of cells; `null` if they do not suffice for it. */
function planCells(
  condition: Condition,
  columns: readonly ViewColumn[],
  cells: FrontCells,
  check: () => void,
): ((row: number) => boolean) | null {
  if (condition.is === "clause") {
    const { test } = condition;
    if (test.on === "amount" || test.on === "id" || !test.target) return null;
    const { dimension, attribute } = test.target;
    const column = columns[dimension.index]!;
    const codes = cells.codes.get(column.column);
    if (!codes) return null;
    const found =
      test.on === "value"
        ? findValueCodes(column, attribute, test.value, check)
        : [...findTextCodes(column, [attribute], test.text, check).values()].flat();
    const wanted = new Uint8Array(column.numCodes);
    for (const code of found) wanted[code] = 1;
    return (row) => wanted[codes[row]!] === 1;
  }
  if (condition.is === "not") {
    const part = planCells(condition.of, columns, cells, check);
    return part && ((row) => !part(row));
  }
  const parts: ((row: number) => boolean)[] = [];
  for (const each of condition.of) {
    const part = planCells(each, columns, cells, check);
    if (!part) return null;
    parts.push(part);
  }
  return condition.is === "all" ? (row) => parts.every((part) => part(row)) : (row) => parts.some((part) => part(row));
}

interface Ordered {
  readonly key: readonly number[];
  readonly sums: readonly bigint[];
  readonly entries: number;
}

function planOrder(query: AggregateQuery, columns: readonly ViewColumn[]): (a: Ordered, b: Ordered) => number {
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
  columns: readonly ViewColumn[],
): (a: Ordered, b: Ordered) => number {
  const sign = criterion.descending ? -1 : 1;
  if (criterion.by === "entries") return (a, b) => sign * (a.entries - b.entries);
  if (criterion.by === "measure") {
    const { index } = criterion;
    return (a, b) => (a.sums[index]! < b.sums[index]! ? -sign : a.sums[index]! > b.sums[index]! ? sign : 0);
  }
  const column = columns[keys[criterion.key]!.dimension.index]!;
  const { ranks } = column.groupingOf(criterion.attribute.index);
  return (a, b) => {
    const [x, y] = [ranks[a.key[criterion.key]!]!, ranks[b.key[criterion.key]!]!];
    // Missing values come last in both directions.
    return x === NO_RANK || y === NO_RANK ? Number(x === NO_RANK) - Number(y === NO_RANK) : sign * (x - y);
  };
}
