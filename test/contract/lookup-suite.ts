import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { TableFormat } from "#src/core/engine/storage.js";
import type { Engine } from "#src/core/engine/engine.js";
import { gatherCells } from "#src/core/engine/collect-cells.js";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { OverCapacity } from "#src/core/errors/errors.js";
import type { Dimension } from "#src/core/model/cube.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { type AttributeTest, listNamedClauses } from "#src/core/query/condition/value-clauses.js";
import { bindDistinct } from "#src/core/query/distinct/bind.js";
import { entryInput, queryParameters, type Row, spendingModel } from "../fixtures.js";
import { entriesOf, loadVersion, SAMPLE } from "./sample.js";

const model = spendingModel();
const BOUNDS = { maxCells: 1000, deadline: Number.POSITIVE_INFINITY };

const dimension = (name: string): Dimension => model.dimensions.find((each) => each.name === name)!;

/** Print the members on a page as `count: identity, …`. */
async function distinctOf(engine: Engine, name: string, text = ""): Promise<string> {
  const { query } = bindDistinct(model, dimension(name), queryParameters(text), 1024);
  const { members, count } = await withReader(engine, BOUNDS, (reader) => reader.distinct(query));
  return `${count}: ${members.map(({ values }) => values[query.dimension.identity.index]).join()}`;
}

