import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { proposeModel } from "#src/sources/analysis/propose-model.js";
import type { TableAnalysis } from "#src/sources/analysis/table-analysis.js";
import type { ColumnChoice } from "#src/calls/publishing/drafts/form/column-choice.js";
import { findErrors, placeErrors } from "#src/calls/publishing/drafts/form/find-errors.js";
import type { ModelForm } from "#src/calls/publishing/drafts/form/model-form.js";
import { readForm } from "#src/calls/publishing/drafts/form/read-form.js";
import { writeForm } from "#src/calls/publishing/drafts/form/write-form.js";
import { UserError } from "#src/core/errors/errors.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { SPENDING } from "../../../../../fixtures.js";
import { analyse } from "../../../../sources/analysis/table.js";

const TABLE = `Nr,Datum,Amt,Amt Name,Betrag,Plan Betrag,Notiz\n${Array.from(
  { length: 20 },
  (_, at) => `P${at},0${1 + (at % 9)}.12.2014,A${at % 3},Amt ${at % 3},"${at},50",${at % 5 ? at : ""},n ${at}\n`,
).join("")}`;

// oxlint-disable-next-line typescript/no-explicit-any -- any model
type Document = any;

function choose(form: ModelForm, column: string, change: Partial<ColumnChoice>): ModelForm {
  assert.ok(form.columns.some((choice) => choice.column === column));
  return { ...form, columns: form.columns.map((each) => (each.column === column ? { ...each, ...change } : each)) };
}

function written(document: Document, form: ModelForm, analysis: TableAnalysis | null): Document {
  const outcome = writeForm(document, form, analysis);
  assert.ok("document" in outcome, JSON.stringify([...("errors" in outcome ? outcome.errors.columns : [])]));
  return outcome.document;
}

