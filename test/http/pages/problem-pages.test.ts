import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { contextOf } from "../../fixtures.js";
import { request } from "../client.js";
import { addressesOf, readText } from "./markup.js";
import { datasetCalled, SECRET, startResources } from "../describe/resource-server.js";
import { startTestServer, type TestServer } from "../server.js";

let server: TestServer;
let hidden: TestServer;
before(async () => {
  server = await startResources([datasetCalled("towns", {}, { label: "All towns" })]);
  const context = contextOf([datasetCalled("town"), SECRET]);
  hidden = await startTestServer(makeRoutes({ ...context, hidePrivate: true }));
});
after(() => Promise.all([server.stop(), hidden.stop()]));

async function open(path: string, from = server): Promise<{ text: string; main: string }> {
  const { status, text } = await request(from.url + path, { headers: { Accept: "text/html" } });
  assert.equal(status, 404, text);
  return { text, main: text.slice(text.indexOf("<main"), text.indexOf("</main>")) };
}

/** Missing paths, the suggested paths, and the nearest parent page. */
const LOST: readonly (readonly [path: string, near: readonly string[], above: string | null])[] = [
  ["/Tow", ["/town", "/towns"], null],
  ["/town/regoin", ["/town/region"], "/town"],
  ["/town/cofog1/11", ["/town/cofog1/1"], "/town/cofog1"],
  ["/town/region/south", ["/town/region/South"], "/town/region"],
  ["/town/region/nowhere%20at%20all", [], "/town/region"],
  ["/town/entries/123", [], "/town/entries"],
  ["/a/b/c/d/e", [], null],
];

describe("a page that does not exist", () => {
  for (const [path, near, above] of LOST) {
    it(`${path} suggests other pages`, async () => {
      const links = addressesOf((await open(path)).main);
      assert.deepEqual(
        links.filter((each) => !each.startsWith("/search")),
        [...near, ...(above === null ? [] : [above]), "/datasets"],
      );
    });
  }

  it("has the site navigation, and a search for the words of its path", async () => {
    const { text } = await open("/town/cofog1/health%20%26%20care.html");
    const links = addressesOf(text);
    for (const each of ["/", "/datasets", "/search", "/api"]) assert.ok(links.includes(each), each);
    assert.ok(links.includes("/search?q=health+care"), links.join("\n"));
  });

  it("says which member there is none of, without names for programs", async () => {
    const { main } = await open("/town/region/South%20Pole");
    assert.match(readText(main).replaceAll(/\s+/g, " "), /There is no “South Pole” in “region”\./);
    assert.doesNotMatch(main, /dimension/);
    const { main: none } = await open("/nothing-here");
    assert.match(readText(none).replaceAll(/\s+/g, " "), /There is no “nothing-here” in “Datasets”\./);
    const { main: dataset } = await open("/towns/North%20Pole");
    assert.match(readText(dataset).replaceAll(/\s+/g, " "), /There is no “North Pole” in “All towns”\./);
    assert.doesNotMatch(dataset, /dimension|known:/);
  });

  it("leads to the versions of a dataset from where readers guess that they are, and keeps the language", async () => {
    const headers = { Accept: "text/html" };
    const reply = await fetch(`${server.url}/town/versions?lang=de`, { headers, redirect: "manual" });
    assert.deepEqual([reply.status, reply.headers.get("location")], [302, `${server.url}/town/meta/versions?lang=de`]);
    assert.equal((await fetch(`${server.url}/town/versions`, { headers })).status, 200);
    assert.equal((await fetch(`${server.url}/town/versions.json`)).status, 404);
    assert.equal((await fetch(`${server.url}/nowhere/versions`, { headers })).status, 404);
    assert.equal((await fetch(`${hidden.url}/secret/versions`, { headers, redirect: "manual" })).status, 404);
  });

  it("links only to pages that exist", async () => {
    for (const [path] of LOST) {
      for (const link of addressesOf((await open(path)).main)) {
        assert.equal((await request(server.url + link, { headers: { Accept: "text/html" } })).status, 200, link);
      }
    }
  });

  it("names no dataset that the reader cannot see", async () => {
    for (const path of ["/secre", "/secrets", "/Secret", "/secret"]) {
      const { text } = await open(path, hidden);
      assert.doesNotMatch(readText(text).replaceAll(/There is no “[^”]*” in “Datasets”/g, ""), /secret/i);
      assert.deepEqual(
        addressesOf(text).filter((each) => each.includes("secret") && !each.startsWith("/search?q=")),
        [],
      );
    }
  });

  it("names similar members to programs", async () => {
    const { text } = await request(`${server.url}/town/region/Sout.json`);
    assert.deepEqual(JSON.parse(text), {
      errors: ['no member with name "Sout" in the dimension "region" of "town"; did you mean "South"?'],
      codes: [{ code: "unknown_member", values: { member: "Sout", dimension: "region", dataset: "town" } }],
    });
  });
});
