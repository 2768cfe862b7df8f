import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { SPENDING } from "../../fixtures.js";
import { editTexts, getJson, loadTown } from "./derived-town.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
});
after(() => server.stop());

/** Entries of 1.5 in North and 2 in South in 2009, and of 4 in West in 2010. */
async function load(fields: object): Promise<string> {
  return (await loadTown(server, fields)).name;
}

async function warningsOf(dataset: string, query = ""): Promise<readonly string[] | undefined> {
  return (await getJson(server, `/api/2/aggregate?dataset=${dataset}&${query}`)).warnings;
}

const region = { ...SPENDING.mapping.region, label: "Phase", role: "phase" };
/** Approved in North and South, executed in West. */
const stage = {
  type: "derived",
  label: "Phase",
  from: "region",
  values: { North: "approved", South: "approved", West: "executed" },
  role: "phase",
};

const APPROVED_AND_EXECUTED =
  'amount adds up approved and executed of "Phase", which contain one another: cut or drill down by stage';

describe("an aggregate across a dimension that is not additive", () => {
  for (const [query, isWarned] of [
    ["", true],
    ["drilldown=cofog1", true],
    ["drilldown=year", true],
    ["drilldown=stage", false],
    ["drilldown=stage|cofog1", false],
    ["drilldown=region", false],
    ["cut=stage:approved", false],
    ["cut=stage:executed&drilldown=cofog1", false],
    ["cut=stage:approved|stage:executed", true],
    ["cut=stage:approved|stage:executed&drilldown=stage", false],
    ["cut=!stage:approved", false],
    ["cut=!stage:other", true],
    ["cut=stage:[a TO z]", true],
    ["cut=stage:[e TO z]", false],
    ["cut=region:North|region:South", false],
    ["cut=region:North|region:West", true],
    ["cut=year:2009", false],
    ["fq=stage:executed", false],
    ["q=Police", false],
    ["cut=stage:nothing", false],
    ["drilldown=stage&measure=amount.share", true],
    ["drilldown=stage&measure=amount.share@stage", false],
    ["drilldown=stage|year&measure=amount.share@year", true],
    ["drilldown=stage|year&measure=amount.rank|amount.running", false],
    ["drilldown=stage&top=1", true],
    ["drilldown=stage|year&top=1@stage", false],
    ["drilldown=stage|year&rollup=true", false],
    ["drilldown=year|stage&rollup=true", true],
    ["cut=stage:approved&drilldown=year&measure=amount.share", false],
    ["cut=region:nothing", false],
  ] as const) {
    it(`${isWarned ? "warns" : "does not warn"} with ${query || "no cut and no drilldown"}`, async () => {
      const warnings = (await warningsOf(await load({ stage }), query)) ?? [];
      assert.deepEqual(
        warnings.filter((each) => each.includes("cut or drill down")),
        isWarned ? [APPROVED_AND_EXECUTED] : [],
      );
    });
  }

  it("answers as before, beside the warning", async () => {
    const [before, after] = [await load({}), await load({ region })];
    const path = (name: string) => `/api/2/aggregate?dataset=${name}&drilldown=year&measure=amount|planned`;
    const { warnings, ...answer } = await getJson(server, path(after));
    assert.deepEqual(answer, await getJson(server, path(before)));
    assert.deepEqual(warnings, [
      'amount and planned add up North, South and West of "Phase", which contain one another: cut or drill down by region',
    ]);
    const [csv, same] = await Promise.all(
      [before, after].map((name) => server.ask(null, "GET", `${path(name)}&format=csv`)),
    );
    assert.equal(same!.text, csv!.text);
  });

  it("names members in the order of the model, and those without a member", async () => {
    const few = {
      ...stage,
      values: { North: "approved", West: "executed" },
      order: ["executed", "adjusted", "approved"],
    };
    assert.deepEqual(await warningsOf(await load({ stage: few })), [
      'amount adds up executed, approved and (no value) of "Phase", which contain one another: cut or drill down by stage',
    ]);
  });

  it("says of other dimensions than phases that their members are not parts of one whole", async () => {
    const { label: _, ...side } = { ...stage, role: "direction" };
    assert.deepEqual(await warningsOf(await load({ side })), [
      'amount adds up approved and executed of "side", which are not parts of one whole: cut or drill down by side',
    ]);
    const { role: __, ...stock } = { ...region, additive: false };
    assert.match(
      (await warningsOf(await load({ region: stock })))!.join(),
      /of "Phase", which are not parts of one whole/,
    );
  });

  it("does not warn where the model says that it is additive, nor of other roles", async () => {
    assert.equal(await warningsOf(await load({ region: { ...region, additive: true } })), undefined);
    assert.equal(await warningsOf(await load({ region: { ...region, role: "geography" } })), undefined);
  });

  it("warns of each such dimension", async () => {
    assert.equal((await warningsOf(await load({ region, stage })))!.length, 2);
    assert.equal((await warningsOf(await load({ region, stage }), "drilldown=stage"))!.length, 1);
  });

  it("of a compound dimension may be drilled down by an attribute that tells its members apart", async () => {
    const name = await load({ cofog1: { ...SPENDING.mapping.cofog1, role: "phase" } });
    assert.match((await warningsOf(name))!.join(), /adds up 1, 12 and 2 of "Function".*drill down by cofog1$/);
    assert.equal(await warningsOf(name, "drilldown=cofog1"), undefined);
    assert.equal(await warningsOf(name, "drilldown=cofog1.name"), undefined);
    assert.equal(await warningsOf(name, "drilldown=cofog1.label"), undefined);
    assert.match((await warningsOf(name, "drilldown=cofog1.color"))!.join(), /adds up 1, 12 and 2 of/);
    assert.equal(await warningsOf(name, "cut=cofog1.label:Police"), undefined);
  });

  it("of years has its warning unless years are cut or drilled down", async () => {
    const name = await load({ time: { ...SPENDING.mapping.time, additive: false } });
    assert.match((await warningsOf(name))!.join(), /adds up 2009-01-01 and 2010-01-01 of "time".*down by time$/);
    assert.equal(await warningsOf(name, "cut=year:2009"), undefined);
    assert.equal(await warningsOf(name, "drilldown=year"), undefined);
  });

  it("warns as soon as the model says so", async () => {
    const name = await load({});
    assert.equal(await warningsOf(name), undefined);
    await editTexts(server, name, { "mapping.region.role": "phase" });
    assert.equal((await warningsOf(name))!.length, 1);
  });
});
