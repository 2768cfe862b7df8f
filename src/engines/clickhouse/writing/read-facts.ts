import type { Model } from "../../../core/model/cube.js";
import type { Cluster } from "../client/cluster.js";
import { type RowBlock, RowReader } from "../client/row-reader.js";
import type { StoredMeasure } from "../table/amounts.js";
import { makeMembers, type Members } from "../table/members.js";
import type { InlineFacts, StoredDimension } from "../table/version-header.js";
import type { Value } from "../../../core/model/values/value.js";
import { allShards, type ClusterVersion, exactTotal } from "../table/version.js";
import type { CodedMembers } from "./coded-members.js";

/** A dimension whose entries are in their table: codes whose members are to be counted, members, or facts about texts. */
export type SettledDimension =
  { readonly coded: CodedMembers } | { readonly members: Members } | { readonly inline: InlineFacts };

/** Read the facts of a version from its tables, and keep the members that entries have. */
export async function readFacts(
  cluster: Cluster,
  model: Model,
  {
    dimensions,
    ...built
  }: {
    readonly dimensions: readonly SettledDimension[];
    readonly table: string;
    readonly measures: readonly StoredMeasure[];
    readonly order: readonly number[];
    readonly nextPosition: number;
  },
): Promise<ClusterVersion> {
  const from = allShards(cluster, built.table);
  const members: Members[] = [];
  for (const [at, each] of dimensions.entries()) {
    if ("coded" in each) members.push(await readUsed(cluster, from, at, each.coded));
    else members.push("members" in each ? each.members : noMembers(model, at));
  }
  const counted = await readCounts(cluster, `SELECT source, count(), toUInt64(0) FROM ${from} GROUP BY source`);
  const sources = Array.from({ length: counted.length }, (_, row) => ({
    id: counted.number(row, 0),
    entries: counted.number(row, 1),
  })).toSorted((a, b) => a.id - b.id);
  const facts = {
    ...built,
    totals: await readTotals(cluster, from, built.measures),
    shards: cluster.nodes.length,
    numEntries: sources.reduce((sum, { entries }) => sum + entries, 0),
    sources,
    dimensions: dimensions.map((each, at): StoredDimension => {
      const { dimension, table } = members[at]!;
      return { name: dimension.name, codes: table.length, ...("inline" in each && { inline: each.inline }) };
    }),
  };
  return { cluster, model, facts, members };
}

/** The members of an inline dimension. */
function noMembers({ dimensions }: Model, at: number): Members {
  return makeMembers(dimensions[at]!, [], new Uint32Array(0), new Float64Array(0));
}

async function readTotals(cluster: Cluster, from: string, measures: readonly StoredMeasure[]): Promise<string[]> {
  if (measures.length === 0) return [];
  const sums = measures.map((_, at) => exactTotal(at));
  const [row] = await cluster.node.queryRows({ sql: `SELECT ${sums.join()} FROM ${from} FORMAT JSONCompact` });
  return [...row!];
}

/** Number members in the order in which entries first have them, and leave out those that none has. */
async function readUsed(cluster: Cluster, from: string, at: number, coded: CodedMembers): Promise<Members> {
  const used = await readCounts(
    cluster,
    `SELECT d${at}, count(), min(pos) FROM ${from} GROUP BY d${at} ORDER BY min(pos)`,
  );
  const ids = new Uint32Array(coded.length);
  const counts = new Float64Array(coded.length);
  for (let place = 0; place < used.length; place++) {
    const code = used.number(place, 0);
    ids[code] = place + 1;
    counts[code] = used.number(place, 1);
  }
  return makeMembers(coded.dimension, keepUsed(coded, ids), ids, counts);
}

function* keepUsed(coded: CodedMembers, ids: Uint32Array): Generator<readonly Value[] | null, void> {
  for (let code = 0; code < ids.length; code++) yield ids[code] === 0 ? null : coded.tupleAt(code);
}

/** Read rows of a code or source, a number of entries, and what the query adds. */
async function readCounts(cluster: Cluster, sql: string): Promise<RowBlock> {
  const reader = new RowReader(["UInt32", "UInt64", "UInt64"]);
  const block = reader.read(await cluster.node.query({ sql: `${sql} FORMAT RowBinary` }));
  reader.end();
  return block;
}
