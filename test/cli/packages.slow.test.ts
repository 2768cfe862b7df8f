import assert from "node:assert/strict";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, it } from "node:test";
import { inDirectory, runHere } from "./run.js";

const resource = (year: number) => ({
  name: `budget-${year}`,
  path: `data/${year}.csv`,
  currency: "EUR",
  fiscalYear: String(year),
  granularity: "aggregated",
  type: "expenditure",
  schema: { fields: [{ name: "id" }, { name: "admin" }, { name: "amount" }] },
});

const DESCRIPTOR = { name: "town", title: "Town", resources: [resource(2012), resource(2013)] };
const FILES = { 2012: "id,admin,amount\na,Roads,1.10\nb,Parks,2\n", 2013: "id,admin,amount\nc,Roads,4.05\n" };

interface Package {
  readonly data: string;
  readonly descriptor: string;
  readonly file: (year: number) => string;
}

/** Give a test a package of two resources and a data directory that does not exist. */
async function withPackage(use: (files: Package) => Promise<void>): Promise<void> {
  await inDirectory(async (directory) => {
    const descriptor = join(directory, "datapackage.json");
    const file = (year: number): string => join(directory, "data", `${year}.csv`);
    await mkdir(join(directory, "data"));
    await writeFile(descriptor, JSON.stringify(DESCRIPTOR));
    for (const [year, rows] of Object.entries(FILES)) await writeFile(file(Number(year)), rows);
    await use({ data: join(directory, "snapshots"), descriptor, file });
  });
}

const load = (data: string, descriptor: string, ...more: string[]) =>
  runHere(["load", "--data", data, "--package", descriptor, ...more]);

describe("spendcube load --package", () => {
  it("loads every resource as a source of one dataset", () =>
    withPackage(async ({ data, descriptor }) => {
      const { status, out, err } = await load(data, descriptor, "--json");
      assert.equal(status, 0, err);
      const { dataset, rows_read: read, num_entries: entries, totals } = JSON.parse(out);
      assert.deepEqual([dataset, read, entries, totals.amount], ["town", 3, 3, "7.15"]);
      const { out: csv } = await runHere(["export", "town", "--data", data]);
      assert.match(csv, /2012-01-01/);
      assert.match(csv, /2013-01-01/);
    }));

  it("reloads it unchanged, and loads nothing of it if any file has an error", () =>
    withPackage(async ({ data, descriptor, file }) => {
      await load(data, descriptor);
      const before = await runHere(["export", "town", "--data", data]);
      assert.equal((await load(data, descriptor)).status, 0);
      assert.equal((await runHere(["export", "town", "--data", data])).out, before.out);
      await writeFile(file(2012), "id,admin,amount\na,Roads,9\n");
      await writeFile(file(2013), "id,admin,amount\nc,Roads,x\n");
      const { status, err } = await load(data, descriptor);
      assert.equal(status, 1);
      assert.match(err, /Row 1 \(line 2\), column "amount" \(amount\): "x" is not a number/);
      assert.equal((await runHere(["export", "town", "--data", data])).out, before.out);
    }));

  it("loads one from a URL, with the files in its folder", () =>
    withPackage(async ({ data }) => {
      const server = createServer((request, response) => {
        const year = /\/town\/data\/(\d+)\.csv$/.exec(request.url!)?.[1];
        if (year) response.end(FILES[Number(year) as keyof typeof FILES]);
        else response.end(JSON.stringify(DESCRIPTOR));
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      try {
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/town/datapackage.json`;
        const { status, out, err } = await load(data, url, "--json");
        assert.deepEqual([status, JSON.parse(out).totals.amount], [0, "7.15"], err);
      } finally {
        server.closeAllConnections();
        server.close();
      }
    }));

  it("refuses an invalid one with everything that is missing", () =>
    withPackage(async ({ data, descriptor }) => {
      await writeFile(
        descriptor,
        JSON.stringify({ resources: [{ path: "../x.csv", schema: { fields: [{ name: "a" }] } }] }),
      );
      const { status, err } = await load(data, descriptor);
      assert.equal(status, 1);
      assert.match(err, /error: resources\[0\]\.path: "\.\.\/x\.csv" is outside the folder of the descriptor/);
      assert.match(err, /error: resources: no table has a field "amount" or "value"/);
    }));
});

describe("spendcube validate --package", () => {
  it("finds nothing wrong with a good one and loads nothing", () =>
    withPackage(async ({ data, descriptor }) => {
      const { status, out } = await runHere(["validate", "--package", descriptor]);
      assert.deepEqual([status, out], [0, "no problems: 3 rows read, 0 of them blank\n"]);
      await assert.rejects(readdir(data));
    }));

  it("prints every problem of all its files, with the file's name", () =>
    withPackage(async ({ descriptor, file }) => {
      await writeFile(file(2012), "id,admin,amount\na,Roads,x\n");
      await writeFile(file(2013), "id,admin,amount\n,Roads,y\n");
      const { status, out } = await runHere(["validate", "--package", descriptor]);
      assert.equal(status, 1);
      assert.match(
        out,
        /\/2012\.csv:\nRow 1 \(line 2\), column "amount"[^]*\/2013\.csv:\nRow 1 \(line 2\), column "amount"[^]*3 problems: 2 rows read/,
      );
      const json = JSON.parse((await runHere(["validate", "--package", descriptor, "--json"])).out);
      assert.deepEqual([json.valid, json.num_errors], [false, 3]);
    }));

  it("prints what is wrong with the package itself", () =>
    withPackage(async ({ descriptor }) => {
      await writeFile(descriptor, JSON.stringify({ ...DESCRIPTOR, name: "api" }));
      const { status, out } = await runHere(["validate", "--package", descriptor]);
      assert.deepEqual([status, out], [1, 'name: "api" is reserved; write another name\n']);
    }));
});
