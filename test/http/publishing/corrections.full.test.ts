import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Body, type LoadingServer, startLoading } from "./loading-server.js";
import { editCorrections, PAYEES_HEADER, PAYEES_MAPPING } from "./payees-town.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
});
after(() => server.stop());

/** One payee written in three ways, twice with the same invoice: their ids would be the same, were they made anew. */
const ROWS = `${PAYEES_HEADER}2023-01-05,1,Roads,Acme Ltd,Ayr,10.10
2023-02-05,1,roads,ACME Limited,Ayr,20.20
2023-03-05,2,Roads,Acme  ltd.,Bute,0.07
2024-03-05,3,Parks,Bodo,Ayr,5
`;

let count = 0;

async function load(
  mapping: object = PAYEES_MAPPING,
): Promise<{ readonly name: string; readonly parameters: Record<string, string> }> {
  const name = `payees${count++}`;
  const metadata = server.files.put(`/${name}.json`, { dataset: { name, label: "Payees", currency: "EUR" }, mapping });
  const parameters = { metadata, csv_file: server.files.put(`/${name}.csv`, ROWS) };
  await server.loaded("ada", parameters);
  return { name, parameters };
}

const correct = (name: string, corrections: object, dimension?: string): Promise<void> =>
  editCorrections(server, name, corrections, dimension);

const ask = async (path: string): Promise<Body["json"]> => (await server.ask("ada", "GET", path)).json;

/** Return the sums by payee, and that of all. */
async function sums(name: string): Promise<readonly unknown[]> {
  const { summary, drilldown } = await ask(`/api/2/aggregate?dataset=${name}&drilldown=to&order=to:asc&exact=true`);
  const cells = drilldown.map(({ to, amount, num_entries }: Body["json"]) => [
    to.name,
    to.label,
    to.city,
    amount,
    num_entries,
  ]);
  return [summary.amount, summary.num_entries, ...cells];
}

const SAME = { values: { "acme-limited": "acme-ltd" }, labels: { "acme-ltd": "Acme Ltd" } };

