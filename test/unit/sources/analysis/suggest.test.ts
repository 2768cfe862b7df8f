import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { proposeModel } from "#src/sources/analysis/propose-model.js";
import { propose } from "#src/sources/analysis/propose.js";
import type { Definition } from "#src/sources/analysis/column-uses.js";
import { listSuggestions } from "#src/sources/analysis/list-suggestions.js";
import { accept, isAccepted, reject, type Suggestion } from "#src/sources/analysis/suggestion.js";
import type { ModelDocument } from "#src/core/model/cube.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { analyse } from "./table.js";

interface Suggested {
  readonly model: ModelDocument;
  readonly suggestions: readonly Suggestion[];
}

async function suggestFor(header: string, row: (at: number) => string, rows = 120): Promise<Suggested> {
  const lines = Array.from({ length: rows }, (_, at) => row(at));
  const analysis = await analyse(`${header}\n${lines.join("\n")}\n`);
  const model = proposeModel(analysis, "data.csv");
  return { model, suggestions: listSuggestions(analysis, model) };
}

function only({ suggestions }: Suggested, kind: Suggestion["kind"]): Suggestion {
  const found = suggestions.filter((each) => each.kind === kind);
  assert.equal(found.length, 1, JSON.stringify(suggestions.map(({ label }) => label)));
  return found[0]!;
}

function derivedIn({ added }: Suggestion): unknown {
  return Object.fromEntries(
    added.map(([name, definition]) => {
      assert.equal(definition.type, "derived");
      const shown = Object.entries(definition).filter(([key]) => !["type", "label", "facet"].includes(key));
      return [name, Object.fromEntries(shown)];
    }),
  );
}

const ofFlow = (values: readonly string[], heading = "ExpenseRevenue"): Promise<Suggested> =>
  suggestFor(`Id,Year,Office,${heading},Amount`, (at) => {
    const [year, office, value] = [2013 + (at % 4), at % 5, values[at % values.length]];
    return `row-${at},${year},Office no ${office},${value},${at}.50`;
  });

describe("the suggested direction", () => {
  it("puts four spellings together as two", async () => {
    const found = await ofFlow(["R", "E", "Expenses", "Revenues"]);
    assert.deepEqual(derivedIn(only(found, "direction")), {
      direction: {
        from: "expenserevenue",
        values: { R: "revenue", E: "expenditure", Expenses: "expenditure", Revenues: "revenue" },
        role: "direction",
        default: "expenditure",
      },
    });
  });

  for (const [language, revenue, expenditure] of [
    ["German", "Erträge", "Aufwendungen"],
    ["Spanish", "Ingresos", "Gastos"],
    ["Bosnian", "Prihodi", "Rashodi"],
    ["Albanian", "Të ardhura", "Shpenzime"],
    ["Finnish", "Tulot", "Menot"],
    ["Japanese", "歳入", "歳出"],
    ["Armenian", "Եկամուտներ", "Ծախսեր"],
    ["French", "Recettes", "Dépenses"],
    ["Ukrainian", "Доходи", "Видатки"],
  ] as const) {
    it(`is found in ${language}`, async () => {
      const { values } = only(await ofFlow([revenue, expenditure], "Kind"), "direction").added[0]![1];
      assert.deepEqual(values, { [revenue]: "revenue", [expenditure]: "expenditure" });
    });
  }

  it("reads letters that several languages use only where the heading says so", async () => {
    const told = only(await ofFlow(["E", "A"], "Einnahme oder Ausgabe"), "direction");
    assert.deepEqual(told.added[0]![1].values, { E: "revenue", A: "expenditure" });
    const { suggestions } = await ofFlow(["E", "A"], "Grade");
    assert.deepEqual(
      suggestions.filter(({ kind }) => kind === "direction"),
      [],
    );
  });

  it("keeps a value that is neither as a member of its own, and gives way where most are", async () => {
    const one = only(await ofFlow(["Revenue", "Expenditure", "Transfer"], "Kind"), "direction");
    assert.deepEqual(one.added[0]![1].values, {
      Revenue: "revenue",
      Expenditure: "expenditure",
      Transfer: "Transfer",
    });
    const { suggestions } = await ofFlow(["Revenue", "Expenditure", "North", "South"], "Kind");
    assert.ok(suggestions.every(({ kind }) => kind !== "direction"));
  });

  it("is accepted from the start where words leave no doubt, once", async () => {
    const proposed = async (header: string, row: (at: number) => string): Promise<unknown> => {
      const lines = Array.from({ length: 120 }, (_, at) => `row-${at},${2013 + (at % 4)},${row(at)},${at}.50`);
      const analysis = await analyse(`Id,Year,${header},Amount\n${lines.join("\n")}\n`);
      const mapping = Object.values(propose(analysis, "data.csv", false).model.mapping) as Definition[];
      return mapping.filter(({ role }) => role === "direction").map(({ from, column }) => from ?? column);
    };
    assert.deepEqual(await proposed("Kind", (at) => ["Revenue", "Expense"][at % 2]!), ["kind"]);
    assert.deepEqual(await proposed("Flow", (at) => ["revenue", "expenditure"][at % 2]!), ["Flow"]);
    assert.deepEqual(await proposed("Income or expense", (at) => ["I", "E"][at % 2]!), ["income_or_expense"]);
    const twice = (at: number): string => ["Revenue,Income", "Expense,Costs", "Expense,Income"][at % 3]!;
    assert.deepEqual(await proposed("Kind,Group", twice), ["kind"]);
    assert.deepEqual(await proposed("Grade", (at) => ["R", "E"][at % 2]!), []);
  });

  it("is the role of a column that has its words already", async () => {
    const { added, set } = only(await ofFlow(["revenue", "expenditure"], "Flow"), "direction");
    assert.deepEqual([added, set], [[], [["flow", { role: "direction", default: "expenditure" }]]]);
  });
});

