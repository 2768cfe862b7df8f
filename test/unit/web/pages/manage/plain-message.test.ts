import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { errorText } from "#src/core/errors/error-text.js";
import { showPlainError, writePlainError } from "#src/web/pages/manage/plain-message.js";
import { createLocale } from "#src/web/pages/parts/page-locale.js";

const english = createLocale("en-GB", "https://town.example");
const german = createLocale("de", "https://town.example");

describe("an error on a form", () => {
  it("names no keys of the model, in any language", () => {
    const empty = errorText("cell_empty");
    assert.equal(writePlainError(english, empty), "The cell is empty; fill it, or say what an empty cell stands for");
    for (const locale of [english, german]) {
      for (const error of [empty, errorText("empty_without_default")]) {
        assert.doesNotMatch(showPlainError(locale, error).markup, /default_value/);
      }
    }
  });

  it("names the field of the dataset as the form does", () => {
    const missing = `dataset.label: ${errorText("dataset_label_missing")}`;
    assert.match(writePlainError(english, missing), /^Title: is missing; write the title/);
    assert.match(writePlainError(german, missing), /^Titel: fehlt/);
    assert.equal(showPlainError(german, missing).markup, writePlainError(german, missing));
  });

  it("is said with its values otherwise", () => {
    const error = `"12 EUR" ${errorText("not_a_number")}`;
    assert.equal(writePlainError(english, error), error);
    assert.match(writePlainError(german, error), /^"12 EUR": /);
  });
});
