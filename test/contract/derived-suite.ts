import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import { gatherCells } from "#src/core/engine/collect-cells.js";
import type { Engine } from "#src/core/engine/engine.js";
import type { Member } from "#src/core/engine/entry.js";
import type { TableFormat } from "#src/core/engine/storage.js";
import { type Readable, streamEntries, withReader } from "#src/core/engine/with-reader.js";
import { decimalText } from "#src/core/model/values/decimal.js";
import { decimalAt } from "#src/core/model/values/decimal-column.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { bindDistinct } from "#src/core/query/distinct/bind.js";
import { translateModel } from "#src/core/model/translations.js";
import { queryParameters, SPENDING, spendingModel } from "../fixtures.js";
import { namingAttributes, readWords } from "#src/core/query/suggest/words.js";
import { hitsOf } from "./search-suite.js";
import { loadVersion, SAMPLE } from "./sample.js";
import { bindSearch } from "../bind-search.js";

const STORED = spendingModel();
const MODEL = spendingModel({
  side: { type: "derived", from: "region", values: { North: "cold", South: "warm", West: "never" } },
  area: {
    type: "derived",
    from: "cofog1.label",
    prefix: 8,
    labels: { Function: "All of them" },
    labels_fr: { Function: "Fonctions" },
  },
  cofog1: { ...SPENDING.mapping.cofog1, labels_fr: { 1: "Routes", 2: "\u00c9coles" } },
  letter: { type: "derived", from: "side", prefix: 1 },
  term: { type: "derived", from: "time.year", values: { 2009: "first", 2010: "second", 2011: "second" } },
});

