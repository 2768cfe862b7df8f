import type { CodeColumn } from "../../kernel/query/table.js";
import type { Model } from "../../model/cube.js";
import { describeLimb, type LimbHeader } from "../table/limb-header.js";
import type { QueryCount } from "./query-statistics.js";
import type { RollupLayout } from "./rollup.js";
import type { GroupingSet } from "./grouping-set.js";

/** Another one when a header means something else. */
export const ROLLUPS_FORMAT = "spendcube cuboids 1";

/**
 * All that must be known beside the table and the bytes of its cuboids' memories to read those again, and what was asked
 * of it. Plain data.
 */
export interface RollupsHeader {
  readonly format: typeof ROLLUPS_FORMAT;
  /** Of the table. */
  readonly rows: number;
  readonly asked: readonly QueryCountHeader[];
  /** In the order of the memories. */
  readonly cuboids: readonly RollupHeader[];
}

/** A shape by names. */
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

/** What `readCuboids` takes. @param rows of the table */
export function describeRollups(
  model: Model,
  rows: number,
  requested: readonly QueryCount[],
  rollups: readonly RollupLayout[],
): RollupsHeader {
  return {
    format: ROLLUPS_FORMAT,
    rows,
    asked: requested.map(({ grouping, asks, entries }) => ({
      shape: describeGrouping(model, grouping),
      asks,
      entries,
    })),
    cuboids: rollups.map(({ grouping, rows, codes, limbs, entries }) => ({
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
