import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { makeRoutes } from "#src/features/features.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { contextOf, entryInput, spendingDataset, spendingModel } from "../../fixtures.js";
import { request } from "../client.js";
import { ROWS } from "../describe/resource-server.js";
import { startTestServer, type TestServer } from "../server.js";

const model = spendingModel();
/** All names of each field, and names that are no field of the model. */
const FIELDS: readonly (readonly string[])[] = [
  ...model.dimensions.map(({ name, attributes }) => [
    name,
    ...attributes.map((each) => `${name}.${each.name}`),
    ...(name === "time" ? ["year", "month"] : []),
  ]),
  ...["amount", "planned", "num_entries", "score", "dataset", "id", "unknown", ""].map((name) => [name]),
];

const orders = (a: string, b: string): string => `${a}:asc|${b}:desc`;
const values = (a: string, b: string): string => encodeURIComponent(`${a}:1|${b}:"2009"`);

/** Every place that takes names of fields. */
const PLACES: Readonly<Record<string, (a: string, b: string) => string>> = {
  "drilldown of the explorer": (a, b) => `/town/explore?drilldown=${a}|${b}`,
  "drilldown of the explorer, as lines": (a, b) => `/town/explore?chart=line&drilldown=${a}|${b}`,
  "drilldown of the frame": (a, b) => `/town/embed?drilldown=${a}|${b}`,
  "drilldown of the picture": (a, b) => `/town/explore.svg?drilldown=${a}|${b}`,
  "drilldown of an aggregate": (a, b) => `/api/2/aggregate?dataset=town&drilldown=${a}|${b}`,
  "drilldown of an aggregate as CSV": (a, b) => `/api/2/aggregate?dataset=town&format=csv&drilldown=${a}|${b}`,
  "drilldown of an aggregate as Arrow": (a, b) => `/api/2/aggregate?dataset=town&format=arrow&drilldown=${a}|${b}`,
  "order of the explorer": (a, b) => `/town/explore?drilldown=${a}&order=${orders(a, b)}`,
  "order of an aggregate": (a, b) => `/api/2/aggregate?dataset=town&drilldown=${a}|${b}&order=${orders(b, a)}`,
  "measure of the explorer": (a, b) => `/town/explore?measure=${a}|${b}`,
  "measure of an aggregate": (a, b) => `/api/2/aggregate?dataset=town&measure=${a}|${b}`,
  "cut of the explorer": (a, b) => `/town/explore?drilldown=${a}&cut=${values(a, b)}`,
  "cut of the explorer, one of them in its form": (a, b) => `/town/explore?cut=${a}:1&field=${b}&value=1`,
  "cut of an aggregate": (a, b) => `/api/2/aggregate?dataset=town&drilldown=${a}&cut=${values(a, b)}`,
  "cut of a list of members": (a, b) => `/town/region.distinct?cut=${values(a, b)}`,
  "filter of the entries": (a, b) => `/town/entries.html?filter=${values(a, b)}`,
  "filter of a search": (a, b) => `/api/2/search?dataset=town&filter=${values(a, b)}`,
  "order of the entries": (a, b) => `/town/entries.html?order=${orders(a, b)}`,
  "order of a search": (a, b) => `/api/2/search?dataset=town&order=${orders(a, b)}`,
  "order of the page of a search": (a, b) => `/search?q=*:*&order=${orders(a, b)}`,
  facet_field: (a, b) => `/api/2/search?dataset=town&facet_field=${a}|${b}`,
  "facet_field with whole members": (a, b) =>
    `/api/2/search?dataset=town&expand_facet_dimensions=1&facet_field=${a}|${b}`,
  "fields of a query": (a, b) => `/api/2/search?dataset=town&q=${a}:1+OR+${b}:1&fq=${a}:1&fq=${b}:1`,
};

/** Pair a name with itself, with the name of its whole dimension, and with what an alias stands for. */
function pairsWith(name: string, whole: string): readonly (readonly [string, string])[] {
  const meanings = { year: "time.year", month: "time.yearmonth" };
  const others = new Set([name, whole, meanings[name as keyof typeof meanings] ?? name]);
  return [...others].flatMap(
    (other) =>
      [
        [name, other],
        [other, name],
      ] as const,
  );
}

let server: TestServer;
before(async () => {
  const builder = columnarFormat(Kernel.start()).build(model, null, 1);
  builder.write(ROWS.map(entryInput));
  const town = spendingDataset([], { model, engine: builder.finish().engine });
  server = await startTestServer(makeRoutes(contextOf([town])));
});
after(() => server.stop());

describe("a field that is named twice, in any two ways", () => {
  for (const [place, targetOf] of Object.entries(PLACES)) {
    it(`is answered or refused: ${place}`, async () => {
      const broken: string[] = [];
      for (const names of FIELDS) {
        for (const [a, b] of names.flatMap((name) => pairsWith(name, names[0]!))) {
          const target = targetOf(a, b);
          const { status } = await request(server.url + target, { headers: { Accept: "text/html" } });
          if (status >= 500) broken.push(`${status} ${target}`);
        }
      }
      assert.deepEqual(broken, []);
    });
  }

  it("is one level of a figure", async () => {
    const once = await request(`${server.url}/town/explore.svg?drilldown=invoice`);
    const twice = await request(`${server.url}/town/explore.svg?drilldown=invoice|invoice.invoice`);
    assert.deepEqual([twice.status, twice.text], [200, once.text]);
  });
});
