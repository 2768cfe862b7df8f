import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { parseModel } from "#src/core/model/parse/parse.js";
import { spendingDataset, SPENDING } from "../../fixtures.js";
import { request } from "../client.js";
import { startResources } from "../describe/resource-server.js";
import type { TestServer } from "../server.js";

const ROW = { id: "a", paid: 1010n, region: "North", code: "1", date: "2009-03-02" };

/** A dataset with a field of the name that the warning has. */
const WARNED = parseModel({
  dataset: { ...SPENDING.dataset, name: "warned" },
  mapping: { ...SPENDING.mapping, warning: { type: "derived", from: "region", prefix: 2 } },
}).model;

let server: TestServer;
before(async () => {
  server = await startResources([spendingDataset([ROW], { model: WARNED })]);
});
after(() => server.stop());

const bodyOf = async (path: string, accept = "application/json"): Promise<string> => {
  const { status, text } = await request(server.url + path, { headers: { Accept: accept } });
  assert.equal(status, 200, text);
  return text;
};
const nominal = { inflation: "Unable to do inflation adjustment" };
const AGGREGATE = "/api/2/aggregate?dataset=town&drilldown=region";

async function entryOf(dataset: string): Promise<string> {
  const { results } = JSON.parse(await bodyOf(`/api/2/search?dataset=${dataset}`));
  return new URL(results[0].html_url).pathname;
}

describe("a call that asks for other prices", () => {
  it("answers nominal amounts with a warning beside the summary", async () => {
    const { warning, ...rest } = JSON.parse(await bodyOf(`${AGGREGATE}&inflate=2009`));
    assert.deepEqual(rest, JSON.parse(await bodyOf(AGGREGATE)));
    assert.deepEqual(warning, {
      ...nominal,
      error: "There are no prices to adjust amounts to 2009 by; they are as in the data",
    });
    const wrong = JSON.parse(await bodyOf(`${AGGREGATE}&inflate=true`)).warning;
    assert.deepEqual(wrong, { ...nominal, error: '"true" is not a year, such as 2009; amounts are as in the data' });
  });

  it("is another answer than one that does not ask, and than one that asks for another year", async () => {
    const tags = await Promise.all(
      ["", "&inflate=", "&inflate=2009", "&inflate=2010"].map(
        async (more) => (await request(server.url + AGGREGATE + more)).headers.etag,
      ),
    );
    assert.equal(tags[1], tags[0]);
    assert.equal(new Set(tags).size, 3);
    const lines = await Promise.all(
      ["", "&inflate=2009"].map(async (more) => bodyOf(`${AGGREGATE}&format=csv${more}`)),
    );
    assert.equal(lines[1], lines[0]);
  });

  it("answers with an entry and the warning, as data and as a page", async () => {
    const path = await entryOf("town");
    const plain = JSON.parse(await bodyOf(`${path}.json`));
    const { warning, ...entry } = JSON.parse(await bodyOf(`${path}.json?inflate=2009`));
    assert.deepEqual(entry, plain);
    assert.equal(warning.inflation, nominal.inflation);
    assert.match(await bodyOf(`${path}?inflate=2009`, "text/html"), /Unable to do inflation adjustment\. There are no/);
    assert.doesNotMatch(await bodyOf(path, "text/html"), /inflation/);
  });

  it("leaves a field that is called warning as it is", async () => {
    const entry = JSON.parse(await bodyOf(`${await entryOf("warned")}.json?inflate=2009`));
    assert.equal(entry.warning.name ?? entry.warning, "No");
  });
});
