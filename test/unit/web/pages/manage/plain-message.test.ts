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

  it("of rows that add others up is said with its values, and without rules to write", () => {
    const values = { place: 'At line 5, "Total"', count: "3", amounts: "350.75" };
    const twice = errorText("sum_counted_twice", { ...values, others: "" });
    assert.equal(
      writePlainError(english, twice),
      'At line 5, "Total", is the sum of 3 other rows, 350.75, so that amounts count twice.',
    );
    const differs = errorText("total_differs", { ...values, amounts_b: "350.70" });
    for (const locale of [english, german])
      for (const error of [twice, differs, errorText("row_is_a_sum", values)])
        assert.doesNotMatch(writePlainError(locale, error), /leave_out|dataset\.table/);
    assert.match(writePlainError(german, differs), /350,70/);
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
