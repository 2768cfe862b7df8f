import { equal, match } from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Row } from "../../fixtures.js";
import { ComparedServers, HTML, REGIONS, rowsOf } from "../protocol/compared-servers.js";

describe("bodies over all datasets that executors make", () => {
  let servers: ComparedServers;
  const member = `/members/region/${encodeURIComponent(REGIONS[0]!)}`;
  const asked = (parameter: string, json: object): string =>
    `/reconcile?${parameter}=${encodeURIComponent(JSON.stringify(json))}`;

  before(async () => {
    servers = await ComparedServers.start();
    const zones = ["Northern part", "Southern part"].map((label, at): Row => ({
      id: `zone ${at}`,
      paid: 1n,
      region: REGIONS[at]!,
      code: label[0]!,
      function: label,
    }));
    const zone = { type: "derived", from: "cofog1", prefix: 1, labels: { N: "Northern part" } };
    await servers.publish(zones, { name: "zones", fields: { zone } });
    await servers.publish(rowsOf(300, 9), { name: "one" });
    await servers.publish(rowsOf(200, 4), { name: "two" });
    await servers.catalog.addCollection({
      name: "both",
      label: "Both",
      description: null,
      members: { datasets: ["one", "two"] },
      crosswalks: [
        { dataset: "one", from: "region", through: "zones", to: "zone" },
        { dataset: "two", from: "region", through: "zones", to: "zone" },
      ],
      created: new Date().toISOString(),
    });
  });
  after(() => servers.stop());

  for (const path of [
    `${member}.json`,
    `${member}.csv`,
    `${member}.atom`,
    asked("queries", { q0: { query: REGIONS[0]! }, q1: { query: "north", type: "region", limit: 2 } }),
    asked("extend", { ids: [`region/${REGIONS[0]!}`], properties: [{ id: "datasets" }] }),
    "/reconcile/suggest/entity?prefix=n",
    "/reconcile",
    "/both.json",
    "/api/2/aggregate?dataset=both&drilldown=zone|dataset",
    "/api/2/aggregate?dataset=both&drilldown=zone&cut=zone:N&lang=fr",
  ]) {
    it(`are the same as those of the server's thread: ${path}`, async () => {
      equal((await servers.compare(path)).status, 200);
    });
  }

  it("have the members of the crosswalks that a collection names", async () => {
    match((await servers.compare("/api/2/aggregate?dataset=both&drilldown=zone")).text, /Northern part/);
  });

  it("are the same on pages", async () => {
    match((await servers.compare(member, HTML)).text, /datasets/);
    match(
      (await servers.compare(`/reconcile/preview?id=region/${encodeURIComponent(REGIONS[0]!)}`, HTML)).text,
      /datasets/,
    );
  });
});
