import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseModel } from "#src/core/model/parse/parse.js";
import { testErrors } from "./error-table.js";
import { changed, type Json, modelOf } from "./sample-model.js";

const REGION = { type: "attribute", column: "region", key: true };

describe("a series", () => {
  it("says what it is, and has no currency unless it is money", () => {
    const seriesOf = (series: Json) => modelOf(changed((m) => (m.dataset.series = series))).dataset;
    const { series, currency } = seriesOf({ kind: "index" });
    assert.deepEqual([series, currency], [{ kind: "index", base: null, per: 1 }, null]);
    assert.equal(seriesOf({ kind: "flow" }).currency, "EUR");
    const rate = seriesOf({ kind: "rate", base: "USD", per: 100 });
    assert.deepEqual([rate.series, rate.currency], [{ kind: "rate", base: "USD", per: 100, stated: "EUR" }, null]);
  });

  it("has references to others beside it, and units", () => {
    const model = modelOf(
      changed((m) => {
        m.references = { prices: " deflator ", in: null, per: ["people", "people@2.adults"] };
        m.mapping.amount.unit = "people";
      }),
    );
    assert.deepEqual(model.references, { prices: "deflator", in: null, per: ["people", "people@2.adults"] });
    assert.equal(model.measures[0]!.unit, "people");
    assert.deepEqual(modelOf(changed((m) => (m.references = { per: "people" }))).references.per, ["people"]);
  });
});

describe("a crosswalk or a table of labels", () => {
  it("needs neither an amount nor a time, nor a currency", () => {
    for (const kind of ["crosswalk", "labels"]) {
      const { model, warnings } = parseModel({
        dataset: {
          name: "zones",
          label: "Zones",
          description: "Regions of the town and the zones that they are in",
          kind,
        },
        mapping: { region: REGION },
      });
      assert.deepEqual(model.measures, []);
      assert.equal(model.dataset.kind, kind);
      assert.deepEqual(warnings, []);
    }
  });
});

testErrors([
  ["a series without a kind", (m) => (m.dataset.series = {}), /^dataset\.series\.kind: is missing; write "index"/],
  ["a series of an unknown kind", (m) => (m.dataset.series = { kind: "stok" }), /did you mean "stock"\?$/],
  [
    "a rate with an unknown base",
    (m) => (m.dataset.series = { kind: "rate", base: "EURO" }),
    /^dataset\.series\.base:/,
  ],
  ["a rate per nothing", (m) => (m.dataset.series = { kind: "rate", per: 0 }), /^dataset\.series\.per: 0 must be/],
  ["an unknown kind", (m) => (m.dataset.kind = "crosswalks"), /^dataset\.kind: .* did you mean "crosswalk"\?$/],
  [
    "a crosswalk with an amount",
    (m) => (m.dataset.kind = "crosswalk"),
    /^mapping\.amount: a crosswalk has no measures;/,
  ],
  ["a list of references", (m) => (m.references = []), /^references: a list must be an object/],
  [
    "a reference that is no name",
    (m) => (m.references = { prices: "my deflator" }),
    /^references\.prices: "my deflator"/,
  ],
]);
