import type { Model } from "../../model/cube.js";
import type { Cluster } from "../client/cluster.js";
import { RowReader } from "../client/row-reader.js";
import type { StoredMeasure } from "../table/amounts.js";
import type { Members } from "../table/members.js";
import { allShards, amountColumn, type ClusterVersion } from "../table/version.js";
import type { CodedMembers } from "./coded-members.js";

/** Read the facts of a version from its tables, and keep the members that entries have. */
export async function readFacts(
  cluster: Cluster,
  model: Model,
  dimensions: readonly CodedMembers[],
  built: {
    readonly table: string;
    readonly measures: readonly StoredMeasure[];
    readonly order: readonly number[];
    readonly nextPosition: number;
  },
): Promise<ClusterVersion> {
  const from = allShards(cluster, built.table);
  const members: Members[] = [];
  for (const [at, dimension] of dimensions.entries()) members.push(await readUsed(cluster, from, at, dimension));
  const sources = await readCounts(cluster, `SELECT source, count(), toUInt64(0) FROM ${from} GROUP BY source`);
  const facts = {
    ...built,
    totals: await readTotals(cluster, from, built.measures),
    shards: cluster.nodes.length,
    numEntries: sources.reduce((sum, { entries }) => sum + entries, 0),
    sources: sources.map(({ code, entries }) => ({ id: code, entries })).toSorted((a, b) => a.id - b.id),
    dimensions: members.map(({ dimension: { name }, tuples }) => ({ name, codes: tuples.length })),
  };
  return { cluster, model, facts, members };
}

async function readTotals(cluster: Cluster, from: string, measures: readonly StoredMeasure[]): Promise<string[]> {
  if (measures.length === 0) return [];
  const sums = measures.map((_, at) => `toString(sum(toInt256(${amountColumn(at)})))`);
  const [row] = await cluster.node.queryRows({ sql: `SELECT ${sums.join()} FROM ${from} FORMAT JSONCompact` });
  return [...row!];
}

/** Number members in the order in which entries first have them, and leave out those that none has. */
async function readUsed(cluster: Cluster, from: string, at: number, coded: CodedMembers): Promise<Members> {
  const used = await readCounts(cluster, `SELECT d${at}, count(), min(pos) FROM ${from} GROUP BY d${at}`);
  used.sort((a, b) => a.first - b.first);
  const codes = coded.tuples.length;
  const tuples: Members["tuples"][number][] = Array.from({ length: codes }, () => null);
  const ids = new Uint32Array(codes);
  const counts = new Float64Array(codes);
  for (const [place, { code, entries }] of used.entries()) {
    tuples[code] = coded.tuples[code]!;
    ids[code] = place + 1;
    counts[code] = entries;
  }
  return { dimension: coded.dimension, tuples, ids, counts };
}

interface Counted {
  readonly code: number;
  readonly entries: number;
  readonly first: number;
}

async function readCounts(cluster: Cluster, sql: string): Promise<Counted[]> {
  const reader = new RowReader(["UInt32", "UInt64", "UInt64"]);
  const block = reader.read(await cluster.node.query({ sql: `${sql} FORMAT RowBinary` }));
  reader.end();
  return Array.from({ length: block.length }, (_, row) => ({
    code: block.number(row, 0),
    entries: block.number(row, 1),
    first: block.number(row, 2),
  }));
}
