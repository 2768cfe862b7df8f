import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Frozen, TableFormat } from "#src/engine/storage.js";
import type { Engine } from "#src/engine/engine.js";
import { gatherCells } from "#src/engine/collect-cells.js";
import { DamagedStore } from "#src/errors/errors.js";
import type { Model } from "#src/model/cube.js";
import { bindAggregate } from "#src/query/bind.js";
import { entryInput, queryParameters, type Row, spendingModel } from "../fixtures.js";
import { entriesOf, loadRows, SAMPLE } from "./sample.js";

const BOUNDS = { maxCells: 1000, deadline: Number.POSITIVE_INFINITY };

/** Amounts that one 64-bit integer does not hold. */
const WIDE: readonly Row[] = [...SAMPLE, { id: "f", paid: 10n ** 40n }, { id: "0", paid: -(10n ** 40n) + 1n }];

/** A version that was frozen, written elsewhere as it is, and read again. */
export function thawCopy(format: TableFormat, model: Model, { header, parts }: Frozen): Engine {
  const thawing = format.thaw(
    model,
    structuredClone(header),
    parts.map(({ length }) => length),
  );
  thawing.parts.forEach((part, at) => part.set(parts[at]!));
  return thawing.open();
}

/** What every format does with a version that is frozen and thawed. */
export function describeFreezing(name: string, format: TableFormat): void {
  const model = spendingModel();
  const wrong = (header: unknown, lengths: readonly number[], of = model): void => {
    assert.throws(
      () => format.thaw(of, header, lengths).dispose(),
      DamagedStore,
      JSON.stringify(header)?.slice(0, 200),
    );
  };
  const lengthsOf = ({ parts }: Frozen): number[] => parts.map(({ length }) => length);

  describe(`${name}: a version that was frozen`, () => {
    for (const [kind, rows] of Object.entries({ ordinary: SAMPLE, wide: WIDE, empty: [] })) {
      it(`has the same entries and the same answers: ${kind}`, async () => {
        const engine = loadRows(format, model, rows);
        const thawed = thawCopy(format, model, format.freeze(engine));
        assert.equal(thawed.numEntries, rows.length);
        assert.deepEqual(await entriesOf(thawed), await entriesOf(engine));
        for (const text of ["", "drilldown=cofog1|rate&order=rate:asc", "cut=region:North|year:2009&drilldown=until"]) {
          const { query } = bindAggregate(model, queryParameters(text), 1024);
          const [wanted, got] = [await engine.aggregate(query, BOUNDS), await thawed.aggregate(query, BOUNDS)];
          assert.deepEqual(gatherCells(got), gatherCells(wanted));
        }
        thawed.dispose();
        engine.dispose();
      });
    }

    it("can be built upon", async () => {
      const engine = loadRows(format, model, SAMPLE);
      const thawed = thawCopy(format, model, format.freeze(engine));
      const next = [engine, thawed].map((previous) => {
        const builder = format.build(model, previous, 2);
        builder.upsert(entryInput({ id: "a", paid: 5n, region: "South", code: "9" }));
        builder.upsert(entryInput({ id: "new", paid: 7n, region: "\u{FB01}", code: "1", function: "Renamed" }));
        return builder.finish();
      });
      assert.deepEqual(await entriesOf(next[1]!), await entriesOf(next[0]!));
      for (const each of [engine, thawed, ...next]) each.dispose();
    });

    it("has a header that JSON holds", () => {
      const engine = loadRows(format, model, WIDE);
      const { header } = format.freeze(engine);
      assert.deepEqual(JSON.parse(JSON.stringify(header)), header);
      engine.dispose();
    });

    it("is not read under another model, with pieces of other lengths, or without a header", () => {
      const engine = loadRows(format, model, SAMPLE);
      const frozen = format.freeze(engine);
      const lengths = lengthsOf(frozen);
      for (const header of [undefined, null, 1, "", [], {}, { format: "another" }]) wrong(header, lengths);
      wrong(frozen.header, []);
      wrong(frozen.header, [...lengths, 64]);
      wrong(frozen.header, [lengths[0]! + 64]);
      wrong(frozen.header, [lengths[0]! - 64]);
      assert.throws(() => {
        const other = spendingModel({ region: { type: "attribute", column: "region", datatype: "float" } });
        thawCopy(format, { ...other, dimensions: other.dimensions.toReversed() }, frozen);
      }, DamagedStore);
      engine.dispose();
    });

    it("is not read when any number of its header is none that could stand there", () => {
      const engine = loadRows(format, model, WIDE);
      const frozen = format.freeze(engine);
      for (const place of numbersIn(frozen.header)) {
        for (const value of [-1, 0.5, 2 ** 40, Number.NaN, null, "1", {}]) {
          wrong(replaced(frozen.header, place, value), lengthsOf(frozen));
        }
      }
      engine.dispose();
    });
  });
}

type Path = readonly string[];

/** Where numbers stand in plain data. */
function numbersIn(data: unknown, path: Path = []): Path[] {
  if (typeof data === "number") return [path];
  if (typeof data !== "object" || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => numbersIn(value, [...path, key]));
}

function replaced(data: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const copy = structuredClone(data) as Record<string, unknown>;
  copy[key] = replaced(copy[key], rest, value);
  return copy;
}
