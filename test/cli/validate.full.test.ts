import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { describe, it } from "node:test";
import { GOOD, HEADER, load, withFiles } from "./files.js";
import { runHere } from "./run.js";

describe("spendcube validate", () => {
  it("says that a table has no rows to check", () =>
    withFiles(async (files) => {
      for (const [rows, said] of [
        ["", "no rows to check: 0 rows read, 0 of them blank\n"],
        [",,,,,,,,,,\n", "no rows to check: 1 row read, 1 of them blank\n"],
      ] as const) {
        await writeFile(files.good, HEADER + rows);
        const { status, out } = await runHere(["validate", "--metadata", files.model, "--csv", files.good]);
        assert.deepEqual([status, out], [0, said]);
      }
    }));

  it("finds nothing wrong with a good file and loads nothing", () =>
    withFiles(async (files) => {
      const { status, out } = await runHere(["validate", "--metadata", files.model, "--csv", files.good]);
      assert.deepEqual([status, out], [0, "no problems: 2 rows read, 0 of them blank\n"]);
      await assert.rejects(readdir(files.data));
    }));

  it("prints what it found, and control figures, in the language that is asked for", () =>
    withFiles(async (files) => {
      const check = ["validate", "--metadata", files.model, "--csv"];
      const good = await runHere(["--lang", "de", ...check, files.good]);
      assert.equal(good.out, "keine Probleme: 2 Zeilen gelesen, davon leer: 0\n");
      assert.match(good.err, /^control: 2 Zeilen, ausgelassen: 0, ohne Betrag: 0$/m);
      const bad = await runHere(["--lang", "de", ...check, files.bad]);
      assert.match(bad.out, /^Zeile 3 \(Dateizeile 4\), Spalte „paid“ \(amount\): "abc": .*Zahl/m);
      assert.match(bad.out, /^2 Probleme: /m);
      const json = await runHere(["--lang", "de", ...check, files.bad, "--json"]);
      assert.match(json.out, /is not a number/);
    }));

  it("prints every problem with its place on standard output", () =>
    withFiles(async (files) => {
      const { status, out } = await runHere(["validate", "--metadata", files.model, "--csv", files.bad]);
      assert.equal(status, 1);
      assert.match(out, /^Row 3 \(line 4\), column "paid" \(amount\): "abc"/m);
      const json = await runHere(["validate", "--metadata", files.model, "--csv", files.bad, "--json"]);
      assert.deepEqual([JSON.parse(json.out).valid, JSON.parse(json.out).num_errors], [false, 2]);
    }));

  it("prints the first problems of each kind and column, their number, and every one on request", () =>
    withFiles(async (files) => {
      await writeFile(files.bad, HEADER + "abc,,2009,,c,North,,1,Police,,\n".repeat(2_500));
      const check = ["validate", "--metadata", files.model, "--csv", files.bad];
      const grouped = (await runHere(check)).out.trimEnd().split("\n");
      assert.deepEqual(
        [grouped.length, ...grouped.slice(-2)],
        [
          7,
          '  2,500 of this kind in column "paid", 2,495 more than listed; --all lists them',
          "2,500 problems: 2,500 rows read, 0 of them blank",
        ],
      );
      const { out } = await runHere([...check, "--all"]);
      const lines = out.trimEnd().split("\n");
      assert.deepEqual([lines.length, lines.at(-1)], [2_501, "2,500 problems: 2,500 rows read, 0 of them blank"]);
      assert.match(lines.at(-2)!, /^Row 2500 \(line 2501\), column "paid" \(amount\): "abc"/);
      const json = JSON.parse((await runHere([...check, "--json"])).out);
      assert.deepEqual([json.errors.length, json.num_errors, json.errors.at(-1).row], [2_500, 2_500, 2_500]);
    }));

  it("finds replaced rows and names with several labels, as a load would", () =>
    withFiles(async (files) => {
      await writeFile(files.good, `${GOOD}3,,2009,,c,North,,1,Fire,,\n3,,2009,,a,North,,1,Police,,\n`);
      const check = ["validate", "--metadata", files.model, "--csv", files.good];
      const { status, out, err } = await runHere(check);
      assert.deepEqual([status, out], [0, "3 warnings: 4 rows read, 0 of them blank\n"]);
      assert.match(err, /leaves out 10\.1 EUR amount/);
      assert.match(err, /"1" with 2 labels: "Police", "Fire"/);
      const loaded = JSON.parse((await load(files, files.good, "--json")).out);
      assert.deepEqual(JSON.parse((await runHere([...check, "--json"])).out).warnings, loaded.warnings);
      const refused = await runHere([...check, "--unique"]);
      assert.deepEqual([refused.status, /^Row 4 \(line 5\): The row has the same key/m.test(refused.out)], [1, true]);
    }));

  it("says what catalogues of data would miss, once nothing else is to mend", () =>
    withFiles(async (files) => {
      const model = JSON.parse(await readFile(files.model, "utf8"));
      const hintFor = async (more: object): Promise<string> => {
        const dataset = { ...model.dataset, description: "x".repeat(60), ...more };
        await writeFile(files.model, JSON.stringify({ ...model, dataset }));
        const { status, out, err } = await runHere(["validate", "--metadata", files.model]);
        assert.deepEqual([status, out], [0, 'the model of "town" is valid\n']);
        return err;
      };
      assert.match(
        await hintFor({}),
        /^hint: catalogues of data \(DCAT-AP\) also show publisher, contact, keywords, freq/,
      );
      const most = { publisher: "Town", contact: "a@town.example", keywords: ["x"], frequency: "yearly" };
      const rest = { licence: "CC0 1.0", languages: ["en"], territories: ["GB"] };
      assert.doesNotMatch(await hintFor({ ...most, ...rest, licence: null }), /publisher|keywords|languages/);
      assert.match(await hintFor({ ...most, ...rest, licence: null }), /also show licence: /);
      assert.equal(await hintFor({ ...most, ...rest }), "");
      assert.match(await hintFor({ description: "" }), /^warning: [^\n]*\n$/);
      const json = await runHere(["validate", "--metadata", files.model, "--json"]);
      assert.equal(json.err.includes("hint"), false);
    }));

  it("checks a model alone", () =>
    withFiles(async (files) => {
      assert.equal((await runHere(["validate", "--metadata", files.model])).out, 'the model of "town" is valid\n');
      await writeFile(files.model, '{"dataset": {');
      const broken = await runHere(["validate", "--metadata", files.model]);
      assert.equal(broken.status, 1);
      assert.match(broken.out, /not JSON: line 1/);
    }));
});