/** Test how an engine reads derived dimensions. */
export function describeDerived(name: string, format: TableFormat): void {
  let version: Readable;
  before(async () => {
    // The table knows nothing of derived dimensions.
    const engine: Engine = await loadVersion(format, STORED, SAMPLE);
    version = { engine, model: MODEL };
  });

  async function cellsOf(text: string, model = MODEL): Promise<readonly unknown[]> {
    const { query } = bindAggregate(model, queryParameters(text), 1024);
    const viewed = { engine: (version as { engine: Engine }).engine, model };
    const { cells } = await gatherCells(await withReader(viewed, UNBOUNDED, (reader) => reader.aggregate(query)));
    return Array.from({ length: cells.length }, (_, row) => [
      ...cells.keys.map((column) => shown(column[row] as Member | string | null)),
      decimalText(decimalAt(cells.sums[0]!, row)),
    ]);
  }

  async function distinctOf(dimension: string, text = ""): Promise<string> {
    const found = MODEL.dimensions.find((each) => each.name === dimension)!;
    const { query } = bindDistinct(MODEL, found, queryParameters(text), 1024);
    const { members, count } = await withReader(version, UNBOUNDED, (reader) => reader.distinct(query));
    return `${count}: ${members.map(({ values }) => values[0]).join()}`;
  }

  async function searchFor(text: string): Promise<string> {
    const [query] = bindSearch(MODEL, queryParameters(text)).queries;
    const result = await withReader(version, UNBOUNDED, (reader) => reader.search(query!));
    return (await hitsOf(result)).map(({ entry }) => entry.id.at(-1)).join("");
  }

  async function suggestFor(dimension: string, text: string): Promise<string> {
    const found = MODEL.dimensions.find((each) => each.name === dimension)!;
    const query = { dimension: found, attributes: namingAttributes(found), words: readWords(text), limit: 5 };
    const members = await withReader(version, UNBOUNDED, (reader) => reader.suggest(query));
    return members.map(({ member, isExact, numEntries }) => `${member.values[0]} ${isExact} ${numEntries}`).join();
  }

  describe(`${name}: derived dimensions`, () => {
    it("follow from names in each Unicode form", async () => {
      const rows = ["o\u0308", "\u00f6", "o"].map((region, at) => ({ id: `${at}`, paid: BigInt(at + 1), region }));
      const engine = await loadVersion(format, STORED, rows);
      for (const written of ["o\u0308", "\u00f6"]) {
        const side = { type: "derived", from: "region", values: { [written]: "e\u0301", o: "\u00e9" } };
        const model = spendingModel({ side, other: { ...side, labels: { "\u00e9": "E" } } });
        const { query } = bindAggregate(model, queryParameters("drilldown=side|other"), 1024);
        const { cells } = await gatherCells(
          await withReader({ engine, model }, UNBOUNDED, (of) => of.aggregate(query)),
        );
        assert.equal(cells.length, 1);
        assert.deepEqual(
          cells.keys.map((column) => shown(column[0] as Member | string | null)),
          ["\u00e9", ["\u00e9", "E"]],
        );
      }
      engine.dispose();
    });

    it("have labels in languages, which are searched, cut and grouped by, and in no member", async () => {
      assert.equal(await searchFor("q=route*&order=id:asc"), "ae");
      assert.equal(await searchFor("q=scholae"), "");
      assert.equal(await searchFor("q=cofog1.label_fr:\u00e9coles&order=id:asc"), "bc");
      assert.equal(await searchFor("q=fonctions&order=id:asc"), "abcde");
      assert.deepEqual(await cellsOf("drilldown=cofog1.label_fr&cut=cofog1.label_fr:Routes"), [["Routes", "0.4"]]);
      assert.deepEqual(await cellsOf("drilldown=cofog1.label_fr&order=cofog1.label_fr:asc"), [
        ["Routes", "0.4"],
        ["\u00c9coles", "0.15"],
        [null, "0.3"],
      ]);
      assert.deepEqual(await cellsOf("drilldown=area.label_fr"), [["Fonctions", "0.85"]]);
      assert.equal(await suggestFor("cofog1", "ecol"), "2 false 2");
      assert.equal(await suggestFor("cofog1", "routes 1"), "1 false 2");
      assert.equal(await suggestFor("cofog1", "routes"), "1 true 2");
      assert.equal(await suggestFor("area", "fonct"), "Function false 5");
    });

    it("list members by the beginning of a label in a language, and misspelt words of it", async () => {
      const cofog1 = MODEL.dimensions.find(({ name }) => name === "cofog1")!;
      const [query, spoken] = [MODEL, translateModel(MODEL, "fr")].map(
        (model) => bindDistinct(model, model.dimensions[cofog1.index]!, queryParameters("q=rou"), 1024).query,
      );
      const count = async (of: typeof query): Promise<number> =>
        (await withReader(version, UNBOUNDED, (reader) => reader.distinct(of!))).count;
      assert.deepEqual([await count(query), await count(spoken)], [0, 1]);
      const near = await withReader(version, UNBOUNDED, (reader) => reader.nearWords(cofog1, "ruotes", 5));
      assert.deepEqual(near, [{ word: "routes", edits: 1, numTexts: 1 }]);
    });

    it("group entries; those without a member are one group", async () => {
      assert.deepEqual(await cellsOf("drilldown=side&order=side:asc"), [
        ["cold", "0.05"],
        ["warm", "0.2"],
        [null, "0.6"],
      ]);
    });

    it("group entries by labels in a language; those without a label and those without a member are one group", async () => {
      const side = { type: "derived", from: "region", values: { North: "cold", South: "warm" } };
      const spoken = { ...side, labels: { cold: "Cold" }, labels_fr: { cold: "Froid" } };
      const model = spendingModel({ side: spoken });
      const asked = "drilldown=side.label_fr&order=side.label_fr:asc";
      assert.deepEqual(await cellsOf(asked, model), [
        ["Froid", "0.05"],
        [null, "0.8"],
      ]);
    });

    it("have members with labels", async () => {
      assert.deepEqual(await cellsOf("drilldown=area"), [[["Function", "All of them"], "0.85"]]);
      assert.deepEqual(await cellsOf("drilldown=area.label"), [["All of them", "0.85"]]);
    });

    it("follow from derived ones", async () => {
      assert.deepEqual(await cellsOf("drilldown=letter&cut=letter:w"), [["w", "0.2"]]);
    });

    it("are ordered by their own values, not by those that they follow from", async () => {
      assert.deepEqual(await cellsOf("drilldown=term&order=term:desc"), [
        ["second", "0.55"],
        ["first", "0.3"],
      ]);
    });

    it("are cut to members, excluded, and cut to ranges", async () => {
      assert.deepEqual(await cellsOf("cut=term:second"), [["0.55"]]);
      assert.deepEqual(await cellsOf("cut=side:!cold"), [["0"]]);
      assert.deepEqual(await cellsOf("cut=!side:cold"), [["0.8"]]);
      assert.deepEqual(await cellsOf("cut=side:[d TO *]"), [["0.2"]]);
    });

    it("list the members that entries have, by prefix and by cut", async () => {
      assert.equal(await distinctOf("side"), "2: cold,warm");
      assert.equal(await distinctOf("side", "q=W"), "1: warm");
      assert.equal(await distinctOf("side", "cut=cofog1:1"), "1: cold");
      assert.equal(await distinctOf("side", "pagesize=1&page=2"), "2: warm");
    });

    it("count their members, and find each by its name", async () => {
      const side = MODEL.dimensions.find(({ name }) => name === "side")!;
      const read = <T>(compute: Parameters<typeof withReader<T>>[2]): Promise<T> =>
        withReader(version, UNBOUNDED, compute);
      assert.equal(await read((reader) => reader.countMembers(side)), 2);
      assert.deepEqual((await read((reader) => reader.findMember(side, "warm")))?.values, ["warm"]);
      assert.equal(await read((reader) => reader.findMember(side, "never")), null);
    });

    it("are searched, as fields and as part of all text", async () => {
      assert.equal(await searchFor("q=side:warm"), "b");
      assert.equal(await searchFor("q=WARM"), "b");
      assert.equal(await searchFor("q=second&order=id:asc"), "cde");
      assert.equal(await searchFor("q=area.label:them&filter=side:cold&order=id:asc"), "ac");
    });

    it("sort entries", async () => {
      assert.equal(await searchFor("order=side:desc|id:asc"), "bacde");
    });

    it("count facets", async () => {
      const [query] = bindSearch(MODEL, queryParameters("facet_field=side|area")).queries;
      const { facets } = await withReader(version, UNBOUNDED, (reader) => reader.search(query!));
      assert.deepEqual(
        facets.map(({ values, counts }) => [values.map((value) => shown(value as Member | string)), [...counts]]),
        [
          [
            ["cold", "warm"],
            [2, 1],
          ],
          [[["Function", "All of them"]], [5]],
        ],
      );
    });

    it("are fields of entries, after those that are stored", async () => {
      const members: unknown[] = [];
      for await (const batch of streamEntries(version)) {
        for (const entry of batch) members.push(entry.members.slice(STORED.dimensions.length).map(shown));
      }
      assert.deepEqual(members[1], ["warm", ["Function", "All of them"], "w", "first"]);
      assert.deepEqual(members[3], [null, ["Function", "All of them"], null, "second"]);
    });

    it("leave entries as they are for a reader without the model", async () => {
      for await (const batch of streamEntries((version as { engine: Engine }).engine)) {
        for (const { members } of batch) assert.equal(members.length, STORED.dimensions.length);
      }
    });
  });
}

function shown(value: Member | string | null): unknown {
  if (value === null || typeof value === "string") return value;
  return value.values.length === 1 ? value.values[0] : value.values;
}
