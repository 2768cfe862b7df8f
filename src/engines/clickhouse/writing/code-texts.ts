import type { Model } from "../../../core/model/cube.js";
import type { Cluster } from "../client/cluster.js";
import { type RowBlock, RowReader } from "../client/row-reader.js";
import { RowWriter } from "../client/row-writer.js";
import { inlineColumns, listInlineColumns } from "../table/inline-columns.js";
import { makeMembers, type Members } from "../table/members.js";
import { allShards, amountColumn, codeColumn, idTable } from "../table/version.js";
import { INSERTING, listColumns, type SettlePlan, writeVersionTable } from "./settle-tables.js";

/**
 * Give the members of inline dimensions codes again: there are few enough now. The table of the version is copied, with
 * codes in place of their texts.
 * @param plan by which the table was made
 * @param again the dimensions
 * @returns their members, by dimension
 */
export async function codeTexts(
  cluster: Cluster,
  { dimensions }: Model,
  plan: SettlePlan,
  again: readonly number[],
): Promise<ReadonlyMap<number, Members>> {
  const members = new Map<number, Members>();
  if (again.length === 0) return members;
  for (const at of again) {
    const block = await readTexts(cluster, plan.table, at);
    const texts = Array.from({ length: block.length }, (_, row) => block.text(row, 0));
    const counts = Float64Array.from(texts, (_, row) => block.number(row, 1));
    const ids = Uint32Array.from(texts, (_, row) => row + 1);
    const tuples = texts.map((text) => [text]);
    members.set(at, makeMembers(dimensions[at]!, tuples, ids, counts));
    await writeCodes(cluster, codeTable(plan, at), texts);
  }
  const before = `${plan.stage}_inline`;
  const after = {
    ...plan,
    dimensions: plan.dimensions.map((each, at) => (again.includes(at) ? { ...each, isInline: false } : each)),
  };
  await cluster.onAll(async (node) => {
    await node.run(`RENAME TABLE ${plan.table} TO ${before}`);
    await node.run(writeVersionTable(after));
    await node.run(writeCopy(after, before, again), INSERTING);
    for (const at of again) await node.drop("TABLE", idTable(plan.table, at));
  });
  return members;
}

/** Read the texts of a dimension in the order in which entries first have them, with the numbers of their entries. */
async function readTexts(cluster: Cluster, table: string, at: number): Promise<RowBlock> {
  const { text } = inlineColumns(at);
  const reader = new RowReader(["Text", "UInt64"]);
  const sql = `SELECT ${text}, count() FROM ${allShards(cluster, table)} GROUP BY ${text} ORDER BY min(pos)`;
  const block = reader.read(await cluster.node.query({ sql: `${sql} FORMAT RowBinary` }));
  reader.end();
  return block;
}

/** Put a table with the code of each text on all nodes: its place. */
async function writeCodes(cluster: Cluster, table: string, texts: readonly (string | null)[]): Promise<void> {
  const writer = new RowWriter();
  for (const [code, text] of texts.entries()) {
    writer.text(text);
    writer.uint32(code);
  }
  const rows = writer.take();
  await cluster.onAll(async (node) => {
    await node.run(`CREATE TABLE ${table} (text String, code UInt32) ENGINE = MergeTree ORDER BY text`);
    await node.insert(`INSERT INTO ${table} FORMAT RowBinary`, rows);
  });
}

function codeTable({ stage }: SettlePlan, at: number): string {
  return `${stage}_c${at}`;
}

function writeCopy(after: SettlePlan, before: string, again: readonly number[]): string {
  const { table, dimensions, measures } = after;
  const members = dimensions.flatMap(({ isInline }, at) =>
    again.includes(at) ? [`x${at}.code`] : isInline ? listInlineColumns(at) : [codeColumn(at)],
  );
  const amounts = measures.map((_, at) => amountColumn(at));
  const joins = again.map(
    (at) => `LEFT ANY JOIN ${codeTable(after, at)} AS x${at} ON old.${inlineColumns(at).text} = x${at}.text`,
  );
  return `INSERT INTO ${table} (source, pos, id, record, ${[...listColumns(dimensions), ...amounts].join()})
    SELECT source, pos, id, record, ${[...members, ...amounts].join()} FROM ${before} AS old ${joins.join(" ")}`;
}
