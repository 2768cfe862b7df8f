import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import type { Decision } from "#src/calls/publishing/drafts/decisions.js";
import { askDecision } from "#src/cli/terminal/ask.js";
import { translateNotes } from "#src/cli/terminal/language.js";
import { phraseText } from "#src/core/errors/phrase-text.js";
import { inDirectory, type Outcome, runHere } from "./run.js";

/** Write files, and run commands on them and a data directory. */
function withTables(
  files: Readonly<Record<string, string>>,
  use: (publish: (...args: string[]) => Promise<Outcome>, at: (name: string) => string) => Promise<void>,
): Promise<void> {
  return inDirectory(async (directory) => {
    const at = (name: string): string => join(directory, name);
    for (const [name, text] of Object.entries(files)) await writeFile(at(name), text);
    const publish = (...args: string[]): Promise<Outcome> =>
      runHere(["publish", "--data", at("data"), ...args.map((each) => (each in files ? at(each) : each))]);
    await use(publish, at);
  });
}

const PAID = "Supplier,Paid\nAcme,1200.50\nBolt,99.25\nCity cleaning,80.00\n";

describe("spendcube publish", () => {
  it("publishes several files without dates as one dataset, each with the year of its name, and says where", () =>
    withTables({ "paid 2023.csv": PAID, "paid 2024.csv": PAID }, async (publish, at) => {
      const options = ["--name", "paid", "--currency", "EUR"];
      const { status, out } = await publish("paid 2023.csv", "paid 2024.csv", ...options);
      assert.equal(status, 0);
      assert.match(out, /^total amount +2759\.5 EUR$/m);
      assert.match(out, /^page +http:\/\/127\.0\.0\.1:8080\/paid,/m);
      const [listed] = JSON.parse((await runHere(["dataset", "list", "--data", at("data"), "--json"])).out);
      assert.equal(listed.num_entries, 6);
    }));

  it("says once what the proposed model lacks", () =>
    withTables({ "paid 2023.csv": PAID, "paid 2024.csv": PAID }, async (publish) => {
      const { status, err } = await publish("paid 2023.csv", "paid 2024.csv", "--name", "paid");
      const lacks = err.split("\n").filter((line) => /^warning: dataset\.\w+: is missing/.test(line));
      assert.deepEqual([status, lacks.length, new Set(lacks).size], [0, 2, 2], err);
    }));

  it("takes the next file under the model of the dataset, and says what has changed in its columns", () =>
    withTables(
      {
        "paid 2023.csv": PAID,
        "paid 2024.csv": PAID.replace("\n", ",Note\n")
          .replaceAll(/(\d)\n/g, "$1,x\n")
          .replace("Paid,x", "Paid,Note"),
        "paid 2025.csv": PAID.replace("Supplier", "Suppliers"),
      },
      async (publish) => {
        await publish("paid 2023.csv", "--name", "paid", "--currency", "EUR");
        const next = await publish("paid 2024.csv", "--name", "paid");
        assert.deepEqual([next.status, /^entries +6$/m.test(next.out)], [0, true]);
        assert.match(next.err, /^note: .*paid 2024\.csv: the model does not read "Note"$/m);
        assert.equal(next.err.match(/does not read "Note"/g)?.length, 1);
        const renamed = await publish("paid 2025.csv", "--name", "paid");
        assert.equal(renamed.status, 1);
        assert.match(
          renamed.err,
          /lacks the column "Supplier", which the files of paid have; it may be "Suppliers" now/,
        );
      },
    ));

  it("compares the next file with the dataset before it is loaded: periods, keys, rows, sums, and columns by their values", () => {
    const month = (of: number, rows: number, header: string): string =>
      [
        header,
        ...Array.from({ length: rows }, (_, at) => `2024-0${of}-${10 + at},${of}${at},Firm ${at % 3} Ltd,${at}.50`),
      ].join("\n");
    const header = "Date,No,Supplier,Paid";
    const files = {
      "jan.csv": month(1, 10, header),
      "feb.csv": `${month(2, 15, header)}\n2024-01-12,12,Firm 2 Ltd,8\n`,
      "mar.csv": month(3, 5, "Date,No,Vendor,Net amount"),
    };
    return withTables(files, async (publish, at) => {
      await publish("jan.csv", "--name", "town", "--currency", "EUR", "--key", "No");
      const refused = await publish("mar.csv", "--name", "town");
      assert.equal(refused.status, 1);
      assert.match(refused.err, /lacks the column "Supplier".*"Vendor" now, as 3 of its 3 values are known from there/);
      assert.match(refused.err, /lacks the column "Paid".*"Net amount" now, as no other new column holds numbers/);
      const lines = [
        "the file has 2024-01-12 to 2024-02-24, the dataset 2024-01-10 to 2024-01-19: 1 of its 16 periods is there already: 2024-01-12",
        "1 entry that another file has written is replaced, as the key (time, no) is the same: amount 2.5",
        "compared with the file jan.csv: 16 entries, 6 more (+60 %) than the 10 there",
        "compared with the file jan.csv: amount 120.5 EUR, 70.5 more (+141 %) than the 50 there",
      ];
      const said = (text: string): readonly string[] =>
        text.split("\n").flatMap((line) => (line.startsWith("series: ") ? [line.slice(8)] : []));
      const model = at("model.json");
      await writeFile(model, (await runHere(["dataset", "model", "town", "--data", at("data")])).out);
      const how = ["--metadata", model, "--csv", at("feb.csv"), "--data", at("data")];
      assert.deepEqual(said((await runHere(["validate", ...how])).err), lines);
      const other = await runHere(["validate", ...how.slice(0, -1), at("")]);
      assert.deepEqual([other.status, said(other.err)], [0, []]);
      const json = JSON.parse((await runHere(["load", ...how, "--json"])).out);
      assert.deepEqual(json.series, lines);
      await runHere(["dataset", "rollback", "town", "--data", at("data")]);
      assert.deepEqual(said((await publish("feb.csv", "--name", "town")).err), lines);
    });
  });

  it("loads nothing while a question without a safe answer is open, and takes the answers of a file", () =>
    withTables(
      {
        "data.csv": "Date,Payee,Amount\n05/01/2024,Acme,12.50\n07/02/2024,Bolt,13.75\n,Total,26.25\n",
        "answers.json": '{ "format Date": "date:%d/%m/%Y", "currency": "EUR" }',
      },
      async (publish) => {
        const asked = await publish("data.csv", "--name", "town");
        assert.deepEqual([asked.status, asked.out], [1, ""]);
        assert.match(
          asked.err,
          /^question: What does "05\/01\/2024" in "Date" mean\?[^\n]*"date:%d\/%m\/%Y" \(5 January 2024\)/m,
        );
        assert.match(asked.err, /^accepted: Leave out the row that is the sum of others/m);
        const answered = await publish("data.csv", "--name", "town", "--answers", "answers.json");
        assert.equal(answered.status, 0, answered.err);
        assert.match(answered.out, /^total amount +26\.25 EUR$/m);
      },
    ));

  it("dates months without a year by the name of each file", () => {
    const header = "Area,Jan,Feb,Mar,Total";
    const files = {
      "paid 2023.csv": `${header}\nA,1.5,2,3,6.5\nB,4,5,6,15\nC,1,1,1,3\nD,2,2,2,6\n`,
      "paid 2024.csv": `${header}\nA,7,8,9,24\n`,
    };
    return withTables(files, async (publish, at) => {
      await publish("paid 2023.csv", "--name", "paid", "--currency", "EUR");
      const next = await publish("paid 2024.csv", "--name", "paid");
      assert.match(next.out, /^total amount +54\.5 EUR$/m);
      assert.match(next.err, /the file has 2024-01 to 2024-03, the dataset 2023-01 to 2023-03: no period is in both/);
      const model = JSON.parse((await runHere(["dataset", "model", "paid", "--data", at("data")])).out);
      assert.equal(model.dataset.table.unpivot.columns.Feb, "2024-02");
    });
  });

  it("asks which year counts and whether data of persons is published, and takes the answers", () => {
    const rows = Array.from(
      { length: 6 },
      (_, at) => `${2020 + (at % 2)},${2023 + (at % 3)},person${at}@example.org,${at}.25`,
    );
    const table = `Book year,Year,Contact,Paid\n${rows.join("\n")}\n`;
    return withTables({ "book.csv": table, "answers.json": "" }, async (publish, at) => {
      const first = await publish("book.csv", "--name", "one", "--currency", "EUR");
      assert.match(first.err, /^question: Which year is that of the amounts\?.*taken as "Year".*--time COLUMN/m);
      assert.match(first.err, /^question: Publish "Contact", which holds e-mail addresses\?.*taken as "no"/m);
      await writeFile(at("answers.json"), JSON.stringify({ time: "Book year", "keep Contact": "yes" }));
      const second = await publish("book.csv", "--name", "two", "--currency", "EUR", "--answers", "answers.json");
      assert.doesNotMatch(second.err, /question: (Which year|Publish)/);
      const model = JSON.parse((await runHere(["dataset", "model", "two", "--data", at("data")])).out);
      assert.equal(model.mapping.time.column, "Book year");
      assert.equal(model.mapping.contact.column, "Contact");
    });
  });

  it("refuses answers that are no object of texts", () =>
    withTables({ "data.csv": PAID, "answers.json": "[1]" }, async (publish) => {
      const { status, err } = await publish("data.csv", "--date", "2024", "--answers", "answers.json");
      assert.equal(status, 1);
      assert.match(err, /answers\.json are not texts by question; write an object such as/);
    }));
});

