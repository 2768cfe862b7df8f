import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { documentErrorCodes } from "#scripts/code-list.js";
import { errorText, ERROR_CODES, type ErrorCode, readErrorCode, readErrorCodes } from "#src/core/errors/error-text.js";
import { ERROR_TEXTS } from "#src/core/errors/texts/texts.js";

/** Write an error with a value in each slot; names of slots are those of its template. */
function write(code: ErrorCode, valueOf: (name: string) => string): { readonly values: object; readonly text: string } {
  const names = [...ERROR_TEXTS[code].matchAll(/<([a-z_]+)>/g)].map(([, name]) => name!);
  const values = Object.fromEntries(names.map((name) => [name, valueOf(name)]));
  return { values, text: (errorText as (code: ErrorCode, values: object) => string)(code, values) };
}

describe("an error", () => {
  it("is written with its values", () => {
    assert.equal(
      errorText("unknown_dimension", { dimension: "x", remedy: "; known are: y" }),
      'Unknown dimension "x"; known are: y',
    );
  });

  for (const code of ERROR_CODES) {
    it(`${code} is read from its sentence, whatever is before it`, () => {
      const { values, text } = write(code, (name) => (name === "remedy" ? "" : `${name} 1`));
      const { remedy: _remedy, ...told } = values as { remedy?: string };
      for (const before of ["", "cut: ", "cut: year: "])
        assert.deepEqual(readErrorCode(before + text), { code, values: told });
    });

    it(`${code} is the code of a sentence whose values have signs and places`, () => {
      for (const value of ["", 'a"b', "a: b", "; known are: x", "💷"]) {
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

  it("is listed in docs/errors.md; `npm run settings` writes the list anew", () => {
    const [, list] = /<!-- codes -->\n\n(.*?)\n\n<!-- \/codes -->/s.exec(readFileSync("docs/errors.md", "utf8")) ?? [];
    assert.equal(list, documentErrorCodes());
  });
});
