import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { SerializedVersion } from "#src/core/engine/serialized.js";
import type { Engine } from "#src/core/engine/engine.js";
import { gatherCells } from "#src/core/engine/collect-cells.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { DamagedStore } from "#src/core/errors/errors.js";
import type { Model } from "#src/core/model/cube.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { entryInput, queryParameters, type Row, spendingModel } from "../fixtures.js";
import type { TableFormat } from "#src/core/engine/storage.js";
import { entriesOf, type LocalFormat, loadVersion, SAMPLE } from "./sample.js";

const BOUNDS = { maxCells: 1000, deadline: Number.POSITIVE_INFINITY };

/** Rows with amounts that exceed a 64-bit integer. */
const WIDE: readonly Row[] = [...SAMPLE, { id: "f", paid: 10n ** 40n }, { id: "0", paid: -(10n ** 40n) + 1n }];

/** Copy the parts of a serialized version into new memory and open it. */
export async function openCopy(
  format: TableFormat,
  model: Model,
  { header, parts }: SerializedVersion,
): Promise<Engine> {
  const opening = format.open(
    model,
    structuredClone(header),
    parts.map(({ length }) => length),
  );
  opening.parts.forEach((part, at) => part.set(parts[at]!));
  return opening.open();
}

/** The same of a format that does everything in this thread. */
export function loadCopy(format: LocalFormat, model: Model, { header, parts }: SerializedVersion): Engine {
  const lengths = parts.map(({ length }) => length);
  const opening = format.open(model, structuredClone(header), lengths);
  opening.parts.forEach((part, at) => part.set(parts[at]!));
  return opening.open();
}

/** Test that a format serializes versions and opens them again. */
export function describeSerialization(name: string, format: TableFormat): void {
  const model = spendingModel();
  const wrong = (header: unknown, lengths: readonly number[], of = model): void => {
    assert.throws(
      () => format.open(of, header, lengths).dispose(),
      DamagedStore,
      JSON.stringify(header)?.slice(0, 200),
    );
  };
  const lengthsOf = ({ parts }: SerializedVersion): number[] => parts.map(({ length }) => length);

  describe(`${name}: a serialized version`, () => {
    for (const [kind, rows] of Object.entries({ ordinary: SAMPLE, wide: WIDE, empty: [] })) {
      it(`opens with the same entries and the same answers: ${kind}`, async () => {
        const engine = await loadVersion(format, model, rows);
        const loaded = await openCopy(format, model, await format.serialize(engine));
        assert.equal(loaded.numEntries, rows.length);
        assert.deepEqual(await entriesOf(loaded), await entriesOf(engine));
        for (const text of ["", "drilldown=cofog1|rate&order=rate:asc", "cut=region:North|year:2009&drilldown=until"]) {
          const { query } = bindAggregate(model, queryParameters(text), 1024);
          const [wanted, got] = [
            await withReader(engine, BOUNDS, (reader) => reader.aggregate(query)),
            await withReader(loaded, BOUNDS, (reader) => reader.aggregate(query)),
          ];
          assert.deepEqual(await gatherCells(got), await gatherCells(wanted));
        }
        loaded.dispose();
        engine.dispose();
      });
    }

    it("can be built upon", async () => {
      const engine = await loadVersion(format, model, SAMPLE);
      const loaded = await openCopy(format, model, await format.serialize(engine));
      const rows = [
        { id: "a", paid: 5n, region: "South", code: "9" },
        { id: "9", paid: 7n, region: "\u{FB01}", code: "1", function: "Renamed" },
      ];
      const next: Engine[] = [];
      for (const previous of [engine, loaded]) {
        const builder = format.build(model, previous, 2);
        await builder.write(rows.map(entryInput));
        next.push((await builder.finish()).engine);
      }
      assert.deepEqual(await entriesOf(next[1]!), await entriesOf(next[0]!));
      for (const each of [engine, loaded, ...next]) each.dispose();
    });

    it("has a header of bytes, and of what survives JSON", async () => {
      const engine = await loadVersion(format, model, WIDE);
      const { header } = await format.serialize(engine);
      const plain = Object.fromEntries(Object.entries(header as object).filter(([, value]) => !isBytes(value)));
      assert.deepEqual(JSON.parse(JSON.stringify(plain)), plain);
      engine.dispose();
    });

    it("is refused with another model, with parts of other lengths, or without a header", async () => {
      const engine = await loadVersion(format, model, SAMPLE);
      const serialized = await format.serialize(engine);
      const lengths = lengthsOf(serialized);
      for (const header of [undefined, null, 1, "", [], {}, { format: "another" }]) wrong(header, lengths);
      wrong(serialized.header, []);
      wrong(serialized.header, [...lengths, 64]);
      wrong(serialized.header, [lengths[0]! + 64]);
      wrong(serialized.header, [lengths[0]! - 64]);
      await assert.rejects(async () => {
        const other = spendingModel({ region: { type: "attribute", column: "region", datatype: "float" } });
        await openCopy(format, { ...other, dimensions: other.dimensions.toReversed() }, serialized);
      }, DamagedStore);
      engine.dispose();
    });

    it("is refused if any number of its header is impossible", async () => {
      const engine = await loadVersion(format, model, WIDE);
      const serialized = await format.serialize(engine);
      for (const place of numbersIn(serialized.header)) {
        for (const value of [-1, 0.5, 2 ** 40, Number.NaN, null, "1", {}]) {
          wrong(replaced(serialized.header, place, value), lengthsOf(serialized));
        }
      }
      engine.dispose();
    });
  });
}

type Path = readonly string[];

function isBytes(value: unknown): boolean {
  return value instanceof Uint8Array;
}

/** Find the paths of all numbers in plain data, apart from bytes. */
function numbersIn(data: unknown, path: Path = []): Path[] {
  if (typeof data === "number") return [path];
  if (typeof data !== "object" || data === null || isBytes(data)) return [];
  return Object.entries(data).flatMap(([key, value]) => numbersIn(value, [...path, key]));
}

function replaced(data: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const copy = structuredClone(data) as Record<string, unknown>;
  copy[key] = replaced(copy[key], rest, value);
  return copy;
}
