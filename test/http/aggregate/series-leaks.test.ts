import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { loadSeries, seriesMapping } from "./series-town.js";

let server: LoadingServer;

const TOWN = {
  amount: { type: "measure", column: "n", datatype: "float" },
  time: { type: "date", column: "t", datatype: "date", precision: "year", key: true },
  region: { type: "attribute", column: "region", key: true, facet: true },
  what: { type: "attribute", column: "what", key: true },
};
const ROWS = "t,region,what,n\n2009,N,roads,100.50\n2010,S,parks,50\n2011,N,roads,7\n";
const INDEX = "t,n\n2009,80\n2010,90\n2011,96\n";

before(async () => {
  server = await startLoading();
  const index = { territories: ["GB"], series: { kind: "index" } };
  await loadSeries(server, "town", { currency: "GBP", territories: ["GB"] }, TOWN, ROWS);
  await loadSeries(server, "deflator", index, seriesMapping(), INDEX);
  await loadSeries(server, "secret", index, seriesMapping(), INDEX, { settings: { private: "true" } });
});
after(() => server.stop());

/** Addresses that depend on a series of this name. */
const DEPENDING = (name: string): readonly string[] => [
  `/api/2/aggregate?dataset=town&drilldown=region&prices=2010@${name}`,
  `/api/2/aggregate?dataset=town&per=${name}&format=csv`,
  `/api/3/cubes/town/aggregate?prices=2010@${name}`,
  `/api/3/cubes/town/aggregate?in=USD@${name}`,
  `/town?prices=2010@${name}`,
  `/town?per=${name}`,
  `/town/region?prices=2010@${name}`,
  `/town/region/N?per=${name}`,
  `/town/explore?drilldown=region&prices=2010@${name}`,
  `/town/embed?drilldown=region&in=EUR@${name}`,
  `/town/explore.svg?drilldown=region&prices=2010@${name}`,
  `/town/explore.csv?drilldown=region|what&chart=pivot&per=${name}`,
  `/oembed?url=${encodeURIComponent(`${server.url}/town/explore?drilldown=region&prices=2010@${name}`)}`,
];

describe("a series that a reader may not read", () => {
  for (const user of [null, "bob"]) {
    it(`is as one that is missing, for ${user ?? "a stranger"}`, async () => {
      const open = async (path: string, name: string): Promise<unknown> => {
        const accept = /^\/town(?!\/explore\.)/.test(path) ? "text/html" : "*/*";
        const { status, text, headers } = await server.ask(user, "GET", path, { headers: { Accept: accept } });
        return [status, text.replaceAll(name, "x"), headers["cache-control"]];
      };
      for (const [at, path] of DEPENDING("secret").entries()) {
        assert.deepEqual(await open(path, "secret"), await open(DEPENDING("scarce")[at]!, "scarce"), path);
      }
    });

    it(`is offered by no page, for ${user ?? "a stranger"}`, async () => {
      for (const path of ["/town", "/town/region", "/town/region/N", "/town/explore?drilldown=region"]) {
        const { text } = await server.ask(user, "GET", path, { headers: { Accept: "text/html" } });
        assert.match(text, /aria-label="Amounts"/, path);
        assert.doesNotMatch(text, /secret/, path);
      }
    });
  }

  it("is offered to its managers, whose pages are not shared", async () => {
    const { text, headers } = await server.ask("ada", "GET", "/town", { headers: { Accept: "text/html" } });
    assert.match(text, /in prices of 2011 \(<bdi>secret<\/bdi>\)/);
    assert.match(headers["cache-control"] ?? "", /private/);
  });
});
