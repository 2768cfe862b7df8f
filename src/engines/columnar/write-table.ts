import type { Kernel } from "../kernel/kernel.js";
import type { Pointer } from "../kernel/memory/pointer.js";
import type { Model } from "../../core/model/cube.js";
import { boundAmounts } from "./writing/amount-bounds.js";
import { chooseKeys, type WorthClustering } from "./clustering/choose-keys.js";
import { type ClusteredRows, clusterRows } from "./clustering/cluster-rows.js";
import { groupMembers } from "./clustering/group-members.js";
import type { LoadOrder } from "./table/load-order.js";
import type { DictionaryBuilder } from "./writing/dictionary-builder.js";
import type { GrowingAmounts } from "./writing/growing-amounts.js";
import { widthOf } from "./base/growing-codes.js";
import type { GrowingIds } from "./writing/growing-ids.js";
import { planValues } from "./writing/growing-values.js";
import { ID_BYTES } from "./base/id-index.js";
import { type LimbPlan, limbOf, planLimbs } from "./table/measure-limbs.js";
import { type CompactedCodes, compactCodes } from "./writing/compact-codes.js";
import { planRecords } from "./table/record-numbers.js";
import { openDimension } from "./table/open-dimension.js";
import { type MemoryPlan, planMemories } from "./writing/plan-memories.js";
import type { PlannedPlace, PlannedValues } from "./table/planned-values.js";
import { openIds } from "./table/read-ids.js";
import { orderRowsById, viewRowsById } from "./table/rows-by-id.js";
import type { ColumnarTable, DimensionColumn, MeasureColumn, SourceColumn } from "./table/table.js";
import type { ValueColumn } from "./table/values.js";
import { eachSegment, numberWidth, writeCodes, writeNumbers } from "./writing/write-columns.js";

/** Rows to write as a table. Writing consumes them: each part is cleared once it is written. */
export interface BuiltRows {
  readonly rows: number;
  /** Return a row's position in `ids`, `dimensions` and `amounts`. */
  readonly rowAt: (row: number) => number;
  /** `null` if each id follows from its row's key. */
  readonly ids: GrowingIds | null;
  /** Return the id of a row's source. */
  readonly sourceAt: (row: number) => number;
  /** Return the number of a row's record in its source, or 0. */
  readonly recordAt: (row: number) => number;
  readonly dimensions: readonly DictionaryBuilder[];
  readonly amounts: readonly GrowingAmounts[];
}

/** Bytes of garbage for which writing collects it: as many may be held in vain. */
const MANY_BYTES = 2 ** 25;
/** Bytes of an amount of a table being built, and of what ordering takes for a row. */
const [AMOUNT_BYTES, ORDERING_BYTES] = [8, 16];

/** Settings for the layout of a table. */
export interface TableLayout {
  /** Maximum bytes of one memory. */
  readonly memoryBytes: number;
  readonly worthClustering: WorthClustering;
}

/**
 * Write rows into memories of their final size, without the terms of their texts.
 * @param findsIds false if no row will be sought by its id: they are not ordered by it
 */
export function writeTable(
  kernel: Kernel,
  model: Model,
  input: BuiltRows,
  layout: TableLayout,
  findsIds = true,
): ColumnarTable {
  const release = releaser(kernel);
  const { table, places } = writeColumns(kernel, model, input, layout, release);
  if (!findsIds) return table;
  const rowsById = viewRowsById(table);
  // In load order, the texts of keys mostly follow each other in memory.
  for (let row = 0; row < table.rows; row++) rowsById[places ? places[row]! : row] = row;
  orderRowsById(openIds(table, table.rows), rowsById);
  release(table.rows * ORDERING_BYTES);
  return table;
}

/** Return a function that notes bytes that are garbage from now on, and collects them once they are many. */
function releaser(kernel: Kernel): (bytes: number) => void {
  let waiting = 0;
  return (bytes) => {
    waiting += bytes;
    if (waiting < MANY_BYTES) return;
    waiting = 0;
    kernel.collect();
  };
}

/**
 * Write all columns; their rows are not yet ordered by id. Everything else that writing takes can be collected then.
 * @returns also for each row its place in load order; `null` if the rows are in that order
 */
function writeColumns(
  kernel: Kernel,
  model: Model,
  input: BuiltRows,
  layout: TableLayout,
  release: (bytes: number) => void,
): { readonly table: ColumnarTable; readonly places: ClusteredRows["places"] | null } {
  const { rows, amounts } = input;
  // Members are numbered in load order, even if the rows are clustered.
  const planned = input.dimensions.map((each) => planDimension(each, rows, input.rowAt));
  const clustered = clusterPlanned(model, input, planned, layout);
  const { rowAt, sourceAt } = clustered ? reorder(input, clustered) : input;
  const limbPlans = amounts.map((each) => planLimbs(boundAmounts(each, rows, input.rowAt)));
  const records = planRecords(rows, input.recordAt);
  const codes = numberSources(input.sourceAt, rows);
  const widths = [
    input.ids ? ID_BYTES : 0,
    codes.size > 1 ? widthOf(codes.size) : 0,
    clustered ? widthOf(rows) : 0,
    ...planned.map(({ numbered }) => widthOf(numbered.members.length)),
    ...limbPlans.flatMap(({ limbs }) => limbs.map(({ min, max }) => numberWidth(min, max))),
  ];
  const pieces = [...planned.flatMap(({ values }) => values.map(({ total }) => total)), records.total, rows * 4];
  const plan = planMemories(kernel, rows, widths, pieces, layout.memoryBytes);
  const places = plan.places.values();
  const nextPlace = (): PlannedPlace => places.next().value!;
  const placesOf = planned.map(({ values }) => values.map(nextPlace));
  const dimensions: DimensionColumn[] = [];
  for (const [at, each] of planned.entries()) {
    const columns = writeValues(plan, each, placesOf[at]!);
    const bytes = bytesOf(each) + rows * widthOf(each.numbered.members.length);
    dimensions[at] = writeDimension(plan, each, columns, rowAt);
    release(bytes);
  }
  const measures = amounts.map((each, at) => writeMeasure(plan, each, limbPlans[at]!, rowAt));
  const sources = writeSources(plan, codes, sourceAt);
  const order = clustered && writeOrder(plan, clustered);
  release(rows * AMOUNT_BYTES * amounts.length);
  const recordPlace = nextPlace();
  const written = records.write(plan.memories[recordPlace.memory]!, recordPlace);
  const ids = input.ids && writeIds(plan, input.ids, rowAt);
  const byId = nextPlace();
  const { segments, segmentRows, memories } = plan;
  const columns = { dimensions, measures, sources, records: written, order, ids, byId };
  const table = { model, rows, segments, segmentRows, memories, ...columns };
  return { table, places: clustered && clustered.places };
}

