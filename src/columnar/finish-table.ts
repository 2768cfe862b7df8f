import type { Kernel } from "../kernel/kernel.js";
import type { Dimension, Model, Value } from "../model/cube.js";
import { widthOf } from "./growing-codes.js";
import { enterId, ID_BYTES, slotsFor } from "./id-index.js";
import { type AmountBounds, type LimbPlan, limbOf, planLimbs } from "./measure-limbs.js";
import { RankCache } from "./ranks.js";
import type { ColumnarTable, DimensionColumn, MeasureColumn, SourceColumn } from "./table.js";
import { keepValues } from "./values.js";
import { eachSegment, numberWidth, planSegments, type SegmentPlan, writeCodes, writeNumbers } from "./write-columns.js";

/** Rows that are to be a table, each read by its position. */
export interface FinishedRows {
  readonly rows: number;
  readonly idAt: (row: number) => Uint8Array;
  readonly sourceAt: (row: number) => number;
  readonly dimensions: readonly FinishedDimension[];
  readonly measures: readonly { readonly scale: number; readonly amountAt: (row: number) => bigint }[];
}

export interface FinishedDimension {
  readonly dimension: Dimension;
  readonly members: readonly (readonly Value[])[];
  readonly codeAt: (row: number) => number;
}

/** Write rows into memories of their final size. */
export function finishTable(kernel: Kernel, model: Model, input: FinishedRows, segmentBytes?: number): ColumnarTable {
  const { rows } = input;
  const numbered = input.dimensions.map((each) => numberMembers(each, rows));
  const limbPlans = input.measures.map(({ amountAt }) => planLimbs(boundsOf(amountAt, rows)));
  const sources = numberSources(input.sourceAt, rows);
  const slots = slotsFor(rows);
  const widths = [
    ID_BYTES,
    sources.size > 1 ? widthOf(sources.size) : 0,
    ...numbered.map(({ members }) => widthOf(members.length)),
    ...limbPlans.flatMap(({ limbs }) => limbs.map(({ min, max }) => numberWidth(min, max))),
  ];
  const plan = planSegments(kernel, rows, widths, slots * 4, segmentBytes);
  const ids = writeIds(plan, input.idAt);
  return {
    model,
    rows,
    ...plan,
    dimensions: numbered.map((each) => writeDimension(plan, each)),
    measures: input.measures.map(({ scale, amountAt }, at) => writeMeasure(plan, scale, amountAt, limbPlans[at]!)),
    sources: writeSources(plan, sources, input.sourceAt),
    ids,
    slots: writeSlots(plan, slots, rows, input.idAt),
  };
}

interface NumberedDimension extends FinishedDimension {
  /** New codes by old ones. */
  readonly renumbered: Uint32Array;
}

/** Keep the members that the rows have, numbered in the order in which the rows first have them. */
function numberMembers({ dimension, members, codeAt }: FinishedDimension, rows: number): NumberedDimension {
  const NONE = 0xffff_ffff;
  const renumbered = new Uint32Array(members.length).fill(NONE);
  const kept: (readonly Value[])[] = [];
  for (let row = 0; row < rows; row++) {
    const code = codeAt(row);
    if (renumbered[code] === NONE) renumbered[code] = kept.push(members[code]!) - 1;
  }
  return { dimension, members: kept, codeAt, renumbered };
}

function writeDimension(
  plan: SegmentPlan,
  { dimension, members, codeAt, renumbered }: NumberedDimension,
): DimensionColumn {
  const attributes = dimension.attributes.map((attribute) => keepValues(attribute, members));
  const identity = dimension.identity.index;
  return {
    dimension,
    codes: writeCodes(plan, members.length, (row) => renumbered[codeAt(row)]!),
    attributes,
    missing: dimension.kind === "compound" ? -1 : members.findIndex((member) => member[identity] === null),
    ranks: new RankCache(attributes),
  };
}

function writeMeasure(
  plan: SegmentPlan,
  scale: number,
  amountAt: (row: number) => bigint,
  limbs: LimbPlan,
): MeasureColumn {
  const columns = limbs.limbs.map((bounds, limb) =>
    writeNumbers(plan, bounds, (row) => limbOf(amountAt(row), limb, limbs)),
  );
  return { scale, limbs: columns, limbBits: limbs.limbBits };
}

function boundsOf(amountAt: (row: number) => bigint, rows: number): AmountBounds {
  let [min, max, sumOfAbsolutes] = [0n, 0n, 0n];
  for (let row = 0; row < rows; row++) {
    const amount = amountAt(row);
    if (amount < min) min = amount;
    if (amount > max) max = amount;
    sumOfAbsolutes += amount < 0n ? -amount : amount;
  }
  return { min, max, sumOfAbsolutes, rows };
}

function numberSources(sourceAt: (row: number) => number, rows: number): Map<number, number> {
  const codes = new Map<number, number>();
  for (let row = 0; row < rows; row++) {
    const source = sourceAt(row);
    if (!codes.has(source)) codes.set(source, codes.size);
  }
  return codes;
}

function writeSources(plan: SegmentPlan, codes: Map<number, number>, sourceAt: (row: number) => number): SourceColumn {
  const column = codes.size > 1 ? writeCodes(plan, codes.size, (row) => codes.get(sourceAt(row))!) : null;
  return { codes: column, sources: [...codes.keys()] };
}

function writeIds(plan: SegmentPlan, idAt: (row: number) => Uint8Array): ColumnarTable["ids"] {
  return eachSegment(plan, ({ memory, rows }, first) => {
    const pointer = memory.allocate(rows * ID_BYTES);
    const view = memory.u8(pointer, rows * ID_BYTES);
    for (let row = 0; row < rows; row++) view.set(idAt(first + row), row * ID_BYTES);
    return pointer;
  });
}

function writeSlots(
  { segments }: SegmentPlan,
  length: number,
  rows: number,
  idAt: (row: number) => Uint8Array,
): ColumnarTable["slots"] {
  const { memory } = segments.at(-1)!;
  const pointer = memory.allocate(length * 4);
  const slots = memory.u32(pointer, length);
  for (let row = 0; row < rows; row++) enterId(idAt(row), slots, row);
  return { pointer, length };
}
