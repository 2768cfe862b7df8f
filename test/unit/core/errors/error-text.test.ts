import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { documentErrorCodes } from "#scripts/code-list.js";
import {
  errorText,
  ERROR_CODES,
  type ErrorCode,
  readErrorCode,
  readErrorCodes,
  readErrorSentence,
  writeSentence,
} from "#src/core/errors/error-text.js";
import { datasetNameError } from "#src/core/model/parse/names.js";
import { parseDate } from "#src/core/model/values/dates.js";
import { parseDecimal, PLAIN_NUMBERS } from "#src/core/model/values/numbers.js";
import { ERROR_TEXTS } from "#src/core/errors/texts/texts.js";

/** Write an error with a value in each slot; names of slots are those of its template. */
function write(code: ErrorCode, valueOf: (name: string) => string): { readonly values: object; readonly text: string } {
  const names = [...ERROR_TEXTS[code].matchAll(/<([a-z_]+)>/g)].map(([, name]) => name!);
  const values = Object.fromEntries(names.map((name) => [name, valueOf(name)]));
  return { values, text: (errorText as (code: ErrorCode, values: object) => string)(code, values) };
}

/** Matches a text that an error is made of. */
const ERROR_TEXT =
  /(?:throw new \w+\(\s*\[?\s*|new (?:InvalidQuery|InvalidModel|BadSource|NotFound|Conflict|Forbidden|Unauthenticated|OverCapacity)\(\s*|\berror:\s*|errors\.push\(\s*|\berror\((?:[^()"'`]|"[^"]*")*?,\s*)(`(?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\})*`|"[^"\n]*"|'[^'\n]*')/g;

/**
 * Find texts of errors that have words of their own, beside values and the place before them; not of those that only a
 * fault of the program or of a cluster causes, which the log tells.
 */
function findSentences(source: string): readonly string[] {
  return [...source.matchAll(ERROR_TEXT)].flatMap(([whole, text = ""]) => {
    const words = text
      .replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "")
      .replace(/^[`"'][a-z_-]+: /, "")
      .match(/\b[a-z]{2,}\b/g);
    return /new (?:TypeError|RangeError|Error|BadFrame|ClusterFailure)\(|\berror\(\{ err/.test(whole) ||
      !text.includes(" ") ||
      (words?.length ?? 0) < 2
      ? []
      : [text];
  });
}

describe("an error", () => {
  it("is written with its values", () => {
    assert.equal(
      errorText("unknown_dimension", { dimension: "x", remedy: "; known: y" }),
      'Unknown dimension "x"; known: y',
    );
  });

  for (const code of ERROR_CODES) {
    it(`${code} is read from its sentence, whatever is before it`, () => {
      // A value is in quotes where another one follows it.
      const shown = (name: string): string => (ERROR_TEXTS[code].includes(`<${name}> <`) ? `"${name} 1"` : `${name} 1`);
      const { values, text } = write(code, (name) => (name === "remedy" ? "" : shown(name)));
      const { remedy: _remedy, ...told } = values as { remedy?: string };
      for (const before of ["", "cut: ", "cut: year: "]) {
        assert.deepEqual(readErrorCode(before + text), { code, values: told });
        const read = readErrorSentence(before + text);
        assert.equal(read && writeSentence(read), before + text);
      }
    });

    it(`${code} is the code of a sentence whose values have signs and places`, () => {
      for (const value of ["", 'a"b', "a: b", "; known: x", "💷"]) {
        const { text } = write(code, (name) => (name === "remedy" ? "" : value));
        assert.equal(readErrorCode(`cut: ${text}`)?.code, code, text);
      }
    });
  }

  it("is read in its order, and is `other` if no table has it", () => {
    const errors = ["Something else", `drilldown: ${errorText("unknown_dimension", { dimension: "x", remedy: "" })}`];
    assert.deepEqual(readErrorCodes(errors), [
      { code: "other", values: {} },
      { code: "unknown_dimension", values: { dimension: "x" } },
    ]);
  });

  it("has a code for each wrong cell, name and member of a collection", () => {
    const cells = [
      parseDecimal("x", PLAIN_NUMBERS),
      parseDecimal("1.2.3", PLAIN_NUMBERS),
      parseDecimal("1,5.2,3", PLAIN_NUMBERS),
      parseDecimal("1e400", PLAIN_NUMBERS),
      parseDate("x", null),
      parseDate("2009-13-01", null),
      parseDate("2009-02-30", null),
      parseDate("03/04/2009", null),
      parseDate("x", "%d.%m.%Y"),
    ].map((read) => `line 3: "x" ${(read as { error: string }).error}`);
    const names = ["", "a b", "a.csv", "model", "a__b", "x".repeat(300)].map(
      (name) => `dataset.name: "${name}" ${datasetNameError(name)}`,
    );
    const codes = readErrorCodes([...cells, ...names]).map(({ code }) => code);
    assert.ok(!codes.includes("other"), codes.join());
    assert.equal(codes[0], "not_a_number");
    assert.equal(codes[5], "no_such_month");
  });

  it("is written where it happens by its code, not as a sentence", () => {
    const written = readdirSync("src", { recursive: true, encoding: "utf8" })
      .map((each) => join("src", each))
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => findSentences(readFileSync(file, "utf8")).map((sentence) => `${file}: ${sentence}`));
    assert.deepEqual(written, []);
    // What finds them finds them.
    for (const text of [
      'throw new NotFound(`no "${name}" of that kind`);',
      'return { error: "is not a date" };',
      "errors.push(`cut: it is ${name} already`)",
    ])
      assert.equal(findSentences(text).length, 1, text);
  });

  it("is listed in docs/errors.md; `npm run settings` writes the list anew", () => {
    const [, list] = /<!-- codes -->\n\n(.*?)\n\n<!-- \/codes -->/s.exec(readFileSync("docs/errors.md", "utf8")) ?? [];
    assert.equal(list, documentErrorCodes());
  });
});
