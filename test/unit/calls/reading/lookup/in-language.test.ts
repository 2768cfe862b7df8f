import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { speakIn } from "#src/calls/reading/lookup/in-language.js";
import { summarizeVersion } from "#src/store/dataset.js";
import { contextOf, spendingDataset, spendingModel } from "../../../../fixtures.js";

const plain = spendingModel();
const french = spendingModel({
  amount: { type: "measure", label: "Paid", labels: { fr: "Payé" }, column: "paid", datatype: "float" },
});
const town = spendingDataset([], { model: plain });
const ville = spendingDataset([], { model: { ...french, dataset: { ...french.dataset, name: "ville" } } });
const list = [town, ville];
const { catalog } = contextOf(list);
const context = contextOf(list, {
  catalog: Object.assign(Object.create(catalog) as typeof catalog, { list: () => list }),
});

describe("datasets in a language", () => {
  it("are the same list where none has texts in it: what is kept with a list is found again", () => {
    assert.equal(speakIn(context, "de").catalog.list(), list);
    assert.equal(speakIn(context, "pl").catalog.list(), list);
  });

  it("are translated where they have texts in it, and the same ones else", () => {
    const spoken = speakIn(context, "fr").catalog.list();
    const find = (name: string) => spoken.find((each) => summarizeVersion(each).metadata.name === name)!;
    assert.equal(find("town"), town);
    assert.equal(find("ville").model.measures[0]!.label, "Payé");
    assert.equal(find("ville").language, "fr");
    assert.equal(speakIn(context, "fr").catalog.list(), spoken);
  });
});
