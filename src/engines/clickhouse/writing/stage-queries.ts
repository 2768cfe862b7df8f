import type { RepeatedRow } from "../../../core/engine/storage.js";
import type { Cluster } from "../client/cluster.js";
import { ClusterFailure } from "../../../core/errors/errors.js";
import { type BinaryType, RowReader } from "../client/row-reader.js";
import { inlineColumns } from "../table/inline-columns.js";
import { codeColumn, NO_CODE, NO_RECORD } from "../table/version.js";
import type { WrittenAmounts } from "./exact-sum.js";
import type { StagedDimension } from "./staged-dimension.js";
import type { StagedRows } from "./stage-rows.js";

/**
 * Make a table of the ids that several rows of a stage have: the first position of each, that of the row which counts, and
 * the number of its rows. The rows of a stage are in the order of their ids, so that the rows before them tell.
 * @returns the number of ids on each shard
 */
export async function findRepeats(
  cluster: Cluster,
  { table: stage, counts }: Pick<StagedRows, "table" | "counts">,
  keepFirst: boolean,
): Promise<readonly number[]> {
  const table = repeatsTable(stage);
  const neighbours = `SELECT id, lagInFrame(id) OVER (ORDER BY id, pos) AS before FROM ${stage}`;
  return cluster.onAll(async (node, shard) => {
    await node.run(`CREATE TABLE ${table} (repeated_id FixedString(20), first_pos UInt64, kept_pos UInt64, rows UInt64)
      ENGINE = MergeTree ORDER BY repeated_id`);
    await node.run(`INSERT INTO ${table} SELECT id, min(pos), ${keepFirst ? "min" : "max"}(pos), count() FROM ${stage}
      WHERE id IN (SELECT id FROM (${neighbours}) WHERE id = before) GROUP BY id HAVING count() > 1`);
    const sql = `SELECT toString(sum(rows) - count()) FROM ${table} FORMAT JSONCompact`;
    return counts[shard]! - Number((await node.queryRows({ sql }))[0]![0]);
  });
}

/** Name the table that `findRepeats` makes. */
export function repeatsTable(stage: string): string {
  return `${stage}_r`;
}

/** Count the ids of a stage that the table of the previous version has. */
export async function countKnown(cluster: Cluster, stage: string, previous: string): Promise<number> {
  const sql = `SELECT toString(count()) FROM ${previous} WHERE id IN (SELECT id FROM ${stage}) FORMAT JSONCompact`;
  const counts = await cluster.onAll(async (node) => Number((await node.queryRows({ sql }))[0]![0]));
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * Check that every row arrived unchanged: their number on each shard, the sums of all, and the bytes of their texts.
 * @throws ClusterFailure
 */
export async function checkStage(
  cluster: Cluster,
  { table: stage, counts, writtenBytes }: Pick<StagedRows, "table" | "counts" | "writtenBytes">,
  amounts: readonly WrittenAmounts[],
): Promise<void> {
  for (const [at, wanted] of writtenBytes.entries()) {
    if (wanted === undefined) continue;
    const { text } = inlineColumns(at);
    const sql = `SELECT toString(sumIf(length(${text}), ${codeColumn(at)} = ${NO_CODE})) FROM ${stage} FORMAT JSONCompact`;
    const found = await cluster.onAll(async (node) => Number((await node.queryRows({ sql }))[0]![0]));
    if (found.reduce((sum, bytes) => sum + bytes, 0) === wanted) continue;
    throw new ClusterFailure(`The texts in the cluster are not those that were written (dimension ${at})`);
  }
  const sums = amounts.map(() => new Map<number, bigint>());
  await cluster.onAll(async (node, shard) => {
    const [[count] = []] = await node.queryRows({ sql: `SELECT toString(count()) FROM ${stage} FORMAT JSONCompact` });
    if (Number(count) !== counts[shard]) {
      throw new ClusterFailure(`Shard ${shard + 1} has ${count} of ${counts[shard]} rows that were written to it`);
    }
    for (const [at, own] of sums.entries()) {
      const rows = await node.queryRows({
        sql: `SELECT toString(s${at}), toString(sum(m${at})) FROM ${stage} GROUP BY s${at} FORMAT JSONCompact`,
      });
      for (const [scale, sum] of rows) own.set(Number(scale), (own.get(Number(scale)) ?? 0n) + BigInt(sum!));
    }
  });
  for (const [at, { sums: wanted }] of amounts.entries()) {
    for (const [scale, sum] of wanted) {
      // Sums of 256-bit integers wrap.
      if (BigInt.asIntN(256, sums[at]!.get(scale) ?? 0n) === BigInt.asIntN(256, sum)) continue;
      throw new ClusterFailure(
        `The amounts in the cluster are not those that were written (measure ${at}, scale ${scale})`,
      );
    }
  }
}

/** Report each row with the id of an earlier one, in the order of the rows. */
export async function reportRepeats(
  cluster: Cluster,
  stage: string,
  dimensions: readonly StagedDimension[],
  measures: number,
  keepFirst: boolean,
  onRepeat: (row: RepeatedRow) => void,
): Promise<void> {
  const members = dimensions.map(({ coded, names }, at) => {
    const { text } = inlineColumns(at);
    if (coded) return codeColumn(at);
    return names ? `if(${codeColumn(at)} = ${NO_CODE}, stage.${text}, n${at}.${text})` : text;
  });
  const amounts = Array.from({ length: measures }, (_, at) => [`m${at}`, `toUInt32(s${at})`]).flat();
  const types: readonly BinaryType[] = [
    "UInt64",
    "Id",
    "UInt32",
    ...dimensions.map(({ coded }): BinaryType => (coded ? "UInt32" : "Text")),
    ...Array.from({ length: measures }, () => ["Int256", "UInt32"] as const).flat(),
  ];
  const reader = new RowReader(types);
  const columns = ["pos", "id", "record", ...members, ...amounts].join();
  const joins = dimensions.flatMap(({ names }, at) =>
    names ? [`LEFT ANY JOIN ${names} AS n${at} ON stage.${codeColumn(at)} = n${at}.code`] : [],
  );
  const sql = `SELECT ${columns} FROM ${stage} AS stage ${joins.join(" ")}
    WHERE id IN (SELECT repeated_id FROM ${repeatsTable(stage)}) ORDER BY pos FORMAT RowBinary`;
  const blocks = await cluster.onAll(async (node) => reader.read(await node.query({ sql })));
  const rows = blocks
    .flatMap((block) => Array.from({ length: block.length }, (_, row) => ({ block, row, at: block.number(row, 0) })))
    .toSorted((a, b) => a.at - b.at);
  const earlier = new Map<string, RepeatedRow["earlier"]>();
  for (const { block, row } of rows) {
    const id = block.id(row, 1);
    const record = block.number(row, 2);
    const first = 3 + members.length;
    const own = {
      row: record === NO_RECORD ? null : record,
      amounts: Array.from({ length: measures }, (_, at) => ({
        unscaled: block.integer(row, first + at * 2),
        scale: block.number(row, first + at * 2 + 1),
      })),
    };
    const before = earlier.get(id);
    if (before) {
      const tuples = dimensions.map(({ coded }, at) =>
        coded ? coded.tupleAt(block.number(row, 3 + at)) : [block.text(row, 3 + at)],
      );
      const entry = { members: tuples, amounts: own.amounts, ...(own.row !== null && { row: own.row }) };
      onRepeat({ entry, earlier: before });
    }
    if (!before || !keepFirst) earlier.set(id, own);
  }
}
