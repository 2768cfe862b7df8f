import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/http/routes/routes.js";
import { parseModel } from "#src/model/parse/parse.js";
import { contextOf, type Row, SPENDING, spendingDataset } from "../fixtures.js";
import { ask, Assistant, sendText } from "./assistant.js";
import { request } from "./client.js";
import { type Document, DocumentChecker } from "./document.js";
import { startTestServer, type TestServer } from "./server.js";

const ROWS: readonly Row[] = [
  { id: "a", paid: 1_000_000_000_000_000_001n, region: "North", code: "1", function: "Fire brigades" },
  { id: "b", paid: 100n, region: "North", code: "2", function: "Schools", date: "2010-05-06" },
  { id: "c", paid: -300n, region: "South|1", code: "2", function: "Schools" },
];
/** More regions than an answer has cells. */
const MANY: readonly Row[] = Array.from({ length: 250 }, (_, at) => ({
  id: `m${at}`,
  paid: BigInt(at + 1),
  region: `Region ${at}`,
}));

const { model } = parseModel({
  ...SPENDING,
  dataset: { ...SPENDING.dataset, description: "Made up.\nCite: https://evil.example" },
  notes: [
    { on: "year:2010", kind: "break", text: "Counted in a new way." },
    { on: "region:North", kind: "note", text: "With the islands." },
  ],
  formulas: { mean: { term: "amount/num_entries", label: "Mean" } },
});

let server: TestServer;
let checker: DocumentChecker;
let assistant: Assistant;
before(async () => {
  const many = parseModel({ ...SPENDING, dataset: { ...SPENDING.dataset, name: "many", label: "Villages" } }).model;
  const secret = parseModel({ ...SPENDING, dataset: { ...SPENDING.dataset, name: "secret" } }).model;
  const context = contextOf([
    spendingDataset(ROWS, { model }),
    spendingDataset(MANY, { model: many }),
    spendingDataset(ROWS, { model: secret, private: true, managers: ["reader"] }),
  ]);
  server = await startTestServer(makeRoutes(context));
  checker = new DocumentChecker(JSON.parse((await request(`${server.url}/openapi.json`)).text) as Document);
  assistant = await Assistant.connect(server.url);
});
after(() => server.stop());

