import type { Kernel } from "../kernel/kernel.js";
import type { Model } from "../model/cube.js";
import type { DimensionBuilder } from "./dimension-builder.js";
import type { GrowingAmounts } from "./growing-amounts.js";
import { widthOf } from "./growing-codes.js";
import { planValues } from "./growing-values.js";
import { enterId, ID_BYTES } from "./id-index.js";
import { type AmountBounds, type LimbPlan, limbOf, planLimbs } from "./measure-limbs.js";
import { type NumberedMembers, numberMembers } from "./number-members.js";
import { openDimension } from "./open-dimension.js";
import { type MemoryPlan, planMemories } from "./plan-memories.js";
import type { Place, PlannedValues } from "./planned-values.js";
import { slotsFor } from "./slots.js";
import type { ColumnarTable, DimensionColumn, MeasureColumn, SourceColumn } from "./table.js";
import { eachSegment, numberWidth, writeCodes, writeNumbers } from "./write-columns.js";

/** Rows that are to be a table. */
export interface FinishedRows {
  readonly rows: number;
  /** Where a row stands in what follows. */
  readonly rowAt: (row: number) => number;
  /** 20 bytes for each row. */
  readonly ids: Uint8Array;
  readonly sourceAt: (row: number) => number;
  readonly dimensions: readonly DimensionBuilder[];
  readonly amounts: readonly GrowingAmounts[];
}

/** Write rows into memories of their final size. */
export function finishTable(kernel: Kernel, model: Model, input: FinishedRows, memoryBytes?: number): ColumnarTable {
  const { rows, rowAt, sourceAt, amounts } = input;
  const dimensions = input.dimensions.map((each) => planDimension(each, rows, rowAt));
  const limbPlans = amounts.map((each) => planLimbs(boundsOf(each, rows, rowAt)));
  const sources = numberSources(sourceAt, rows);
  const slots = slotsFor(rows);
  const widths = [
    ID_BYTES,
    sources.size > 1 ? widthOf(sources.size) : 0,
    ...dimensions.map(({ numbered }) => widthOf(numbered.members.length)),
    ...limbPlans.flatMap(({ limbs }) => limbs.map(({ min, max }) => numberWidth(min, max))),
  ];
  const pieces = [slots * 4, ...dimensions.flatMap(({ values }) => values.map(({ total }) => total))];
  const plan = planMemories(kernel, rows, widths, pieces, memoryBytes);
  const places = plan.places[Symbol.iterator]();
  const nextPlace = (): Place => places.next().value!;
  return {
    model,
    rows,
    segments: plan.segments,
    segmentRows: plan.segmentRows,
    memories: plan.memories,
    slots: writeSlots(plan, nextPlace(), slots, input),
    ids: writeIds(plan, input),
    sources: writeSources(plan, sources, sourceAt),
    dimensions: dimensions.map((each) => writeDimension(plan, each, nextPlace, rowAt)),
    measures: amounts.map((each, at) => writeMeasure(plan, each, limbPlans[at]!, rowAt)),
  };
}

interface PlannedDimension {
  readonly builder: DimensionBuilder;
  readonly numbered: NumberedMembers;
  readonly values: readonly PlannedValues[];
}

function planDimension(builder: DimensionBuilder, rows: number, rowAt: (row: number) => number): PlannedDimension {
  const { codes, attributes, dimension } = builder;
  const numbered = numberMembers(codes, attributes[0]!.length, rows, rowAt);
  const isIdentity = (attribute: number): boolean => attribute === dimension.identity.index;
  const values = attributes.map((each, at) => planValues(each, numbered.members, !isIdentity(at)));
  return { builder, numbered, values };
}

function writeDimension(
  plan: MemoryPlan,
  { builder, numbered, values }: PlannedDimension,
  nextPlace: () => Place,
  rowAt: (row: number) => number,
): DimensionColumn {
  const { dimension, codes } = builder;
  const { members, renumbered } = numbered;
  const columns = values.map((each) => {
    const place = nextPlace();
    return each.write(plan.memories[place.memory]!, place);
  });
  const column = writeCodes(plan, members.length, (row) => renumbered[codes.get(rowAt(row))]!);
  return openDimension(plan, dimension, column, columns);
}

function writeMeasure(
  plan: MemoryPlan,
  amounts: GrowingAmounts,
  limbs: LimbPlan,
  rowAt: (row: number) => number,
): MeasureColumn {
  const columns = limbs.limbs.map((bounds, limb) =>
    writeNumbers(plan, bounds, (row) => limbOf(amounts.get(rowAt(row)), limb, limbs)),
  );
  return { scale: amounts.scale, limbs: columns, limbBits: limbs.limbBits };
}

function boundsOf(amounts: GrowingAmounts, rows: number, rowAt: (row: number) => number): AmountBounds {
  let [min, max, sumOfAbsolutes] = [0n, 0n, 0n];
  for (let row = 0; row < rows; row++) {
    const amount = amounts.get(rowAt(row));
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

function writeSources(plan: MemoryPlan, codes: Map<number, number>, sourceAt: (row: number) => number): SourceColumn {
  const column = codes.size > 1 ? writeCodes(plan, codes.size, (row) => codes.get(sourceAt(row))!) : null;
  return { codes: column, sources: [...codes.keys()] };
}

function writeIds(plan: MemoryPlan, { ids, rowAt }: FinishedRows): ColumnarTable["ids"] {
  return eachSegment(plan, ({ memory, rows }, first) => {
    const pointer = memory.allocate(rows * ID_BYTES);
    const view = memory.u8(pointer, rows * ID_BYTES);
    for (let row = 0; row < rows; row++) {
      const at = rowAt(first + row) * ID_BYTES;
      for (let byte = 0; byte < ID_BYTES; byte++) view[row * ID_BYTES + byte] = ids[at + byte]!;
    }
    return pointer;
  });
}

function writeSlots(
  { memories }: MemoryPlan,
  place: Place,
  length: number,
  { rows, rowAt, ids }: FinishedRows,
): ColumnarTable["slots"] {
  const slots = memories[place.memory]!.u32(place.pointer, length);
  for (let row = 0; row < rows; row++) enterId(slots, row, ids, rowAt(row) * ID_BYTES);
  return { ...place, length };
}
