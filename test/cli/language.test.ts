import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { languageOfErrors, translateNotes } from "#src/cli/terminal/language.js";
import { errorText } from "#src/core/errors/error-text.js";
import { phraseText } from "#src/core/errors/phrase-text.js";
import { inDirectory, runHere } from "./run.js";

const ENVIRONMENTS: [NodeJS.ProcessEnv, string | null][] = [
  [{}, null],
  [{ LANG: "C" }, null],
  [{ LANG: "C.UTF-8" }, null],
  [{ LANG: "POSIX" }, null],
  [{ LANG: "en_GB.UTF-8" }, null],
  [{ LANG: "de_AT.UTF-8" }, "de-AT"],
  [{ LANG: "fr_FR@euro" }, "fr-FR"],
  [{ LANG: "de_DE.UTF-8", LC_MESSAGES: "es_ES.UTF-8" }, "es-ES"],
  [{ LANG: "de_DE.UTF-8", LC_MESSAGES: "es_ES.UTF-8", LC_ALL: "C" }, null],
  [{ LANG: "de_DE.UTF-8", LC_ALL: "" }, "de-DE"],
  [{ LANG: "sw_KE.UTF-8" }, null],
  [{ LANG: "!!" }, null],
];

describe("the language of errors of the command line", () => {
  for (const [environment, wanted] of ENVIRONMENTS) {
    it(`is ${wanted ?? "English"} by ${JSON.stringify(environment)}`, async () =>
      assert.equal(await languageOfErrors(["dataset", "list"], environment), wanted));
  }

  it("is that of --lang before all", async () => {
    const environment = { LANG: "fr_FR.UTF-8" };
    assert.equal(await languageOfErrors(["--lang", "de", "load"], environment), "de");
    assert.equal(await languageOfErrors(["--color", "never", "--lang=es", "load"], environment), "es");
    assert.equal(await languageOfErrors(["--lang", "en", "load"], environment), null);
    // What stands behind a command is of that.
    assert.equal(await languageOfErrors(["load", "--lang", "de"], {}), null);
  });

  it("is said in errors of commands, and in no result", () =>
    inDirectory(async (data) => {
      await runHere(["user", "add", "ann", "--data", data]);
      const drop = ["user", "remove", "bob", "--data", data];
      const english = await runHere(drop);
      assert.match(english.err, /^error: no user with name "bob"/);
      const german = await runHere(["--lang", "de", ...drop]);
      assert.deepEqual([german.status, german.out], [english.status, english.out]);
      assert.match(german.err, /^error: kein Benutzer mit dem Namen „bob“/);
      const polish = await runHere(drop, { LANG: "pl_PL.UTF-8" });
      assert.match(polish.err, /^error: nie ma użytkownika o nazwie „bob”/);
    }));

  it("is refused if it has no words", async () => {
    const { status, err } = await runHere(["--lang", "tlh", "user", "list"]);
    assert.equal(status, 2);
    assert.match(err, /^error: --lang: there are no words in "tlh"; known: en, /);
  });

  it("says what propose finds in a file, and its model is the same", () =>
    inDirectory(async (directory) => {
      const file = join(directory, "towns.csv");
      const rows = Array.from({ length: 9 }, (_, at) => `a${at};2019;${at},50 EUR`);
      await writeFile(file, ["id;year;amount", ...rows, ";;", "Source: the town;;"].join("\n"));
      const english = await runHere(["propose", file]);
      assert.match(english.err, /^repaired: Read amounts without EUR \(line 2: 0,50 EUR → 0,50\)/m);
      const german = await runHere(["--lang", "de", "propose", file]);
      assert.deepEqual([german.status, german.out], [english.status, english.out]);
      assert.match(german.err, /^repaired: Beträge ohne EUR lesen \(Dateizeile 2: 0,50 EUR → 0,50\)\. 9 Zellen haben/m);
      assert.match(german.err, /^repaired: Die Zeile mit nur einer gefüllten Zelle auslassen \(Dateizeile/m);
    }));

  it("says what publish finds and asks, and takes the same answers", () =>
    inDirectory(async (directory) => {
      const file = join(directory, "town 2024.csv");
      const rows = Array.from({ length: 9 }, (_, at) => `a${at}\t${at}.50\tann${at}@town.example`);
      await writeFile(file, ["Id\tAmount\tContact", ...rows].join("\n"));
      const publish = (data: string): readonly string[] => [
        "publish",
        file,
        "--data",
        join(directory, data),
        "--name",
        "town",
      ];
      const english = await runHere(publish("english"));
      assert.match(english.err, /^note: 9 rows, 3 columns separated by tabs, encoding utf-8$/m);
      assert.match(
        english.err,
        /^question: Publish "Contact", which holds e-mail addresses\? .*; taken as "no": answer/m,
      );
      const german = await runHere(["--lang", "de", ...publish("german")]);
      assert.equal(german.status, english.status);
      assert.match(german.err, /^note: 9 Zeilen, 3 Spalten, Trennzeichen: Tabulatoren, Zeichenkodierung utf-8$/m);
      assert.match(german.err, /^note: Datum: 2024 für alle Zeilen$/m);
      assert.match(
        german.err,
        /^note: ausgelassen, da dort E-Mail-Adressen stehen: "Contact"; --keep Contact behält sie$/m,
      );
      assert.match(
        german.err,
        /^question: "Contact" veröffentlichen, obwohl dort E-Mail-Adressen stehen\? Alle können es dann lesen \(.*\); als "no" verstanden: antworten Sie mit --keep Contact oder mit "keep Contact" in --answers$/m,
      );
    }));

  it("says what to answer to a question", async () => {
    const [out, err] = [new PassThrough(), new PassThrough()];
    const { say } = await translateNotes({ out, err }, "de", []);
    assert.equal(say!(phraseText("write_number", { count: 2 })), "Bitte schreiben Sie eine Zahl von 1 bis 2.");
    assert.equal(say!(phraseText("answer_no")), "nein");
    assert.equal(say!("of nothing known"), "of nothing known");
    assert.equal((await translateNotes({ out, err }, null, [])).say, undefined);
  });

  it("says errors, warnings and rejected rows, and leaves other lines as they are", async () => {
    const [out, err] = [new PassThrough(), new PassThrough()];
    const terminal = await translateNotes({ out, err }, "de", []);
    const sentence = `"x" ${errorText("not_a_number")}`;
    terminal.err.write(
      `warning: ${sentence}\nrejected: Row 2: ${sentence}\nnote: ${sentence}\nerror: of nothing known\n`,
    );
    err.end();
    assert.equal(
      await text(err),
      `warning: "x": keine Zahl\nrejected: Zeile 2: "x": keine Zahl\nnote: "x": keine Zahl\nerror: of nothing known\n`,
    );
  });
});
