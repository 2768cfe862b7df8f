import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { SPENDING } from "../fixtures.js";
import { GOOD, HEADER, load, loading, withFiles } from "./files.js";
import { opens, run, runHere, start } from "./run.js";

/** What is said of the file beside its totals. */
const CONTROL = `control: 2 rows, 0 left out, 0 without an amount
control: amount: 10.05 EUR (2009: 10.1, 2010: -0.05)
control: planned: 1 EUR (2009: 1, 2010: 0)
`;

describe("spendcube load", () => {
  it("prints what it read and the totals, and stores the dataset", () =>
    withFiles(async (files) => {
      const { status, out, err } = await run(loading(files, files.good));
      const note = `note: ${files.data} held nothing and is a new data directory now; if you meant another one, name it with --data\n`;
      assert.deepEqual([status, err], [0, note]);
      assert.ok(out.startsWith(CONTROL), out);
      assert.match(out, /^rows read +2$/m);
      assert.match(out, /^created +2$/m);
      assert.match(out, /^total amount +10\.05 EUR$/m);
      assert.match(out, /^total planned +1 EUR$/m);
      const list = await runHere(["dataset", "list", "--data", files.data, "--json"]);
      assert.equal(JSON.parse(list.out)[0].num_entries, 2);
    }));

  it("refuses a file with bad rows, lists every bad cell and stores nothing", () =>
    withFiles(async (files) => {
      const { status, out, err } = await load(files, files.bad);
      assert.deepEqual([status, out], [1, ""]);
      assert.match(err, /1 of 4 rows cannot be loaded/);
      assert.match(err, /Row 3 \(line 4\), column "paid" \(amount\): "abc"/);
      assert.match(err, /Row 3 \(line 4\), column "date" \(time\): "2009-13-01"/);
      assert.match(err, /\nnothing was loaded: [^\n]* load only the valid ones with --skip-invalid\n$/);
      await assert.rejects(readdir(files.data), { code: "ENOENT" });
    }));

  it("loads nothing with --fail-on-warnings if there are any, and tells the audit log of those of a load", () =>
    withFiles(async (files) => {
      await writeFile(files.good, GOOD.replace("=South", "NORTH"));
      const refused = await load(files, files.good, "--fail-on-warnings");
      assert.deepEqual([refused.status, refused.out], [1, ""]);
      assert.match(
        refused.err,
        /1 warning, and none is accepted: nothing was loaded[^]*"region" has names that look alike/,
      );
      await assert.rejects(readdir(files.data), { code: "ENOENT" });
      const checked = ["validate", "--metadata", files.model, "--csv", files.good];
      assert.equal((await runHere(checked)).status, 0);
      assert.equal((await runHere([...checked, "--fail-on-warnings"])).status, 1);
      assert.equal((await load(files, files.good)).status, 0);
      const audited = await readFile(join(files.data, "audit.log"), "utf8");
      assert.match(audited, /"warnings":1,"warning":"\\"region\\" has names that look alike/);
      await writeFile(files.good, GOOD);
      const clean = await load(files, files.good, "--fail-on-warnings");
      assert.deepEqual([clean.status, clean.err], [0, ""]);
    }));

  it("tells of rows that the model leaves out in a note, which is no warning", () =>
    withFiles(async (files) => {
      const model = JSON.parse(await readFile(files.model, "utf8"));
      model.dataset.table = { leave_out: [{ column: "region", values: ["North"] }] };
      await writeFile(files.model, JSON.stringify(model));
      const { status, err } = await load(files, files.good, "--fail-on-warnings");
      assert.equal(status, 0, err);
      assert.match(err, /^note: \d rows? (?:is|are) left out by the model/m);
      assert.doesNotMatch(err, /^warning:/m);
      const checked = ["validate", "--metadata", files.model, "--csv", files.good, "--fail-on-warnings"];
      const german = await runHere(["--lang", "de", ...checked]);
      assert.equal(german.status, 0);
      assert.match(german.err, /^note: .*Zeile/m);
    }));

  it("leaves a dataset as it was when a later load fails", () =>
    withFiles(async (files) => {
      await load(files, files.good);
      const before = await runHere(["export", "town", "--data", files.data]);
      assert.equal((await load(files, files.bad)).status, 1);
      assert.equal((await runHere(["export", "town", "--data", files.data])).out, before.out);
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
      assert.doesNotMatch(err, /^(?:error|warning)/m);
    }));

  it("makes the data directory of its default only if it is asked to, and says so", () =>
    withFiles(async (files) => {
      const folder = dirname(files.data);
      const args = ["load", "--metadata", files.model, "--csv", files.good];
      const refused = await run(args, {}, folder);
      assert.deepEqual([refused.status, refused.out], [1, ""]);
      assert.match(refused.err, /no data directory "snapshots"; name the right one with --data, or .* --create/);
      const made = await run([...args, "--create"], {}, folder);
      const note = `note: ${join(folder, "snapshots")} held nothing and is a new data directory now\n`;
      assert.deepEqual([made.status, made.err], [0, note]);
      const again = await run(args, {}, folder);
      assert.deepEqual([again.status, again.err.includes("snapshots")], [0, false]);
      assert.equal((await run(args, { SPENDCUBE_DATA: join(folder, "named") }, folder)).status, 0);
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
      const [listed] = JSON.parse((await runHere(["dataset", "list", "--data", files.data, "--json"])).out);
      assert.deepEqual([listed.private, listed.managers, listed.label], [true, ["ada"], "Renamed"]);
    }));

  it("warns of rows that a row with the same key replaced, with the amount that they leave out", () =>
    withFiles(async (files) => {
      await writeFile(files.good, `${GOOD}3,,2009,,a,North,,1,Police,,\n`);
      const { err, out } = await load(files, files.good);
      assert.match(err, /^warning: 3 rows read, 2 entries: 1 row was replaced by a later row with the same key/m);
      assert.match(
        err,
        /\(invoice\), which leaves out 10\.1 EUR amount, 1 EUR planned: row 3 replaced row 1 \(invoice "a"/,
      );
      assert.match(out, /^total amount +2\.95 EUR$/m);
      const { out: json } = await load(files, files.good, "--json");
      assert.match(JSON.parse(json).warnings[0], /leaves out 10\.1 EUR/);
    }));

  it("refuses rows with the key of an earlier one if keys must be unique", () =>
    withFiles(async (files) => {
      await writeFile(files.good, `${GOOD}3,,2009,,a,North,,1,Police,,\n`);
      const { status, err } = await load(files, files.good, "--unique");
      assert.equal(status, 1);
      assert.match(err, /Row 3 \(line 4\): The row has the same key as row 1 \(invoice "a"\)/);
      await assert.rejects(readdir(join(files.data, "segments")));
      const skipping = JSON.parse((await load(files, files.good, "--unique", "--skip-invalid", "--json")).out);
      assert.deepEqual([skipping.totals.amount, skipping.rows_rejected, skipping.num_errors], ["10.05", 1, 1]);
    }));

  it("says first which entries of other sources a load takes away, and what they came to; with unique keys refuses it", () =>
    withFiles(async (files) => {
      await load(files, files.good);
      await writeFile(files.bad, `${HEADER}7,,2010,,b,North,,1,Police,,\n3,,2010,,z,North,,1,Police,,\n`);
      const refused = await load(files, files.bad, "--unique");
      assert.equal(refused.status, 1);
      assert.match(
        refused.err,
        /Row 1 \(line 2\): The row has the same key as an entry of another source \(invoice "b"\)/,
      );
      const skipping = JSON.parse((await load(files, files.bad, "--unique", "--skip-invalid", "--json")).out);
      assert.deepEqual([skipping.totals.amount, skipping.rows_rejected], ["13.05", 1]);
      const { status, err, out } = await load(files, files.bad);
      assert.equal(status, 0);
      assert.match(
        err,
        /^warning: 1 row replaced an entry that another source had written, with the same key \(invoice\), which takes away -0\.05 EUR amount, 0 EUR planned: row 1 \(invoice "b"; -0\.05 by 7, 0 by 0\)/,
      );
      assert.match(out, /^total amount +20\.1 EUR$/m);
    }));

  it("warns of a name with several labels, what they cover and the remedy", () =>
    withFiles(async (files) => {
      await writeFile(files.good, `${GOOD}3,,2009,,c,North,,1,Fire,,\n`);
      const { err, status } = await load(files, files.good);
      assert.equal(status, 0);
      assert.match(
        err,
        /^warning: 1 name of "cofog1" has several labels, of which only the last is shown; it covers 2 entries worth 13\.1 EUR\. It is "1" with 2 labels: "Police", "Fire"\. If they are different members, take "name"/m,
      );
    }));

  it("refuses a source without rows for a dataset that has entries, unless it is allowed", () =>
    withFiles(async (files) => {
      await load(files, files.good);
      await writeFile(files.good, HEADER);
      const refused = await load(files, files.good);
      assert.equal(refused.status, 1);
      assert.match(
        refused.err,
        /good\.csv has a header but no rows, and the dataset has 2 entries; nothing was changed/,
      );
      const [before] = JSON.parse((await runHere(["dataset", "list", "--data", files.data, "--json"])).out);
      assert.equal(before.num_entries, 2);
      const allowed = JSON.parse((await load(files, files.good, "--allow-empty", "--json")).out);
      assert.equal(allowed.num_entries, 0);
      assert.match(
        allowed.warnings[0],
        /leaves less than half of what the dataset had: 0 of 2 entries, 0 of 10\.05 EUR/,
      );
    }));

  it("warns of a load that leaves less than half of the entries or of the amount", () =>
    withFiles(async (files) => {
      await load(files, files.good);
      await writeFile(files.good, `${HEADER}4,,2009,,b,North,,1,Police,,\n`);
      const { warnings } = JSON.parse((await load(files, files.good, "--json")).out);
      assert.deepEqual(warnings.length, 1);
      assert.match(
        warnings[0],
        /less than half of what the dataset had: 4 of 10\.05 EUR of amount, 0 of 1 EUR of planned\./,
      );
      const [same] = [JSON.parse((await load(files, files.good, "--json")).out)];
      assert.deepEqual(same.warnings, []);
    }));

  it("says how many rows had a name in another Unicode form, and keeps the ids that were there", () =>
    withFiles(async (files) => {
      const row = (invoice: string, region: string): string => `4,,2009,,${invoice},${region},,1,Police,,\n`;
      await writeFile(files.good, HEADER + row("\u00e91", "\u00f6") + row("e\u03012", "o\u0308") + row("\u00e93", "o"));
      const idsOf = async (): Promise<string[]> => {
        const { out } = await runHere(["export", "town", "--data", files.data]);
        return out.split("\n").map((line) => line.slice(0, 40));
      };
      const { err } = await load(files, files.good);
      assert.match(err, /^warning: "invoice": 1 row has a name in another Unicode form \(not NFC\).*: "\u00e92"$/m);
      assert.match(err, /^warning: "region": 1 row has a name in another Unicode form/m);
      const ids = await idsOf();
      const sha1 = (text: string): string => createHash("sha1").update(text).digest("hex");
      assert.equal(ids[2], sha1(["town", "e\u03012"].map(sha1).join("")));
      const again = JSON.parse((await load(files, files.good, "--json")).out);
      assert.deepEqual([again.entries_created, again.entries_updated], [0, 3]);
      assert.match(again.warnings.join("\n"), /"region": 1 row has a name in another Unicode form/);
      assert.equal((await load(files, files.good, "--replace")).status, 0);
      assert.deepEqual(await idsOf(), ids);
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
