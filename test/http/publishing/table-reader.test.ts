import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { explainNoReader, openPackage } from "../../data-package-reader.js";
import { contextOf, type Row, spendingDataset } from "../../fixtures.js";
import { request } from "../client.js";
import { startTestServer, type TestServer } from "../server.js";
import { readTables } from "./table-reader.js";

const ROWS: readonly Row[] = [
  { id: "a", paid: 1010n, planned: 5n, region: 'North, "old"\r\ntown', code: "1", date: "2009-03-02", rate: 10 },
  { id: "b", paid: -20n, region: "=1+1", code: "2", date: "0999-11-30", until: "2011-01-01", weight: 2 },
  { id: "c", paid: 9_007_199_254_740_993n, region: " ä ", code: "1", date: "2010-01-01", rate: 0.000001 },
];

let server: TestServer;
before(async () => {
  server = await startTestServer(makeRoutes(contextOf([spendingDataset(ROWS)])));
});
after(() => server.stop());

const BASE = "/town/meta/";

async function fetchBytes(path: string): Promise<Buffer> {
  const { status, body } = await request(server.url + BASE + path, { headers: { "Accept-Encoding": "identity" } });
  assert.equal(status, 200, path);
  return body;
}

const describePackage = async (): Promise<Parameters<typeof readTables>[0]> =>
  JSON.parse((await fetchBytes("datapackage.json")).toString());

describe("a reader of data packages that knows nothing of this program", () => {
  it("reads every value as the descriptor says, with all digits", async () => {
    const tables = await readTables(await describePackage(), fetchBytes);
    for (const [name, { errors }] of tables) assert.deepEqual(errors, [], name);
    const { records } = tables.get("entries")!;
    const found = new Map(records.map((record) => [record["region"], record]));
    assert.equal(found.size, ROWS.length);
    assert.equal(found.get(" ä ")!["amount"], "90071992547409.93");
    assert.deepEqual(
      [found.get("=1+1")!["amount"], found.get("=1+1")!["until.name"], found.get("=1+1")!["rate"]],
      ["-0.2", "2011-01-01", null],
    );
    assert.ok(found.has(ROWS[0]!.region!));
  });

  it("finds what is not as described", async () => {
    const described = await describePackage();
    const change = (text: string): ReturnType<typeof readTables> =>
      readTables(described, async (path) => {
        const bytes = await fetchBytes(path);
        return path === "entries.csv" ? Buffer.from(bytes.toString().replace(/-0\.2(?=,)/, text)) : bytes;
      });
    for (const [text, error] of [
      ["much", /amount "much" is not a number/],
      ["", /has no amount/],
      ["-0.21", /^another digest$/],
    ] as const) {
      const { errors } = (await change(text)).get("entries")!;
      assert.ok(
        errors.some((each) => error.test(each)),
        `${text}: ${errors.join("; ")}`,
      );
    }
  });
});

describe("the reader of Frictionless Data", { skip: explainNoReader() }, () => {
  // It reads no years before 1000, and leaves out blanks before a text whatever the dialect says.
  const rows = ROWS.map((row): Row => (row.date! < "1000" ? { ...row, date: "1999-11-30" } : row));
  let base: string;
  let other: TestServer;
  before(async () => {
    other = await startTestServer(makeRoutes(contextOf([spendingDataset(rows)])));
    base = other.url + BASE;
  });
  after(() => other.stop());

  it("takes the descriptor for valid, and casts every value as its schema says", async () => {
    const { valid, errors, resources } = await openPackage(`${base}datapackage.json`);
    assert.deepEqual([valid, errors.map(String)], [true, []]);
    const tables = resources.filter(({ tabular }) => tabular);
    assert.deepEqual(
      tables.map(({ name }) => name),
      ["entries"],
    );
    const records = await tables[0]!.read({ keyed: true });
    const found = new Map(records.map((record) => [record["region"], record]));
    assert.deepEqual(new Set(found.keys()), new Set(rows.map(({ region }) => region!.trimStart())));
    const { amount, rate, ...record } = found.get("=1+1")!;
    assert.deepEqual([amount, rate, record["until.name"]], [-0.2, null, new Date(2011, 0, 1)]);
  });

  it("refuses values that are not as a schema says", async () => {
    const text = await (await fetch(`${base}datapackage.json`)).text();
    const { resources } = await openPackage(JSON.parse(text.replace('"string"', '"integer"')), { basePath: base });
    await assert.rejects(resources[0]!.read({ keyed: true }), /mismatch/);
  });
});
