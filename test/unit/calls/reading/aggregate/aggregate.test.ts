import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ANONYMOUS } from "#src/access/actor.js";
import { aggregate } from "#src/calls/reading/aggregate/aggregate.js";
import type { Answer } from "#src/calls/answer.js";
import { InvalidQuery, Unauthenticated } from "#src/core/errors/errors.js";
import {
  contextOf,
  formText,
  queryParameters,
  type Row,
  spendingDataset,
  spendingModel,
} from "../../../../fixtures.js";

const ORIGIN = "https://money.example";
const ROWS: readonly Row[] = [
  { id: "a", paid: 1010n, planned: 5n, region: "North", code: "1", date: "2009-03-02", rate: 10 },
  { id: "b", paid: 20n, region: "South", code: "a/b ä", date: "2009-11-30", rate: 9.5, until: "2011-01-01" },
  { id: "c", paid: -5n, region: "North", code: "", date: "2010-01-01", weight: 0.25 },
];

function answer(text: string, context = contextOf([spendingDataset(ROWS)])): Answer {
  return aggregate(context, ANONYMOUS, queryParameters(`dataset=town&${text}`), ORIGIN);
}

interface Result {
  readonly summary: Record<string, unknown>;
  readonly drilldown: Record<string, unknown>[];
}

async function json(text: string): Promise<Result> {
  return JSON.parse(await formText(answer(text), "json")) as Result;
}

function withoutFigures(cell: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(cell).filter(([name]) => name !== "amount" && name !== "num_entries"));
}

function csv(text: string): Promise<string> {
  return formText(answer(text), "csv");
}

describe("aggregate as JSON", () => {
  it("gives the total and one cell without a drilldown", async () => {
    assert.deepEqual(await json("measure=amount|planned"), {
      summary: {
        amount: 10.25,
        planned: 0.05,
        num_entries: 3,
        num_drilldowns: 1,
        currency: { amount: "EUR", planned: "EUR" },
        page: 1,
        pages: 1,
        pagesize: 10_000,
      },
      drilldown: [{ amount: 10.25, planned: 0.05, num_entries: 3 }],
    });
  });

  it("gives a currency of null where none is known", async () => {
    const model = spendingModel();
    const unknown = { ...model, dataset: { ...model.dataset, currency: null } };
    const context = contextOf([spendingDataset(ROWS, { model: unknown })]);
    assert.match(await formText(answer("", context), "json"), /"currency":\{"amount":null\}/);
  });

  it("shows every attribute of a drilled-down member, its taxonomy and its address", async () => {
    const { drilldown } = await json("drilldown=cofog1");
    assert.deepEqual(drilldown, [
      {
        cofog1: {
          id: 1,
          name: "1",
          label: "Function 1",
          color: "#555555",
          weight: null,
          taxonomy: "cofog",
          html_url: `${ORIGIN}/town/cofog1/1`,
        },
        amount: 10.1,
        num_entries: 1,
      },
      {
        cofog1: {
          id: 2,
          name: "a/b ä",
          label: "Function a/b ä",
          color: "#555555",
          weight: null,
          taxonomy: "cofog",
          html_url: `${ORIGIN}/town/cofog1/a%2Fb%20%C3%A4`,
        },
        amount: 0.2,
        num_entries: 1,
      },
      {
        cofog1: {
          id: 3,
          name: "",
          label: "Function ",
          color: "#555555",
          weight: 0.25,
          taxonomy: "cofog",
          html_url: null,
        },
        amount: -0.05,
        num_entries: 1,
      },
    ]);
  });

  const shapes: [text: string, keys: unknown[]][] = [
    ["drilldown=region", [{ region: "North" }, { region: "South" }]],
    ["drilldown=region.region", [{ region: "North" }, { region: "South" }]],
    ["drilldown=rate", [{ rate: 10 }, { rate: 9.5 }, { rate: null }]],
    ["drilldown=year", [{ year: "2009" }, { year: "2010" }]],
    ["drilldown=month", [{ month: "200903" }, { month: "200911" }, { month: "201001" }]],
    ["drilldown=time.month", [{ time: { month: "03" } }, { time: { month: "11" } }, { time: { month: "01" } }]],
    [
      "drilldown=year|time.year",
      [
        { year: "2009", time: { year: "2009" } },
        { year: "2010", time: { year: "2010" } },
      ],
    ],
    [
      "drilldown=cofog1.label|region|cofog1.name&cut=year:2009",
      [
        { cofog1: { label: "Function 1", name: "1" }, region: "North", year: "2009" },
        { cofog1: { label: "Function a/b ä", name: "a/b ä" }, region: "South", year: "2009" },
      ],
    ],
    ["drilldown=until.year", [{ until: { year: null } }, { until: { year: "2011" } }]],
    ["cut=cofog1:1", [{ cofog1: { name: "1" } }]],
    ["cut=region:North", [{ region: "North" }]],
    ["cut=region:North|region:South", [{ region: ["North", "South"] }]],
    ["cut=region:North|region:North", [{ region: "North" }]],
    ["cut=rate:10.0", [{ rate: 10 }]],
    ["cut=year:2009|time.year:2010", [{ year: ["2009", "2010"], time: { year: ["2009", "2010"] } }]],
    ["cut=region:North|region:South&drilldown=region", [{ region: "North" }, { region: "South" }]],
    [
      "cut=year:2009|year:2010&drilldown=time.year",
      [
        { time: { year: "2009" }, year: "2009" },
        { time: { year: "2010" }, year: "2010" },
      ],
    ],
    ["cut=cofog1.color:%23555555&drilldown=cofog1.name&pagesize=1", [{ cofog1: { name: "1", color: "#555555" } }]],
    ["cut=region:nowhere", [{ region: "nowhere" }]],
    ['cut=region:"A|B"', [{ region: "A|B" }]],
  ];
  for (const [text, keys] of shapes) {
    it(`places values for ${text}`, async () => {
      const { drilldown } = await json(text);
      assert.deepEqual(drilldown.map(withoutFigures), keys);
    });
  }

  it("shows a whole member once, even if other parameters name its attributes", async () => {
    const { drilldown } = await json("drilldown=cofog1|cofog1.label&cut=cofog1.name:1");
    assert.deepEqual(Object.keys(drilldown[0]!["cofog1"] as object), [
      "id",
      "name",
      "label",
      "color",
      "weight",
      "taxonomy",
      "html_url",
    ]);
  });

  it("shows a missing value of a date dimension as null", async () => {
    const { drilldown } = await json("drilldown=until&order=until:desc");
    assert.equal(drilldown[1]!["until"], null);
    assert.deepEqual(drilldown[0]!["until"], {
      id: 2,
      name: "2011-01-01",
      label: "1 January 2011",
      year: "2011",
      quarter: "1",
      month: "01",
      week: "52",
      day: "01",
      yearmonth: "201101",
      taxonomy: "until",
      html_url: `${ORIGIN}/town/until/2011-01-01`,
    });
  });

  it("counts cells beyond the page and names the next page", async () => {
    const body = await answer("drilldown=cofog1&pagesize=2").formats.json!();
    assert.equal(body.nextPage, 2);
    const { summary, drilldown } = await json("drilldown=cofog1&pagesize=2&page=2");
    assert.deepEqual([summary["num_drilldowns"], summary["pages"], summary["page"], drilldown.length], [3, 2, 2, 1]);
    assert.equal((await answer("drilldown=cofog1&pagesize=2&page=2").formats.json!()).nextPage, undefined);
  });

  it("has no pages if the page size is zero", async () => {
    const { summary, drilldown } = await json("drilldown=cofog1&pagesize=0");
    assert.deepEqual([summary["num_drilldowns"], summary["pages"], drilldown], [3, 0, []]);
    assert.equal((await answer("drilldown=cofog1&pagesize=0").formats.json!()).nextPage, undefined);
  });
});

