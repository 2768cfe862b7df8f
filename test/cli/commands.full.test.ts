import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { tableFromIPC } from "apache-arrow";
import { HEADER, load, withFiles } from "./files.js";
import { run, runHere, start } from "./run.js";

describe("spendcube export", () => {
  it("writes every entry as CSV, with unchanged texts", () =>
    withFiles(async (files) => {
      await load(files, files.good);
      const { out } = await run(["export", "town", "--data", files.data, "--format", "csv"]);
      const [header, first, second] = out.split("\r\n");
      assert.match(header!, /^id,amount,planned,time\.name,.*,invoice,region,rate,cofog1\.name,cofog1\.label/);
      assert.match(first!, /^[0-9a-f]{40},10\.1,1,2009-03-02,2 March 2009,.*,a,North,1\.5,1,Police,#112233,2$/);
      assert.match(second!, /^[0-9a-f]{40},-0\.05,0,2010-01-01,.*,b,=South,,2,"Fire, water",#555555,$/);
    }));

  it("writes every entry as NDJSON and as Arrow, also into a file", () =>
    withFiles(async (files) => {
      await load(files, files.good);
      const lines = (await runHere(["export", "town", "--data", files.data, "--format", "ndjson"])).out
        .trimEnd()
        .split("\n");
      const entries = lines.map((line) => JSON.parse(line));
      assert.deepEqual(
        entries.map(({ amount, region, until, cofog1 }) => [amount, region, until?.year, cofog1.label, cofog1.weight]),
        [
          [10.1, "North", undefined, "Police", 2],
          [-0.05, "=South", "2011", "Fire, water", null],
        ],
      );
      const file = join(files.data, "town.arrow");
      const { status, out } = await runHere([
        "export",
        "town",
        "--data",
        files.data,
        "--format",
        "arrow",
        "--out",
        file,
      ]);
      assert.deepEqual([status, out], [0, ""]);
      const table = tableFromIPC(await readFile(file));
      assert.equal(table.numRows, 2);
      assert.deepEqual([...table.getChild("cofog1.label")!], ["Police", "Fire, water"]);
      assert.deepEqual([...table.getChild("rate")!], [1.5, null]);
      const amounts = table.getChild("amount")!;
      assert.equal(String(amounts.type), "Decimal[38e+2]");
      assert.deepEqual([...amounts].map(readDecimal), [1010n, -5n]);
    }));

  it("names the nearest dataset", () =>
    withFiles(async (files) => {
      await load(files, files.good);
      const { status, err } = await runHere(["export", "towm", "--data", files.data]);
      assert.equal(status, 1);
      assert.match(err, /no dataset with name "towm"; did you mean "town"\?/);
    }));
});

describe("spendcube export to a reader that has read enough", () => {
  it("ends without a message", () =>
    withFiles(async (files) => {
      const rows = Array.from({ length: 5000 }, (_, i) => `1,,2009,,${i},${"x".repeat(200)},,1,Police,,\n`);
      await writeFile(files.good, HEADER + rows.join(""));
      await load(files, files.good);
      const child = start(["export", "town", "--data", files.data]);
      child.stdout!.once("data", () => child.stdout!.destroy());
      const [err] = await Promise.all([text(child.stderr!), once(child, "exit")]);
      assert.deepEqual([child.exitCode, err], [1, ""]);
    }));
});

describe("spendcube openapi", () => {
  it("prints the document of the HTTP interface", async () => {
    const { status, out, err } = await runHere(["openapi"]);
    assert.deepEqual([status, err], [0, ""]);
    const document = JSON.parse(out) as { openapi: string; servers: unknown; paths: Record<string, unknown> };
    assert.match(document.openapi, /^3\.1\./);
    assert.deepEqual(document.servers, [{ url: "/" }]);
    assert.ok("/api/2/aggregate" in document.paths && "/{dataset}.json" in document.paths);
  });
});

describe("spendcube", () => {
  it("reads options from the environment; the command line takes precedence", () =>
    withFiles(async (files) => {
      const { status, out } = await run(["load", "--csv", files.good], {
        SPENDCUBE_DATA: files.data,
        SPENDCUBE_METADATA: files.model,
        SPENDCUBE_CSV: "/nowhere",
        SPENDCUBE_JSON: "true",
        SPENDCUBE_PRIVATE: "no",
      });
      assert.deepEqual([status, JSON.parse(out).num_entries], [0, 2]);
    }));
});

/** A 128-bit little-endian integer. */
function readDecimal(words: Uint32Array): bigint {
  const unsigned = words.reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n);
  return BigInt.asIntN(128, unsigned);
}
