import type { Cluster } from "../client/cluster.js";
import type { Model } from "../../../core/model/cube.js";
import type { Members } from "./members.js";
import type { StoredFacts } from "./version-header.js";

/** A version: entries in the cluster, members here. */
export interface ClusterVersion {
  readonly cluster: Cluster;
  /** The part of a model that is stored for each row. */
  readonly model: Model;
  readonly facts: StoredFacts;
  /** One for each of `model.dimensions`; none for an inline dimension. */
  readonly members: readonly Members[];
}

/** Number of record of an entry that has none. */
export const NO_RECORD = 2 ** 32 - 1;

/** Code of a row whose member is a text. */
export const NO_CODE = 2 ** 32 - 1;

/** Return the shard of an entry. @param id 40 hexadecimal digits */
export function shardOf(id: string, shards: number): number {
  return Number.parseInt(id.slice(0, 8), 16) % shards;
}

/** Return the shard of one of several entries. @param ids 20 bytes for each */
export function shardAt(ids: Uint8Array, entry: number, shards: number): number {
  const at = entry * 20;
  return (((ids[at]! << 24) | (ids[at + 1]! << 16) | (ids[at + 2]! << 8) | ids[at + 3]!) >>> 0) % shards;
}

/** Name the table in a query of all shards. */
export function allShards({ name, database }: Cluster, table: string): string {
  return `cluster('${name}', '${database}', '${table}')`;
}

/** Name the column of a stored dimension. */
export function codeColumn(dimension: number): string {
  return `d${dimension}`;
}

/** Name the table with the ids of the texts of an inline dimension that several entries have. */
export function idTable(table: string, dimension: number): string {
  return `${table}_n${dimension}`;
}

/** Name the column of a measure. */
export function amountColumn(measure: number): string {
  return `m${measure}`;
}

/** Write the exact sum of a measure's amounts, as an integer in text. */
export function exactTotal(measure: number): string {
  return `toString(sum(toInt256(${amountColumn(measure)})))`;
}
