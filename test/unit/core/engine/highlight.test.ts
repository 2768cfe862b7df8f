import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ComputingTime } from "#src/core/engine/computing-time.js";
import type { Entry } from "#src/core/engine/entry.js";
import { planHighlight } from "#src/core/engine/highlight.js";
import { OverCapacity } from "#src/core/errors/errors.js";
import { parameters } from "#src/core/query/parameters.js";
import type { Model } from "#src/core/model/cube.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { translateModel } from "#src/core/model/translations.js";
import { SPENDING, spendingModel } from "../../../fixtures.js";
import { bindSearch } from "../../../bind-search.js";

const model = spendingModel();
const COFOG = model.dimensions.findIndex(({ name }) => name === "cofog1");

function entryOf(label: string, at: number): Entry {
  const members = model.dimensions.map(({ attributes }, dimension) => ({
    id: 1,
    values: attributes.map(({ name }) => (dimension === COFOG && name === "label" ? label : null)),
  }));
  return {
    id: `${at}`.padStart(40, "0"),
    members,
    amounts: model.measures.map(() => ({ unscaled: 0n, scale: 0 })),
    source: 1,
    record: null,
  };
}

/** Count the checks of highlighting some entries, which are made for each text and each word that is tested. */
function countChecks(q: string, labels: readonly string[]): number {
  const bound = bindSearch(model, parameters([["q", q]]));
  let checks = 0;
  const highlight = planHighlight(model, bound.queries[0]!.where, () => void checks++);
  labels.forEach((label, at) => highlight(entryOf(label, at)));
  return checks;
}

describe("highlighting in a language", () => {
  it("marks the label that is shown, and none that another one stands for", () => {
    const { cofog1 } = SPENDING.mapping as { readonly cofog1: { readonly attributes: object } };
    const label_de = { column: "German", datatype: "string" };
    const own = parseModel({
      ...SPENDING,
      mapping: { ...SPENDING.mapping, cofog1: { ...cofog1, attributes: { ...cofog1.attributes, label_de } } },
    }).model;
    const german = translateModel(own, "de");
    const highlight = (spoken: Model, q: string, labels: Readonly<Record<string, string>>): object => {
      const members = spoken.dimensions.map(({ name, attributes }) => ({
        id: 1,
        values: attributes.map((each) => (name === "cofog1" ? (labels[each.name] ?? null) : null)),
      }));
      const bound = bindSearch(spoken, parameters([["q", q]]));
      return Object.fromEntries(planHighlight(spoken, bound.queries[0]!.where)({ ...entryOf("", 1), members }));
    };
    const both = { label: "Health", label_de: "Gesundheit" };
    assert.deepEqual(highlight(german, "gesundheit", both), { "cofog1.label": [[0, 10]] });
    assert.deepEqual(highlight(german, "health", both), {});
    assert.deepEqual(highlight(german, "health", { label: "Health" }), { "cofog1.label": [[0, 6]] });
    assert.deepEqual(highlight(own, "health", both), { "cofog1.label": [[0, 6]] });
    assert.deepEqual(highlight(own, "gesundheit", both), { "cofog1.label_de": [[0, 10]] });
  });
});

describe("the cost of highlighting", () => {
  const many = "cofog1.label:(schol~1 OR sch*)";

  it("is paid once for a text that entries share, and once for a word that texts share", () => {
    const once = countChecks(many, ["School meals"]);
    assert.equal(
      countChecks(
        many,
        Array.from({ length: 100 }, () => "School meals"),
      ),
      once,
    );
    assert.equal(countChecks(many, ["School meals", "Meals, school"]), once + 1);
  });

  it("does not grow with clauses that test the same", () => {
    const repeated = Array.from({ length: 500 }, (_, at) => `schol~1^${at} OR sch*`).join(" OR ");
    assert.equal(countChecks(`cofog1.label:(${repeated})`, ["School meals"]), countChecks(many, ["School meals"]));
  });

  it("is refused once its time is used up, in which time between entries does not count", () => {
    let now = 0;
    const time = new ComputingTime(10, () => now);
    const part = (milliseconds: number): void =>
      time.run(() => {
        now += milliseconds;
        time.check();
      });
    part(6);
    now += 1000;
    part(4);
    now += 1000;
    assert.throws(() => part(1), OverCapacity);
  });
});
