import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type PageChoice, readPageChoice, writePageChoice } from "#src/calls/publishing/drafts/form/page-choice.js";

const MAPPING = {
  amount: { type: "measure" },
  area: { type: "compound", label: "Area" },
  line: { type: "compound", label: "Budget line" },
  item: { type: "attribute", label: "Item" },
};
const split = (drilldown: string): object => ({ name: drilldown, dimension: "dataset", drilldown, label: "Mine" });

type Written = Readonly<Record<string, unknown>>;

function write(document: object, change: Partial<PageChoice>, renamed: Readonly<Record<string, string>> = {}): Written {
  const before = readPageChoice(document as Written);
  return writePageChoice(
    before,
    { ...before, ...change },
    { mapping: MAPPING, ...document },
    (field) => renamed[field] ?? field,
  );
}

describe("the views of a form", () => {
  it("split the dataset in the chosen order, the first by default", () => {
    const { views } = write({}, { views: ["line", "", "area", "line"] });
    assert.deepEqual(views, [
      { label: "Budget line", name: "default", entity: "dataset", dimension: "dataset", drilldown: "line" },
      { label: "Area", name: "area", entity: "dataset", dimension: "dataset", drilldown: "area" },
    ]);
  });

  it("keep what they say beside, and views that the form cannot show", () => {
    const cut = { name: "default", dimension: "dataset", drilldown: "area", cuts: { line: "1" } };
    const document = { views: [split("area"), cut, split("line")] };
    assert.deepEqual(readPageChoice(document).views, ["area", "line"]);
    const { views } = write(document, { views: ["line"] });
    assert.deepEqual(views, [{ ...split("line"), name: "default_2", entity: "dataset" }, cut]);
    assert.deepEqual(write(document, {}), { mapping: MAPPING, ...document });
    assert.deepEqual(write({ views: [split("area")] }, { views: [] }), { mapping: MAPPING });
  });

  it("follow fields that are renamed, and go with fields that are gone", () => {
    const document = { views: [split("lines.label"), split("gone")] };
    const { views } = write(document, {}, { lines: "line" });
    assert.deepEqual(views, [{ ...split("line.label"), name: "default", entity: "dataset" }]);
  });
});

describe("the hierarchies of a form", () => {
  const levels = (...names: string[]): object => ({ label: "Own", levels: names });

  it("are added, changed and removed", () => {
    const document = { hierarchies: { a: levels("area", "line"), b: levels("area", "item") } };
    const { hierarchies } = write(document, {
      hierarchies: [
        { name: "a", levels: ["area", "line", "item"] },
        { name: "b", levels: [] },
        { name: "", levels: ["line", "item"] },
      ],
    });
    assert.deepEqual(hierarchies, {
      a: levels("area", "line", "item"),
      line_item: { label: "Budget line", levels: ["line", "item"] },
    });
  });

  it("follow renamed fields, and stay away with a suggestion that was taken back", () => {
    const shown = { views: [], hierarchies: [{ name: "a", levels: ["top", "line"] }] };
    const renamed = (field: string): string => (field === "top" ? "area" : field);
    const there = { mapping: MAPPING, hierarchies: { a: levels("top", "line") } };
    assert.deepEqual(writePageChoice(shown, shown, there, renamed).hierarchies, { a: levels("area", "line") });
    assert.deepEqual(writePageChoice(shown, shown, { mapping: MAPPING }, renamed), { mapping: MAPPING });
  });
});
