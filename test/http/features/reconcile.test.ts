import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { request } from "../client.js";
import { type Body, type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { loadSeries } from "../aggregate/series-town.js";
import { loadPayees } from "./payee-towns.js";
import { checkCandidates, checkExtension, checkManifest, checkSuggestions } from "./reconciliation-schemas.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
  await loadPayees(server);
});
after(() => server.stop());

const get = (path: string, user: string | null = null): Promise<Body> => server.ask(user, "GET", path);
const query = (parameter: string, json: unknown): string =>
  new URLSearchParams([[parameter, typeof json === "string" ? json : JSON.stringify(json)]]).toString();
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

/** Send a form as clients of the protocol do. */
async function post(parameter: string, json: unknown): Promise<Body> {
  const body = query(parameter, json);
  return server.ask(null, "POST", "/reconcile", { headers: { ...FORM, Origin: "https://refine.example" }, body });
}

interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly score: number;
  readonly match: boolean;
}

const candidatesOf = async (given: object): Promise<readonly Candidate[]> => {
  const { status, json, text } = await post("queries", { q0: given });
  assert.equal(status, 200, text);
  checkCandidates(json);
  return json.q0.result;
};

describe("the reconciliation service", () => {
  it("describes itself as the protocol says, with addresses that answer", async () => {
    const { json, headers } = await get("/reconcile");
    checkManifest(json);
    assert.equal(headers["access-control-allow-origin"], "*");
    assert.ok(json.defaultTypes.some(({ id }: { id: string }) => id === "to"));
    const id = encodeURIComponent("to/muller-sohne");
    const { view, preview, suggest, extend } = json;
    assert.equal((await request(view.url.replace("{{id}}", id))).status, 302);
    const shown = await request(preview.url.replace("{{id}}", id));
    assert.match(shown.headers["content-security-policy"]!, /frame-ancestors \*/);
    assert.match(shown.text, /Müller &amp; Söhne/);
    for (const { service_url, service_path } of [suggest.entity, suggest.type, suggest.property]) {
      const { json: found } = await get((service_url + service_path).replace(server.url, "") + "?prefix=");
      checkSuggestions(found);
    }
    const { flyout_service_url, flyout_service_path } = suggest.entity;
    const flyout = await get((flyout_service_url + flyout_service_path.replace("${id}", id)).replace(server.url, ""));
    assert.equal(flyout.json.id, "to/muller-sohne");
    assert.match(flyout.json.html, /Müller &amp; Söhne/);
    const { service_url, service_path } = extend.propose_properties;
    const proposed = await get((service_url + service_path).replace(server.url, "") + "?type=to&limit=2");
    assert.deepEqual([proposed.json.type, proposed.json.limit, proposed.json.properties.length], ["to", 2, 2]);
  });

  it("finds candidates in batches, by a form and by the address", async () => {
    const batch = { q0: { query: "city buses" }, q1: { query: "Serco Ltd", type: "org-id", limit: 1 } };
    const posted = await post("queries", batch);
    checkCandidates(posted.json);
    assert.equal(posted.headers["access-control-allow-origin"], "*");
    assert.deepEqual(posted.json, (await get(`/reconcile?${query("queries", batch)}`)).json);
    assert.deepEqual(
      posted.json.q0.result.map(({ id, score, match }: Candidate) => [id, score, match]),
      [["to/city-buses", 100, true]].map(([id, ...rest]) => [posted.json.q0.result[0].id ?? id, ...rest]),
    );
    assert.deepEqual(
      posted.json.q1.result.map(({ id }: Candidate) => id),
      ["org-id/GB-1"],
    );
    const single = await get(`/reconcile?${query("query", "city buses")}`);
    assert.deepEqual(single.json, posted.json.q0);
    const json = await get(`/reconcile?${query("query", { query: "city buses" })}`);
    assert.deepEqual(json.json, posted.json.q0);
  });

  it("matches only the only one with the same name", async () => {
    const [exact] = await candidatesOf({ query: "MÜLLER & söhne", type: "to" });
    assert.deepEqual([exact!.score, exact!.match], [100, true]);
    const similar = await candidatesOf({ query: "Müller Söhne", type: "to" });
    assert.ok(similar.length > 1);
    assert.ok(similar.every(({ match, score }) => !match && score < 100));
    // The same name in two taxonomies is two entities.
    const [serco] = await candidatesOf({ query: "serco" });
    assert.deepEqual([serco!.name, serco!.match], ["Serco", true]);
    assert.deepEqual(await candidatesOf({ query: "nobody at all" }), []);
    assert.deepEqual(
      (await candidatesOf({ query: "org-id/GB-1" })).map(({ id, match }) => [id, match]),
      [["org-id/GB-1", true]],
    );
  });

  it("orders candidates by score, keeps to types, limits and datasets", async () => {
    const found = await candidatesOf({ query: "Müller & Söhne" });
    assert.deepEqual(
      found.map(({ score }) => score),
      found.map(({ score }) => score).toSorted((a, b) => b - a),
    );
    assert.equal((await candidatesOf({ query: "Müller & Söhne", limit: 1 })).length, 1);
    assert.deepEqual(await candidatesOf({ query: "Müller & Söhne", type: ["org-id"] }), []);
    const properties = [{ pid: "datasets", v: ["south", { id: "nowhere" }] }];
    const south = await candidatesOf({ query: "Müller & Söhne", properties });
    assert.ok(south.every(({ id }) => !id.includes("muller-sohne")));
  });

  it("answers the right queries of a batch beside wrong ones, and says what is wrong with those", async () => {
    const { status, json } = await post("queries", { q0: { query: "City Buses" }, q1: { type: "to" }, q2: 1 });
    assert.equal(status, 200);
    checkCandidates(json);
    assert.deepEqual(Object.keys(json), ["q0", "q1", "q2"]);
    assert.deepEqual(
      [json.q0.result.length, json.q0.errors, json.q1.result, json.q1.errors.length],
      [1, undefined, [], 1],
    );
    assert.match(json.q2.errors[0], /^queries: "q2" is no|^queries: "q2"/);
    const all = await post("queries", { q1: {}, q2: 1 });
    assert.deepEqual([all.status, all.json.errors.length], [400, 2]);
  });

  it("refines by names, labels and numbers of entries, and finds by them alone", async () => {
    const found = async (...properties: object[]): Promise<readonly (string | boolean)[]> =>
      (await candidatesOf({ query: "Serco", properties })).flatMap(({ id, match }) => [id, match]);
    assert.deepEqual(await found(), ["org-id/GB-1", true]);
    assert.deepEqual(await found({ pid: "labels", v: "SERCO LIMITED" }), ["org-id/GB-1", true]);
    assert.deepEqual(await found({ pid: "names", v: ["x", { id: "gb-1" }] }, { pid: "num_entries", v: 2 }), [
      "org-id/GB-1",
      true,
    ]);
    assert.deepEqual(await found({ pid: "names", v: "GB-2" }), []);
    assert.deepEqual(await found({ pid: "num_entries", v: 3 }), []);
    assert.deepEqual(await found({ pid: "colour", v: "red" }), ["org-id/GB-1", true], "unknown ones refine nothing");
    const alone = await candidatesOf({ properties: [{ pid: "labels", v: ["Capita", "Serco"] }] });
    assert.deepEqual(alone.map(({ id, match }) => [id, match]).toSorted(), [
      ["org-id/GB-1", false],
      ["org-id/GB-2", false],
    ]);
    const identified = { query: "org-id/GB-1", properties: [{ pid: "datasets", v: "north" }] };
    assert.deepEqual(await candidatesOf(identified), []);
  });

  it("lets pages of other sites read every answer, and ask before they send", async () => {
    const id = encodeURIComponent("org-id/GB-1");
    const paths = ["", "/suggest/entity?prefix=s", "/suggest/type?prefix=s", "/suggest/property?prefix=d"];
    const others = ["/properties?type=to", `/flyout?id=${id}`, `/preview?id=${id}`, `/view?id=${id}`, "?queries=1"];
    for (const path of [...paths, ...others]) {
      const url = `${server.url}/reconcile${path}`;
      const headers = { Origin: "https://refine.example" };
      const { headers: answered } = await request(url, { headers });
      assert.equal(answered["access-control-allow-origin"], "*", path);
      const asked = { ...headers, "Access-Control-Request-Method": path === "" ? "POST" : "GET" };
      const preflight = await request(url, {
        method: "OPTIONS",
        headers: { ...asked, "Access-Control-Request-Headers": "content-type,x-requested-with" },
      });
      assert.equal(preflight.status, 204, path);
      assert.equal(preflight.headers["access-control-allow-origin"], "*", path);
      assert.match(preflight.headers["access-control-allow-methods"]!, path === "" ? /POST/ : /GET/);
      assert.match(preflight.headers["access-control-allow-headers"]!, /Content-Type.*x-requested-with/);
    }
  });

  it("takes what OpenRefine sends beside: strictness, settings, and parameters of its suggestions", async () => {
    const sent = {
      query: "Serco",
      type: "org-id",
      type_strict: "should",
      limit: 3,
      properties: [{ pid: "labels", p: "Labels", v: { id: "Serco", name: "Serco" } }],
    };
    assert.equal((await candidatesOf(sent)).length, 1);
    const asked = { ids: ["org-id/GB-1"], properties: [{ id: "num_entries", settings: { limit: 1 } }] };
    assert.deepEqual((await post("extend", asked)).json.meta, [{ id: "num_entries", name: "Entries" }]);
    const { status, json } = await get(
      "/reconcile/suggest/entity?prefix=serco&type=org-id&type_strict=any&spell=always&lang=en&limit=5",
    );
    assert.equal(status, 200);
    checkSuggestions(json);
    assert.equal(json.result[0].id, "org-id/GB-1");
    for (const call of ["suggest/type?prefix=org", "properties?type=to", `flyout?id=org-id/GB-1`]) {
      assert.match((await request(`${server.url}/reconcile/${call}&callback=take`)).text, /^\/\*\*\/take\(/);
    }
  });

  it("reads properties of entities", async () => {
    const asked = {
      ids: ["org-id/GB-1", "to/nobody"],
      properties: [{ id: "datasets" }, { id: "num_entries" }, { id: "x" }],
    };
    for (const { json } of [await post("extend", asked), await get(`/reconcile?${query("extend", asked)}`)]) {
      checkExtension(json);
      assert.deepEqual(json.rows, {
        "org-id/GB-1": { datasets: [{ str: "east" }, { str: "west" }], num_entries: [{ int: 2 }], x: [] },
        "to/nobody": { datasets: [], num_entries: [], x: [] },
      });
    }
  });

  it("suggests entities, types and properties as they are typed", async () => {
    const idsOf = async (path: string): Promise<readonly string[]> => {
      const { json } = await get(path);
      checkSuggestions(json);
      return json.result.map(({ id }: { id: string }) => id);
    };
    assert.deepEqual(await idsOf("/reconcile/suggest/entity?prefix=ser"), ["org-id/GB-1", "org-id/gb-1"].slice(0, 1));
    assert.deepEqual(await idsOf("/reconcile/suggest/entity?prefix=org-id/GB-2"), ["org-id/GB-2"]);
    assert.deepEqual(await idsOf("/reconcile/suggest/entity?prefix=ser&cursor=1"), []);
    assert.deepEqual(await idsOf("/reconcile/suggest/type?prefix=org"), ["org-id"]);
    assert.deepEqual(await idsOf("/reconcile/suggest/property?prefix=dat"), ["datasets"]);
  });

  it("suggests all entities, page by page", async () => {
    const rows = Array.from({ length: 130 }, (_, at) => `2010-01-01,1,Zebra ${at}`);
    const to = { type: "attribute", column: "to", key: true };
    const amount = { type: "measure", column: "n", datatype: "float" };
    const time = { type: "date", column: "t", datatype: "date" };
    await loadSeries(server, "zoo", { currency: "EUR" }, { amount, time, to }, `t,n,to\n${rows.join("\n")}\n`);
    const ids = new Set<string>();
    for (let cursor = 0; cursor < 140; cursor += 20) {
      const { json } = await get(`/reconcile/suggest/entity?prefix=zebra&cursor=${cursor}`);
      for (const { id } of json.result) ids.add(id);
    }
    assert.equal(ids.size, 130);
  });

  it("answers in JSON-P, and says what is wrong with a request", async () => {
    const { text, headers } = await request(`${server.url}/reconcile?callback=take`);
    assert.match(headers["content-type"]!, /javascript/);
    assert.match(text, /^\/\*\*\/take\(/);
    for (const [parameter, json] of [
      ["queries", "{"],
      ["queries", { q0: 1 }],
      ["queries", { q0: {} }],
      ["extend", { ids: 1 }],
      ["query", '{"query": 1}'],
    ] as const) {
      const { status, json: refused } = await get(`/reconcile?${query(parameter, json)}`);
      assert.deepEqual([status, refused.errors.length], [400, 1], JSON.stringify(json));
    }
    for (const refused of [await post("nothing", "x"), await post("queries", "{"), await post("extend", { ids: 1 })]) {
      assert.equal(refused.status, 400);
      assert.equal(refused.headers["access-control-allow-origin"], "*", "pages of other sites read what is wrong");
    }
    const key = { Authorization: "ApiKey wrong" };
    const unknown = await server.ask(null, "POST", "/reconcile", { headers: { ...FORM, ...key }, body: "query=x" });
    assert.deepEqual([unknown.status, unknown.headers["access-control-allow-origin"]], [401, "*"]);
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`q${at}`, { query: "x" }]));
    assert.equal((await post("queries", many)).status, 400);
  });

  it("knows the datasets that the reader may read", async () => {
    const asked = `/reconcile?${query("query", "hidden & co")}`;
    assert.deepEqual((await get(asked)).json, { result: [] });
    assert.equal((await get(asked, "ada")).json.result[0].id, "to/hidden-co");
    assert.equal((await get("/reconcile/flyout?id=to/hidden-co")).status, 404);
  });
});

