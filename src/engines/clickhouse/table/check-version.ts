import { EngineUnreachable } from "../../../core/errors/errors.js";
import type { Cluster } from "../client/cluster.js";
import { isDamage } from "../client/failures.js";
import { inlineColumns } from "./inline-columns.js";
import { allShards, codeColumn, exactTotal, idTable } from "./version.js";
import { type InlineFacts, readStoredFacts, type StoredFacts } from "./version-header.js";

/**
 * Read all entries of a version in the cluster, and compare their numbers by source, their sums, their codes and their
 * texts with what was written. The cluster verifies its own checksums as it reads.
 * @param header of the serialized version
 * @param signal ends the query, too
 * @returns what is wrong, in a sentence; `null` if nothing is
 * @throws EngineUnreachable if a shard does not answer, ClusterFailure if the cluster refuses, DamagedStore if the header is damaged
 */
export async function explainEntriesDamage(
  cluster: Cluster,
  header: unknown,
  signal: AbortSignal,
): Promise<string | null> {
  const facts = readStoredFacts(header);
  const place = `The entries of ${facts.table} in the ClickHouse cluster`;
  try {
    const { numStrange, digests, ...found } = await readEntries(cluster, facts, signal);
    if (numStrange > 0) return `${place} have members that were not written`;
    for (const { at, digest, repeated } of inlineOf(facts)) {
      if (digests.get(at) !== digest) return `${place} have texts that were not written`;
      const ids = await countIds(cluster, idTable(facts.table, at), signal);
      if (ids !== repeated) return `${place} have ${ids} instead of ${repeated} ids of texts`;
    }
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
  /** Sums of the hashes of texts, by inline dimension. */
  readonly digests: ReadonlyMap<number, string>;
}

function inlineOf({ dimensions }: StoredFacts): readonly (InlineFacts & { readonly at: number })[] {
  return dimensions.flatMap(({ inline }, at) => (inline ? [{ ...inline, at }] : []));
}

async function countIds(cluster: Cluster, table: string, signal: AbortSignal): Promise<number> {
  const sql = `SELECT toString(count()) FROM ${allShards(cluster, table)} WHERE NOT ignore(*) FORMAT JSONCompact`;
  const [[count] = []] = await cluster.node.queryRows({ sql, bounds: { deadline: Infinity, signal } });
  return Number(count);
}

async function readEntries(cluster: Cluster, facts: StoredFacts, signal: AbortSignal): Promise<FoundEntries> {
  const { table, measures, dimensions } = facts;
  const strange = dimensions.flatMap(({ codes, inline }, at) => (inline ? [] : [`${codeColumn(at)} >= ${codes}`]));
  const inline = inlineOf(facts);
  // The last column makes the cluster read every column.
  const columns = [
    "toString(source)",
    "toString(count())",
    `toString(countIf(${strange.join(" OR ") || "0"}))`,
    ...measures.map((_, at) => exactTotal(at)),
    ...inline.map(({ at }) => `toString(sum(cityHash64(${inlineColumns(at).text})))`),
    "toString(groupBitXor(cityHash64(*)))",
  ];
  const sql = `SELECT ${columns.join()} FROM ${allShards(cluster, table)} GROUP BY source ORDER BY source FORMAT JSONCompact`;
  const rows = await cluster.node.queryRows({ sql, bounds: { deadline: Infinity, signal } });
  const sumOf = (column: number): bigint => rows.reduce((sum, row) => sum + BigInt(row[column]!), 0n);
  return {
    sources: rows.map(([source, entries]) => ({ id: Number(source), entries: Number(entries) })),
    totals: measures.map((_, at) => String(sumOf(3 + at))),
    numStrange: Number(sumOf(2)),
    digests: new Map(inline.map(({ at }, place) => [at, wrapped(sumOf(3 + measures.length + place))])),
  };
}

/** Return a sum of 64-bit integers as the cluster adds them. */
function wrapped(sum: bigint): string {
  return String(BigInt.asUintN(64, sum));
}
