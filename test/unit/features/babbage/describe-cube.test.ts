import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { describeCube } from "#src/features/babbage/describe-cube.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { SPENDING } from "../../../fixtures.js";

interface Described {
  readonly dimensions: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly measures: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly hierarchies: Readonly<Record<string, { readonly levels: readonly string[] }>>;
}

function describeWith(changes: object, numMembers = 3): Described {
  const { model } = parseModel({ ...SPENDING, ...changes });
  const counted = model.dimensions.map((dimension) => ({ dimension, numMembers }));
  return describeCube(model, counted) as Described;
}

describe("the description of a cube", () => {
  const classes: readonly (readonly [members: number, name: string | null])[] = [
    [0, null],
    [1, "tiny"],
    [7, "tiny"],
    [8, "low"],
    [50, "low"],
    [51, "medium"],
    [1000, "medium"],
    [1001, "high"],
  ];
  for (const [members, name] of classes) {
    it(`says that ${members} members are ${name ?? "no class"}`, () => {
      const { region } = describeWith({}, members).dimensions;
      assert.deepEqual([region!["cardinality"], region!["cardinality_class"]], [members, name]);
    });
  }

  it("has the hierarchies whose levels are dimensions, and names them there", () => {
    const { dimensions, hierarchies } = describeWith({
      hierarchies: {
        days: { levels: ["time.year", "time.month", "time"] },
        purposes: { label: "Purposes", levels: ["cofog1.name", "region", "time.year"] },
        others: { levels: ["region", "invoice"] },
      },
    });
    assert.deepEqual(Object.keys(hierarchies), ["purposes", "others"]);
    assert.deepEqual(hierarchies["purposes"]!.levels, ["cofog1", "region"]);
    const named = Object.entries(dimensions).map(([name, { hierarchy }]) => [name, hierarchy]);
    assert.deepEqual(Object.fromEntries(named), {
      time: "time",
      until: "until",
      invoice: "others",
      region: "purposes",
      rate: "rate",
      cofog1: "purposes",
    });
  });

  it("names the columns of a source, and the reference of what has none", () => {
    const { dimensions, measures } = describeWith({});
    const columns = ({ attributes }: Readonly<Record<string, unknown>>): readonly unknown[] =>
      Object.values(attributes as Readonly<Record<string, { readonly column: string }>>).map(({ column }) => column);
    assert.deepEqual(columns(dimensions["cofog1"]!), ["code", "function", "color", "weight"]);
    assert.deepEqual(columns(dimensions["time"]!).slice(0, 3), ["date", "time.label", "time.year"]);
    assert.equal(measures["amount"]!["column"], "paid");
  });
});
