import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseLoadedModel, parseStoredModel } from "#src/core/model/parse/parse-stored.js";
import { changed, modelOf, sampleModel } from "./sample-model.js";

describe("a stored model", () => {
  it("opens though keys that its version did not read are wrong", () => {
    const document = changed((m) => {
      m.hierarchies = { functional: ["function", "subfunction"] };
      m.notes = "Figures of 2010 are plans.";
      m.formulas = ["rate"];
      Object.assign(m.mapping.to, { role: "payee", order: 1, additive: "no", default: [] });
      m.mapping.amount.phase = 3;
      Object.assign(m.mapping.time, { precision: "week", fiscal_year: 2009 });
    });
    assert.deepEqual(parseStoredModel(document).model, modelOf(sampleModel()));
  });

  it("opens though its notes are on what is not a date", () => {
    const document = changed((m) => {
      m.notes = [
        { on: "time.month:13|time:2010", text: "x" },
        { on: "time:2009|time:2010-01-01", text: "y" },
      ];
    });
    for (const parse of [parseStoredModel, parseLoadedModel]) {
      const { notes } = parse(document).model;
      assert.deepEqual(
        notes.map(({ on }) => on.map(({ values }) => values)),
        [[["13"], ["2010"]], [["2009", "2010-01-01"]]],
      );
    }
  });

  it("keeps these keys if they are right", () => {
    const document = changed((m) => (m.mapping.to.role = "phase"));
    assert.deepEqual(parseStoredModel(document).model, modelOf(document));
  });

  it("keeps a name that is reserved now", () => {
    const town = modelOf(sampleModel());
    for (const parse of [parseStoredModel, parseLoadedModel]) {
      for (const name of ["mcp", "oembed"]) {
        const document = changed((m) => (m.dataset.name = name));
        const { model } = parse(document);
        assert.deepEqual([model.dataset, model.document], [{ ...town.dataset, name }, document]);
        const wrong = changed((m) => Object.assign(m.dataset, { name, currency: "Taler" }));
        assert.throws(() => parse(wrong), /dataset\.currency/);
      }
    }
  });

  it("has its other errors reported", () => {
    assert.throws(() => parseStoredModel(changed((m) => (m.dataset.currency = "Taler"))), /dataset\.currency/);
  });
});
