import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { OPERATOR } from "#src/access/actor.js";
import { addCollection } from "#src/calls/publishing/manage/collections.js";
import type { Catalog } from "#src/store/catalog.js";
import { loadSeries } from "../aggregate/series-town.js";
import { type Body, type LoadingServer, startLoading } from "../publishing/loading-server.js";

let server: LoadingServer;

const AMOUNTS = {
  amount: { type: "measure", column: "n", datatype: "float" },
  time: { type: "date", column: "t", datatype: "date", precision: "year" },
};
const get = (path: string, user: string | null = null): Promise<Body> => server.ask(user, "GET", path);
const load = (
  name: string,
  mapping: object,
  rows: string,
  settings: Record<string, string> = {},
  dataset: object = { currency: "EUR" },
): Promise<void> => loadSeries(server, name, dataset, mapping, rows, { settings });
const key = (column: string): object => ({ type: "attribute", column, key: true });

/** Load a crosswalk from a dimension to functions with labels. */
const loadCrosswalk = (name: string, from: string, rows: string, settings = {}): Promise<void> =>
  load(
    name,
    {
      [from]: key(from),
      cofog: { type: "compound", attributes: { name: { column: "code" }, label: { column: "title" } } },
    },
    `${from},code,title\n${rows}`,
    settings,
    { kind: "crosswalk" },
  );

const add = (name: string, datasets: string, crosswalks: string): Promise<unknown> =>
  addCollection(
    { catalog: server.context.catalog as Catalog, audit: { record: async () => {} } },
    {
      name,
      label: name,
      description: "Towns",
      datasets,
      crosswalks,
      rule: { territory: undefined, category: undefined, taxonomy: undefined, tag: undefined },
    },
    OPERATOR,
  );

interface Cell {
  readonly cofog: { readonly name: string; readonly label: string } | null;
  readonly amount: number;
}

const cellsOf = ({ json, text }: Body): readonly unknown[] => {
  assert.ok(json.drilldown, text);
  return json.drilldown.map(({ cofog, amount }: Cell) => [cofog && `${cofog.name} ${cofog.label}`, amount]);
};

before(async () => {
  server = await startLoading();
  await load("north", { ...AMOUNTS, program: key("p") }, "t,n,p\n2010,1.5,roads\n2010,2,schools\n2010,4,parks\n");
  await load("south", { ...AMOUNTS, task: key("p") }, "t,n,p\n2010,10,A\n2010,20,B\n");
  await load(
    "west",
    {
      ...AMOUNTS,
      cofog: { type: "compound", key: true, attributes: { name: { column: "p" }, label: { column: "p" } } },
    },
    "t,n,p\n2010,100,09\n",
  );
  await loadCrosswalk("programs", "program", "roads,04,Economic affairs\nschools,09,Education\n");
  await loadCrosswalk("tasks", "task", "A,09,Education\n");
  await loadCrosswalk("hidden", "task", "A,10,Secret function\n", { private: "true" });
  await add("all", "north|south|west", "north=programs.cofog|south.task=tasks.cofog");
});
after(() => server.stop());

