import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { type Trial, tryProposal } from "./proposals.js";
import { inDirectory, runHere } from "./run.js";

function withTable(
  name: string,
  content: string | Buffer,
  use: (outcome: Trial, csv: string, directory: string) => Promise<void> | void,
  ...options: string[]
): Promise<void> {
  return inDirectory(async (directory) => {
    const csv = join(directory, name);
    await writeFile(csv, content);
    await use(await tryProposal(directory, csv, ...options), csv, directory);
  });
}

const PAYMENTS = `Payment,Date,Office,Amount,Net\n${Array.from(
  { length: 24 },
  (_, at) => `P${at},0${1 + (at % 9)}/0${1 + (at % 9)}/2014,Works ${at % 3},£${at}.25,${at}.5\n`,
).join("")}`;

describe("spendcube propose", () => {
  it("prints a model that loads as it is, and says what it saw and doubts", () =>
    withTable("Town spending.csv", PAYMENTS, ({ status, out, err, loaded }) => {
      assert.equal(status, 0);
      const { dataset, mapping } = JSON.parse(out);
      assert.deepEqual([dataset.name, dataset.currency, mapping.time.format], ["town-spending", "GBP", "%d/%m/%Y"]);
      assert.match(err, /^note: 24 rows, 5 columns separated by ",", encoding utf-8$/m);
      assert.match(err, /^note: amount: "Amount"$/m);
      assert.match(err, /^note: key: "Date", written %d\/%m\/%Y and "Payment"$/m);
      assert.match(err, /^warning: the amount may also be "Net"/m);
      assert.deepEqual([loaded.status, JSON.parse(loaded.out).totals.amount], [0, "282"]);
    }));

  it("asks for the format of dates that can be read in two ways, and names no column as left out that is joined", () => {
    const lines = Array.from({ length: 24 }, (_, at) => {
      const [chapter, line] = [1 + (at % 2), 1 + ((at % 6) >> 1)];
      return `${at},0${1 + (at % 9)}/01/2014,${chapter},Chapter ${chapter},${line},Line ${chapter}/${line},${at}.25`;
    });
    return withTable("plan.csv", `No,Paid,Ch,Chapter,Ln,Line,Total\n${lines.join("\n")}\n`, ({ status, err, out }) => {
      assert.equal(status, 1);
      assert.match(
        err,
        /^error: mapping\.time: choose what "02\/01\/2014" means: 2 January 2014 \("format": "%d\/%m\/%Y"\) or/m,
      );
      assert.match(out, /"column": "\(Ch \+ Ln\)"/);
      assert.doesNotMatch(err, /left out/);
    });
  });

  it("makes the row number the key, and the year in the file's name the date", () =>
    withTable("plan_2013.csv", "Office;Betrag\nA;1.234,50\nA;1.234,50\n", ({ status, out, loaded }) => {
      assert.equal(status, 0);
      const { dataset, mapping } = JSON.parse(out);
      assert.deepEqual([dataset.decimal, mapping.time.constant, mapping.row.column], [",", "2013", "(row number)"]);
      assert.deepEqual([loaded.status, JSON.parse(loaded.out).totals.amount], [0, "2469"]);
    }));

  it("accepts years as columns whose amounts are in thousands, together", async () => {
    const rows = Array.from({ length: 12 }, (_, at) => `A${at},${at}.5,${at}.25\n`).join("");
    await withTable(
      "plan.csv",
      `Budget,,\nin thousand EUR,,\nArea,2019,2020\n${rows}`,
      ({ status, out, loaded }) => {
        assert.equal(status, 0);
        assert.deepEqual(JSON.parse(out).dataset.table.scale, { Amount: 1000 });
        assert.equal(JSON.parse(loaded.out).totals.amount, "141000");
      },
      "--accept",
      "years,scale",
    );
  });

  it("suggests what figures mean, and puts into the model what is accepted", async () => {
    const rows = Array.from({ length: 24 }, (_, at) => `P${at},${at % 2 === 0 ? "R" : "E"},${at}.5\n`).join("");
    const table = `No,Letter,Total\n${rows}`;
    await withTable("plan_2013.csv", table, ({ status, out, err }) => {
      assert.equal(status, 0);
      assert.deepEqual(Object.keys(JSON.parse(out).mapping), ["amount", "time", "no", "letter"]);
      assert.match(err, /^suggestion: Tell revenue .* \(E → expenditure; R → revenue\)\. .*--accept direction/m);
      assert.match(err, /^suggestion: Read “Date” as years \(2013\)/m);
    });
    const accept = ["--accept", "direction, precision"];
    await withTable(
      "plan_2013.csv",
      table,
      ({ out, err, loaded }) => {
        const { mapping } = JSON.parse(out);
        assert.deepEqual(mapping.direction.values, { R: "revenue", E: "expenditure" });
        assert.deepEqual([mapping.time.constant, mapping.time.precision], ["2013", "year"]);
        assert.match(err, /^accepted: Tell revenue/m);
        assert.equal(loaded.status, 0, loaded.err);
      },
      ...accept,
    );
    await withTable(
      "plan_2013.csv",
      table,
      async ({ out }, csv) => {
        const { suggestions } = JSON.parse(out);
        const [{ kind, column, accepted, model }] = suggestions;
        assert.deepEqual([kind, column, accepted], ["direction", "Letter", false]);
        assert.equal(model.mapping.direction.role, "direction");
        const wrong = await runHere(["propose", csv, "--accept", "directions"]);
        assert.equal(wrong.status, 1);
        assert.match(wrong.err, /--accept: "directions" is not a kind of suggestion; write direction, phase, /);
      },
      "--json",
    );
  });

  it("dates rows that have neither a date nor a key this year, and says how to give another date", () =>
    withTable("plan.csv", "Office,Total\nA,1.50\nA,1.50\n", async ({ status, err, loaded }, csv, directory) => {
      assert.deepEqual([status, loaded.status], [0, 0]);
      assert.match(err, /^warning: no column of ".*plan\.csv" holds dates: all rows are dated \d{4}, .* --date 2024$/m);
      const dated = await tryProposal(directory, csv, "--date", "2014-03");
      assert.deepEqual([dated.status, dated.loaded.status], [0, 0]);
      const wrong = await runHere(["propose", csv, "--date", "soon"]);
      assert.equal(wrong.status, 1);
      assert.match(wrong.err, /^error: mapping\.time\.constant: "soon" is not a date/m);
    }));

  it("says what to add where no column holds amounts", () =>
    withTable("names.csv", "Name,Year\nx,2013\ny,2014\n", ({ status, err, loaded }) => {
      assert.deepEqual([status, loaded.status], [1, 1]);
      assert.match(
        err,
        /^error: no column of ".*" looks like amounts; if one of "Name", "Year" is, name it with --amount, or add "amount": \{/m,
      );
    }));

  it("takes name, title and currency as options, and prints all as JSON", () =>
    inDirectory(async (directory) => {
      const csv = join(directory, "entries.csv");
      await writeFile(csv, PAYMENTS);
      assert.equal(JSON.parse((await runHere(["propose", csv])).out).dataset.name, "entries-data");
      const options = ["--name", "town", "--label", "Our town", "--currency", "EUR", "--json"];
      const { status, out, err } = await runHere(["propose", csv, ...options]);
      assert.deepEqual([status, err], [0, ""]);
      const { model, notes, warnings, errors } = JSON.parse(out);
      assert.deepEqual(model.dataset, { name: "town", label: "Our town", currency: "EUR" });
      assert.deepEqual([notes.length > 2, warnings.length > 1, errors], [true, true, []]);
      const wrong = await runHere(["propose", csv, "--name", "a b"]);
      assert.equal(wrong.status, 1);
      assert.match(wrong.err, /^error: dataset\.name: "a b"/m);
    }));

  it("names cells that would not load", () =>
    withTable("Paid 2014.csv", PAYMENTS.replace("£7.25", "n/a"), ({ status, err, loaded }) => {
      assert.deepEqual([status, loaded.status], [0, 1]);
      assert.match(err, /^warning: "Amount" has 1 cell without a number, such as "n\/a"/m);
    }));

  it("refuses what is not a table, and needs a file", () =>
    inDirectory(async (directory) => {
      const path = join(directory, "datapackage.json");
      await writeFile(path, '{"resources": []}');
      const refused = await runHere(["propose", path]);
      assert.deepEqual([refused.status, refused.out], [1, ""]);
      assert.match(refused.err, /is JSON, not CSV/);
      assert.equal((await runHere(["propose", join(directory, "none.csv")])).status, 1);
      assert.equal((await runHere(["propose"])).status, 2);
    }));
});
