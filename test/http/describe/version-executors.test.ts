import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { ComparedServers, HTML, rowsOf } from "../protocol/compared-servers.js";

let servers: ComparedServers;

before(async () => {
  servers = await ComparedServers.start();
  for (const factor of [1, 2, 3]) await servers.publish(rowsOf(200, factor), { name: "town" });
});
after(() => servers.stop());

describe("versions on executors", () => {
  it("are shown to threads that start after they were opened, and those opened later, too", async () => {
    for (const path of ["/town@1", "/town@2/entries", "/town@1/explore?drilldown=region&against=dataset:town@2"]) {
      const { status, text } = await servers.compare(path, HTML);
      assert.equal(status, 200, `${path}: ${text.slice(0, 500)}`);
    }
  });

  it("are compared as on the server's own thread, also when it is done again", async () => {
    const first = await servers.compare("/town/meta/changes.json?from=1&to=3&drilldown=region");
    const { summary } = JSON.parse(first.text);
    assert.ok(summary.changed.num_entries > 0 && summary.unchanged.num_entries + summary.changed.num_entries === 200);
    for (const path of [
      "/town/meta/changes.json?from=1&to=3&cut=region:North&pagesize=5",
      "/town/meta/changes.csv?from=1",
      "/town/meta/changes.ndjson?to=2",
      "/town/meta/versions.json",
      "/town@2/meta/citation.json",
      "/api/2/aggregate?dataset=town@1&drilldown=region&cite=true",
      "/api/2/search?dataset=town&provenance=true&pagesize=3",
    ]) {
      assert.equal((await servers.compare(path)).status, 200, path);
    }
    assert.equal((await servers.compare("/town/meta/changes", HTML)).status, 200);
  });
});
