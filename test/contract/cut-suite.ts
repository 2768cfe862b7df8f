import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Engine } from "#src/core/engine/engine.js";
import type { TableFormat } from "#src/core/engine/storage.js";
import { numberAt } from "#src/core/model/values/decimal-column.js";
import { spendingModel } from "../fixtures.js";
import { aggregate, cellsOf } from "./engine-suite.js";
import { loadVersion, SAMPLE } from "./sample.js";

/** Test an engine's answers to cuts by ranges and exclusions. */
export function describeCuts(name: string, format: TableFormat): void {
  let engine: Engine;
  before(async () => {
    engine = await loadVersion(format, spendingModel(), SAMPLE);
  });

  describe(`${name}: cuts`, () => {
    it("selects ranges of numbers, of texts by code point, and of days, months and years", async () => {
      for (const [cut, total] of [
        ["rate:[9 TO 10]", 0.6],
        ["rate:{9 TO 10]", 0.1],
        ["rate:[* TO 9.5}", 0.5],
        ["region:[N TO South]", 0.25],
        ["region:[N TO South}", 0.05],
        ["region:[\u{1F600} TO *]", 0.3],
        ["region:[n TO s]", 0],
        ["year:[2009 TO 2010]", 0.55],
        ["time:[2009-11 TO 2010]", 0.45],
        ["time:{2009-03-02 TO 2010-01-01}", 0.2],
        ["year:[2010 TO 2009]", 0],
        ["year:[2009 TO 2009]|year:{2010 TO *]", 0.6],
        ['cofog1.label:[* TO "Function 1"]', 0.4],
      ] as const) {
        assert.equal(numberAt((await aggregate(engine, `cut=${cut}`)).cells.sums[0]!, 0), total, cut);
      }
    });

    it("leaves excluded values out, and keeps entries without a value", async () => {
      for (const [cut, entries] of [
        ["!region:North", 3],
        ["!region:North|!region:South", 2],
        ["!region:nowhere", 5],
        ["!rate:9", 3],
        ["!rate:nine", 5],
        ["!rate:[9 TO 9.5]", 3],
        ["!rate:[* TO *]", 2],
        ["rate:[* TO *]", 3],
        ["until:[* TO *]", 1],
        ["!until:2011-01-01", 4],
        ["!cofog1.label:Function 2", 2],
        ["!year:[2009 TO 2010]", 1],
      ] as const) {
        assert.equal((await aggregate(engine, `cut=${cut}`)).numEntries, entries, cut);
      }
    });

    it("unites the values and ranges of one attribute, without its exclusions", async () => {
      const ids = async (cut: string): Promise<string> =>
        (await cellsOf(engine, `cut=${cut}&drilldown=invoice&order=invoice:asc`)).map((cell) => cell[0]).join("");
      assert.equal(await ids("region:South|region:[N TO P]"), "abc");
      assert.equal(await ids("region:North|region:South|!region:North"), "b");
      assert.equal(await ids("year:[2009 TO 2010]|!year:2009"), "cd");
      assert.equal(await ids("year:[2009 TO 2010]|!year:2009|region:North"), "c");
      assert.equal(await ids("year:2009|year:[2010 TO *]"), await ids("year:[2009 TO *]"));
      assert.equal(await ids("!region:[N TO P]|!region:South|!cofog1:1"), "d");
    });

    it("finds names in each Unicode form, also if a version from before names were composed has several", async () => {
      const older = await loadVersion(format, spendingModel(), [
        { id: "a", paid: 100n, region: "Caf\u00e9", code: "1" },
        { id: "b", paid: 200n, region: "Cafe\u0301", code: "2" },
        { id: "c", paid: 400n, region: "Cafe", code: "1" },
      ]);
      for (const name of ["Caf\u00e9", "Cafe\u0301"]) {
        for (const [query, total] of [
          [`cut=region:${name}`, 3],
          [`cut=!region:${name}`, 4],
          [`cut=region:${name}|region:Cafe`, 7],
          [`fq=region:"${name}"`, 7],
        ] as const) {
          const { cells } = await aggregate(older, query);
          assert.equal(numberAt(cells.sums[0]!, 0), total, query);
        }
      }
      older.dispose();
    });

    it("selects the same entries as the equivalent search", async () => {
      for (const [cut, fq] of [
        ["year:[2009 TO 2010]", "time.year:[2009 TO 2010]"],
        ["!rate:[9 TO 9.5]", "-rate:[9 TO 9.5]"],
        ["!rate:9", "-rate:9"],
        ["!until:2011-01-01", "-until:2011-01-01"],
        ["!region:North", '-region:["North" TO "North"]'],
      ] as const) {
        const text = "drilldown=invoice&order=invoice:asc";
        assert.deepEqual(await cellsOf(engine, `cut=${cut}&${text}`), await cellsOf(engine, `fq=${fq}&${text}`), cut);
      }
    });
  });
}
