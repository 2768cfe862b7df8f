import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { getJson } from "../aggregate/derived-town.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";

let server: LoadingServer;
const DESCRIPTION = "What the town's own codes are in the codes of others, for a test";

async function load(name: string, dataset: object, mapping: object, rows: string): Promise<void> {
  const model = { dataset: { name, label: name, description: DESCRIPTION, ...dataset }, mapping };
  const metadata = server.files.put(`/${name}.json`, model);
  const { status, text } = await server.loaded("ada", { metadata, csv_file: server.files.put(`/${name}.csv`, rows) });
  assert.equal(status, 200, text);
}

const TIMED = {
  amount: { type: "measure", label: "People", column: "n", datatype: "float" },
  time: { type: "date", column: "year", datatype: "date", precision: "year", key: true },
  region: { type: "attribute", label: "Region", column: "region", key: true },
};

before(async () => {
  server = await startLoading();
  const cofog = { type: "compound", attributes: { name: { column: "cofog" }, label: { column: "title" } } };
  const codes = { code: { type: "attribute", label: "Code", column: "code", key: true }, cofog };
  await load("spending", { currency: "GBP" }, TIMED, "year,region,n\n2009,N,10\n2010,N,20\n");
  await load("zones", { kind: "crosswalk" }, codes, "code,cofog,title\na,01,Services\nb,01,Services\nc,02,Defence\n");
  await load("people", { series: { kind: "stock" } }, TIMED, "year,region,n\n2009,N,3\n2009,S,4\n2010,N,5\n2010,S,6\n");
});
after(() => server.stop());

const get = (path: string) => getJson(server, path);
const pageOf = async (path: string): Promise<string> => {
  const { status, text } = await server.ask(null, "GET", path, {
    headers: { Accept: "text/html", "Accept-Language": "en" },
  });
  assert.equal(status, 200, text);
  return text;
};

describe("a dataset without money", () => {
  it("counts its entries, and has no sums", async () => {
    const { summary, drilldown } = await get("/api/2/aggregate?dataset=zones&drilldown=cofog&order=num_entries:desc");
    assert.deepEqual(
      drilldown.map((cell: { cofog: { name: string } }) => [cell.cofog.name, "amount" in cell]),
      [
        ["01", false],
        ["02", false],
      ],
    );
    assert.deepEqual([summary.num_entries, summary.currency, "amount" in summary], [3, {}, false]);
    assert.equal((await get("/api/2/search?dataset=zones&stats=true")).stats.results_count_query, 3);
  });

  it("is listed as what it is", async () => {
    const { datasets } = await get("/datasets.json");
    const kinds = datasets.map(({ name, kind, series, currency }: Record<string, unknown>) => [
      name,
      kind,
      series,
      currency,
    ]);
    assert.deepEqual(new Map(kinds.map((each: unknown[]) => [each[0], each.slice(1)])).get("people"), [
      undefined,
      { kind: "stock", base: null, per: 1 },
      null,
    ]);
    assert.equal((await get("/zones.json")).kind, "crosswalk");
    assert.match(await pageOf("/people"), /People by Region \(2\), 2009–2010/);
    assert.match(await pageOf("/zones"), /Crosswalk, Code \(3\), cofog \(2\)/);
    assert.match(await pageOf("/datasets"), /Crosswalk · 3 entries/);
    await pageOf("/zones/entries");
  });

  it("is left out of sums over all datasets and of the cards of the home page, which counts what the list has", async () => {
    const { stats } = await get("/api/2/search?stats=true");
    assert.equal(stats.results_count_query, 2);
    const home = await pageOf("/");
    const count = (await get("/datasets.json")).datasets.length;
    assert.match(home, new RegExp(`${count} datasets about public money, with \\d+ entries`));
    assert.match(home, new RegExp(`All ${count} datasets`));
    assert.doesNotMatch(home, /Crosswalk/);
  });

  it("says that it has no chart", async () => {
    for (const path of ["/zones/explore", "/zones/cofog", "/zones/cofog/01", "/zones/embed"]) {
      const { status, text } = await server.ask(null, "GET", path, {
        headers: { Accept: "text/html", "Accept-Language": "en" },
      });
      assert.equal(status, 404);
      assert.match(text, /has no amounts to add up/);
    }
  });
});