describe("the suggested phases", () => {
  it("are those that the headings of amounts name", async () => {
    const found = await suggestFor(
      "Year,Office,Approved budget,Executed budget,Note",
      (at) => `${2013 + (at % 4)},Office no ${at % 5},${at}.50,${at}.25,some words ${at}`,
    );
    const { set } = only(found, "phase");
    assert.deepEqual(
      set.map(([, { phase }]) => phase),
      ["approved", "executed"],
    );
  });

  it("are members of a column in their order, of which the last is shown first", async () => {
    const found = await suggestFor("Id,Year,Stage,Amount", (at) => {
      const stage = ["Actual", "Adopted budget", "Amended budget"][at % 3];
      return `row-${at},${2013 + (at % 4)},${stage},${at}.50`;
    });
    assert.deepEqual(derivedIn(only(found, "phase")), {
      phase: {
        from: "stage",
        values: { Actual: "executed", "Adopted budget": "approved", "Amended budget": "adjusted" },
        role: "phase",
        order: ["approved", "adjusted", "executed"],
        default: "executed",
      },
    });
  });

  it("are none where only one is named", async () => {
    const found = await suggestFor(
      "Year,Office,Budget,Units",
      (at) => `${2013 + (at % 4)},Office no ${at % 5},${at}.50,${at}.25`,
    );
    assert.ok(found.suggestions.every(({ kind }) => kind !== "phase"));
  });
});

