import type { CodeColumn } from "../../kernel/query/table.js";
import type { Model } from "../../model/cube.js";
import { describeLimb, type LimbHeader } from "../table/limb-header.js";
import type { AskedShape } from "./query-statistics.js";
import type { CuboidLayout } from "./rollup.js";
import type { Shape } from "./grouping-set.js";

/** Another one when a header means something else. */
export const CUBOIDS_FORMAT = "spendcube cuboids 1";

/**
 * All that must be known beside the table and the bytes of its cuboids' memories to read those again, and what was asked
 * of it. Plain data.
 */
export interface CuboidsHeader {
  readonly format: typeof CUBOIDS_FORMAT;
  /** Of the table. */
  readonly rows: number;
  readonly asked: readonly AskedHeader[];
  /** In the order of the memories. */
  readonly cuboids: readonly CuboidHeader[];
}

/** A shape by names. */
export type ShapeHeader = readonly { readonly dimension: string; readonly attributes: readonly string[] | null }[];

export interface AskedHeader extends Omit<AskedShape, "shape"> {
  readonly shape: ShapeHeader;
}

export interface CuboidHeader {
  readonly shape: ShapeHeader;
  readonly rows: number;
  readonly codes: readonly CodeColumn[];
  readonly limbs: readonly LimbHeader[];
  readonly entries: LimbHeader;
}

/** What `readCuboids` takes. @param rows of the table */
export function describeCuboids(
  model: Model,
  rows: number,
  asked: readonly AskedShape[],
  cuboids: readonly CuboidLayout[],
): CuboidsHeader {
  return {
    format: CUBOIDS_FORMAT,
    rows,
    asked: asked.map(({ shape, asks, entries }) => ({ shape: describeShape(model, shape), asks, entries })),
    cuboids: cuboids.map(({ shape, rows, codes, limbs, entries }) => ({
      shape: describeShape(model, shape),
      rows,
      codes,
      limbs: limbs.map(describeLimb),
      entries: describeLimb(entries),
    })),
  };
}

function describeShape({ dimensions }: Model, shape: Shape): ShapeHeader {
  return shape.map((part) => {
    const { name, attributes } = dimensions[part.dimension]!;
    return { dimension: name, attributes: part.attributes && part.attributes.map((each) => attributes[each]!.name) };
  });
}