describe("what is printed", () => {
  it("shows control characters of cells and labels instead of obeying them", () =>
    withFiles(async (files) => {
      const hostile = "\u001b]0;x\u0007\u009b2J\u202e";
      await writeFile(files.bad, `${HEADER}"${hostile}\nerror: all is well",,2009,,c,North,,1,"${hostile}",,\n`);
      const model = JSON.parse(await readFile(files.model, "utf8"));
      model.dataset.label = `Town ${hostile}\nsecond line`;
      await writeFile(files.model, JSON.stringify(model));
      const loaded = await load(files, files.good);
      assert.equal(loaded.status, 0, loaded.err);
      const outcomes = [
        loaded,
        await runHere(["validate", "--metadata", files.model, "--csv", files.bad]),
        await runHere(["validate", "--metadata", files.model, "--csv", files.bad, "--json"]),
        await load(files, files.bad),
        await load(files, files.bad, "--skip-invalid"),
        await runHere(["propose", files.bad]),
        await runHere(["dataset", "list", "--data", files.data]),
        await runHere(["dataset", "versions", "spending", "--data", files.data]),
      ];
      for (const { out, err } of outcomes) {
        // oxlint-disable-next-line no-control-regex
        assert.doesNotMatch(out + err, /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]|^error: all is well/m);
      }
      assert.match(outcomes[1]!.out, /\\u001b/);
    }));
});
