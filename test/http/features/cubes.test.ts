import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { contextOf, type Row, SPENDING, spendingDataset } from "../../fixtures.js";
import { request, type Response } from "../client.js";
import { datasetCalled } from "../describe/resource-server.js";
import { startTestServer, type TestServer } from "../server.js";
import { nextLink } from "../entries/next-link.js";

const ROWS: readonly Row[] = [
  { id: "a", paid: 1000n, planned: 5n, region: "North", code: "7", function: "Health", date: "2008-03-02" },
  { id: "b", paid: 150n, region: "North", code: "9", function: "Education", date: "2009-03-02", rate: 3 },
  { id: "c", paid: 250n, region: "South|West", code: "9", function: "Education", date: "2009-11-30" },
  { id: "d", paid: 90071992547409933n, region: "South|West", code: "9", function: "Education", date: "2009-11-30" },
];

type Json = Readonly<Record<string, unknown>>;

let server: TestServer;
let hiding: TestServer;
before(async () => {
  const hierarchies = {
    places: { label: "Places", levels: ["region", "invoice"] },
    days: { label: "Days", levels: ["time.year", "time"] },
  };
  const { model } = parseModel({ ...SPENDING, hierarchies });
  const context = contextOf([
    spendingDataset(ROWS, { model }),
    datasetCalled("secret", { private: true }, { label: "Secret" }),
  ]);
  server = await startTestServer(makeRoutes(context));
  hiding = await startTestServer(makeRoutes({ ...context, hidePrivate: true }));
});
after(() => Promise.all([server.stop(), hiding.stop()]));

function ask(path: string, headers: Record<string, string> = {}, of = server): Promise<Response> {
  return request(of.url + encodeURI(path), { headers });
}

async function read(path: string): Promise<Json> {
  const response = await ask(`/api/3${path}`);
  assert.equal(response.status, 200, response.text);
  return JSON.parse(response.text) as Json;
}

async function refuse(path: string): Promise<{ readonly status: number; readonly body: Json }> {
  const response = await ask(`/api/3${path}`);
  return { status: response.status, body: JSON.parse(response.text) as Json };
}

