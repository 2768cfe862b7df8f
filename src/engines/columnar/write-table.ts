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
import { type GrowingCodes, widthOf } from "./base/growing-codes.js";
import type { RowOrder } from "./base/row-order.js";
import type { GrowingIds } from "./writing/growing-ids.js";
import { planValues } from "./writing/growing-values.js";
import { ID_BYTES } from "./base/id-index.js";
import { type LimbPlan, limbOf, planLimbs } from "./table/measure-limbs.js";
import { type CompactedCodes, compactCodes } from "./writing/compact-codes.js";
import { planRecords } from "./table/record-numbers.js";
import { openDimension } from "./table/open-dimension.js";
import { ALONE, type Meanwhile } from "./writing/meanwhile.js";
import { type MemoryPlan, planMemories } from "./writing/plan-memories.js";
import type { PlannedPlace, PlannedValues } from "./table/planned-values.js";
import { viewRowsById } from "./table/rows-by-id.js";
import type { ColumnarTable, DimensionColumn, MeasureColumn } from "./table/table.js";
import type { ValueColumn } from "./table/values.js";
import { numberSources, writeSources } from "./writing/write-sources.js";
import { eachSegment, numberWidth, writeCodes, writeNumbers } from "./writing/write-columns.js";

/** Rows to write as a table. Writing consumes them: each part is cleared once it is written. */
export interface BuiltRows {
  readonly rows: number;
  /** For each row its position in all that follows; `null` if positions are rows. */
  readonly kept: Uint32Array | null;
  /** `null` if each id follows from its row's key. */
  readonly ids: GrowingIds | null;
  /** Ids of the sources. */
  readonly sources: GrowingCodes;
  /** Numbers of the records in their sources, or 0. */
  readonly records: GrowingCodes;
  readonly dimensions: readonly DictionaryBuilder[];
  readonly amounts: readonly GrowingAmounts[];
}