describe("a question at a terminal", () => {
  const decision: Decision = {
    id: "x",
    what: "Which?",
    value: "b",
    evidence: "Two fit",
    alternatives: [
      { value: "a", effect: "first" },
      { value: "b", effect: "second" },
    ],
    class: "doubtful",
    option: "--x",
  };

  /** Answer a question by typing lines. */
  async function answer(lines: readonly string[], asked = decision, language: string | null = null): Promise<string> {
    return (await ask(lines, asked, language)).answer;
  }

  async function ask(
    lines: readonly string[],
    asked: Decision,
    language: string | null,
  ): Promise<{ readonly answer: string; readonly shown: string }> {
    const [input, err] = [new PassThrough(), new PassThrough()];
    input.end(lines.map((line) => `${line}\n`).join(""));
    const terminal = await translateNotes({ out: err, err }, language, []);
    const answer = await askDecision(asked, input, terminal, new AbortController().signal);
    err.end();
    return { answer, shown: await text(err) };
  }

  it("is answered by number or word, and keeps what is proposed if nothing is typed", async () => {
    assert.equal(await answer(["1"]), "a");
    assert.equal(await answer(["FIRST"]), "a");
    assert.equal(await answer([""]), "b");
    assert.equal(await answer([]), "b");
    assert.equal(await answer(["2024"], { ...decision, value: null, alternatives: [] }), "2024");
  });

  it("is asked in the language of the reader, whose words answer it, too", async () => {
    const examples = [phraseText("line_left_out", { line: 9, text: '"Total"' })];
    const asked: Decision = {
      ...decision,
      what: phraseText("ask_offer", { label: phraseText("leave_out_sum") }),
      evidence: `${phraseText("rows_of_one", { count: 1200 })} (${examples.join("; ")})`,
      alternatives: [
        { value: "yes", effect: phraseText("answer_yes") },
        { value: "no", effect: phraseText("answer_no") },
      ],
      value: "no",
    };
    const { answer: given, shown } = await ask(["Ja"], asked, "de");
    assert.equal(given, "yes");
    assert.match(
      shown,
      /^\nDie Zeile auslassen, die die Summe anderer ist\?\n {2}1\.200 Zeilen haben .* \(Dateizeile 9: /,
    );
    assert.match(shown, /^ {2}1 {2}ja\n {2}2 {2}nein\n> \[2\] /m);
    assert.match((await ask(["1"], asked, "es")).shown, /^\n¿Omitir la fila que es la suma de otras\?\n/);
    assert.match(
      (await ask(["1"], asked, null)).shown,
      /^\nLeave out the row that is the sum of others\?\n.*\n {2}1 {2}yes\n/,
    );
  });
});
