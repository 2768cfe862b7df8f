import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { contextOf, spendingDataset, spendingModel } from "../../fixtures.js";
import { request } from "../client.js";
import { startTestServer, type TestServer } from "../server.js";

let server: TestServer;
before(async () => {
  const rows = [{ id: "a", paid: 1n, date: "2009-03-02", region: "North", rate: 9007199254740992 }];
  const model = spendingModel();
  const { rate, ...mapping } = model.document.mapping;
  const coded = spendingModel({ ...mapping, rate: { ...(rate as object), datatype: "string" } });
  const codes = { ...coded, dataset: { ...coded.dataset, name: "codes" } };
  server = await startTestServer(makeRoutes(contextOf([spendingDataset(rows), spendingDataset([], { model: codes })])));
});
after(() => server.stop());

/** Ways to ask for a value of an attribute: each address, and the parameter that errors name. */
const CALLS: readonly (readonly [ask: (field: string, value: string) => string, parameter: string])[] = [
  [(field, value) => `/api/2/aggregate?dataset=town&cut=${field}:${value}`, "cut"],
  [(field, value) => `/api/2/aggregate?dataset=town&cut=!${field}:${value}`, "cut"],
  [(field, value) => `/api/2/aggregate?dataset=town&cut=${field}:[* TO ${value}]`, "cut"],
  [(field, value) => `/api/2/aggregate?dataset=town&cut=${field}:{${value} TO *}`, "cut"],
  [(field, value) => `/api/2/aggregate?dataset=town&cut=region:North&against=${field}:${value}`, "against"],
  [(field, value) => `/api/2/aggregate?dataset=town&fq=${field}:${value}`, "fq"],
  [(field, value) => `/api/2/search?dataset=town&q=${field}:${value}`, "q"],
  [(field, value) => `/api/2/search?dataset=town&q=-${field}:"${value}"`, "q"],
  [(field, value) => `/api/2/search?dataset=town&fq=${field}:[${value} TO *]`, "fq"],
  [(field, value) => `/api/2/search?dataset=town&filter=${field}:${value}`, "filter"],
  [(field, value) => `/api/3/cubes/town/aggregate?cut=${field}:${value}`, "cut"],
  [(field, value) => `/api/3/cubes/town/facts?cut=${field}:${value}`, "cut"],
  [(field, value) => `/api/3/cubes/town/members/region?cut=${field}:${value}`, "cut"],
  [(field, value) => `/town/region.distinct?cut=${field}:${value}`, "cut"],
  [(field, value) => `/town/explore.csv?drilldown=region|cofog1&chart=pivot&cut=${field}:${value}`, "cut"],
];

const DIGITS =
  /"9007199254740993" has more digits than the number of an attribute keeps; write up to 15, or load .* "datatype": "string"/;

/** Values that are none, and what answers say of them. */
const VALUES: readonly (readonly [field: string, value: string, sentence: RegExp])[] = [
  ["rate", "9007199254740993", DIGITS],
  ["time.quarter", "9", /"9" is not a number of the calendar: write a quarter, from 1 to 4/],
  ["time.month", "13", /"13" is not a number of the calendar: write a month, from 1 to 12/],
  ["time.month", "0", /"0" is not a number of the calendar: write a month, from 1 to 12/],
  ["time.week", "60", /"60" is not a number of the calendar: write a week, from 1 to 53/],
  ["time.day", "99", /"99" is not a number of the calendar: write a day, from 1 to 31/],
];

/** Ask, and return the status and the errors. */
async function ask(path: string): Promise<{ readonly status: number; readonly text: string }> {
  const { status, text } = await request(server.url + encodeURI(path).replaceAll("%25", "%"));
  return { status, text };
}

describe("values that no entry can have", () => {
  for (const [field, value, sentence] of VALUES) {
    it(`are refused in every call: ${field}:${value}`, async () => {
      for (const [address, parameter] of CALLS) {
        const { status, text } = await ask(address(field, value));
        assert.equal(status, 400, `${address(field, value)}: ${text}`);
        const { errors } = JSON.parse(text) as { errors: readonly string[] };
        assert.equal(errors.length, 1, text);
        assert.match(errors[0]!, sentence);
        assert.ok(errors[0]!.startsWith(`${parameter}: `), errors[0]);
      }
    });
  }

  it("are others than those that are kept: years far away, and the last of each part", async () => {
    for (const [field, value] of [
      ["rate", "9007199254740992"],
      ["rate", "9.007199254740992e15"],
      ["year", "0001"],
      ["year", "9999"],
      ["time.quarter", "4"],
      ["time.month", "12.0"],
      ["time.week", "53"],
      ["time.day", "31"],
    ] as const) {
      for (const [address] of CALLS) {
        const { status, text } = await ask(address(field, value));
        assert.equal(status, 200, `${address(field, value)}: ${text}`);
      }
    }
  });

  it("are searched for where another dataset has the field as text", async () => {
    for (const parameter of ["q", "fq", "filter"]) {
      const { status, text } = await ask(`/api/2/search?dataset=town|codes&${parameter}=rate:9007199254740993`);
      assert.deepEqual([status, (JSON.parse(text) as { stats: unknown; facets: unknown }).facets], [200, {}], text);
    }
  });

  it("have no page, also where they would be rounded to a member", async () => {
    assert.equal((await ask("/town/rate/9007199254740992.json")).status, 200);
    assert.equal((await ask("/town/rate/9007199254740993.json")).status, 404);
  });
});
