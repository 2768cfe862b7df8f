import type { Cluster } from "../client/cluster.js";
import { ClusterFailure } from "../../errors/errors.js";
import type { ClusterNode } from "../client/node.js";
import { integerType, type StoredMeasure } from "../table/amounts.js";
import type { StoredFacts } from "../table/version-header.js";

/** Dimensions by which entries are sorted, at most. */
const MAX_SORTED = 6;
/** Each source is a partition, and one insert may have all. */
const INSERTING = { max_partitions_per_insert_block: "0" };

/** How the table of a version follows from a stage and the table before. */
export interface SettlePlan {
  readonly table: string;
  readonly stage: string;
  readonly previous: StoredFacts | null;
  /** The source whose earlier entries go unless they were written again. */
  readonly source: number;
  readonly keepFirst: boolean;
  readonly measures: readonly StoredMeasure[];
  /** Fewest digits after the point that staged amounts have, by measure. */
  readonly minScales: readonly number[];
  /** Dimensions by which entries are sorted, by index. */
  readonly order: readonly number[];
  readonly dimensions: number;
}

/** Choose the dimensions to sort by: the smallest first, so that equal rows are close together. */
export function chooseOrder(codes: readonly number[]): readonly number[] {
  return [...codes.keys()].toSorted((a, b) => codes[a]! - codes[b]! || a - b).slice(0, MAX_SORTED);
}

/**
 * Make the table of a version on each shard: the last (or first) row of each id, and the entries of the version before
 * that stay. @throws ClusterFailure if entries are missing then
 */
export async function settleTables(cluster: Cluster, plan: SettlePlan): Promise<void> {
  await cluster.onAll(async (node) => {
    await node.run(writeTable(plan));
    await node.run(writeStaged(plan), INSERTING);
    const kept = plan.previous ? await keepEntries(node, plan, plan.previous) : 0;
    const [[ids] = []] = await node.queryRows({
      sql: `SELECT toString(uniqExact(id)) FROM ${plan.stage} FORMAT JSONCompact`,
    });
    const [[entries] = []] = await node.queryRows({
      sql: `SELECT toString(count()) FROM ${plan.table} FORMAT JSONCompact`,
    });
    if (Number(entries) !== Number(ids) + kept) {
      throw new ClusterFailure(`${node.url} has ${entries} entries instead of ${ids} new and ${kept} old ones`);
    }
  });
}

function writeTable({ table, dimensions, measures, order }: SettlePlan): string {
  const columns = [
    "source UInt32",
    "pos UInt64",
    "id FixedString(20)",
    "record UInt32",
    ...Array.from({ length: dimensions }, (_, at) => `d${at} UInt32`),
    ...measures.map(({ mostDigits }, at) => `m${at} ${integerType(mostDigits)}`),
    "INDEX ids id TYPE bloom_filter(0.001) GRANULARITY 1",
  ];
  const key = [...order.map((at) => `d${at}`), "id"].join();
  return `CREATE TABLE ${table} (${columns.join()}) ENGINE = MergeTree PARTITION BY source ORDER BY (${key})`;
}

/** Write the statement that moves staged rows: one for each id, at the position that it has or had. */
function writeStaged(plan: SettlePlan): string {
  const { table, stage, previous, keepFirst, measures, minScales, dimensions } = plan;
  const codes = Array.from({ length: dimensions }, (_, at) => `d${at}`);
  const columns = ["source", "record", ...codes, ...measures.flatMap((_, at) => [`m${at}`, `s${at}`])];
  const place = (name: string): string => `tupleElement(chosen, ${columns.indexOf(name) + 1})`;
  const amounts = measures.map(({ scale, mostDigits }, at) => {
    const factor = writeFactor(scale, minScales[at]!, place(`s${at}`));
    return `to${integerType(mostDigits)}(${place(`m${at}`)}${factor}) AS m${at}`;
  });
  const known = previous
    ? `SELECT id AS old_id, pos AS old_pos FROM ${previous.table} WHERE id IN (SELECT id FROM ${stage})`
    : "SELECT toFixedString('', 20) AS old_id, toUInt64(0) AS old_pos WHERE 0";
  return `INSERT INTO ${table} (source, pos, id, record, ${[...codes, ...measures.map((_, at) => `m${at}`)].join()})
    SELECT ${place("source")}, if(old_pos = 0, first_pos, old_pos), id, ${place("record")},
      ${[...codes.map(place), ...amounts].join()}
    FROM (
      SELECT id, min(pos) AS first_pos, ${keepFirst ? "argMin" : "argMax"}((${columns.join()}), pos) AS chosen
      FROM ${stage} GROUP BY id
    ) AS staged LEFT ANY JOIN (${known}) AS old ON staged.id = old.old_id`;
}

/** Write the factor that brings an amount to the scale of its measure. */
function writeFactor(scale: number, minScale: number, own: string): string {
  if (minScale >= scale) return "";
  const powers = Array.from({ length: scale - minScale + 1 }, (_, at) => `toInt256('${10n ** BigInt(at)}')`);
  return ` * [${powers.join()}][${scale + 1} - ${own}]`;
}

/** Keep the entries of other sources that were not written again. @returns their number on this shard */
async function keepEntries(node: ClusterNode, plan: SettlePlan, previous: StoredFacts): Promise<number> {
  const { table, stage, source, measures, dimensions } = plan;
  const replaced = `id IN (SELECT id FROM ${stage})`;
  const sources = await node.queryRows({
    sql: `SELECT toString(source), toString(count()), toString(countIf(${replaced})) FROM ${previous.table}
      WHERE source != ${source} GROUP BY source FORMAT JSONCompact`,
  });
  const isAlike = hasSameColumns(plan, previous);
  const copied = sources.filter(([, , gone]) => !isAlike || gone !== "0").map(([id]) => id!);
  for (const [id] of sources) {
    if (!copied.includes(id!)) await node.run(`ALTER TABLE ${table} ATTACH PARTITION ${id} FROM ${previous.table}`);
  }
  if (copied.length > 0) {
    const codes = Array.from({ length: dimensions }, (_, at) => `d${at}`);
    const amounts = measures.map(({ scale, mostDigits }, at) => {
      const factor = 10n ** BigInt(scale - previous.measures[at]!.scale);
      return `to${integerType(mostDigits)}(m${at} * toInt256('${factor}'))`;
    });
    await node.run(
      `INSERT INTO ${table} (source, pos, id, record, ${[...codes, ...measures.map((_, at) => `m${at}`)].join()})
        SELECT source, pos, id, record, ${[...codes, ...amounts].join()} FROM ${previous.table}
        WHERE source IN (${copied.join()}) AND NOT (${replaced})`,
      INSERTING,
    );
  }
  return sources.reduce((sum, [, count, gone]) => sum + Number(count) - Number(gone), 0);
}

/** True if partitions of the previous table can be used as they are. */
function hasSameColumns({ measures, order }: SettlePlan, previous: StoredFacts): boolean {
  const isSame = measures.every(({ scale, mostDigits }, at) => {
    const before = previous.measures[at]!;
    return before.scale === scale && integerType(before.mostDigits) === integerType(mostDigits);
  });
  return isSame && order.join() === previous.order.join();
}
