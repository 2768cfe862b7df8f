import type { SerializedVersion } from "#src/core/engine/serialized.js";
import type { TableBuilder, TableFormat, VersionOpening, WrittenVersion } from "#src/core/engine/storage.js";
import type { Engine } from "#src/core/engine/engine.js";
import type { Entry } from "#src/core/engine/entry.js";
import { streamEntries } from "#src/core/engine/with-reader.js";
import type { Model } from "#src/core/model/cube.js";
import { entryInput, type Row } from "../fixtures.js";

/**
 * Rows with ties, labels that several members share, missing values, and characters beyond the Basic Multilingual
 * Plane.
 */
export const SAMPLE: readonly Row[] = [
  { id: "a", paid: 10n, region: "North", code: "1", date: "2009-03-02", rate: 10, weight: 2 },
  { id: "b", paid: 20n, region: "South", code: "2", date: "2009-11-30", rate: 9, until: "2011-01-01" },
  { id: "c", paid: -5n, region: "North", code: "2", date: "2010-01-01" },
  { id: "d", paid: 30n, region: "\u{1F600}", code: "3", function: "Function 2", date: "2010-01-01" },
  { id: "e", paid: 30n, region: "\u{FB01}", code: "1", date: "2011-12-31", rate: 9, weight: 2 },
];

interface LocalBuilder extends TableBuilder {
  finish(): WrittenVersion;
}

interface LocalOpening extends VersionOpening {
  open(): Engine;
}

/** A format that does everything synchronously in this thread. */
export interface LocalFormat extends TableFormat {
  build(...of: Parameters<TableFormat["build"]>): LocalBuilder;
  serialize(engine: Engine): SerializedVersion;
  open(model: Model, header: unknown, lengths: readonly number[]): LocalOpening;
}

export function loadRows(format: LocalFormat, model: Model, rows: readonly Row[]): Engine {
  const builder = format.build(model, null, 1);
  void builder.write(rows.map(entryInput));
  return builder.finish().engine;
}

/** The same of any format. */
export async function loadVersion(format: TableFormat, model: Model, rows: readonly Row[]): Promise<Engine> {
  const builder = format.build(model, null, 1);
  await builder.write(rows.map(entryInput));
  return (await builder.finish()).engine;
}

export async function entriesOf(engine: Engine): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const batch of streamEntries(engine)) entries.push(...batch);
  return entries;
}