/** Bytes of garbage for which writing collects it: as many may be held in vain. */
const MANY_BYTES = 2 ** 25;
/** Bytes of an amount of a table being built, and of what ordering takes for a row. */
const [AMOUNT_BYTES, ORDERING_BYTES] = [8, 16];
/** Bytes for each row of what only finding rows needs: it is garbage once the table is written. */
const FINDING_BYTES = 10;

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
  meanwhile = ALONE,
): ColumnarTable {
  const release = releaser(kernel);
  release(input.rows * FINDING_BYTES);
  const { table, ranks } = writeColumns(kernel, model, input, layout, meanwhile, release);
  if (!findsIds) return table;
  const rowsById = viewRowsById(table);
  // In load order, the texts of keys mostly follow each other in memory.
  if (ranks) rowsById.set(ranks);
  else for (let row = 0; row < table.rows; row++) rowsById[row] = row;
  meanwhile.order(table);
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
 * @returns also for each place in load order the row there; `null` if the rows are in that order
 */
function writeColumns(
  kernel: Kernel,
  model: Model,
  input: BuiltRows,
  layout: TableLayout,
  meanwhile: Meanwhile,
  release: (bytes: number) => void,
): { readonly table: ColumnarTable; readonly ranks: Uint32Array | null } {
  const { rows, kept, amounts } = input;
  const rowAt = (row: number): number => (kept ? kept[row]! : row);
  // Members are numbered in load order, even if the rows are clustered.
  const planned = input.dimensions.map((each) => planDimension(each, kept, rows));
  const clustered = clusterPlanned(model, rows, rowAt, planned, layout);
  const order = { rows, kept, ranks: clustered && clustered.ranks };
  const limbPlans = amounts.map((each) => planLimbs(boundAmounts(each, rows, rowAt)));
  const records = planRecords(rows, (row) => input.records.get(rowAt(row)));
  const sources = numberSources(input.sources, rows, rowAt);
  const widths = [
    input.ids ? ID_BYTES : 0,
    sources.ids.length > 1 ? widthOf(sources.ids.length) : 0,
    clustered ? widthOf(rows) : 0,
    ...planned.map(({ numbered }) => widthOf(numbered.members.length)),
    ...limbPlans.flatMap(({ limbs }) => limbs.map(({ min, max }) => numberWidth(min, max))),
  ];
  const pieces = [...planned.flatMap(({ values }) => values.map(({ total }) => total)), records.total, rows * 4];
  const plan = planMemories(kernel, rows, widths, pieces, layout.memoryBytes);
  const places = plan.places.values();
  const nextPlace = (): PlannedPlace => places.next().value!;
  const placesOf = planned.map(({ values }) => values.map(nextPlace));
  const columns: (readonly ValueColumn[])[] = [];
  // The largest first: another thread indexes their terms meanwhile.
  const bySize = [...planned.keys()].toSorted((a, b) => bytesOf(planned[b]!) - bytesOf(planned[a]!));
  for (const at of bySize) {
    const each = planned[at]!;
    const bytes = bytesOf(each);
    columns[at] = writeValues(plan, each, placesOf[at]!, (written) => {
      meanwhile.begin(at, written, each.numbered.members, plan);
    });
    release(bytes);
  }
  const dimensions = planned.map((each, at) => {
    const { length } = each.numbered.members;
    const dimension = writeDimension(plan, each, columns[at]!, order);
    release(rows * widthOf(length));
    return dimension;
  });
  const measures = amounts.map((each, at) => writeMeasure(plan, each, limbPlans[at]!, order));
  const sourceColumn = writeSources(plan, sources, input.sources, order);
  const loadOrder = clustered && writeOrder(plan, clustered);
  release(rows * AMOUNT_BYTES * amounts.length);
  const recordPlace = nextPlace();
  const written = records.write(plan.memories[recordPlace.memory]!, recordPlace);
  const ids = input.ids && writeIds(plan, input.ids, order);
  const byId = nextPlace();
  const { segments, segmentRows, memories } = plan;
  const parts = { dimensions, measures, sources: sourceColumn, records: written, order: loadOrder, ids, byId };
  const table = { model, rows, segments, segmentRows, memories, ...parts };
  return { table, ranks: order.ranks };
}

/** Cluster the rows; return `null` if they stay in load order. */
function clusterPlanned(
  model: Model,
  rows: number,
  rowAt: (row: number) => number,
  planned: readonly PlannedDimension[],
  { worthClustering: worth }: TableLayout,
): ClusteredRows | null {
  if (rows < worth.rows) return null;
  const candidates = planned.map(({ builder, numbered }) => groupMembers(builder, numbered));
  const keys = chooseKeys(model, rows, candidates, worth);
  return clusterRows(rows, keys, (dimension, place) => planned[dimension]!.builder.codes.get(rowAt(place)));
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

function planDimension(builder: DictionaryBuilder, kept: Uint32Array | null, rows: number): PlannedDimension {
  const { codes, attributes, dimension } = builder;
  const numbered = compactCodes(codes, attributes[0]!.length, kept, rows);
  const values = attributes.map((each, at) =>
    planValues(each, numbered.members, at === dimension.identity.index ? builder.members : null),
  );
  return { builder, numbered, values };
}

/** Return the bytes of a dimension's values. */
function bytesOf({ values }: PlannedDimension): number {
  return values.reduce((sum, { total }) => sum + total, 0);
}

/** Write the values of a dimension, and forget what they were written from. @param onWritten called before they are indexed */
function writeValues(
  { memories }: MemoryPlan,
  planned: PlannedDimension,
  places: readonly PlannedPlace[],
  onWritten: (columns: readonly ValueColumn[]) => void,
): readonly ValueColumn[] {
  const { values, builder } = planned;
  const columns = values.map((each, at) => each.write(memories[places[at]!.memory]!, places[at]!));
  onWritten(columns);
  values.forEach((each, at) => each.index?.(memories[places[at]!.memory]!, columns[at]!));
  planned.values = [];
  builder.clearMembers();
  return columns;
}

/** Write the codes of a dimension whose values are written, and clear them. */
function writeDimension(
  plan: MemoryPlan,
  planned: PlannedDimension,
  columns: readonly ValueColumn[],
  order: RowOrder,
): DimensionColumn {
  const { builder, numbered } = planned;
  const { dimension, codes } = builder;
  const { members, renumbered } = numbered;
  const column = writeCodes(plan, members.length, (to, first) => codes.copyTo(to, first, order, renumbered));
  codes.clear();
  planned.numbered = NO_MEMBERS;
  return openDimension(plan, dimension, column, columns);
}

function writeMeasure(plan: MemoryPlan, amounts: GrowingAmounts, limbs: LimbPlan, order: RowOrder): MeasureColumn {
  const columns = limbs.limbs.map((bounds, limb) =>
    writeNumbers(plan, bounds, (to, first) => {
      if (limbs.limbs.length === 1 && amounts.copyTo(to, first, order)) return;
      eachRow(order, first, to.length, (at, position) => {
        const integer = limbOf(amounts.get(position), limb, limbs);
        if (to instanceof Int32Array) to[at] = Number(integer);
        else to[at] = integer;
      });
    }),
  );
  amounts.clear();
  return { scale: amounts.scale, limbs: columns, limbBits: limbs.limbBits };
}

function writeOrder(plan: MemoryPlan, { keys, ranks, starts }: ClusteredRows): LoadOrder {
  const order = { rows: plan.rows, kept: null, ranks };
  return {
    places: writeCodes(plan, plan.rows, (to, first) =>
      eachRow(order, first, to.length, (at, place) => (to[at] = place)),
    ),
    starts,
    keys: keys.map(({ dimension }) => dimension),
  };
}

function writeIds(plan: MemoryPlan, ids: GrowingIds, order: RowOrder): readonly Pointer[] {
  const bytes = ids.ids;
  const pointers = eachSegment(plan, ({ memory, rows }, first) => {
    const pointer = memory.allocate(rows * ID_BYTES);
    const view = memory.u8(pointer, rows * ID_BYTES);
    eachRow(order, first, rows, (row, position) => {
      const at = position * ID_BYTES;
      for (let byte = 0; byte < ID_BYTES; byte++) view[row * ID_BYTES + byte] = bytes[at + byte]!;
    });
    return pointer;
  });
  ids.clear();
  return pointers;
}

/** Call `use` for some successive rows, in load order, with their number among these and their position. */
function eachRow(
  { rows, kept, ranks }: RowOrder,
  first: number,
  count: number,
  use: (at: number, position: number) => void,
): void {
  for (let place = 0; place < rows; place++) {
    const at = (ranks ? ranks[place]! : place) - first;
    if (at >= 0 && at < count) use(at, kept ? kept[place]! : place);
  }
}