/** Cluster the rows; return `null` if they stay in load order. */
function clusterPlanned(
  model: Model,
  { rows, rowAt }: BuiltRows,
  planned: readonly PlannedDimension[],
  { worthClustering: worth }: TableLayout,
): ClusteredRows | null {
  if (rows < worth.rows) return null;
  const candidates = planned.map(({ builder, numbered }) => groupMembers(builder, numbered));
  const keys = chooseKeys(model, rows, candidates, worth);
  return clusterRows(rows, keys, (dimension, place) => planned[dimension]!.builder.codes.get(rowAt(place)));
}

function reorder({ rowAt, sourceAt }: BuiltRows, { places }: ClusteredRows): Pick<BuiltRows, "rowAt" | "sourceAt"> {
  return { rowAt: (row) => rowAt(places[row]!), sourceAt: (row) => sourceAt(places[row]!) };
}

/** A dimension to write. */
interface PlannedDimension {
  readonly builder: DictionaryBuilder;
  /** Its numbered members; none once it is written. */
  numbered: CompactedCodes;
  /** Its values; none once it is written. */
  values: readonly PlannedValues[];
}

const NO_MEMBERS: CompactedCodes = { members: new Uint32Array(0), renumbered: new Uint32Array(0) };

function planDimension(builder: DictionaryBuilder, rows: number, rowAt: (row: number) => number): PlannedDimension {
  const { codes, attributes, dimension } = builder;
  const numbered = compactCodes(codes, attributes[0]!.length, rows, rowAt);
  const values = attributes.map((each, at) =>
    planValues(each, numbered.members, at === dimension.identity.index ? builder.members : null),
  );
  return { builder, numbered, values };
}

/** Return the bytes of a dimension's values. */
function bytesOf({ values }: PlannedDimension): number {
  return values.reduce((sum, { total }) => sum + total, 0);
}

function writeValues(
  { memories }: MemoryPlan,
  { values }: PlannedDimension,
  places: readonly PlannedPlace[],
): readonly ValueColumn[] {
  return values.map((each, at) => each.write(memories[places[at]!.memory]!, places[at]!));
}

/** Write the codes of a dimension whose values are written, and clear it. */
function writeDimension(
  plan: MemoryPlan,
  planned: PlannedDimension,
  columns: readonly ValueColumn[],
  rowAt: (row: number) => number,
): DimensionColumn {
  const { builder, numbered } = planned;
  const { dimension, codes } = builder;
  const { members, renumbered } = numbered;
  const column = writeCodes(plan, members.length, (row) => renumbered[codes.get(rowAt(row))]!);
  builder.clear();
  planned.numbered = NO_MEMBERS;
  planned.values = [];
  return openDimension(plan, dimension, column, columns);
}

function writeMeasure(
  plan: MemoryPlan,
  amounts: GrowingAmounts,
  limbs: LimbPlan,
  rowAt: (row: number) => number,
): MeasureColumn {
  const columns = limbs.limbs.map((bounds, limb) => {
    const integerOf = (row: number): bigint => limbOf(amounts.get(rowAt(row)), limb, limbs);
    const isWhole = limbs.limbs.length === 1;
    const numberOf = isWhole ? (row: number) => amounts.getNumber(rowAt(row)) : (row: number) => Number(integerOf(row));
    return writeNumbers(plan, bounds, { numberOf, integerOf });
  });
  amounts.clear();
  return { scale: amounts.scale, limbs: columns, limbBits: limbs.limbBits };
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

function writeOrder(plan: MemoryPlan, { keys, places, starts }: ClusteredRows): LoadOrder {
  return {
    places: writeCodes(plan, plan.rows, (row) => places[row]!),
    starts,
    keys: keys.map(({ dimension }) => dimension),
  };
}

function writeIds(plan: MemoryPlan, ids: GrowingIds, rowAt: (row: number) => number): readonly Pointer[] {
  const bytes = ids.ids;
  const pointers = eachSegment(plan, ({ memory, rows }, first) => {
    const pointer = memory.allocate(rows * ID_BYTES);
    const view = memory.u8(pointer, rows * ID_BYTES);
    for (let row = 0; row < rows; row++) {
      const at = rowAt(first + row) * ID_BYTES;
      for (let byte = 0; byte < ID_BYTES; byte++) view[row * ID_BYTES + byte] = bytes[at + byte]!;
    }
    return pointer;
  });
  ids.clear();
  return pointers;
}
