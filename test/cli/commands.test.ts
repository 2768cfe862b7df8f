import assert from "node:assert/strict";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { tableFromIPC } from "apache-arrow";
import { SPENDING } from "../fixtures.js";
import { GOOD, HEADER, load, withFiles } from "./files.js";
import { opens, run, start } from "./run.js";

describe("spendcube load", () => {
  it("prints what it read and the totals, and stores the dataset", () =>
    withFiles(async (files) => {
      const { status, out, err } = await load(files, files.good);
      assert.deepEqual([status, err], [0, ""]);
      assert.match(out, /^rows read +2$/m);
      assert.match(out, /^created +2$/m);
      assert.match(out, /^total amount +10\.05 EUR$/m);
      assert.match(out, /^total planned +1 EUR$/m);
      const list = await run(["dataset", "list", "--data", files.data, "--json"]);
      assert.equal(JSON.parse(list.out)[0].num_entries, 2);
    }));

  it("refuses a file with bad rows, lists every bad cell and stores nothing", () =>
    withFiles(async (files) => {
      const { status, out, err } = await load(files, files.bad);
      assert.deepEqual([status, out], [1, ""]);
      assert.match(err, /1 of 4 rows cannot be loaded/);
      assert.match(err, /Row 3, column "paid" \(amount\): "abc"/);
      assert.match(err, /Row 3, column "date" \(time\): "2009-13-01"/);
      assert.match(err, /\nnothing was loaded: [^\n]* load only the valid ones with --skip-invalid\n$/);
      assert.equal((await run(["dataset", "list", "--data", files.data, "--json"])).out, "[]\n");
    }));

  it("leaves a dataset as it was when a later load fails", () =>
    withFiles(async (files) => {
      await load(files, files.good);
      const before = await run(["export", "town", "--data", files.data]);
      assert.equal((await load(files, files.bad)).status, 1);
      assert.equal((await run(["export", "town", "--data", files.data])).out, before.out);
    }));

  it("loads the good rows with --skip-invalid and lists the bad ones", () =>
    withFiles(async (files) => {
      const { status, out, err } = await load(files, files.bad, "--skip-invalid", "--json");
      assert.equal(status, 0);
      const result = JSON.parse(out);
      assert.deepEqual(
        [result.status, result.rows_read, result.entries_created, result.rows_rejected, result.totals.amount],
        ["complete", 4, 3, 1, "11.05"],
      );
      assert.deepEqual(
        result.errors.map(({ row, attribute, value }: Record<string, unknown>) => [row, attribute, value]),
        [
          [3, "amount", "abc"],
          [3, "time", "2009-13-01"],
        ],
      );
      assert.equal(err, "");
    }));

  it("replaces the rows of a source that is loaded again and adds those of another", () =>
    withFiles(async (files) => {
      await load(files, files.good);
      await writeFile(files.good, `${HEADER}7,,2009,,b,North,,1,Police,,\n`);
      const again = JSON.parse((await load(files, files.good, "--json")).out);
      assert.deepEqual([again.entries_created, again.entries_updated, again.num_entries], [0, 1, 1]);
      await writeFile(files.bad, `${HEADER}5,,2009,,c,North,,1,Police,,\n`);
      const added = JSON.parse((await load(files, files.bad, "--json")).out);
      assert.deepEqual([added.entries_created, added.num_entries, added.totals.amount], [1, 2, "12"]);
    }));

  it("refuses another mapping, unless everything is replaced", () =>
    withFiles(async (files) => {
      await load(files, files.good);
      const mapping = { ...SPENDING.mapping, planned: { ...SPENDING.mapping.planned, column: "paid" } };
      await writeFile(files.model, JSON.stringify({ ...SPENDING, mapping }));
      const refused = await load(files, files.good);
      assert.equal(refused.status, 1);
      assert.match(refused.err, /another mapping: "planned" is defined differently/);
      const replaced = JSON.parse((await load(files, files.good, "--replace", "--json")).out);
      assert.deepEqual([replaced.entries_created, replaced.totals.planned], [2, "10.05"]);
    }));

  it("keeps the visibility of a dataset and updates its labels", () =>
    withFiles(async (files) => {
      await load(files, files.good, "--private", "--owner", "ada");
      const dataset = { ...SPENDING.dataset, label: "Renamed" };
      await writeFile(files.model, JSON.stringify({ ...SPENDING, dataset }));
      await load(files, files.good);
      const [listed] = JSON.parse((await run(["dataset", "list", "--data", files.data, "--json"])).out);
      assert.deepEqual([listed.private, listed.managers, listed.label], [true, ["ada"], "Renamed"]);
    }));

  it("notes that rows share an id", () =>
    withFiles(async (files) => {
      await writeFile(files.good, `${GOOD}3,,2009,,a,North,,1,Police,,\n`);
      const { err, out } = await load(files, files.good);
      assert.match(err, /3 rows read, 2 entries: of rows with the same id, the last one counts/);
      assert.match(out, /^total amount +2\.95 EUR$/m);
    }));

  it("names every error in a model", () =>
    withFiles(async (files) => {
      await writeFile(files.model, JSON.stringify({ dataset: { name: "entries" }, mapping: {} }));
      const { status, err } = await load(files, files.good);
      assert.equal(status, 1);
      for (const error of [/dataset\.name/, /dataset\.label/, /amount/, /time/, /key/]) assert.match(err, error);
    }));

  it("leaves nothing behind when it is interrupted", () =>
    withFiles(async (files) => {
      const line = "1,,2009,,x,North,,1,Police,,\n";
      await writeFile(files.good, HEADER + line.repeat(1_000_000));
      const child = start(["load", "--data", files.data, "--metadata", files.model, "--csv", files.good]);
      const err = text(child.stderr!);
      // The handler of the signal is there by the time that the file is open.
      await opens(child, files.good);
      child.kill("SIGINT");
      await once(child, "exit");
      assert.equal(child.exitCode, 1);
      assert.equal(await err, "interrupted; nothing was loaded\n");
      await assert.rejects(readdir(files.data));
    }));

  it("reports that a file does not exist", () =>
    withFiles(async (files) => {
      const { status, err } = await load(files, `${files.good}.not`);
      assert.equal(status, 1);
      assert.match(err, /There is no file/);
    }));
});

