import type { Model } from "../../../core/model/cube.js";
import type { Cluster } from "../client/cluster.js";
import { type InlineRules, isBetterCoded } from "./choose-inline.js";
import { codeTexts } from "./code-texts.js";
import type { SettledDimension } from "./read-facts.js";
import type { SettlePlan, DimensionPlan } from "./settle-tables.js";
import type { StagedDimension } from "./staged-dimension.js";
import { MISSING } from "../client/missing-text.js";
import { inlineColumns } from "../table/inline-columns.js";
import { allShards, idTable } from "../table/version.js";
import type { InlineFacts } from "../table/version-header.js";

/** Rows of a block of an id table: few, because single texts are looked up. */
const GRANULE = 512;

/** Facts about an inline dimension of a version, and the number of all entries. */
interface NumberedTexts {
  readonly facts: InlineFacts;
  readonly numEntries: number;
}

/** Number the texts of inline dimensions, whose tables are made; those that have become small get codes again. */
export async function settleDimensions(
  cluster: Cluster,
  model: Model,
  plan: SettlePlan,
  staged: readonly StagedDimension[],
  rules: InlineRules,
): Promise<readonly SettledDimension[]> {
  const inline = await numberTexts(cluster, plan.table, plan.dimensions);
  const again = [...inline]
    .filter(([, { facts, numEntries }]) => isBetterCoded(facts.members, numEntries, rules))
    .map(([at]) => at);
  const members = await codeTexts(cluster, model, plan, again);
  return staged.map(({ coded }, at): SettledDimension => {
    const known = members.get(at);
    return coded ? { coded } : known ? { members: known } : { inline: inline.get(at)!.facts };
  });
}

/**
 * Number the texts of inline dimensions. The id of a text follows from the first entry that has it: its position + 1.
 * Only the ids of texts that several entries have are stored. Each shard has some of them, wherever the entries are.
 * @returns facts by dimension
 */
async function numberTexts(
  cluster: Cluster,
  table: string,
  dimensions: readonly Pick<DimensionPlan, "isInline">[],
): Promise<ReadonlyMap<number, NumberedTexts>> {
  const found = new Map<number, NumberedTexts>();
  for (const [at, { isInline }] of dimensions.entries()) {
    if (isInline) found.set(at, await numberOwn(cluster, table, at));
  }
  return found;
}

async function numberOwn(cluster: Cluster, table: string, at: number): Promise<NumberedTexts> {
  const { text } = inlineColumns(at);
  const ids = idTable(table, at);
  const all = allShards(cluster, table);
  const numbers = await cluster.onAll(async (node, shard) => {
    await node.run(`CREATE TABLE ${ids} (text String, id UInt64, entries UInt64) ENGINE = MergeTree ORDER BY text
      SETTINGS index_granularity = ${GRANULE}`);
    await node.run(`INSERT INTO ${ids} SELECT ${text}, min(pos) + 1, count() FROM ${all}
      WHERE ${text} != ${MISSING} AND cityHash64(${text}) % ${cluster.nodes.length} = ${shard}
      GROUP BY ${text} HAVING count() > 1`);
    const [[repeated, entries] = []] = await node.queryRows({
      sql: `SELECT toString(count()), toString(sum(entries)) FROM ${ids} FORMAT JSONCompact`,
    });
    const [[rows, present, digest] = []] = await node.queryRows({
      sql: `SELECT toString(count()), toString(countIf(${text} != ${MISSING})), toString(sum(cityHash64(${text})))
        FROM ${table} FORMAT JSONCompact`,
    });
    return { repeated, entries, rows, present, digest };
  });
  const sum = (of: keyof (typeof numbers)[number]): number =>
    numbers.reduce((total, each) => total + Number(each[of]), 0);
  const repeated = sum("repeated");
  const digest = numbers.reduce((total, each) => total + BigInt(each.digest!), 0n);
  return {
    numEntries: sum("rows"),
    facts: {
      members: sum("present") - sum("entries") + repeated,
      repeated,
      digest: String(BigInt.asUintN(64, digest)),
    },
  };
}
