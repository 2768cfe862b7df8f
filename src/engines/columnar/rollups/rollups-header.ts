import type { CodeColumn } from "../../kernel/query/table.js";
import type { Model } from "../../../core/model/cube.js";
import { describeLimb, type LimbHeader } from "../table/limb-header.js";
import type { QueryCount } from "./query-statistics.js";
import type { RollupLayout } from "./rollup.js";
import type { GroupingSet } from "./grouping-set.js";

/** Name of the format; it changes with the meaning of a header. */
export const ROLLUPS_FORMAT = "spendcube rollups 2";

/**
 * Plain data from which stored rollups are opened, together with their table and their memories' bytes; also the
 * table's query counts.
 */
export interface RollupsHeader {
  readonly format: typeof ROLLUPS_FORMAT;
  /** Rows of the table. */
  readonly rows: number;
  readonly requested: readonly QueryCountHeader[];
  /** In the order of the memories. */
  readonly rollups: readonly RollupHeader[];
}

/** A grouping set by names. */
export type GroupingHeader = readonly { readonly dimension: string; readonly attributes: readonly string[] | null }[];

export interface QueryCountHeader extends Omit<QueryCount, "grouping"> {
  readonly shape: GroupingHeader;
}

export interface RollupHeader {
  readonly shape: GroupingHeader;
  readonly rows: number;
  readonly codes: readonly CodeColumn[];
  readonly limbs: readonly LimbHeader[];
  readonly entries: LimbHeader;
}

/** Return a header for `readRollups`. @param rows rows of the table */
export function describeRollups(
  model: Model,
  rows: number,
  requested: readonly QueryCount[],
  rollups: readonly RollupLayout[],
): RollupsHeader {
  return {
    format: ROLLUPS_FORMAT,
    rows,
    requested: requested.map(({ grouping, asks, entries }) => ({
      shape: describeGrouping(model, grouping),
      asks,
      entries,
    })),
    rollups: rollups.map(({ grouping, rows, codes, limbs, entries }) => ({
      shape: describeGrouping(model, grouping),
      rows,
      codes,
      limbs: limbs.map(describeLimb),
      entries: describeLimb(entries),
    })),
  };
}

function describeGrouping({ dimensions }: Model, grouping: GroupingSet): GroupingHeader {
  return grouping.map((part) => {
    const { name, attributes } = dimensions[part.dimension]!;
    return { dimension: name, attributes: part.attributes && part.attributes.map((each) => attributes[each]!.name) };
  });
}