describe("aggregate as CSV", () => {
  it("flattens drilldowns, cut attributes and measures in that order", async () => {
    assert.equal(
      await csv("drilldown=region|cofog1&cut=year:2009&measure=planned|amount"),
      "region,cofog1.name,cofog1.label,cofog1.color,cofog1.weight,year,planned,amount,num_entries\r\n" +
        "North,1,Function 1,#555555,,2009,0.05,10.1,1\r\n" +
        "South,a/b ä,Function a/b ä,#555555,,2009,0,0.2,1\r\n",
    );
  });

  it("joins the values of a union, and writes missing values as empty cells", async () => {
    assert.equal(
      await csv("cut=region:North|region:South&drilldown=until.year"),
      "until.year,region,amount,num_entries\r\n,North|South,10.05,2\r\n2011,North|South,0.2,1\r\n",
    );
  });

  it("is named after the dataset", async () => {
    assert.equal((await answer("").formats.csv!()).filename, "town.csv");
  });
});

describe("aggregate", () => {
  it("needs an existing dataset", () => {
    const context = contextOf([spendingDataset(ROWS)]);
    const errors = (text: string): string[] => {
      try {
        aggregate(context, ANONYMOUS, queryParameters(text), ORIGIN);
        return [];
      } catch (error) {
        assert.ok(error instanceof InvalidQuery);
        return [...error.errors];
      }
    };
    assert.match(errors("")[0]!, /"dataset" is missing/);
    assert.deepEqual(errors("dataset=x"), ['no dataset with name "x"']);
    assert.deepEqual(errors("dataset=towm"), ['no dataset with name "towm"; did you mean "town"?']);
  });

  it("asks for a key before it reveals anything about a private dataset, or hides that it exists", () => {
    const hidden = spendingDataset(ROWS, { private: true });
    assert.throws(() => answer("measure=nonsense", contextOf([hidden])), Unauthenticated);
    assert.throws(() => answer("", contextOf([hidden], { hidePrivate: true })), {
      errors: ['no dataset with name "town"'],
    });
  });
});
