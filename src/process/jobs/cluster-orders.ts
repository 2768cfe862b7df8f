import type { Model } from "../../core/model/cube.js";
import { parseCarriedModel } from "../../core/model/parse/carried-model.js";
import { rowModel } from "../../core/model/row-model.js";
import { carryVersion, openCarried } from "../../engines/clickhouse/carry-version.js";
import { reopenCluster } from "../../engines/clickhouse/client/cluster.js";
import { clickHouseFormat, versionOf } from "../../engines/clickhouse/format.js";
import { parseMembersHere, shareMembers } from "../../engines/clickhouse/table/members.js";
import { loaderHere, type TableLoad } from "../../sources/ingest/table-loader.js";
import type { ClusterStorage, MembersOrder, Outcome } from "./messages.js";

/** Load a source into a cluster, in this thread. */
export async function loadIntoClusterHere(
  { settings, table, previous }: ClusterStorage,
  load: Omit<TableLoad, "previous">,
): Promise<Outcome> {
  const cluster = reopenCluster(settings);
  const format = clickHouseFormat(cluster, { nameTable: () => table });
  const { engine, report, content } = await loaderHere(format).load({
    ...load,
    previous: previous && openCarried(format, parseCarriedModel(previous.model), previous),
  });
  cluster.close();
  for (const { table } of versionOf(engine).members) table.indexTerms();
  return { version: carryVersion(load.model, engine), report, content };
}

/** Parse the members of tables of a cluster, in this thread. */
export async function parseMembersOfCluster(
  model: Model,
  { codes, parts }: Pick<MembersOrder, "codes" | "parts">,
): Promise<Outcome> {
  const members = await parseMembersHere(rowModel(model), codes, parts);
  for (const { table } of members) table.indexTerms();
  return { members: members.map(shareMembers) };
}