describe("a model as a form", () => {
  it("has each column in the order of the table, then the generated columns", async () => {
    const analysis = await analyse(TABLE);
    const { columns } = readForm(proposeModel(analysis, "t.csv"), analysis, "");
    assert.deepEqual(
      columns.map(({ column, role, name }) => [column, role, name]),
      [
        ["Nr", "dimension", "nr"],
        ["Datum", "time", "time"],
        ["Amt", "code", "amt"],
        ["Amt Name", "label", "amt"],
        ["Betrag", "amount", "amount"],
        ["Plan Betrag", "measure", "plan_betrag"],
        ["Notiz", "dimension", "notiz"],
        ["(date of the file)", "none", "date"],
        ["(row number)", "none", "row"],
      ],
    );
    assert.equal(columns[1]!.format, "date:%d.%m.%Y");
  });

  it("offers a column as the label of a code in a language, and reads it again", async () => {
    const rows = Array.from({ length: 20 }, (_, at) => `2014,A${at % 3},Amt ${at % 3},Office ${at % 3},${at}.50\n`);
    const analysis = await analyse(`Jahr,Amt Nr,Amt,Amt_en,Betrag\n${rows.join("")}`);
    const document = proposeModel(analysis, "t.csv");
    const form = readForm(document, analysis, "");
    const choiceOf = (of: ModelForm, wanted: string): unknown =>
      of.columns.flatMap(({ column, role, name }) => (column === wanted ? [role, name] : []));
    assert.deepEqual(choiceOf(form, "Amt_en"), ["translation", "amt_nr.en"]);
    assert.deepEqual(written(document, form, analysis), document);
    const french = written(document, choose(form, "Amt_en", { name: "amt_nr.FR" }), analysis);
    assert.deepEqual(french.mapping.amt_nr.attributes.label_fr, { column: "Amt_en", datatype: "string" });
    assert.equal(french.mapping.amt_nr.attributes.label_en, undefined);
    assert.deepEqual(choiceOf(readForm(french, analysis, ""), "Amt_en"), ["translation", "amt_nr.fr"]);
    for (const name of ["amt_nr.french", "amt_nr.zz", "amt_nr", "amt_nr."]) {
      const outcome = writeForm(document, choose(form, "Amt_en", { name }), analysis);
      assert.match(JSON.stringify("errors" in outcome && [...outcome.errors.columns]), /ISO 639-1/, name);
    }
  });

  it("keeps the whole document if nothing was changed, even the parts that it cannot show", async () => {
    const analysis = await analyse(TABLE);
    const proposed = proposeModel(analysis, "t.csv");
    const older = {
      ...SPENDING,
      dataset: {
        ...SPENDING.dataset,
        entry_key: ["invoice"],
        licence: "CC0",
        serp_title: "T",
        decimal: ",",
        thousands: " ",
      },
      mapping: {
        ...SPENDING.mapping,
        office: {
          type: "classifier",
          description: "Who",
          fields: [
            { name: "name", column: "o", datatype: "id" },
            { name: "level", datatype: "constant", constant: "1" },
          ],
        },
        origin: { type: "attribute", datatype: "constant", constant: "x" },
        twice: { type: "attribute", column: "region" },
        odd: null,
      },
      views: [{ name: "default", label: "V", entity: "dataset", dimension: "dataset", drilldown: "region" }],
    };
    for (const [document, known] of [
      [proposed, analysis],
      [older, null],
      [older, analysis],
    ] as const) {
      const form = readForm(document, known, "");
      // As a browser sends it, without the values that the roles do not use.
      const sent = form.columns.map((choice) => ({
        ...choice,
        name: choice.role === "amount" || choice.role === "time" ? "" : choice.name,
        ...(choice.role === "attribute" ? { label: "", isKey: false } : {}),
      }));
      assert.deepEqual(written(document, { ...form, columns: sent }, known), document);
    }
  });

  it("changes what was changed: roles, names, labels, formats, keys", async () => {
    const analysis = await analyse(TABLE);
    const proposed = proposeModel(analysis, "t.csv");
    let form = readForm(proposed, analysis, "");
    form = choose(form, "Nr", { role: "none" });
    form = choose(form, "(row number)", { role: "dimension", isKey: true });
    form = choose(form, "Amt", { name: "office", label: "Office", isKey: true });
    form = choose(form, "Amt Name", { name: "office" });
    form = choose(form, "Plan Betrag", { role: "dimension", name: "plan_betrag", format: "id" });
    form = choose(form, "Betrag", { label: "Paid", format: "number:.," });
    form = choose(form, "Notiz", { role: "attribute", name: "office.note", isFacet: true });
    form = {
      ...form,
      dataset: { ...form.dataset, currency: "EUR", languages: "de, en", licence_name: "CC0", numbers: "number:.'" },
    };
    const document = written(proposed, form, analysis);
    assert.deepEqual(document, {
      dataset: {
        name: "t",
        label: "T",
        decimal: ".",
        thousands: "'",
        currency: "EUR",
        languages: ["de", "en"],
        licence: { name: "CC0", url: undefined },
      },
      mapping: {
        amount: { type: "measure", label: "Paid", column: "Betrag", datatype: "float", decimal: ".", thousands: "," },
        time: { type: "date", label: "Datum", column: "Datum", datatype: "date", format: "%d.%m.%Y", key: true },
        office: {
          type: "compound",
          label: "Office",
          key: true,
          facet: true,
          attributes: {
            name: { column: "Amt", datatype: "string" },
            label: { column: "Amt Name", datatype: "string" },
            note: { column: "Notiz", datatype: "string", facet: true },
          },
        },
        plan_betrag: { type: "attribute", label: "Plan Betrag", column: "Plan Betrag", datatype: "id" },
        row: {
          type: "attribute",
          label: "Row",
          column: "(row number)",
          datatype: "string",
          key: true,
        },
      },
    });
    parseModel(document);
    const again = readForm(document, analysis, "");
    assert.deepEqual(written(document, again, analysis), document);
  });

  it("uses the format that the analysis found when a column gets another role", async () => {
    const analysis = await analyse(TABLE);
    const proposed: Document = proposeModel(analysis, "t.csv");
    let form = readForm(proposed, analysis, "");
    form = choose(form, "Datum", { role: "dimension", name: "day" });
    form = choose(form, "Plan Betrag", { role: "none" });
    const without = written(proposed, form, analysis);
    assert.deepEqual(without.mapping.day, {
      type: "attribute",
      label: "Datum",
      column: "Datum",
      datatype: "string",
      key: true,
    });
    assert.throws(() => parseModel(without), UserError);
    form = choose(readForm(without, analysis, ""), "Datum", { role: "time" });
    form = choose(form, "Plan Betrag", { role: "measure" });
    const { mapping } = written(without, form, analysis);
    assert.equal(mapping.time.format, "%d.%m.%Y");
    assert.deepEqual(mapping.plan_betrag, {
      type: "measure",
      label: "Plan Betrag",
      column: "Plan Betrag",
      datatype: "float",
      default_value: "0",
    });
  });

  it("joins a dimension and its label column into one compound dimension", async () => {
    const analysis = await analyse(TABLE);
    const proposed = proposeModel(analysis, "t.csv");
    let form = choose(readForm(proposed, analysis, ""), "Nr", { role: "dimension", name: "payment", isKey: true });
    form = choose(form, "Notiz", { role: "label", name: "payment" });
    const { mapping } = written(proposed, form, analysis);
    assert.deepEqual(mapping.payment, {
      type: "compound",
      label: "Nr",
      key: true,
      attributes: { name: { column: "Nr", datatype: "string" }, label: { column: "Notiz", datatype: "string" } },
    });
    // Apart again.
    const again = choose(readForm({ dataset: {}, mapping }, analysis, ""), "Notiz", {
      role: "dimension",
      name: "note",
    });
    const apart = written({ dataset: {}, mapping }, again, analysis).mapping;
    assert.deepEqual(apart.note, { type: "attribute", label: "Notiz", column: "Notiz", datatype: "string" });
    assert.deepEqual(apart.payment.attributes, { name: { column: "Nr", datatype: "string" } });
  });

  it("reports the errors of choices that are not a model, by column", async () => {
    const analysis = await analyse(TABLE);
    const proposed = proposeModel(analysis, "t.csv");
    const form = readForm(proposed, analysis, "");
    for (const [column, change, error] of [
      ["Plan Betrag", { role: "amount" }, /Another column is the amount/],
      ["Notiz", { role: "time" }, /Another column is the date/],
      ["Notiz", { role: "attribute", name: "amt" }, /for example amt\./],
      ["Notiz", { role: "label", name: "amt" }, /Another column has the name amt/],
      ["Notiz", { name: "plan_betrag" }, /Another column has the name plan_betrag/],
    ] as const) {
      const changed = choose(form, column, change);
      const outcome = writeForm(proposed, changed, analysis);
      assert.ok("errors" in outcome, column);
      const at = form.columns.findIndex((choice) => choice.column === column);
      assert.match(outcome.errors.columns.get(at)!.join(), error);
      assert.deepEqual(findErrors(changed.columns), outcome.errors);
    }
  });

  it("shows the errors of a model beside the parts that they are about, and all others above", async () => {
    const analysis = await analyse(TABLE);
    const proposed: Document = proposeModel(analysis, "t.csv");
    let form = readForm(proposed, analysis, "");
    form = choose(form, "Nr", { role: "none" });
    form = choose(form, "Datum", { isKey: false });
    form = choose(form, "Amt Name", { format: "date:%!" });
    form = choose(form, "Notiz", { name: "login" });
    form = { ...form, dataset: { ...form.dataset, name: "a b", currency: "XQQ", licence_url: "x" } };
    const document = written(proposed, form, analysis);
    let errors: readonly string[] = [];
    try {
      parseModel(document);
    } catch (error) {
      errors = (error as UserError).errors;
    }
    const placed = placeErrors([...errors, "date: is missing; write it"], form);
    const columns = form.columns.flatMap(({ column }, at) => (placed.columns.has(at) ? [column] : []));
    assert.deepEqual(columns, ["Amt Name", "Notiz"]);
    assert.deepEqual([...placed.dataset.keys()].toSorted(), ["currency", "licence_url", "name"]);
    assert.deepEqual(placed.date, ["Is missing; write it"]);
    assert.equal(placed.general.length, 1);
    assert.match(placed.general[0]!, /tick “Key”/);
  });
});