describe("suggested levels", () => {
  /** Programmes of five digits: six areas, three policies in each, three groups in each. */
  const programme = (at: number): string => {
    const [area, rest] = [1 + (at % 6), Math.floor(at / 6)];
    const [policy, group, last] = [rest % 3, Math.floor(rest / 3) % 4, Math.floor(rest / 12) % 3];
    return `${area}${policy * 3}${group * 2}${last * 4}0`;
  };

  it("are the beginnings of the digits of a code", async () => {
    const found = await suggestFor(
      "Id,Year,Programme,Amount",
      (at) => `row-${at},${2013 + (at % 4)},${programme(at)},${at}.50`,
      1200,
    );
    const levels = only(found, "levels");
    const prefixes = levels.added.map(([name, { from, prefix }]) => [name, from, prefix]);
    assert.deepEqual(prefixes.slice(0, 2), [
      ["programme_level_1", "programme", 1],
      ["programme_level_2", "programme", 2],
    ]);
    assert.match(levels.examples[0]!, /^first character: 6 members/);
    assert.deepEqual(levels.hierarchies[0]![1].levels, [...prefixes.map(([name]) => name), "programme"]);
    assert.equal(levels.isDefault, false);
  });

  it("are the parts of a code before its dots, if these stand in the same place", async () => {
    const coded = (write: (at: number) => string): Promise<Suggested> =>
      suggestFor("Id,Year,Class,Amount", (at) => `row-${at},2013,${write(at)},${at}.50`, 400);
    const found = await coded((at) => `0${1 + (at % 4)}.${1 + (at % 3)}.${1 + ((at >> 2) % 5)}`);
    assert.deepEqual(derivedIn(only(found, "levels")), {
      class_level_1: { from: "class", prefix: 2 },
      class_level_2: { from: "class", prefix: 4 },
    });
    const uneven = await coded((at) => `${8 + (at % 4)}.${1 + (at % 3)}.${1 + ((at >> 2) % 5)}`);
    assert.deepEqual(
      uneven.suggestions.filter(({ kind }) => kind === "levels"),
      [],
    );
  });

  it("are none of numbers that only count", async () => {
    const found = await suggestFor(
      "Id,Year,Contract,Amount",
      (at) => `row-${at},2013,${10_000 + (at % 90)},${at}.5`,
      600,
    );
    assert.deepEqual(
      found.suggestions.filter(({ kind }) => kind === "levels"),
      [],
    );
  });

  it("are columns of which one determines the other, although the lowest is often empty", async () => {
    const found = await suggestFor(
      "Id,Year,COFOG 1 code,COFOG 1,COFOG 2 code,COFOG 2,COFOG 3 code,COFOG 3,Amount",
      (at) => {
        const [one, two, three] = [1 + (at % 4), 1 + ((at >> 2) % 3), 1 + (at % 2)];
        const codes = [`0${one}`, `0${one}.${two}`, two === 1 ? `0${one}.${two}.${three}` : ""];
        return `row-${at},2013,${codes.flatMap((code) => [code, code && `Function ${code} (of government)`]).join(",")},${at}.5`;
      },
      600,
    );
    const { hierarchies, isDefault, added } = only(found, "hierarchy");
    assert.deepEqual(hierarchies, [
      ["cofog_3_code", { label: "COFOG", levels: ["cofog_1_code", "cofog_2_code", "cofog_3_code"] }],
    ]);
    assert.deepEqual([isDefault, added], [true, []]);
    assert.ok(found.suggestions.every(({ kind }) => kind !== "levels"));
  });

  it("are no columns where a code has two above it, nor by code below a column that is not a beginning of it", async () => {
    const row = (at: number, section: number): string => {
      const line = `${1 + (at % 3)}${1 + ((at >> 2) % 3)}0${at % 9}`;
      return `row-${at},2013,S${section},${line},${at}.5`;
    };
    const header = "Id,Year,Section code,Line code,Amount";
    const kinds = ({ suggestions }: Awaited<ReturnType<typeof suggestFor>>): readonly (readonly string[])[] =>
      suggestions.flatMap(({ hierarchies }) => hierarchies.map(([, { levels }]) => levels as readonly string[]));
    const sectionOf = (at: number): number => (at % 3) + (at % 9 === 0 ? 3 : 0);
    const nested = await suggestFor(header, (at) => row(at, sectionOf(at)), 600);
    assert.deepEqual(
      kinds(nested).filter((levels) => levels.includes("section_code")),
      [["section_code", "line_code"]],
    );
    const once = await suggestFor(header, (at) => row(at, at === 599 ? 5 : sectionOf(at)), 600);
    assert.ok(kinds(once).every((levels) => !levels.includes("section_code")));
  });

  it("are columns whose codes are unique only together with those above", async () => {
    const found = await suggestFor(
      "Id,Year,Ch,Chapter,Sec,Section,Amount",
      (at) => {
        const [chapter, section] = [1 + (at % 4), 1 + ((at >> 2) % 3)];
        return `row-${at},2013,${chapter},Chapter ${chapter},${section},Section ${chapter}/${section},${at}.5`;
      },
      600,
    );
    assert.deepEqual(only(found, "hierarchy").hierarchies[0]![1].levels, ["ch", "sec"]);
  });

  it("by code go below the column that has the level above, in one hierarchy", async () => {
    const { suggestions } = await suggestFor(
      "Id,Year,Chapter,Economic,Amount",
      (at) => `row-${at},2013,${programme(at).slice(0, 1)},${programme(at)},${at}.5`,
      1200,
    );
    const levels = suggestions.find(({ kind }) => kind === "levels")!;
    assert.deepEqual(levels.added[0]![1].prefix, 2);
    assert.deepEqual((levels.hierarchies[0]![1].levels as readonly string[]).slice(0, 2), [
      "chapter",
      "economic_level_2",
    ]);
    assert.deepEqual(suggestions.find(({ kind }) => kind === "hierarchy")!.hierarchies[0]![1].levels, [
      "chapter",
      "economic",
    ]);
  });
});

describe("a suggestion", () => {
  it("is valid in the model, is found there again, and leaves no trace when it is taken out", async () => {
    const { model, suggestions } = await suggestFor(
      "Id,Year,Ch,Chapter,Flow,Stage,Amount",
      (at) =>
        `row-${at},${2013 + (at % 4)},0${1 + (at % 4)}.${1 + (at % 3)},Words for 0${1 + (at % 4)}.${1 + (at % 3)},${["Income", "Expense"][at % 2]},${["Budgeted", "Actual"][(at >> 1) % 2]},${at}.5`,
      600,
    );
    assert.deepEqual(suggestions.map(({ kind }) => kind).toSorted(), ["direction", "levels", "phase", "precision"]);
    const full = suggestions.reduce((document, each) => accept(document, each), model);
    parseModel(full);
    for (const each of suggestions) assert.deepEqual([isAccepted(model, each), isAccepted(full, each)], [false, true]);
    assert.deepEqual(
      suggestions.reduce((document, each) => reject(document, each), full),
      model,
    );
  });
});