describe("corrections of members", () => {
  it("change a label and merge members in a new version, with exact sums and the ids of entries", async () => {
    const { name } = await load();
    assert.deepEqual(await sums(name), [
      "35.37",
      4,
      ["acme-limited", "ACME Limited", "Ayr", "20.2", 1],
      ["acme-ltd", "Acme  ltd.", "Bute", "10.17", 2],
      ["bodo", "Bodo", "Ayr", "5", 1],
    ]);
    const ids = (await ask(`/api/2/search?dataset=${name}&q=`)).results.map(({ id }: Body["json"]) => id);
    await correct(name, SAME);
    assert.deepEqual(await sums(name), [
      "35.37",
      4,
      ["acme-ltd", "Acme Ltd", "Bute", "30.37", 3],
      ["bodo", "Bodo", "Ayr", "5", 1],
    ]);
    assert.deepEqual(
      (await ask(`/api/2/search?dataset=${name}&q=`)).results.map(({ id }: Body["json"]) => id),
      ids,
    );
    assert.deepEqual((await ask(`/${name}@1.json`)).num_entries, 4);
    const [now, then] = await ask(`/${name}/meta/versions.json`);
    assert.deepEqual(now.corrections, [
      'label of "acme-ltd" of "to" corrected to "Acme Ltd"',
      '"acme-limited" of "to" is the same as "acme-ltd"',
    ]);
    assert.deepEqual([now.totals, "corrections" in then], [then.totals, false]);
    const page = await server.ask("ada", "GET", `/${name}/meta/versions`, { headers: { Accept: "text/html" } });
    assert.match(page.text, /Label of <bdi>acme-ltd<\/bdi> corrected: <bdi>Acme Ltd<\/bdi>/);
    assert.match(page.text, /<bdi>acme-limited<\/bdi> is the same as <bdi>acme-ltd<\/bdi>/);
    const changes = await ask(`/${name}/meta/changes.json`);
    assert.deepEqual(changes.model, [
      'label of "acme-ltd" of "to" corrected to "Acme Ltd"',
      '"acme-limited" of "to" is the same as "acme-ltd"',
    ]);
    assert.deepEqual([changes.summary.added.num_entries, changes.summary.removed.num_entries], [0, 0]);
    assert.equal(changes.summary.before.amount, changes.summary.after.amount);
    assert.deepEqual(
      changes.entries.map(({ fields }: Body["json"]) => fields),
      [["to"], ["to"], ["to"]],
    );
  });

  it("hold for the rows of later loads, which replace those that they have replaced before", async () => {
    const { name, parameters } = await load();
    await correct(name, SAME);
    const merged = await sums(name);
    server.files.put(`/${name}.csv`, `${ROWS}\n`);
    assert.equal((await server.loaded("ada", parameters)).json.run.rows_read, 5);
    assert.deepEqual(await sums(name), merged);
    const next = server.files.put(
      `/${name}-2.csv`,
      `${PAYEES_HEADER}2024-05-05,1,Roads,ACME Limited,Ayr,21\n2024-05-05,9,Roads,Acme Ltd,Ayr,1\n`,
    );
    await server.loaded("ada", { ...parameters, csv_file: next });
    assert.deepEqual(await sums(name), [
      "37.17",
      5,
      ["acme-ltd", "Acme Ltd", "Ayr", "32.17", 4],
      ["bodo", "Bodo", "Ayr", "5", 1],
    ]);
  });

  it("hold for what is there when a model file brings them", async () => {
    const { name, parameters } = await load();
    const mapping = { ...PAYEES_MAPPING, to: { ...PAYEES_MAPPING.to, corrections: SAME } };
    const metadata = server.files.put(`/${name}.json`, {
      dataset: { name, label: "Payees", currency: "EUR" },
      mapping,
    });
    const next = server.files.put(`/${name}-2.csv`, `${PAYEES_HEADER}2024-05-05,7,Roads,ACME Limited,Ayr,1\n`);
    await server.loaded("ada", { ...parameters, metadata, csv_file: next });
    assert.deepEqual(await sums(name), [
      "36.37",
      5,
      ["acme-ltd", "Acme Ltd", "Ayr", "31.37", 4],
      ["bodo", "Bodo", "Ayr", "5", 1],
    ]);
    assert.deepEqual((await ask(`/${name}/model.json`)).mapping.to.corrections, SAME);
  });

  it("unite values of dimensions without labels, also in long files that are read by column", async () => {
    const { name, parameters } = await load();
    await correct(name, { values: { roads: "Roads" } }, "unit");
    const by = async () => (await ask(`/api/2/aggregate?dataset=${name}&drilldown=unit&order=unit:asc`)).drilldown;
    const cells = async () => (await by()).map(({ unit, num_entries: entries }: Body["json"]) => [unit, entries]);
    assert.deepEqual(await cells(), [
      ["Parks", 1],
      ["Roads", 3],
    ]);
    const lines = Array.from(
      { length: 5000 },
      (_, at) => `2024-01-01,n${at},${at % 2 ? "roads" : "Roads"},P${at},Ayr,1`,
    );
    const csv_file = server.files.put(`/${name}-2.csv`, `${PAYEES_HEADER}${lines.join("\n")}\n`);
    await server.loaded("ada", { ...parameters, csv_file });
    assert.deepEqual(await cells(), [
      ["Parks", 1],
      ["Roads", 5003],
    ]);
  });

  it("are undone with the version before them", async () => {
    const { name } = await load();
    const before = await sums(name);
    await correct(name, SAME);
    await server.context.catalog.rollBack(name);
    assert.deepEqual(await sums(name), before);
    assert.equal((await ask(`/${name}/model.json`)).mapping.to.corrections, undefined);
  });

  for (const [corrections, error] of [
    [{ values: { a: "b", b: "a" } }, /values\.a: "b" is itself corrected to another member; write one of the two/],
    [{ values: { a: "b", b: "c" } }, /values\.a: "b" is itself corrected to another member; write "c"/],
    [{ values: { a: "a" } }, /values\.a: "a" is corrected to itself; leave it out/],
    [{ values: { a: "b" }, labels: { a: "A" } }, /labels\.a: it is corrected to "b"; write the label of that member/],
    [{ labels: { a: "x".repeat(1001) } }, /labels\.a: has 1001 characters; at most 1000 are allowed/],
    [{ labels: { a: " " } }, /labels\.a: " " must be a text/],
    [{ value: {} }, /corrections\.value: is neither "values" nor "labels"/],
  ] as const) {
    it(`refuse ${JSON.stringify(corrections).slice(0, 60)}`, async () => {
      const { name } = await load();
      await assert.rejects(correct(name, corrections), { message: error });
      await assert.rejects(correct(name, { labels: { a: "b" } }, "unit"), /correct them under "values"/);
      assert.equal((await ask(`/${name}/meta/versions.json`)).length, 1);
    });
  }
});
