import type { Cells } from "../../../core/engine/engine.js";
import type { Model } from "../../../core/model/cube.js";
import { decimalText } from "../../../core/model/values/decimal.js";
import type { BoundAggregate } from "../../../core/query/aggregate/bind.js";
import type { TextOut } from "../../answer.js";
import type { Explanation } from "./explanation.js";
import { type CellWriter, type CellField, objectOf, type CellPart } from "./cell-parts.js";
import { cutValue, type FilledPlace, type KeyedCells, type PlaceSource } from "./cell-places.js";
import { describeMember } from "../describe/describe-member.js";
import { jsonObject } from "../formats/json.js";
import type { FilledLevel } from "../../../core/engine/parent-maps.js";
import type { InflationWarning } from "../lookup/inflation.js";
import type { PlannedNotes } from "./notes.js";
import type { Unmapped } from "./unmapped.js";

/** Text about an aggregation beside its result. */
export interface AggregateRemarks {
  readonly warnings: readonly string[];
  /** Warning that amounts are nominal; `null` unless they were to be adjusted. */
  readonly inflation?: InflationWarning | null;
  /** Entries that it leaves without a member of a derived dimension; `null` if it uses none. */
  readonly unmapped: Unmapped | null;
  /** Notes of the summary and of cells; `null` if there are none. */
  readonly notes: PlannedNotes | null;
  /** Levels above those of cells that cells show, too. */
  readonly levels: readonly FilledLevel[];
  /** Description of how it was computed, if requested. */
  readonly work: Explanation | undefined;
}

/** Remarks of which the notes of cells are written with these. */
export type WrittenRemarks = Omit<AggregateRemarks, "notes"> & {
  readonly notes: Pick<PlannedNotes, "all"> | null;
};

/** Write the remarks that there are as the end of a JSON object. */
export function writeRemarks(
  bound: BoundAggregate,
  { warnings, inflation, unmapped, notes, work }: WrittenRemarks,
): string {
  return [
    unmapped ? `,"unmapped":${writeUnmapped(bound, unmapped)}` : "",
    notes ? `,"notes":${writeNotes(notes)}` : "",
    inflation ? `,"warning":${JSON.stringify(inflation)}` : "",
    warnings.length > 0 ? `,"warnings":${JSON.stringify(warnings)}` : "",
    work ? `,"explanation":${JSON.stringify(work)}` : "",
  ].join("");
}

/** Write cells with a separator between them. */
export async function* writeItems<C extends Pick<Cells, "length">>(
  out: TextOut,
  writeCell: CellWriter<C>,
  batches: AsyncIterable<C>,
  separator: string,
): AsyncIterable<void> {
  let isFirst = true;
  for await (const cells of batches) {
    for (let row = 0; row < cells.length; row++) {
      if (!isFirst) out.write(separator);
      isFirst = false;
      writeCell(cells, row, out);
      if (out.isFull()) yield;
    }
  }
}

/** Write cells, each with the end of its line. */
export async function* writeLines<C extends Pick<Cells, "length">>(
  out: TextOut,
  writeCell: CellWriter<C>,
  batches: AsyncIterable<C>,
): AsyncIterable<void> {
  for await (const cells of batches) {
    for (let row = 0; row < cells.length; row++) {
      writeCell(cells, row, out);
      out.write("\n");
      if (out.isFull()) yield;
    }
  }
}

function writeUnmapped(bound: BoundAggregate, { numEntries, totals, datasets }: Unmapped): string {
  const parts = datasets?.map(({ name, ...own }) =>
    jsonObject([
      ["name", JSON.stringify(name)],
      ["unmapped", writeUnmapped(bound, own)],
    ]),
  );
  return jsonObject([
    ["num_entries", String(numEntries)],
    ...bound.query.measures.map(({ name }, index) => [name, decimalText(totals[index]!)] as const),
    ...(parts ? [["@datasets", `[${parts.join(",")}]`] as const] : []),
  ]);
}

function writeNotes({ all }: Pick<PlannedNotes, "all">): string {
  return JSON.stringify(all.map(({ id, kind, text }) => ({ id, kind, text })));
}

/** Plan what a cell shows of its keys and cuts. */
export function planSlots(
  model: Model,
  origin: string,
  places: readonly FilledPlace[],
): readonly CellField<KeyedCells>[] {
  const keys = [...new Set(places.map(({ key }) => key))];
  return keys.map((key) => {
    const parts = places.filter((each) => each.key === key);
    return [key, planSlot(model, origin, parts)];
  });
}

function planSlot(model: Model, origin: string, places: readonly FilledPlace[]): readonly CellPart<KeyedCells>[] {
  const fields = places.map(({ within, source }): CellField<KeyedCells> => [
    within ?? "",
    [planPlace(model, origin, source)],
  ]);
  return places[0]!.within === null ? fields[0]![1] : objectOf(fields);
}

function planPlace(model: Model, origin: string, source: PlaceSource): CellPart<KeyedCells> {
  if (source.from === "cut") return JSON.stringify(cutValue(source));
  if (source.from === "value") return { value: source.read };
  const { dimension, read } = source;
  return {
    identify: (cells, row) => read(cells, row)?.id,
    write(cells, row) {
      const member = read(cells, row);
      return member ? JSON.stringify(describeMember(model, dimension, member, origin)) : "null";
    },
  };
}
