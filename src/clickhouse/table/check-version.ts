import { EngineUnreachable } from "../../errors/errors.js";
import type { Cluster } from "../client/cluster.js";
import { isDamage } from "../client/failures.js";
import { allShards, codeColumn, exactTotal } from "./version.js";
import { readStoredFacts, type StoredFacts } from "./version-header.js";

/**
 * Read all entries of a version in the cluster, and compare their numbers by source, their sums and their codes with what
 * was written. The cluster verifies its own checksums as it reads.
 * @param header of the serialized version
 * @param signal ends the query, too
 * @returns what is wrong, in a sentence; `null` if nothing is
 * @throws EngineUnreachable if a shard does not answer, ClusterFailure if the cluster refuses, DamagedStore if the header is damaged
 */
export async function describeEntriesDamage(
  cluster: Cluster,
  header: unknown,
  signal: AbortSignal,
): Promise<string | null> {
  const facts = readStoredFacts(header);
  const place = `The entries of ${facts.table} in the ClickHouse cluster`;
  try {
    const { numStrange, ...found } = await readEntries(cluster, facts, signal);
    if (numStrange > 0) return `${place} have members that were not written`;
    const { sources, totals } = facts;
    if (JSON.stringify(found) === JSON.stringify({ sources, totals })) return null;
    const numFound = found.sources.reduce((sum, { entries }) => sum + entries, 0);
    return numFound === facts.numEntries
      ? `${place} have other sums or sources than were written`
      : `${place} are ${numFound} instead of ${facts.numEntries}`;
  } catch (error) {
    const cause = error instanceof EngineUnreachable ? error.cause : error;
    if (isDamage(cause)) return `${place} cannot be read: ${(cause as Error).message}`;
    throw error;
  }
}

interface FoundEntries extends Pick<StoredFacts, "sources" | "totals"> {
  /** Number of entries with a code that no member has. */
  readonly numStrange: number;
}

async function readEntries(
  cluster: Cluster,
  { table, measures, dimensions }: StoredFacts,
  signal: AbortSignal,
): Promise<FoundEntries> {
  const strange = dimensions.map(({ codes }, at) => `${codeColumn(at)} >= ${codes}`);
  // The last column makes the cluster read every column.
  const columns = [
    "toString(source)",
    "toString(count())",
    `toString(countIf(${strange.join(" OR ") || "0"}))`,
    ...measures.map((_, at) => exactTotal(at)),
    "toString(groupBitXor(cityHash64(*)))",
  ];
  const sql = `SELECT ${columns.join()} FROM ${allShards(cluster, table)} GROUP BY source ORDER BY source FORMAT JSONCompact`;
  const rows = await cluster.node.queryRows({ sql, bounds: { deadline: Infinity, signal } });
  return {
    sources: rows.map(([source, entries]) => ({ id: Number(source), entries: Number(entries) })),
    totals: measures.map((_, at) => String(rows.reduce((sum, row) => sum + BigInt(row[3 + at]!), 0n))),
    numStrange: rows.reduce((sum, row) => sum + Number(row[2]), 0),
  };
}