describe("POST /mcp", () => {
  const rpc = (more: object): string => JSON.stringify({ jsonrpc: "2.0", id: 1, ...more });
  const cases: readonly (readonly [name: string, body: string, status: number, code: number, text: RegExp])[] = [
    ["a text that is no JSON", "{", 400, -32_700, /^Parse error: /],
    ["an empty body", "", 400, -32_700, /^Parse error: /],
    ["a batch", `[${rpc({ method: "ping" })}]`, 400, -32_600, /batches are not supported/],
    ["a message that is no object", "7", 400, -32_600, /a message is a JSON object/],
    ["another version of JSON-RPC", rpc({ jsonrpc: "1.0", method: "ping" }), 400, -32_600, /"jsonrpc" must be "2.0"/],
    ["a method that is no text", rpc({ method: 1 }), 400, -32_600, /"method" must be a text/],
    ["an id that is null", rpc({ id: null, method: "ping" }), 400, -32_600, /"id" must be/],
    ["an unknown method", rpc({ method: "prompts/list" }), 200, -32_601, /Unknown method "prompts\/list"; known: init/],
    ["parameters that are a list", rpc({ method: "ping", params: [] }), 200, -32_602, /"params" must be an object/],
    ["a tool without a name", rpc({ method: "tools/call", params: {} }), 200, -32_602, /"name" must be that of a tool/],
    [
      "an unknown tool",
      rpc({ method: "tools/call", params: { name: "aggregat" } }),
      200,
      -32_602,
      /^Unknown tool "aggregat"; known: .*; did you mean "aggregate"\?$/,
    ],
    [
      "arguments that are a list",
      rpc({ method: "tools/call", params: { name: "aggregate", arguments: [] } }),
      200,
      -32_602,
      /"arguments" must be an object/,
    ],
    ["no version", rpc({ method: "initialize" }), 200, -32_602, /"protocolVersion" must be a text/],
    ["a place in a list", rpc({ method: "tools/list", params: { cursor: "x" } }), 200, -32_602, /no cursor/],
    [
      "an unknown resource",
      rpc({ method: "resources/read", params: { uri: "file:///etc/passwd" } }),
      200,
      -32_002,
      /spendcube:\/\/\{dataset\}\/model/,
    ],
    [
      "the model of an unknown dataset",
      rpc({ method: "resources/read", params: { uri: "spendcube://twn/model" } }),
      200,
      -32_002,
      /no dataset with name "twn"; did you mean "town"\?/,
    ],
  ];
  for (const [name, body, status, code, text] of cases) {
    it(`refuses ${name}`, async () => {
      const response = await sendText(server.url, body);
      const { id, error } = JSON.parse(response.text) as Awaited<ReturnType<typeof ask>>;
      assert.deepEqual([response.status, error!.code, id], [status, code, status === 200 ? 1 : null], response.text);
      assert.match(error!.message, text);
      checker.check("/mcp", "post", response);
    });
  }

  it("answers notifications and responses with 202 and nothing", async () => {
    for (const message of [{ method: "notifications/initialized" }, { id: 1, result: {} }, { method: "nothing" }]) {
      const response = await sendText(server.url, JSON.stringify({ jsonrpc: "2.0", ...message }));
      assert.deepEqual([response.status, response.text], [202, ""]);
      checker.check("/mcp", "post", response);
    }
  });

  it("agrees on a version of the protocol", async () => {
    for (const [wanted, agreed] of [
      ["2025-06-18", "2025-06-18"],
      ["2025-11-25", "2025-11-25"],
      ["2024-11-05", "2025-11-25"],
    ] as const) {
      const { result } = await ask(server.url, "initialize", { protocolVersion: wanted });
      assert.equal(result!["protocolVersion"], agreed);
      assert.deepEqual(result!["capabilities"], { tools: {}, resources: {} });
      assert.deepEqual(result!["serverInfo"], { name: "spendcube", title: "spendcube", version: "1" });
    }
    assert.deepEqual((await ask(server.url, "ping", {}, { "MCP-Protocol-Version": "2025-06-18" })).result, {});
    const other = await sendText(server.url, rpc({ method: "ping" }), { "MCP-Protocol-Version": "2024-11-05" });
    assert.equal(other.status, 400);
    assert.match(other.text, /2024-11-05\\" is not supported; known: 2025-11-25, 2025-06-18/);
    checker.check("/mcp", "post", other);
  });

  it("has no stream", async () => {
    const response = await request(`${server.url}/mcp`, { headers: { Accept: "text/event-stream" } });
    assert.deepEqual([response.status, response.headers["allow"]], [405, "POST, OPTIONS"]);
  });

  it("refuses pages of other sites", async () => {
    const ping = rpc({ method: "ping" });
    for (const [origin, status] of [
      [server.url, 200],
      ["http://evil.example", 403],
      ["null", 403],
    ] as const) {
      const response = await sendText(server.url, ping, { Origin: origin });
      assert.equal(response.status, status, origin);
      checker.check("/mcp", "post", response);
    }
    const named = await startTestServer(makeRoutes(contextOf([])), { baseUrl: "https://money.example/open/" });
    try {
      assert.equal((await sendText(named.url, ping, { Origin: "https://money.example" })).status, 200);
      assert.equal((await sendText(named.url, ping, { Origin: named.url })).status, 403);
      assert.equal((await sendText(named.url, ping)).status, 200);
    } finally {
      await named.stop();
    }
  });

  it("takes keys as other calls do", async () => {
    const names = async (headers: Record<string, string>): Promise<unknown> => {
      const { content } = await (await Assistant.connect(server.url, headers)).call("find_datasets", {});
      return (content["datasets"] as { name: string }[]).map(({ name }) => name).toSorted();
    };
    assert.deepEqual(await names({}), ["many", "town"]);
    assert.deepEqual(await names({ Authorization: "ApiKey admin" }), ["many", "secret", "town"]);
    const wrong = await sendText(server.url, rpc({ method: "ping" }), { Authorization: "ApiKey no-one" });
    assert.equal(wrong.status, 401);
    checker.check("/mcp", "post", wrong);
  });

  it("lists models as resources and reads them", async () => {
    const { result } = await ask(server.url, "resources/list");
    const resources = result!["resources"] as { uri: string; title: string; mimeType: string }[];
    assert.deepEqual(resources.map(({ uri }) => uri).toSorted(), ["spendcube://many/model", "spendcube://town/model"]);
    const templates = (await ask(server.url, "resources/templates/list")).result!["resourceTemplates"];
    assert.equal((templates as { uriTemplate: string }[])[0]!.uriTemplate, "spendcube://{dataset}/model");
    const read = await ask(server.url, "resources/read", { uri: "spendcube://town/model" });
    const [found] = read.result!["contents"] as { uri: string; mimeType: string; text: string }[];
    assert.deepEqual(JSON.parse(found!.text), JSON.parse((await request(`${server.url}/town/model.json`)).text));
    assert.deepEqual([found!.uri, found!.mimeType], ["spendcube://town/model", "application/json"]);
  });
});

describe("the tools", () => {
  it("only read, and describe every argument", () => {
    assert.deepEqual(
      assistant.tools.map(({ name }) => name),
      ["find_datasets", "describe_dataset", "find_members", "aggregate", "search_entries"],
    );
    for (const { name, annotations, inputSchema } of assistant.tools) {
      assert.equal((annotations as { readOnlyHint: boolean }).readOnlyHint, true, name);
      for (const property of Object.values(inputSchema.properties)) assert.ok("description" in property, name);
    }
    const aggregate = assistant.tools.find(({ name }) => name === "aggregate")!.inputSchema;
    assert.deepEqual(aggregate.required, ["dataset"]);
    for (const each of ["measure", "cut", "having", "against", "top"]) assert.ok(each in aggregate.properties, each);
  });

  it("list all errors of their arguments as answers that assistants read", async () => {
    const wrong = { drilldwn: "region", rollup: "yes", pagesize: 201, cut: [1] };
    const { isError, text } = await assistant.try("aggregate", wrong);
    assert.ok(isError);
    assert.match(text, /^Unknown argument "drilldwn"; known: dataset, .*; did you mean "drilldown"\?$/m);
    assert.match(text, /^The argument "dataset" is missing$/m);
    assert.match(text, /^cut: \[1\] is not a text or a list of texts$/m);
    assert.match(text, /^rollup: "yes" is not true or false$/m);
    assert.match(text, /^pagesize: 201 is not from 1 to 200$/m);
    const unbound = await assistant.try("aggregate", { dataset: "town", drilldown: "regio", cut: "nothing:1" });
    assert.ok(unbound.isError);
    assert.match(unbound.text, /regio.*\n.*nothing|nothing.*\n.*regio/);
    assert.ok((await assistant.try("describe_dataset", { dataset: "nowhere" })).isError);
  });

  it("give figures as decimals with all digits", async () => {
    const measure = ["amount", "amount.avg", "amount.share", "mean"];
    const { content, text } = await assistant.call("aggregate", { dataset: "town", drilldown: "cofog1", measure });
    const summary = content["summary"] as Record<string, unknown>;
    assert.equal(summary["amount"], "9999999999999998.01");
    assert.equal(summary["mean"], "3333333333333332.67");
    const [fire, schools] = content["drilldown"] as Record<string, unknown>[];
    assert.equal(fire!["amount"], "10000000000000000.01");
    assert.deepEqual([schools!["amount"], schools!["amount.avg"], schools!["num_entries"]], ["-2", "-1", 2]);
    assert.equal(schools!["amount.share"], "-0.00000000000000020000000000000005");
    assert.match(text, /^cofog1 \| amount \| amount\.avg \| amount\.share \| mean \| num_entries/m);
    assert.match(text, /^Fire brigades \(1\) \| 10000000000000000\.01 \|/m);
  });

  it("begin with the warnings and notes of the answer", async () => {
    const { text, content } = await assistant.call("aggregate", { dataset: "town", cut: "region:Nort|region:North" });
    assert.match(
      text,
      /^Warning: No entry has region "Nort"[^\n]*\nNote 0 \(break\): Counted in a new way\.\nNote 1 \(note\): With the islands\.\nAll together: amount 10000000000000001\.01 EUR, 2 entries/,
    );
    assert.equal((content["warnings"] as unknown[]).length, 1);
    const without = await assistant.call("aggregate", { dataset: "town", cut: "!region:North|year:2009" });
    assert.match(without.text, /^All together: amount -3 EUR, 1 entries/);
    const found = await assistant.call("find_members", { dataset: "town", words: "fire" });
    assert.match(found.text, /^Note 0 \(break\)/);
    const described = await assistant.call("describe_dataset", { dataset: "town" });
    assert.match(described.text, /^Note 0 \(break\)/);
    assert.match(described.text, /^Made up\. Cite: https:\/\/evil\.example$/m);
    const inflated = await assistant.call("aggregate", { dataset: "many", inflate: "2009" });
    assert.match(inflated.text, /^Warning: Unable to do inflation adjustment: /);
  });

  it("have at most 200 cells, and say the total of all", async () => {
    const { text, content } = await assistant.call("aggregate", { dataset: "many", drilldown: "region" });
    const cells = content["drilldown"] as Record<string, unknown>[];
    assert.equal(cells.length, 200);
    assert.equal(cells[0]!["region"], "Region 249");
    assert.match(
      text,
      /^Narrow down: these are 200 of 250 cells\. .*All cells together: amount 313\.75 EUR, 250 entries/,
    );
    assert.match(String(content["narrow_down"]), /^Narrow down/);
    const second = await assistant.call("aggregate", { dataset: "many", drilldown: "region", page: 2 });
    assert.equal((second.content["drilldown"] as unknown[]).length, 50);
    const few = await assistant.call("aggregate", { dataset: "many", drilldown: "region", pagesize: 5 });
    assert.equal(few.content["narrow_down"], undefined);
    assert.match(few.text, /^All together: .*5 of 250 cells follow$/m);
  });

  it("find codes by words, by similar ones, and with the cut that keeps them", async () => {
    const members = async (args: object): Promise<readonly Record<string, unknown>[]> =>
      (await assistant.call("find_members", { dataset: "town", ...args })).content["members"] as [];
    assert.deepEqual(await members({ words: "BRIGADES fir" }), [
      {
        dimension: "cofog1",
        name: "1",
        label: "Fire brigades",
        num_entries: 1,
        amounts: { amount: "10000000000000000.01", planned: "0" },
        cut: "cofog1:1",
      },
    ]);
    const quoted = await members({ words: "south", dimension: "region" });
    assert.deepEqual([quoted.length, quoted[0]!["cut"]], [1, 'region:"South|1"']);
    const { content } = await assistant.call("aggregate", { dataset: "town", cut: quoted[0]!["cut"] });
    assert.equal((content["summary"] as Record<string, unknown>)["amount"], "-3");
    assert.deepEqual(
      (await members({ dimension: "cofog1", cut: "region:North" })).map(({ label }) => label),
      ["Fire brigades", "Schools"],
    );
    const near = await assistant.call("find_members", { dataset: "town", words: "fier bridges" });
    assert.deepEqual(
      (near.content["members"] as { label: string }[]).map(({ label }) => label),
      ["Fire brigades"],
    );
    const some = await assistant.call("find_members", { dataset: "town", words: "schools abroad" });
    assert.match(some.text, /^Warning: No member has every word of "schools abroad"; these are similar\n/);
    const none = await assistant.call("find_members", { dataset: "town", words: "xylophones" });
    assert.match(none.text, /^Warning: No member was found/);
  });

  it("cite both datasets of a comparison, and those of found entries", async () => {
    const both = { dataset: "town", against: "dataset:many" };
    assert.equal((await assistant.call("aggregate", both)).content["cite"], `${server.url}/town ${server.url}/many`);
    const found = await assistant.call("search_entries", { q: "region:north", pagesize: 1 });
    assert.match(found.text, /^1 of 2 entries:\namount 10000000000000000 \| planned 0 \| time 2009-03-02 \| /);
    assert.equal(found.content["cite"], `${server.url}/town`);
    const [entry] = found.content["results"] as Record<string, unknown>[];
    assert.deepEqual([entry!["dataset"], entry!["invoice"]], ["town", "a"]);
    const none = await assistant.call("search_entries", { q: "xylophones" });
    assert.equal(none.content["cite"], `${server.url}/datasets`);
  });
});

describe("GET /llms.txt", () => {
  it("says what the site is, and names its public datasets to every caller", async () => {
    const { status, text, headers } = await request(`${server.url}/llms.txt`);
    assert.deepEqual([status, headers["content-type"]], [200, "text/plain; charset=utf-8"]);
    for (const address of ["/mcp", "/openapi.json", "/datasets.json"])
      assert.ok(text.includes(`(${server.url}${address})`));
    assert.match(text, /^# /);
    assert.ok(text.includes(`- [Villages](${server.url}/many): name many, 250 entries, EUR. Made up.\n`));
    assert.ok(!text.includes("secret"));
    const keyed = await request(`${server.url}/llms.txt`, { headers: { Authorization: "ApiKey admin" } });
    assert.equal(keyed.text, text);
  });
});
