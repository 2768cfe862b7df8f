import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { WorkQueue } from "#src/core/admission/work-queue.js";
import { makeRoutes } from "#src/features/features.js";
import { contextOf, spendingDataset } from "../../fixtures.js";
import { ask, Assistant, sendText } from "./assistant.js";
import { ROWS, startAssistantTown } from "./assistant-town.js";
import { request, waitUntil } from "../client.js";
import { type Document, DocumentChecker } from "../protocol/document.js";
import { startTestServer } from "../server.js";

let checker: DocumentChecker;
const url = startAssistantTown(async (base) => {
  checker = new DocumentChecker(JSON.parse((await request(`${base}/openapi.json`)).text) as Document);
});

describe("POST /mcp", () => {
  const rpc = (more: object): string => JSON.stringify({ jsonrpc: "2.0", id: 1, ...more });
  const cases: readonly (readonly [name: string, body: string, status: number, code: number, text: RegExp])[] = [
    ["a text that is not JSON", "{", 400, -32_700, /^Parse error: /],
    ["an empty body", "", 400, -32_700, /^Parse error: /],
    ["a batch", `[${rpc({ method: "ping" })}]`, 400, -32_600, /batches are not supported/],
    ["a message that is not an object", "7", 400, -32_600, /a message is a JSON object/],
    ["another version of JSON-RPC", rpc({ jsonrpc: "1.0", method: "ping" }), 400, -32_600, /"jsonrpc" must be "2.0"/],
    ["a method that is not a text", rpc({ method: 1 }), 400, -32_600, /"method" must be a text/],
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
      const response = await sendText(url(), body);
      const { id, error } = JSON.parse(response.text) as Awaited<ReturnType<typeof ask>>;
      assert.deepEqual([response.status, error!.code, id], [status, code, status === 200 ? 1 : null], response.text);
      assert.match(error!.message, text);
      checker.check("/mcp", "post", response);
    });
  }

  it("answers notifications and responses with 202 and nothing", async () => {
    for (const message of [{ method: "notifications/initialized" }, { id: 1, result: {} }, { method: "nothing" }]) {
      const response = await sendText(url(), JSON.stringify({ jsonrpc: "2.0", ...message }));
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
      const { result } = await ask(url(), "initialize", { protocolVersion: wanted });
      assert.equal(result!["protocolVersion"], agreed);
      assert.deepEqual(result!["capabilities"], { tools: {}, resources: {} });
      assert.deepEqual(result!["serverInfo"], { name: "spendcube", title: "spendcube", version: "1" });
    }
    assert.deepEqual((await ask(url(), "ping", {}, { "MCP-Protocol-Version": "2025-06-18" })).result, {});
    const other = await sendText(url(), rpc({ method: "ping" }), { "MCP-Protocol-Version": "2024-11-05" });
    assert.equal(other.status, 400);
    assert.match(other.text, /2024-11-05\\" is not supported; known: 2025-11-25, 2025-06-18/);
    checker.check("/mcp", "post", other);
  });

  it("has no stream", async () => {
    const response = await request(`${url()}/mcp`, { headers: { Accept: "text/event-stream" } });
    assert.deepEqual([response.status, response.headers["allow"]], [405, "POST, OPTIONS"]);
  });

  it("refuses pages of other sites", async () => {
    const ping = rpc({ method: "ping" });
    for (const [origin, status] of [
      [url(), 200],
      ["http://evil.example", 403],
      ["null", 403],
    ] as const) {
      const response = await sendText(url(), ping, { Origin: origin });
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

  it("refuses other names on a server for programs of its own machine, which a page may make resolve to it", async () => {
    const ping = rpc({ method: "ping" });
    const { port } = new URL(url());
    for (const [host, origin, status] of [
      [`localhost:${port}`, `http://localhost:${port}`, 200],
      [`127.0.0.1:${port}`, undefined, 200],
      [`[::1]:${port}`, undefined, 200],
      [`evil.example:${port}`, `http://evil.example:${port}`, 403],
      ["evil.example", undefined, 403],
      [`127.0.0.1.evil.example:${port}`, `http://127.0.0.1.evil.example:${port}`, 403],
      [`localhost:${port}`, "http://evil.example", 403],
    ] as const) {
      const response = await sendText(url(), ping, { Host: host, ...(origin !== undefined && { Origin: origin }) });
      assert.equal(response.status, status, `${host} ${origin}`);
      checker.check("/mcp", "post", response);
    }
    for (const settings of [{ baseUrl: "https://money.example" }, { proxies: 1 }]) {
      const named = await startTestServer(makeRoutes(contextOf([])), settings);
      try {
        assert.equal((await sendText(named.url, ping, { Host: "money.example" })).status, 200);
      } finally {
        await named.stop();
      }
    }
  });

  it("takes keys as other calls do", async () => {
    const names = async (headers: Record<string, string>): Promise<unknown> => {
      const { content } = await (await Assistant.connect(url(), headers)).call("find_datasets", {});
      return (content["datasets"] as { name: string }[]).map(({ name }) => name).toSorted();
    };
    assert.deepEqual(await names({}), ["many", "town"]);
    assert.deepEqual(await names({ Authorization: "ApiKey admin" }), ["many", "secret", "town"]);
    const wrong = await sendText(url(), rpc({ method: "ping" }), { Authorization: "ApiKey no-one" });
    assert.equal(wrong.status, 401);
    checker.check("/mcp", "post", wrong);
  });

  it("pins the versions that it reads, and says what it cost", async () => {
    const pins: string[] = [];
    const efforts: (readonly string[] | undefined)[] = [];
    const pinning = await startTestServer(makeRoutes(contextOf([spendingDataset(ROWS)])), {
      beginReading() {
        pins.push("begin");
        return { seal: () => {}, end: () => void pins.push("end") };
      },
      watch: { wantsAddress: false, onServed: ({ reply }) => void efforts.push(reply.about?.effort?.datasets) },
    });
    try {
      const params = { name: "aggregate", arguments: { dataset: "town" } };
      await ask(pinning.url, "tools/call", params);
      assert.deepEqual(pins, ["begin", "end"]);
      await waitUntil(() => efforts.length === 1, "the request was served");
      assert.deepEqual(efforts, [["town"]]);
    } finally {
      await pinning.stop();
    }
  });

  it("answers what an overloaded server cannot compute as an error of the tool", async () => {
    const queue = new WorkQueue(0);
    const busy = await startTestServer(makeRoutes(contextOf([spendingDataset(ROWS)], { queue })));
    try {
      const found = await (await Assistant.connect(busy.url)).try("aggregate", { dataset: "town" });
      assert.ok(found.isError);
      assert.match(found.text, /^0 requests are waiting already; try again later$/);
    } finally {
      await busy.stop();
    }
  });

  it("lists models as resources and reads them", async () => {
    const { result } = await ask(url(), "resources/list");
    const resources = result!["resources"] as { uri: string; title: string; mimeType: string }[];
    assert.deepEqual(resources.map(({ uri }) => uri).toSorted(), ["spendcube://many/model", "spendcube://town/model"]);
    const templates = (await ask(url(), "resources/templates/list")).result!["resourceTemplates"];
    assert.equal((templates as { uriTemplate: string }[])[0]!.uriTemplate, "spendcube://{dataset}/model");
    const read = await ask(url(), "resources/read", { uri: "spendcube://town/model" });
    const [found] = read.result!["contents"] as { uri: string; mimeType: string; text: string }[];
    assert.deepEqual(JSON.parse(found!.text), JSON.parse((await request(`${url()}/town/model.json`)).text));
    assert.deepEqual([found!.uri, found!.mimeType], ["spendcube://town/model", "application/json"]);
  });
});