describe("spendcube validate", () => {
  it("finds nothing wrong with a good file and loads nothing", () =>
    withFiles(async (files) => {
      const { status, out } = await run(["validate", "--metadata", files.model, "--csv", files.good]);
      assert.deepEqual([status, out], [0, "no problems: 2 rows read, 0 of them blank\n"]);
      await assert.rejects(readdir(files.data));
    }));

  it("prints every problem with its place on standard output", () =>
    withFiles(async (files) => {
      const { status, out } = await run(["validate", "--metadata", files.model, "--csv", files.bad]);
      assert.equal(status, 1);
      assert.match(out, /^Row 3, column "paid" \(amount\): "abc"/m);
      const json = await run(["validate", "--metadata", files.model, "--csv", files.bad, "--json"]);
      assert.deepEqual([JSON.parse(json.out).valid, JSON.parse(json.out).num_errors], [false, 2]);
    }));

  it("prints every problem of a file with thousands", () =>
    withFiles(async (files) => {
      await writeFile(files.bad, HEADER + "abc,,2009,,c,North,,1,Police,,\n".repeat(2_500));
      const { out } = await run(["validate", "--metadata", files.model, "--csv", files.bad]);
      const lines = out.trimEnd().split("\n");
      assert.deepEqual([lines.length, lines.at(-1)], [2_501, "2500 problems: 2500 rows read, 0 of them blank"]);
      assert.match(lines.at(-2)!, /^Row 2500, column "paid" \(amount\): "abc"/);
      const json = JSON.parse((await run(["validate", "--metadata", files.model, "--csv", files.bad, "--json"])).out);
      assert.deepEqual([json.errors.length, json.num_errors, json.errors.at(-1).row], [2_500, 2_500, 2_500]);
    }));

  it("checks a model alone", () =>
    withFiles(async (files) => {
      assert.equal((await run(["validate", "--metadata", files.model])).out, 'the model of "town" is valid\n');
      await writeFile(files.model, '{"dataset": {');
      const broken = await run(["validate", "--metadata", files.model]);
      assert.equal(broken.status, 1);
      assert.match(broken.out, /not JSON: line 1/);
    }));
});

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
      const lines = (await run(["export", "town", "--data", files.data, "--format", "ndjson"])).out
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
      const { status, out } = await run(["export", "town", "--data", files.data, "--format", "arrow", "--out", file]);
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
      const { status, err } = await run(["export", "towm", "--data", files.data]);
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
    const { status, out, err } = await run(["openapi"]);
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
