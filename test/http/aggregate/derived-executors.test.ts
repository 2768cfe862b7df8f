import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Loans } from "#src/process/executors/loans.js";
import type { ExecutorRequest } from "#src/process/executors/messages.js";
import { type Row, SPENDING } from "../../fixtures.js";
import { ComparedServers, HTML, REGIONS, rowsOf } from "../protocol/compared-servers.js";

describe("bodies with derived dimensions that executors make", () => {
  let servers: ComparedServers;
  const derived = (from: string, more: object) => ({ type: "derived", from, ...more });
  const zone = { through: "zones", to: "cofog1" };
  const fields = {
    time: { ...SPENDING.mapping.time, fiscal_year: { starts: "03-05", named: "both" } },
    side: derived("region", { values: { North: "cold", South: "warm" }, labels: { cold: "Cold side" }, facet: true }),
    group: derived("cofog1", { prefix: 1 }),
    zone: derived("region", zone),
    named: derived("region", { ...zone, labels: { N: "Own label" } }),
    begin: derived("named.label", { prefix: 4 }),
  };
  const hierarchies = {
    places: { levels: ["zone", "region", "invoice"] },
    named: { levels: ["named.label", "begin"] },
    times: { levels: ["time.fiscal_year", "year", "time"] },
    purposes: { levels: ["group", "cofog1"] },
  };
  const publishZones = (labels: readonly string[]): Promise<void> =>
    servers.publish(
      labels.map((label, at): Row => ({
        id: `zone ${at}`,
        paid: 1n,
        region: REGIONS[at]!,
        code: label[0]!,
        function: label,
      })),
      { name: "zones" },
    );
  const aggregate = "/api/2/aggregate?dataset=sides";
  const paths = [
    `${aggregate}&drilldown=side|zone|time.fiscal_year&order=amount:desc`,
    `${aggregate}&drilldown=named|begin&cut=zone:N`,
    `${aggregate}&drilldown=group&cut=time.fiscal_year:2008/09|side.label:Cold+side&format=csv`,
    `${aggregate}&drilldown=zone.label&format=arrow`,
    "/api/2/search?dataset=sides&q=northern+OR+cold*&order=score:desc&facet_field=zone|side|time.fiscal_year",
    '/api/2/search?dataset=sides&filter=zone.label:"Northern part"|side:cold&order=zone.label:asc&format=ndjson',
    "/api/2/search?q=2008&highlight=true&pagesize=30",
    "/api/3/cubes/sides/aggregate?drilldown=side|zone|time.fiscal_year&order=amount.sum:desc",
    '/api/3/cubes/sides/facts?cut=zone.label:"Northern part";|side:cold&order=zone.label:desc&pagesize=30',
    "/api/3/cubes/sides/members/named?cut=region:North",
    "/api/3/cubes/sides/model",
    "/sides/zone.distinct?q=n",
    "/sides/begin.distinct?cut=side:warm",
    "/sides/group.distinct",
    "/sides.json",
    "/sides/model.json",
    "/sides/dimensions.json",
    "/sides/zone.json",
    "/sides/zone/N.json",
    `${aggregate}&drilldown=begin|cofog1&parents=true`,
    `${aggregate}&drilldown=region&parents=true&format=csv`,
    `${aggregate}&drilldown=time&parents=true&format=arrow`,
    `${aggregate}&drilldown=invoice&parents=true&format=ndjson`,
    "/sides/invoice.distinct?parents=true&pagesize=20",
    "/sides/region/North.json",
    "/sides/side/cold.json",
  ];
  const pages = ["/sides", "/sides/zone", "/sides/zone/N", "/sides/side", "/sides/entries?q=northern"];
  const explored = ["/sides/explore?drilldown=zone|time.fiscal_year", "/sides/time"];

  before(async () => {
    servers = await ComparedServers.start();
    await publishZones(["Northern part", "Southern part"]);
    await servers.publish(rowsOf(300, 9), { name: "sides", fields, hierarchies });
  });
  after(() => servers.stop());

  for (const path of paths) {
    it(`are the same as those of the server's thread: ${path}`, async () => {
      assert.equal((await servers.compare(path)).status, 200);
    });
  }
  for (const path of [...pages, ...explored]) {
    it(`are the same as those of the server's thread: the page ${path}`, async () => {
      assert.equal((await servers.compare(path, HTML)).status, 200);
    });
  }

  it("have the members of the newest version of a crosswalk, and none once it is gone", async () => {
    const path = `${aggregate}&drilldown=zone|named|begin`;
    assert.match((await servers.compare(path)).text, /Northern part.*Own label|Own label.*Northern part/s);
    await publishZones(["Nether part", "Other part", "Outer part"]);
    const next = await servers.compare(path);
    assert.match(next.text, /Outer part/);
    assert.doesNotMatch(next.text, /Northern part/);
    for (const other of paths.filter((each) => !each.includes("filter="))) await servers.compare(other);
    await servers.catalog.drop("zones");
    assert.doesNotMatch((await servers.compare(path)).text, /part/);
    await publishZones(["Northern part"]);
    assert.match((await servers.compare(path)).text, /Northern part/);
  });

  it("need the contents of a crosswalk to be sent once", () => {
    const sent: ExecutorRequest[] = [];
    const loans = new Loans((request) => void sent.push(request));
    const sizes = (): readonly number[] =>
      sent.flatMap((request) => ("show" in request ? [request.translations.size] : []));
    loans.show(servers.catalog.list());
    loans.show(servers.catalog.list());
    loans.noteEnded();
    const [first, second] = sizes();
    assert.ok(first! > 0);
    assert.equal(second, 0);
  });
});
