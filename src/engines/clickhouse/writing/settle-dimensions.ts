import type { Model } from "../../../core/model/cube.js";
import type { Cluster } from "../client/cluster.js";
import { type InlineRules, isBetterCoded } from "./choose-inline.js";
import { codeTexts } from "./code-texts.js";
import { numberTexts } from "./number-texts.js";
import type { SettledDimension } from "./read-facts.js";
import type { SettlePlan } from "./settle-tables.js";
import type { StagedDimension } from "./staged-dimension.js";

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
