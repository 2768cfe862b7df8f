import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { contextOf } from "../../fixtures.js";
import { ComparedServers, HTML, rowsOf } from "../protocol/compared-servers.js";

/** An address of each call with page sizes; entries are found by their search and by their page. */
const ADDRESSES: Readonly<Record<string, string>> = {
  "/api/2/aggregate": "/api/2/aggregate?dataset=town&drilldown=region|year",
  "/api/2/search": "/api/2/search?q=north&facet_field=region|invoice|amount|id&stats=true&highlight=true",
  "/api/2/suggest": "/api/2/suggest?q=north",
  "/api/3/cubes/{dataset}/aggregate": "/api/3/cubes/town/aggregate?drilldown=region",
  "/api/3/cubes/{dataset}/facts": "/api/3/cubes/town/facts?order=amount:desc",
  "/api/3/cubes/{dataset}/members/{reference}": "/api/3/cubes/town/members/region?cut=region:North",
  "/datasets": "/datasets?q=town",
  "/members/{taxonomy}/{name}": "/members/region/north?page=1",
  "/{dataset}/entries": "/town/entries?q=north",
  "/{dataset}/meta/changes": "/town/meta/changes?from=1",
  "/{dataset}/{dimension}.distinct": "/town/region.distinct?q=n",
  "/{dataset}/{dimension}/{name}/entries": "/town/region/North/entries?q=north",
};

let servers: ComparedServers;
before(async () => {
  servers = await ComparedServers.start();
  for (const factor of [1, 2]) await servers.publish(rowsOf(50, factor), { name: "town" });
});
after(() => servers.stop());

const SIZES = makeRoutes(contextOf([])).flatMap(({ path, about }) =>
  (about.parameters ?? []).filter(({ name }) => name.endsWith("pagesize")).map(({ name }) => ({ path, name })),
);

describe("a page size of zero", () => {
  for (const { path, name } of SIZES) {
    it(`is answered by ${path} (${name})`, async () => {
      for (const options of [{}, HTML]) {
        const { status, text } = await servers.compare(`${ADDRESSES[path]!}&${name}=0`, options);
        assert.ok(status === 200 || status === 302, `${status} ${text.slice(0, 200)}`);
      }
    });
  }

  it("leaves every group of suggestions empty, and says how it is spelt", async () => {
    for (const [q, spelt] of [
      ["north", null],
      ["norht", "north"],
    ]) {
      const { text } = await servers.compare(`/api/2/suggest?q=${q}&pagesize=0`);
      const { entries, did_you_mean, ...groups } = JSON.parse(text) as { entries: { datasets: unknown[] } } & Record<
        string,
        unknown
      >;
      assert.deepEqual(groups, { datasets: [], payees: [], functions: [], members: [], pairs: [] });
      assert.deepEqual([did_you_mean, entries.datasets], [spelt, []]);
    }
  });
});