describe("what was reconciled", () => {
  it("comes back as a crosswalk that datasets share, or as values, and members go by it", async () => {
    const names = ["Acme Ltd.", "ACME LIMITED", "Acme (North)", "Nobody"];
    const fields = (payee: object): object => ({
      amount: { type: "measure", column: "n", datatype: "float" },
      time: { type: "date", column: "t", datatype: "date" },
      to: { type: "attribute", column: "to", key: true },
      payee: { type: "derived", from: "to", taxonomy: "org-id", ...payee },
    });
    const rows = (some: readonly string[]): string =>
      `t,n,to\n${some.map((name, at) => `2010-01-01,${10 ** at},${name}`).join("\n")}\n`;
    const load = (name: string, payee: object, some: readonly string[]): Promise<void> =>
      loadSeries(server, name, { currency: "EUR" }, fields(payee), rows(some));
    const through = { through: "aliases", to: "payee" };
    await load("shore", through, names.slice(0, 2));
    await load("hills", through, names.slice(1));
    // The user matches each name with a candidate, here Serco of the taxonomy.
    const matched = await Promise.all(
      names.slice(0, 3).map(async (name) => {
        const candidates = await candidatesOf({ query: "Serco", type: "org-id" });
        return [name, candidates[0]!.id.replace(/^org-id\//, "")] as const;
      }),
    );
    const pairs = matched.map(([name, id]) => `"${name}",${id}`).join("\n");
    await loadSeries(
      server,
      "aliases",
      { kind: "crosswalk" },
      { to: { type: "attribute", column: "name", key: true }, payee: { type: "attribute", column: "id" } },
      `name,id\n${pairs}\n`,
    );
    await load("plain", { values: Object.fromEntries(matched) }, names);
    const { json, text } = await get("/members/org-id/GB-1.json");
    assert.ok(json.datasets, text);
    const sums = json.datasets.map((each: { name: string; summary: { amount: number } }) => [
      each.name,
      each.summary.amount,
    ]);
    assert.deepEqual(sums, [
      ["east", 100],
      ["hills", 11],
      ["plain", 111],
      ["shore", 11],
      ["west", 200],
    ]);
    const united = await get("/api/2/aggregate?dataset=shore|hills&drilldown=payee&order=payee:asc");
    assert.deepEqual(
      united.json.drilldown.map(({ payee, amount }: { payee: string | null; amount: number }) => [payee, amount]),
      [
        ["GB-1", 22],
        [null, 100],
      ],
    );
    assert.deepEqual([united.json.unmapped.num_entries, united.json.unmapped.amount], [1, 100]);
  });
});
