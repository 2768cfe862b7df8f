import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { ComparedServers, rowsOf } from "../protocol/compared-servers.js";

describe("figures that executors compute", () => {
  let servers: ComparedServers;
  before(async () => {
    servers = await ComparedServers.start();
    await servers.publish(rowsOf(300, 9), { name: "own" });
    await servers.publish(rowsOf(200, 5), { name: "other" });
  });
  after(() => servers.stop());

  const aggregate = "/api/2/aggregate?dataset=own";
  for (const path of [
    `${aggregate}&drilldown=region|year&measure=amount.avg|amount.share@year|amount.rank|amount.change|num_entries`,
    `${aggregate}&drilldown=region|year&measure=amount|amount.running&having=amount:[0 TO *]&top=2@year&format=csv`,
    `${aggregate}&drilldown=region|year|cofog1&rollup=true&measure=amount|amount/num_entries&exact=true&format=ndjson`,
    `${aggregate}&drilldown=cofog1&measure=amount|amount.change&against=dataset:other&order=amount.change:desc`,
    `${aggregate}&drilldown=region&cut=cofog1:1&against=cofog1:*&format=arrow`,
  ]) {
    it(`are the same as those of the server's thread: ${path}`, async () => {
      assert.equal((await servers.compare(path)).status, 200);
    });
  }

  it("are compared with the newest version of the other dataset", async () => {
    const path = `${aggregate}&against=dataset:other`;
    const before = (await servers.compare(path)).text;
    await servers.publish(rowsOf(100, 3), { name: "other" });
    assert.notEqual((await servers.compare(path)).text, before);
  });
});