describe("cubes", () => {
  it("are the datasets that the caller may read, with or without a slash at the end", async () => {
    for (const path of ["/cubes", "/cubes/"]) {
      assert.deepEqual(await read(path), { status: "ok", data: [{ name: "town" }] });
    }
    const all = await ask("/api/3/cubes", { Authorization: "ApiKey admin" });
    const { data } = JSON.parse(all.text) as { data: Json[] };
    assert.deepEqual(data.map(({ name }) => name).toSorted(), ["secret", "town"]);
    const { api, cubes_index_url: url } = await read("/");
    assert.deepEqual([api, url], ["babbage", `${server.url}/api/3/cubes`]);
  });

  it("have a model by which clients find dimensions, measures and levels", async () => {
    const { status, name, model } = (await read("/cubes/town/model")) as Json & { model: Record<string, Json> };
    assert.deepEqual([status, name], ["ok", "town"]);
    assert.deepEqual(Object.keys(model), ["dimensions", "measures", "aggregates", "hierarchies"]);
    assert.deepEqual(model["measures"]!["amount"], {
      ref: "amount",
      label: "Paid",
      column: "paid",
      datatype: "number",
      aggregates: ["sum"],
      currency: "EUR",
      orig_measure: "amount",
    });
    assert.deepEqual(model["aggregates"], {
      "amount.sum": { ref: "amount.sum", label: "Paid", function: "sum", measure: "amount" },
      "planned.sum": { ref: "planned.sum", label: "planned", function: "sum", measure: "planned" },
      _count: { ref: "_count", label: "Facts", function: "count" },
    });
    const { cofog1, region, time } = model["dimensions"] as Readonly<Record<string, Json>>;
    const { attributes, ...rest } = cofog1!;
    assert.deepEqual(rest, {
      ref: "cofog1",
      label: "Function",
      key_attribute: "name",
      key_ref: "cofog1.name",
      label_attribute: "label",
      label_ref: "cofog1.label",
      orig_dimension: "cofog1",
      cardinality: 2,
      cardinality_class: "tiny",
      hierarchy: "cofog1",
    });
    assert.deepEqual((attributes as Json)["weight"], {
      ref: "cofog1.weight",
      label: "weight",
      column: "weight",
      datatype: "number",
    });
    assert.deepEqual([region!["key_ref"], region!["label_ref"]], ["region.region", "region.region"]);
    assert.deepEqual([region!["hierarchy"], time!["hierarchy"]], ["places", "time"]);
    // A level that is an attribute is not a dimension that clients would find.
    assert.deepEqual(model["hierarchies"], {
      places: { ref: "places", label: "Places", levels: ["region", "invoice"] },
    });
  });

  it("have a package in which the viewer of OpenSpending finds titles, currencies, kinds of dimensions and files", async () => {
    const described = (await read("/info/town/package")) as Json & {
      model: Readonly<Record<"measures" | "dimensions", Readonly<Record<string, Json>>>>;
      resources: readonly { readonly path: string; readonly schema: { readonly fields: readonly Json[] } }[];
    };
    const { name, title, owner, __origin_url: url, model, resources } = described;
    assert.deepEqual([name, title, owner], ["town", "Town spending", undefined]);
    const cube = (await read("/cubes/town/model"))["model"] as typeof model;
    for (const { orig_measure: original } of Object.values(cube.measures)) {
      assert.equal(model.measures[String(original)]!["currency"], "EUR");
    }
    const kinds = Object.values(cube.dimensions).map(({ ref, orig_dimension: original }) => [
      ref,
      model.dimensions[String(original)]!["dimensionType"],
    ]);
    const { time, cofog1, region } = Object.fromEntries(kinds) as Record<string, string>;
    assert.deepEqual([time, cofog1, region], ["datetime", "classification", "other"]);
    assert.equal(model.dimensions["cofog1"]!["classificationType"], "functional");
    // Addresses of files are resolved as the viewer does.
    const [file] = resources;
    assert.equal(String(url), `${server.url}/town/meta/datapackage.json`);
    const csv = await request(new URL(file!.path, String(url)).href);
    assert.equal(csv.status, 200);
    assert.deepEqual(
      file!.schema.fields.map((field) => field["name"]),
      csv.text.split("\r\n")[0]!.split(","),
    );
    assert.equal((await request(String(url))).status, 200);
  });

  it("are added up by drilldowns, with all digits", async () => {
    const path =
      "/cubes/town/aggregate?drilldown=cofog1.name|region&order=amount.sum:desc&aggregates=amount.sum|_count";
    const { text } = await ask(`/api/3${path}`);
    assert.equal(
      text,
      `{"status":"ok","total_cell_count":3,"summary":{"amount.sum":900719925474113.33,"_count":4},"aggregates":["amount.sum","_count"],"attributes":["cofog1.name","region.region"],"cell":[],"order":[["amount.sum","desc"]],"page":1,"page_size":10000,"cells":[${[
        '{"cofog1.name":"9","region.region":"South|West","amount.sum":900719925474101.83,"_count":2}',
        '{"cofog1.name":"7","region.region":"North","amount.sum":10,"_count":1}',
        '{"cofog1.name":"9","region.region":"North","amount.sum":1.5,"_count":1}',
      ].join()}]}`,
    );
  });

  it("are cut to sets, which must all match, and say so", async () => {
    const count = async (cut: string): Promise<unknown> => {
      const { summary, cell } = await read(`/cubes/town/aggregate?aggregates=_count&cut=${cut}`);
      return [(summary as Json)["_count"], (cell as Json[]).map(({ value }) => value)];
    };
    assert.deepEqual(await count('cofog1:"9"'), [3, [["9"]]]);
    assert.deepEqual(await count('cofog1.label:"Health";"Education"'), [4, [["Health", "Education"]]]);
    assert.deepEqual(await count('region:"South|West"|time.year:2009'), [2, [["South|West"], ["2009"]]]);
    assert.deepEqual(await count("region:North|region:South"), [0, [["North"], ["South"]]]);
    assert.deepEqual(await count("rate:3;"), [4, [[3, null]]]);
    assert.deepEqual(await count("rate:"), [3, [[null]]]);
    assert.deepEqual(await count("time:[2009-01 TO 2009-06]"), [1, [["[2009-01 TO 2009-06]"]]]);
  });

  it("are ordered and divided into pages", async () => {
    const path = "/cubes/town/aggregate?drilldown=cofog1.label|time.year&aggregates=_count";
    const labels = async (query: string): Promise<unknown> =>
      ((await read(`${path}&${query}`))["cells"] as Json[]).map((cell) => [cell["cofog1.label"], cell["time.year"]]);
    const both = [
      ["Education", "2009"],
      ["Health", "2008"],
    ];
    assert.deepEqual(await labels(""), both);
    assert.deepEqual(await labels("order=_count:asc"), both.toReversed());
    assert.deepEqual(await labels("order=planned.sum:desc"), both.toReversed());
    assert.deepEqual(await labels("order=time.year,_count:desc"), both.toReversed());
    assert.deepEqual(await labels("page=2&pagesize=1"), [both[1]]);
    const repeated = await read(
      "/cubes/town/aggregate?drilldown=region&drilldown=time&aggregates=_count&aggregates=amount.sum",
    );
    assert.deepEqual(repeated["aggregates"], ["_count", "amount.sum"]);
    assert.equal((repeated["attributes"] as string[])[1], "time.name");
    const { cells, total_cell_count: total } = await read(`${path}&pagesize=0`);
    assert.deepEqual([cells, total], [[], 2]);
    const { headers } = await ask(`/api/3${path}&pagesize=1`);
    assert.match(nextLink({ headers })!, /page=2>; rel="next"$/);
  });

  it("list their facts, with the requested fields", async () => {
    const { data, fields, ...rest } = await read(
      "/cubes/town/facts?fields=cofog1.name,amount&order=amount:desc&pagesize=2",
    );
    assert.deepEqual(fields, ["cofog1.name", "amount"]);
    assert.deepEqual(rest, {
      status: "ok",
      total_fact_count: 4,
      cell: [],
      order: [["amount", "desc"]],
      page: 1,
      page_size: 2,
    });
    assert.equal((data as Json[]).length, 2);
    const { text } = await ask('/api/3/cubes/town/facts?fields=region,amount&cut=region:;"South|West"');
    assert.ok(text.includes('{"region.region":"South|West","amount":900719925474099.33}'), text);
    const every = (await read("/cubes/town/facts?pagesize=1"))["data"] as Json[];
    for (const key of ["region.region", "cofog1.label", "time.year", "amount", "planned"])
      assert.ok(key in every[0]!, key);
  });

  it("list the members of a dimension and the values of an attribute", async () => {
    const { data, fields, total_member_count: total } = await read("/cubes/town/members/cofog1");
    assert.deepEqual([fields, total], [["cofog1.name", "cofog1.label", "cofog1.color", "cofog1.weight"], 2]);
    assert.deepEqual(
      (data as Json[]).map((member) => [member["cofog1.name"], member["cofog1.label"]]),
      [
        ["7", "Health"],
        ["9", "Education"],
      ],
    );
    const labels = await read("/cubes/town/members/cofog1.label?order=cofog1.label:desc&cut=time.year:2009");
    assert.deepEqual(labels["data"], [{ "cofog1.label": "Education" }]);
  });

  it("refuse what is wrong, with every error", async () => {
    const { status, body } = await refuse(
      "/cubes/town/aggregate?drilldown=regio&cut=x|amount:1&aggregates=amount&order=a:up&page=y",
    );
    assert.equal(status, 400);
    const errors = body["errors"] as string[];
    assert.deepEqual([body["status"], body["message"]], ["error", errors.join("; ")]);
    assert.deepEqual(
      errors.map((error) => error.split(":")[0]),
      ["cut", "cut", "drilldown", "aggregates", "order", "order", "page"],
    );
    assert.match(errors[3]!, /write "amount\.sum" for its sum$/);
    for (const path of [
      "facts?fields=regio",
      "facts?order=regio",
      "members/regio",
      "members/amount",
      "members/region?order=time",
    ]) {
      assert.equal((await refuse(`/cubes/town/${path}`)).status, 400, path);
    }
    const many = Array.from({ length: 1025 }, (_, at) => at).join(";");
    assert.match(String((await refuse(`/cubes/town/facts?cut=region:${many}`)).body["message"]), /has 1025 clauses/);
  });

  it("that are unknown are not found, and private ones as elsewhere", async () => {
    for (const part of ["model", "aggregate", "facts", "members/region"]) {
      const { status, body } = await refuse(`/cubes/twn/${part}`);
      assert.deepEqual([status, body["status"]], [404, "error"]);
      assert.match(String(body["message"]), /did you mean "town"/);
      assert.equal((await ask(`/api/3/cubes/secret/${part}`)).status, 401);
      const [secret, missing] = await Promise.all(
        ["secret", "absent"].map((name) => ask(`/api/3/cubes/${name}/${part}`, {}, hiding)),
      );
      assert.deepEqual([secret!.status, secret!.text], [404, missing!.text.replaceAll("absent", "secret")]);
    }
    assert.equal((await refuse("/info/twn/package")).status, 404);
    assert.equal((await ask("/api/3/info/secret/package")).status, 401);
  });

  it("warn of parameters and values without effect", async () => {
    const { warnings } = await read("/cubes/town/aggregate?measure=amount&cut=region:Nort");
    assert.match(
      (warnings as string[])[0]!,
      /^"measure" was ignored: it belongs to \/api\/2\/aggregate; here aggregates=/,
    );
    assert.match((warnings as string[])[1]!, /^No entry has region "Nort"; near: "North"/);
    assert.ok(!("warnings" in (await read("/cubes/town/aggregate?cut=region:North"))));
  });

  it("may be read by scripts of any origin, and as JSON-P", async () => {
    const { text, headers } = await ask("/api/3/cubes/town/members/region?callback=show.it");
    assert.ok(text.startsWith('/**/show.it({"status":"ok",'), text);
    assert.equal(headers["access-control-allow-origin"], "*");
    const wrong = await ask("/api/3/cubes/town/members/regio?callback=f");
    assert.match(wrong.text, /^\/\*\*\/f\(\{"status":"error",/);
  });
});

describe("the calls of the older interface", () => {
  it("know nothing of the parameters of cubes, and have no status in errors", async () => {
    const { text } = await ask("/api/2/aggregate?dataset=town&aggregates=amount.sum&fields=region");
    assert.ok(!text.includes("warnings"), text);
    assert.deepEqual(Object.keys(JSON.parse((await ask("/api/2/aggregate")).text) as Json), ["errors", "codes"]);
  });
});

describe("CSV of cubes", () => {
  const cases: readonly (readonly [path: string, lines: readonly string[]])[] = [
    [
      "aggregate?drilldown=region&order=region",
      ["region.region,amount.sum,planned.sum", "North,11.5,0.05", "South|West,900719925474101.83,0"],
    ],
    ["aggregate?aggregates=_count", ["_count", "4"]],
    [
      "facts?fields=region,amount,cofog1.label&order=amount:desc&pagesize=2",
      ["region.region,amount,cofog1.label", "South|West,900719925474099.33,Education", "North,10,Health"],
    ],
    ["facts?fields=until.year,amount&order=amount:desc&pagesize=1", ["until.year,amount", ",900719925474099.33"]],
    ["members/cofog1.label?page=1", ["cofog1.label", "Education", "Health"]],
  ];
  for (const [path, lines] of cases) {
    it(`has the list of ${path} alone`, async () => {
      const { headers, text } = await ask(`/api/3/cubes/town/${path}&format=csv`);
      assert.deepEqual([headers["content-type"], text.split("\r\n")], ["text/csv; charset=utf-8", [...lines, ""]]);
    });
  }
});
