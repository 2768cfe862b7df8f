import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, describe, it } from "node:test";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { bindDistinct } from "#src/core/query/distinct/bind.js";
import { entryInput, queryParameters, type Row, spendingModel } from "../../../fixtures.js";
import { builderOf, NO_LIMIT } from "./rollups/summed.js";
import { bindSearch } from "../../../bind-search.js";
import { groupingOfMembers } from "../../../grouping-of-members.js";

const ROWS = 5000;
const model = spendingModel();
const kernel = Kernel.start();
after(() => kernel.close());
const rows = Array.from({ length: ROWS }, (_, at): Row => ({
  id: `i${at}`,
  paid: BigInt(at),
  region: `R${at % 10}`,
  code: String(at % 7),
}));
const builder = columnarFormat(kernel).build(model, null, 1);
builder.write(rows.map((row) => ({ ...entryInput(row), id: createHash("sha1").update(row.id).digest("hex") })));
const engine = builder.finish().engine as ColumnarEngine;

function aggregate(text: string, of = model): number {
  return engine.estimates.aggregate(bindAggregate(of, queryParameters(text), 1024, 64).query, of);
}

function search(text: string, of = model): number {
  return engine.estimates.search(bindSearch(of, queryParameters(`${text}&pagesize=10`)).queries[0]!, of);
}

function distinct(dimension: string, text = "", of = model): number {
  const bound = bindDistinct(
    of,
    of.dimensions.find(({ name }) => name === dimension)!,
    queryParameters(text),
    1024,
  );
  return engine.estimates.distinct(bound.query);
}

describe("the estimated work of a query", () => {
  it("counts the rows and columns that an aggregation reads", () => {
    const total = aggregate("");
    assert.ok(total >= ROWS && total < 10 * ROWS, String(total));
    assert.ok(aggregate("drilldown=region") > total);
    assert.ok(aggregate("drilldown=region|cofog1") > aggregate("drilldown=region"));
  });

  it("counts the cells of the page", () => {
    const [few, many] = [aggregate("drilldown=invoice&pagesize=10"), aggregate("drilldown=invoice&pagesize=5000")];
    assert.ok(many > 5 * few, `${few} ${many}`);
  });

  it("counts the rows of a rollup, where one answers", async () => {
    const before = aggregate("drilldown=region");
    await engine.rollups.build(builderOf(kernel, engine), groupingOfMembers([3]), NO_LIMIT);
    const by = model.dimensions[3]!.name;
    assert.ok(aggregate(`drilldown=${by}`) < before, by);
  });

  it("grows with each clause of a search, and with those of its filters", () => {
    const one = search("q=north");
    assert.ok(search("q=north OR south") > one);
    assert.ok(search("q=north&fq=region:south") > one);
    assert.ok(search(`q=${Array.from({ length: 500 }, (_, at) => `w${at}~`).join(" OR ")}`) > 50 * one);
    assert.ok(search("q=north&facet_field=region|invoice") > one);
  });

  it("is that of what is stored, if dimensions are derived from it", () => {
    const derived = spendingModel({
      time: { type: "date", column: "date", fiscal_year: { starts: "04-01", named: "end" } },
      number: { type: "derived", from: "invoice", prefix: 2 },
      first: { type: "derived", from: "number", prefix: 1 },
    });
    const keyOf = (text: string): number => aggregate(text, derived);
    assert.equal(keyOf("drilldown=first"), keyOf("drilldown=invoice"));
    assert.ok(keyOf("drilldown=time.fiscal_year&cut=first:i") > keyOf(""));
    assert.ok(search("q=first:i&facet_field=first", derived) > search("q=first:i", derived));
    assert.ok(distinct("first", "", derived) > distinct("region", "", derived));
  });

  it("counts derived texts, where words are looked for in every field", () => {
    const derived = spendingModel({ number: { type: "derived", from: "invoice", prefix: 6 } });
    const few = spendingModel({ number: { type: "derived", from: "invoice", values: { i1: "one", i2: "two" } } });
    for (const estimate of [search, aggregate] as const) {
      const [plain, many, some] = [model, derived, few].map((of) => estimate("q=nor*", of));
      assert.ok(many! > 1.5 * plain!, `${plain} ${many}`);
      assert.ok(some! > plain! && some! - plain! < (many! - plain!) / 10, `${plain} ${some} ${many}`);
    }
  });

  it("counts members that are listed", () => {
    assert.ok(distinct("invoice") > 10 * distinct("region"));
    assert.ok(distinct("region", "cut=cofog1:1") > distinct("region"));
  });
});
