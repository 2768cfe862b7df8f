import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Catalog } from "#src/store/catalog.js";
import { plainFormat } from "../../reference/builder.js";
import { SIDE, THREE_ROWS, type Town, getJson, loadTown as loadRows } from "./derived-town.js";
import { type Body, type LoadingServer, startLoading } from "../publishing/loading-server.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
});
after(() => server.stop());

const get = (path: string): Promise<Body["json"]> => getJson(server, path);
const loadTown = (fields: object): Promise<Town> => loadRows(server, fields);
const loadDerived = async (fields: object = { side: SIDE }): Promise<string> => (await loadTown(fields)).name;

describe("a dimension that goes through a crosswalk", () => {
  const through = (to: string, more: object = {}) => ({
    type: "derived",
    from: "region",
    through: to,
    to: "zone",
    ...more,
  });

  /** Load a crosswalk from regions to zones. */
  async function loadCrosswalk(name: string, pairs: string, settings: Record<string, string> = {}): Promise<Body> {
    const metadata = server.files.put(`/${name}.json`, {
      dataset: { name, label: "From regions to zones" },
      mapping: {
        amount: { type: "measure", column: "n", datatype: "float", default_value: "1" },
        time: { type: "date", column: "n", default_value: "2009" },
        region: { type: "attribute", column: "region", key: true },
        zone: { type: "compound", key: true, attributes: { name: { column: "zone" }, label: { column: "title" } } },
      },
    });
    const csv_file = server.files.put(`/${name}.csv`, `n,region,zone,title\n${pairs}`);
    return server.loaded("ada", { metadata, csv_file, ...settings });
  }

  const zonesOf = async (name: string): Promise<unknown> => {
    const { drilldown, unmapped } = await get(`/api/2/aggregate?dataset=${name}&drilldown=zone&order=amount:asc`);
    const shown = drilldown.map(
      ({ zone, amount }: { zone: { name: string; label: string } | null; amount: number }) => [
        zone && `${zone.name} ${zone.label}`,
        amount,
      ],
    );
    return [...shown, unmapped.amount];
  };

  it("has the targets and their labels, and says what has none", async () => {
    await loadCrosswalk("zones1", ",North,N,Cold\n,South,S,Warm\n");
    assert.deepEqual(await zonesOf(await loadDerived({ zone: through("zones1") })), [
      ["N Cold", 1.5],
      ["S Warm", 2],
      [null, 4],
      4,
    ]);
  });

  it("has labels of its own if the model gives them", async () => {
    await loadCrosswalk("zones2", ",North,N,Cold\n");
    const name = await loadDerived({ zone: through("zones2", { labels: { N: "Far up" } }) });
    assert.equal((await get(`/${name}/zone/N.json`)).label, "Far up");
  });

  it("follows the crosswalk from one version to the next, also for clients with a cached answer", async () => {
    const name = await loadDerived({ zone: through("zones3") });
    assert.deepEqual(await zonesOf(name), [[null, 7.5], 7.5]);
    const tags: unknown[] = [];
    const change = async (act: () => Promise<unknown>): Promise<void> => {
      const path = `/api/2/aggregate?dataset=${name}&drilldown=zone`;
      const { headers } = await server.ask(null, "GET", path);
      await act();
      const now = await server.ask(null, "GET", path, {
        headers: { "If-None-Match": headers["etag"]!, "If-Modified-Since": headers["last-modified"]! },
      });
      assert.equal(now.status, 200);
      assert.ok(Date.parse(now.headers["last-modified"]!) >= Date.parse(headers["last-modified"]!));
      tags.push(now.headers["etag"]);
    };
    await change(() => loadCrosswalk("zones3", ",North,N,Cold\n"));
    assert.deepEqual(await zonesOf(name), [["N Cold", 1.5], [null, 6], 6]);
    await change(() => loadCrosswalk("zones3", ",North,X,Colder\n"));
    assert.deepEqual(await zonesOf(name), [["X Colder", 1.5], [null, 6], 6]);
    await change(() => server.context.catalog.setPrivate("zones3", true));
    assert.deepEqual(await zonesOf(name), [[null, 7.5], 7.5]);
    await change(() => server.context.catalog.setPrivate("zones3", false));
    assert.deepEqual(await zonesOf(name), [["X Colder", 1.5], [null, 6], 6]);
    await change(() => server.context.catalog.drop("zones3"));
    assert.deepEqual(await zonesOf(name), [[null, 7.5], 7.5]);
    assert.equal(new Set(tags).size, tags.length - 1, "without a crosswalk an answer is what it was before");
  });

  it("has no value where there are two targets, and the loads of both datasets say so", async () => {
    const pairs = ",North,N,Cold\n,North,M,Middle\n,South,S,Warm\n";
    await loadCrosswalk("zones4", pairs);
    const { name, load } = await loadTown({ zone: through("zones4") });
    const warning =
      '"zone": the crosswalk "zones4" has more than one target for 1 values, which therefore have none: "North"';
    server.files.put(`/${name}.csv`, `${THREE_ROWS}\n`);
    assert.ok((await load()).json.run.warnings.includes(warning));
    assert.deepEqual(await zonesOf(name), [["S Warm", 2], [null, 5.5], 5.5]);
    assert.ok((await loadCrosswalk("zones4", `${pairs},West,W,Wild\n`)).json.run.warnings.includes(warning));
  });

  it("says at its load that its crosswalk is missing", async () => {
    const { name, load } = await loadTown({ zone: through("zones5") });
    server.files.put(`/${name}.csv`, `${THREE_ROWS}\n`);
    const { warnings } = (await load()).json.run;
    assert.ok(
      warnings.some((warning: string) =>
        warning.startsWith('"zone" has no values: its crosswalk "zones5" is not loaded'),
      ),
      JSON.stringify(warnings),
    );
  });

  it("reads a private crosswalk only for a dataset that no others may read", async () => {
    await loadCrosswalk("zones6", ",North,N,Cold\n", { private: "true" });
    const name = await loadDerived({ zone: through("zones6") });
    assert.deepEqual(await zonesOf(name), [[null, 7.5], 7.5]);
    const { catalog } = server.context;
    await catalog.setPrivate(name, true);
    const zones = async (): Promise<unknown> => {
      const { json } = await server.ask("ada", "GET", `/${name}/zone.distinct`);
      return json.results.map((member: { name: string }) => member.name);
    };
    assert.deepEqual(await zones(), ["N"]);
    await catalog.changeManagers(name, ["bob"], []);
    assert.deepEqual(await zones(), []);
    await catalog.changeManagers("zones6", ["bob"], []);
    assert.deepEqual(await zones(), ["N"]);
  });

  it("is there after a restart", async () => {
    await loadCrosswalk("zones7", ",North,N,Cold\n");
    const name = await loadDerived({ zone: through("zones7") });
    const opened = await Catalog.open(`${server.directory}/data`, plainFormat);
    assert.equal(opened.get(name)!.version, server.context.catalog.get(name)!.version);
    assert.equal(opened.get(name)!.model.dimensions.at(-1)!.kind, "compound");
  });
});
