import type { Cluster } from "../client/cluster.js";
import { ClusterFailure } from "../../../core/errors/errors.js";
import type { ClusterNode } from "../client/node.js";
import { integerType, type StoredMeasure } from "../table/amounts.js";
import { defineInlineColumns, defineInlineIndexes, deriveInline, listInlineColumns } from "../table/inline-columns.js";
import { codeColumn, NO_CODE } from "../table/version.js";
import { repeatsTable } from "./stage-queries.js";
import type { StoredFacts } from "../table/version-header.js";

/** Dimensions by which entries are sorted, at most. */
const MAX_SORTED = 6;
/** Each source is a partition, and one insert may have all. */
export const INSERTING = { max_partitions_per_insert_block: "0" };

/** How a dimension is settled. */
export interface DimensionPlan {
  readonly isInline: boolean;
  /** True if it is inline in the version before. */
  readonly wasInline: boolean;
  /** Table with the texts of codes, if rows of an inline dimension have some. */
  readonly names: string | null;
}

/** How the table of a version follows from a stage and the table before. */
export interface SettlePlan {
  readonly table: string;
  readonly stage: string;
  readonly previous: StoredFacts | null;
  /** The source whose earlier entries go unless they were written again. */
  readonly source: number;
  /** Number of rows on each shard that are not the one of their id which counts: see `findRepeats`. */
  readonly repeats: readonly number[];
  /** Number of rows on each shard. */
  readonly counts: readonly number[];
  readonly measures: readonly StoredMeasure[];
  /** Fewest digits after the point that staged amounts have, by measure. */
  readonly minScales: readonly number[];
  /** Dimensions by which entries are sorted, by index. */
  readonly order: readonly number[];
  readonly dimensions: readonly DimensionPlan[];
}

/**
 * Choose the dimensions to sort by: the smallest first, so that equal rows are close together.
 * @param codes number of codes of each; infinite for inline dimensions
 */
export function chooseOrder(codes: readonly number[]): readonly number[] {
  const coded = [...codes.keys()].filter((at) => Number.isFinite(codes[at]));
  return coded.toSorted((a, b) => codes[a]! - codes[b]! || a - b).slice(0, MAX_SORTED);
}

/**
 * Make the table of a version on each shard: the last (or first) row of each id, and the entries of the version before
 * that stay. @throws ClusterFailure if entries are missing then
 */
export async function settleTables(cluster: Cluster, plan: SettlePlan): Promise<void> {
  await cluster.onAll(async (node, shard) => {
    const ids = plan.counts[shard]! - plan.repeats[shard]!;
    await node.run(writeVersionTable(plan));
    await node.run(writeStaged(plan, plan.repeats[shard]! > 0), INSERTING);
    const kept = plan.previous ? await keepEntries(node, plan, plan.previous) : 0;
    const [[entries] = []] = await node.queryRows({
      sql: `SELECT toString(count()) FROM ${plan.table} FORMAT JSONCompact`,
    });
    if (Number(entries) !== ids + kept) {
      throw new ClusterFailure(`${node.url} has ${entries} entries instead of ${ids} new and ${kept} old ones`);
    }
  });
}

/** Write the statement that creates the table of a version. */
export function writeVersionTable({
  table,
  dimensions,
  measures,
  order,
}: Pick<SettlePlan, "table" | "dimensions" | "measures" | "order">): string {
  const columns = [
    "source UInt32",
    "pos UInt64",
    "id FixedString(20)",
    "record UInt32",
    ...dimensions.flatMap(({ isInline }, at) => (isInline ? defineInlineColumns(at) : [`${codeColumn(at)} UInt32`])),
    ...measures.map(({ mostDigits }, at) => `m${at} ${integerType(mostDigits)}`),
    "INDEX ids id TYPE bloom_filter(0.001) GRANULARITY 1",
    ...dimensions.flatMap(({ isInline }, at) => (isInline ? defineInlineIndexes(at) : [])),
  ];
  const key = [...order.map((at) => `d${at}`), "id"].join();
  return `CREATE TABLE ${table} (${columns.join()}) ENGINE = MergeTree PARTITION BY source ORDER BY (${key})`;
}

