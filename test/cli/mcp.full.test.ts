import assert from "node:assert/strict";
import { once } from "node:events";
import type { IncomingHttpHeaders, RequestListener } from "node:http";
import { describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { contextOf, spendingDataset } from "../fixtures.js";
import { sendText } from "../http/features/assistant.js";
import { startTestServer } from "../http/server.js";
import { answering } from "./answering.js";
import { endOf, type Outcome, start } from "./run.js";

/** Pass lines to `mcp` and end its input. */
async function pass(lines: readonly string[], ...options: readonly string[]): Promise<Outcome> {
  const child = start(["mcp", ...options]);
  child.stdin!.end(lines.map((line) => `${line}\n`).join(""));
  return endOf(child);
}

const message = (method: string, more: object = {}): string => JSON.stringify({ jsonrpc: "2.0", method, ...more });
const call = (id: number, args: object): string =>
  message("tools/call", { id, params: { name: "aggregate", arguments: args } });

async function withTown(use: (url: string) => Promise<void>): Promise<void> {
  const rows = [{ id: "a", paid: 1250n }];
  const server = await startTestServer(makeRoutes(contextOf([spendingDataset(rows)])));
  try {
    await use(server.url);
  } finally {
    await server.stop();
  }
}

describe("mcp", () => {
  it("answers each line as POST /mcp does, and nothing to notifications", () =>
    withTown(async (url) => {
      const lines = [
        message("initialize", { id: 1, params: { protocolVersion: "2025-06-18" } }),
        message("tools/list", { id: "two" }),
        call(3, { dataset: "town" }),
        call(4, { dataset: "twon" }),
        message("nothing", { id: 5 }),
        "no JSON",
        "[]",
      ];
      const expected: string[] = [];
      for (const line of lines) expected.push((await sendText(url, line)).text);
      const given = [...lines.slice(0, 1), message("notifications/initialized"), "", ...lines.slice(1)];
      const { status, out, err } = await pass(given, "--server", `${url}/`);
      assert.deepEqual([status, err], [0, ""]);
      const answers = out.split("\n").slice(0, -1);
      // Answers are written as they come.
      assert.deepEqual(answers.toSorted(), expected.toSorted());
      assert.ok(answers.some((answer) => answer.includes('"amount":"12.5"')));
    }));

  it("names the key and the version that was agreed", async () => {
    const seen: IncomingHttpHeaders[] = [];
    const listener: RequestListener = ({ headers }, response) => {
      seen.push(headers);
      response.end(JSON.stringify({ jsonrpc: "2.0", id: seen.length, result: { protocolVersion: "2025-06-18" } }));
    };
    await answering(listener, async (url) => {
      const child = start(["mcp", "--server", url], { SPENDCUBE_KEY: "ada.key" });
      child.stdin!.write(`${message("initialize", { id: 1 })}\n`);
      await once(child.stdout!, "data");
      child.stdin!.end(`${message("ping", { id: 2 })}\n`);
      const { status } = await endOf(child);
      assert.equal(status, 0);
    });
    assert.deepEqual(
      seen.map((headers) => [headers.authorization, headers["mcp-protocol-version"]]),
      [
        ["ApiKey ada.key", undefined],
        ["ApiKey ada.key", "2025-06-18"],
      ],
    );
  });

  it("answers requests with an error where the server does not", async () => {
    const lines = [message("ping", { id: 1 }), message("notifications/initialized")];
    const check = async (url: string, wanted: RegExp): Promise<void> => {
      const { status, out, err } = await pass(lines, "--server", url);
      assert.equal(status, 0);
      const { id, error } = JSON.parse(out) as { id: number; error: { code: number; message: string } };
      assert.deepEqual([id, error.code], [1, -32_603]);
      assert.match(error.message, wanted);
      assert.match(err, wanted);
    };
    let free = "";
    await answering(
      (_, response) => response.end("<p>Hello"),
      (url) => check((free = url), /^(?:error: )?The server answered 200; is it a spendcube server\?/),
    );
    await check(free, /refuses the connection \(ECONNREFUSED\)/);
    await answering(
      (_, response) => response.writeHead(308, { location: "https://money.example/mcp" }).end(),
      (url) => check(url, /redirects to https:\/\/money\.example\/mcp; give the address behind that/),
    );
    await withTown((url) =>
      pass([lines[0]!], "--server", url, "--key", "wrong").then(({ out }) =>
        assert.equal(out, '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"No user has this API key"}}\n'),
      ),
    );
  });

  it("needs a server", async () => {
    const { status, err } = await pass([]);
    assert.deepEqual([status, err], [2, "error: missing --server: add --server URL\n"]);
  });
});