describe("a collection with crosswalks", () => {
  it("adds up datasets of different charts of accounts, and says what has no target, with its amount", async () => {
    const answer = await get("/api/2/aggregate?dataset=all&drilldown=cofog&order=cofog:asc");
    assert.deepEqual(cellsOf(answer), [
      ["04 Economic affairs", 1.5],
      ["09 Education", 112],
      [null, 24],
    ]);
    assert.deepEqual(answer.json.unmapped, {
      num_entries: 2,
      amount: 24,
      "@datasets": [
        { name: "north", unmapped: { num_entries: 1, amount: 4 } },
        { name: "south", unmapped: { num_entries: 1, amount: 20 } },
      ],
    });
    assert.equal(answer.json.summary.amount, 137.5);
  });

  it("is cut by the targets, and split by dataset", async () => {
    const { json } = await get("/api/2/aggregate?dataset=all&drilldown=dataset&cut=cofog:09&order=amount:asc");
    assert.deepEqual(
      json.drilldown.map((cell: { dataset: { name: string }; amount: number }) => [cell.dataset.name, cell.amount]),
      [
        ["north", 2],
        ["south", 10],
        ["west", 100],
      ],
    );
    assert.equal(json.unmapped.amount, 24);
    assert.equal((await get("/api/2/aggregate?dataset=all&cut=cofog:09&lang=fr")).json.summary?.amount, 112);
    const twice = await get("/api/2/aggregate?dataset=all|north&drilldown=cofog&order=cofog:asc");
    assert.equal(twice.json.summary.amount, 137.5);
  });

  it("leaves its datasets as they are by themselves", async () => {
    assert.equal((await get("/api/2/aggregate?dataset=north&drilldown=cofog")).status, 400);
    assert.equal((await get("/api/2/aggregate?dataset=north|south&drilldown=cofog")).status, 400);
    assert.equal((await get("/all:north.json")).status, 404);
    assert.equal((await get("/api/2/aggregate?dataset=all:north")).status, 400);
  });

  it("follows the crosswalk from one version to the next", async () => {
    const path = "/api/2/aggregate?dataset=all&cut=cofog:08&drilldown=cofog";
    assert.deepEqual(cellsOf(await get(path)), []);
    const { headers } = await get("/api/2/aggregate?dataset=all&drilldown=cofog");
    await loadCrosswalk("programs", "program", "roads,04,Economic affairs\nschools,09,Education\nparks,08,Culture\n");
    assert.deepEqual(cellsOf(await get(path)), [["08 Culture", 4]]);
    const again = await server.ask(null, "GET", "/api/2/aggregate?dataset=all&drilldown=cofog", {
      headers: { "If-None-Match": headers["etag"]! },
    });
    assert.equal(again.status, 200);
    await loadCrosswalk("programs", "program", "roads,04,Economic affairs\nschools,09,Education\n", {
      replace: "true",
    });
  });

  it("shows nothing of a crosswalk that not all readers may read", async () => {
    await add("closed", "south|west", "south=hidden.cofog");
    const path = "/api/2/aggregate?dataset=closed&drilldown=cofog&order=cofog:asc";
    for (const user of [null, "ada"]) {
      const answer = await get(path, user);
      assert.deepEqual(cellsOf(answer), [
        ["09 09", 100],
        [null, 30],
      ]);
    }
    assert.deepEqual((await get("/closed.json")).json.crosswalks, []);
    assert.deepEqual((await get("/all.json")).json.crosswalks, [
      { dataset: "north", from: null, through: "programs", to: "cofog" },
      { dataset: "south", from: "task", through: "tasks", to: "cofog" },
    ]);
  });

  it("is refused with crosswalks that are none", async () => {
    await assert.rejects(add("bad", "north", "north-programs"), /"north-programs" is not a crosswalk of a collection/);
    await assert.rejects(add("bad", "north", "north=nothing.cofog"), /no dataset with name "nothing"/);
    await assert.rejects(add("bad", "north", "north=north.program"), /through itself/);
    await assert.rejects(
      add("bad", "north", "north=programs.cofog|north=tasks.cofog"),
      /several crosswalks from "north" to "cofog"/,
    );
    await assert.rejects(add("bad", "north", "north=programs"), /is not a crosswalk/);
  });

  it("says that a dataset has no such dimension where a crosswalk fits none", async () => {
    await add("unfit", "north|west", "north.color=programs.cofog");
    const { status, json } = await get("/api/2/aggregate?dataset=unfit&drilldown=cofog");
    assert.equal(status, 400);
    assert.match(json.errors.join(), /"north" has no dimension "cofog"/);
  });
});

const SERIES = "../shared/data/series";

describe("published charts of accounts", { skip: !existsSync(SERIES) && "../shared/data is missing" }, () => {
  const file = (name: string): string => readFileSync(`${SERIES}/${name}/data.csv`, "utf8");

  it("meet through the crosswalks of PESA and Tsukuba, with the labels of COFOG", async () => {
    const labels = file("cofog-labels")
      .split(/\r?\n/)
      .map((line) => /^(\d\d),1,,"?([^",]+)/.exec(line))
      .flatMap((match) => (match ? [[match[1]!, match[2]!] as const] : []));
    const division = { type: "derived", from: "cofog", prefix: 2, labels: Object.fromEntries(labels) };
    await load(
      "pesa-cofog",
      {
        function: key("function"),
        subfunction: key("subfunction"),
        cofog: { type: "attribute", column: "cofog" },
        division,
      },
      file("crosswalk-pesa-cofog"),
      {},
      { kind: "crosswalk" },
    );
    await load(
      "tsukuba-cofog",
      { programme: key("programme"), name: key("name"), cofog: { type: "attribute", column: "cofog" }, division },
      file("crosswalk-tsukuba-cofog"),
      {},
      { kind: "crosswalk" },
    );
    const spending = { ...AMOUNTS, row: key("row") };
    const executive = "1.1 Executive and legislative organs, financial and fiscal affairs, external affairs";
    await load(
      "uk",
      { ...spending, subfunction: { type: "attribute", column: "s" } },
      `t,row,n,s\n2010,1,5,"${executive}"\n2010,2,7,AME margin\n2010,3,0.25,Nothing of PESA\n`,
    );
    await load(
      "tsukuba",
      { ...spending, programme: { type: "attribute", column: "p" } },
      "t,row,n,p\n2010,1,100,1-1-1-1\n2010,2,1000,9-9-9-9\n",
    );
    await add("both", "uk|tsukuba", "uk.subfunction=pesa-cofog.division|tsukuba.programme=tsukuba-cofog.division");
    const { json, text } = await get("/api/2/aggregate?dataset=both&drilldown=division&order=amount:desc");
    assert.ok(json.drilldown, text);
    assert.deepEqual(
      json.drilldown
        .map(({ division: own, amount }: { division: Cell["cofog"]; amount: number }) => [own, amount])
        .map(([own, amount]: [Cell["cofog"], number]) => [own && `${own.name} ${own.label}`, amount]),
      [
        ["01 General public services", 112],
        [null, 1000.25],
      ].toSorted((a, b) => Number(b[1]) - Number(a[1])),
    );
    assert.deepEqual(
      json.unmapped["@datasets"].map(({ name, unmapped }: { name: string; unmapped: { amount: number } }) => [
        name,
        unmapped.amount,
      ]),
      [
        ["uk", 0.25],
        ["tsukuba", 1000],
      ],
    );
  });
});