/** Test how an engine finds members and entries. */
export function describeLookups(name: string, format: TableFormat): void {
  const load = (rows: readonly Row[]): Promise<Engine> => loadVersion(format, model, rows);
  let engine: Engine;
  before(async () => {
    engine = await load(SAMPLE);
  });

  describe(`${name}: members`, () => {
    it("are counted without the missing value", async () => {
      const count = (name: string): Promise<number> =>
        withReader(engine, UNBOUNDED, (reader) => reader.countMembers(dimension(name)));
      assert.deepEqual(
        [await count("region"), await count("cofog1"), await count("until"), await count("rate")],
        [4, 3, 1, 2],
      );
    });

    it("are found by identity in dimensions of every kind", async () => {
      const find = async (name: string, identity: string | number): Promise<unknown> =>
        (await withReader(engine, UNBOUNDED, (reader) => reader.findMember(dimension(name), identity)))?.values.slice(
          0,
          2,
        );
      assert.deepEqual(await find("region", "South"), ["South"]);
      assert.deepEqual(await find("rate", 9), [9]);
      assert.deepEqual(await find("until", "2011-01-01"), ["2011-01-01", "1 January 2011"]);
      assert.deepEqual(await find("cofog1", "3"), ["3", "Function 2"]);
    });

    it("are the same in cells and entries", async () => {
      const { query } = bindAggregate(model, queryParameters("drilldown=cofog1&cut=cofog1:2"), 1024);
      const { cells } = await gatherCells(await withReader(engine, BOUNDS, (reader) => reader.aggregate(query)));
      assert.deepEqual(
        await withReader(engine, UNBOUNDED, (reader) => reader.findMember(dimension("cofog1"), "2")),
        cells.keys[0]![0],
      );
    });

    it("are not found by similar names", async () => {
      for (const [name, identity] of [
        ["region", "south"],
        ["region", ""],
        ["rate", "9"],
        ["until", ""],
        ["cofog1", "Function 2"],
        ["cofog1", "__proto__"],
      ] as const) {
        assert.equal(
          await withReader(engine, UNBOUNDED, (reader) => reader.findMember(dimension(name), identity)),
          null,
          `${name} ${identity}`,
        );
      }
    });

    it("may have an empty name", async () => {
      const engine = await load([{ id: "a", paid: 1n, region: "" }]);
      assert.deepEqual(
        (await withReader(engine, UNBOUNDED, (reader) => reader.findMember(dimension("region"), "")))?.values,
        [""],
      );
      assert.equal(await distinctOf(engine, "region"), "1: ");
    });
  });

  describe(`${name}: values and ranges`, () => {
    const have = async (engine: Engine, cuts: string, bounds = BOUNDS): Promise<readonly boolean[]> => {
      const { cutConditions } = bindAggregate(model, queryParameters(`cut=${cuts}`), 1024);
      return withReader(engine, bounds, (reader) =>
        reader.haveEntries(listNamedClauses(cutConditions).map(({ test }) => test as AttributeTest)),
      );
    };

    it("are had by entries or by none", async () => {
      assert.deepEqual(await have(engine, "region:South|region:south|region:"), [true, false, false]);
      assert.deepEqual(await have(engine, "cofog1:3|cofog1:Function 2"), [true, false]);
      assert.deepEqual(await have(engine, "cofog1.label:Function 2|!cofog1.label:2"), [true, false]);
      assert.deepEqual(await have(engine, "rate:9|rate:9.5|rate:x"), [true, false, false]);
      assert.deepEqual(await have(engine, "rate:[9 TO 10}|rate:{10 TO *]"), [true, false]);
      assert.deepEqual(await have(engine, "year:2009|year:2019|!year:[2012 TO *]"), [true, false, false]);
    });

    it("are not had after their entries were replaced", async () => {
      const first = await load([{ id: "a", paid: 1n, region: "Old" }]);
      const builder = format.build(model, first, 2);
      await builder.write([entryInput({ id: "a", paid: 2n, region: "New" })]);
      const { engine: next } = await builder.finish();
      assert.deepEqual(await have(next, "region:Old|region:New"), [false, true]);
    });

    it("are not had without entries", async () => {
      assert.deepEqual(await have(await load([]), "region:North|rate:[* TO 5]"), [false, false]);
    });

    it("are looked up before the deadline only", async () => {
      await assert.rejects(have(engine, "region:North", { ...BOUNDS, deadline: 0 }), OverCapacity);
    });
  });

  describe(`${name}: distinct`, () => {
    it("lists every member by label, and sorts ligatures like their letters", async () => {
      assert.equal(await distinctOf(engine, "region"), "4: \u{FB01},North,South,\u{1F600}");
      assert.equal(await distinctOf(engine, "cofog1"), "3: 1,2,3");
      assert.equal(await distinctOf(engine, "time"), "4: 2010-01-01,2009-03-02,2009-11-30,2011-12-31");
    });

    it("leaves missing values out", async () => {
      assert.equal(await distinctOf(engine, "until"), "1: 2011-01-01");
      assert.equal(await distinctOf(engine, "rate"), "2: 9,10");
    });

    it("finds members by the beginning of label or name, ignoring case", async () => {
      assert.equal(await distinctOf(engine, "cofog1", "q=FUNCTION 2"), "2: 2,3");
      assert.equal(await distinctOf(engine, "cofog1", "q=3"), "1: 3");
      assert.equal(await distinctOf(engine, "region", "q=no"), "1: North");
      assert.equal(await distinctOf(engine, "region", "q=orth"), "0: ");
      assert.equal(await distinctOf(engine, "time", "q=2009-1"), "1: 2009-11-30");
      assert.equal(await distinctOf(engine, "time", "q=30 nov"), "1: 2009-11-30");
      assert.equal(await distinctOf(engine, "rate", "q=1"), "1: 10");
    });

    it("finds members by the beginning of one attribute, and orders by it", async () => {
      assert.equal(
        await distinctOf(engine, "time", "attribute=name&q=2"),
        "4: 2009-03-02,2009-11-30,2010-01-01,2011-12-31",
      );
      assert.equal(await distinctOf(engine, "cofog1", "attribute=color&q=%235"), "3: 1,2,3");
      assert.equal(await distinctOf(engine, "cofog1", "attribute=color&q=Function"), "0: ");
      assert.equal(await distinctOf(engine, "cofog1", "attribute=weight"), "3: 1,2,3");
      assert.equal(await distinctOf(engine, "cofog1", "attribute=weight&q=2"), "1: 1");
    });

    it("finds lower-case letters with several capitals, and capitals with several lower-case letters", async () => {
      const regions = ["\u03a3\u0399\u03a3", "\u0130zmir", "Stra\u00dfe"];
      const engine = await load(regions.map((region, at) => ({ id: String(at), paid: 1n, region })));
      assert.equal(await distinctOf(engine, "region", "q=\u03c3\u03b9\u03c2"), `1: ${regions[0]}`);
      assert.equal(await distinctOf(engine, "region", "q=i"), `1: ${regions[1]}`);
      assert.equal(await distinctOf(engine, "region", "q=STRAS"), `1: ${regions[2]}`);
    });

    it("finds texts as a search folds them: without accents, dots and forms of Unicode", async () => {
      const cafes = ["Cafe Bar", "Cafe\u0301 NFD", "Caf\u00e9 Ltd"];
      const regions = [...cafes, "Istria", "\u0130stanbul", "\u0141\u00f3d\u017a", "\uff21rt"];
      const engine = await load(regions.map((region, at) => ({ id: String(at), paid: 1n, region })));
      const cases: readonly (readonly [q: string, found: readonly string[]])[] = [
        ["ist", ["Istria", "\u0130stanbul"]],
        ["\u0130STA", ["\u0130stanbul"]],
        ...["caf\u00e9", "cafe\u0301", "CAFE"].map((q) => [q, cafes] as const),
        ["lodz", ["\u0141\u00f3d\u017a"]],
        ["art", ["\uff21rt"]],
      ];
      for (const [q, found] of cases) {
        assert.equal(
          await distinctOf(engine, "region", `q=${encodeURIComponent(q)}`),
          `${found.length}: ${found.join()}`,
          q,
        );
      }
    });

    it("lists only members of entries that meet a cut", async () => {
      assert.equal(await distinctOf(engine, "region", "cut=cofog1:2"), "2: North,South");
      assert.equal(await distinctOf(engine, "region", "cut=cofog1:2&q=s"), "1: South");
      assert.equal(await distinctOf(engine, "region", "cut=region:South|cofog1:1"), "0: ");
      assert.equal(await distinctOf(engine, "cofog1", "cut=cofog1:3|cofog1:1"), "2: 1,3");
      assert.equal(await distinctOf(engine, "until", "cut=region:North"), "0: ");
    });

    it("lists only members of entries that meet ranges and exclusions", async () => {
      assert.equal(await distinctOf(engine, "region", "cut=!cofog1:2"), "3: \u{FB01},North,\u{1F600}");
      assert.equal(await distinctOf(engine, "region", "cut=year:[2009 TO 2010]|!region:North"), "2: South,\u{1F600}");
      assert.equal(await distinctOf(engine, "cofog1", "cut=rate:[* TO *]"), "2: 1,2");
      assert.equal(await distinctOf(engine, "cofog1", "cut=!rate:9"), "3: 1,2,3");
    });

    it("returns pages that together hold all members", async () => {
      const pages = [1, 2, 3].map((page) => distinctOf(engine, "region", `pagesize=2&page=${page}`));
      assert.deepEqual(await Promise.all(pages), ["4: \u{FB01},North", "4: South,\u{1F600}", "4: "]);
      assert.equal(await distinctOf(engine, "region", "pagesize=0"), "4: ");
    });

    it("stops at its deadline", async () => {
      const { query } = bindDistinct(model, dimension("region"), queryParameters("cut=cofog1:2"), 1024);
      await assert.rejects(
        withReader(engine, { ...BOUNDS, deadline: 0 }, (reader) => reader.distinct(query)),
        OverCapacity,
      );
    });

    it("lists no members if there are no entries", async () => {
      assert.equal(await distinctOf(await load([]), "region", "cut=cofog1:1"), "0: ");
      assert.equal(await distinctOf(await load([]), "cofog1", "q=x"), "0: ");
    });
  });

  describe(`${name}: entries`, () => {
    it("are found by id", async () => {
      const [, , third] = await entriesOf(engine);
      assert.deepEqual(await withReader(engine, UNBOUNDED, (reader) => reader.findEntry(third!.id)), third);
    });

    it("are not found by an unknown or malformed id", async () => {
      for (const id of [
        "0".repeat(40),
        "f".repeat(40),
        "c".padStart(40, "1"),
        "c",
        "",
        "C".padStart(40, "0"),
        "x".repeat(40),
      ]) {
        assert.equal(await withReader(engine, UNBOUNDED, (reader) => reader.findEntry(id)), null, id);
      }
      assert.equal(await withReader(await load([]), UNBOUNDED, (reader) => reader.findEntry("0".repeat(40))), null);
    });
  });
}