/** List the columns of dimensions in the table of a version. */
export function listColumns(dimensions: readonly Pick<DimensionPlan, "isInline">[]): readonly string[] {
  return dimensions.flatMap(({ isInline }, at) => (isInline ? listInlineColumns(at) : [codeColumn(at)]));
}

/** Write the statement that moves staged rows: one for each id, at the position that it has or had. */
function writeStaged(plan: SettlePlan, hasRepeats: boolean): string {
  const { table, stage, previous, measures, minScales, dimensions } = plan;
  const own = (name: string): string => `staged.${name}`;
  const amounts = measures.map(({ scale, mostDigits }, at) => {
    const factor = writeFactor(scale, minScales[at]!, own(`s${at}`));
    return `to${integerType(mostDigits)}(${own(`m${at}`)}${factor})`;
  });
  const values = dimensions.flatMap(({ isInline, names }, at) => {
    const code = own(codeColumn(at));
    if (!isInline) return [code];
    return deriveInline(at, (name) => (names ? `if(${code} = ${NO_CODE}, ${own(name)}, n${at}.${name})` : own(name)));
  });
  const known =
    previous && `SELECT id AS old_id, pos AS old_pos FROM ${previous.table} WHERE id IN (SELECT id FROM ${stage})`;
  const positions = [...(known ? ["old_pos != 0, old_pos"] : []), ...(hasRepeats ? ["first_pos != 0, first_pos"] : [])];
  const position = positions.length > 0 ? `multiIf(${positions.join()}, ${own("pos")})` : own("pos");
  return `INSERT INTO ${table} (source, pos, id, record, ${listTargets(plan)})
    SELECT ${own("source")}, ${position}, ${own("id")}, ${[own("record"), ...values, ...amounts].join()}
    FROM ${stage} AS staged
    ${hasRepeats ? `LEFT ANY JOIN ${repeatsTable(stage)} AS repeated ON staged.id = repeated.repeated_id` : ""}
    ${known ? `LEFT ANY JOIN (${known}) AS old ON staged.id = old.old_id` : ""}
    ${joinNames(dimensions, (at) => own(codeColumn(at)))}
    ${hasRepeats ? `WHERE kept_pos = 0 OR kept_pos = ${own("pos")}` : ""}`;
}

function listTargets({ dimensions, measures }: SettlePlan): string {
  return [...listColumns(dimensions), ...measures.map((_, at) => `m${at}`)].join();
}

/** Join the tables with the texts of codes. @param codeOf writes the code of a row */
function joinNames(dimensions: readonly DimensionPlan[], codeOf: (dimension: number) => string): string {
  return dimensions
    .flatMap(({ names }, at) => (names ? [`LEFT ANY JOIN ${names} AS n${at} ON ${codeOf(at)} = n${at}.code`] : []))
    .join(" ");
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
    const values = dimensions.flatMap(({ isInline, wasInline }, at) => {
      if (!isInline) return [codeColumn(at)];
      return wasInline ? listInlineColumns(at) : deriveInline(at, (name) => `n${at}.${name}`);
    });
    const amounts = measures.map(({ scale, mostDigits }, at) => {
      const factor = 10n ** BigInt(scale - previous.measures[at]!.scale);
      return `to${integerType(mostDigits)}(m${at} * toInt256('${factor}'))`;
    });
    await node.run(
      `INSERT INTO ${table} (source, pos, id, record, ${listTargets(plan)})
        SELECT source, pos, id, record, ${[...values, ...amounts].join()} FROM ${previous.table} AS old
        ${joinNames(dimensions, (at) => `old.${codeColumn(at)}`)}
        WHERE source IN (${copied.join()}) AND NOT (${replaced})`,
      INSERTING,
    );
  }
  return sources.reduce((sum, [, count, gone]) => sum + Number(count) - Number(gone), 0);
}

/** True if partitions of the previous table can be used as they are. */
function hasSameColumns({ measures, order, dimensions }: SettlePlan, previous: StoredFacts): boolean {
  if (dimensions.some(({ isInline, wasInline }) => isInline !== wasInline)) return false;
  const isSame = measures.every(({ scale, mostDigits }, at) => {
    const before = previous.measures[at]!;
    return before.scale === scale && integerType(before.mostDigits) === integerType(mostDigits);
  });
  return isSame && order.join() === previous.order.join();
}
