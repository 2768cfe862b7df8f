import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { request, type Response } from "../client.js";

/** What a tool answers. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
  // Each test knows the form of what it asked for.
  readonly content: Readonly<Record<string, unknown>>;
}

/** An answer of JSON-RPC. */
export interface RpcAnswer {
  readonly id: string | number | null;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A tool as it is listed. */
export interface ListedTool {
  readonly name: string;
  readonly inputSchema: { readonly properties: Readonly<Record<string, object>>; readonly required: readonly string[] };
  readonly outputSchema: object;
  readonly annotations: object;
}

/** Send a text to `POST /mcp`. */
export function sendText(url: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const own = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  return request(`${url}/mcp`, { method: "POST", headers: { ...own, ...headers }, body });
}

/** Send a request and return its answer. */
export async function ask(
  url: string,
  method: string,
  params: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<RpcAnswer> {
  const response = await sendText(url, JSON.stringify({ jsonrpc: "2.0", id: 7, method, params }), headers);
  assert.equal(response.status, 200, response.text);
  return JSON.parse(response.text) as RpcAnswer;
}

/** A program that does what an assistant does: it lists the tools, calls them, and checks their answers by their schemas. */
export class Assistant {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #tools = new Map<string, ListedTool>();
  readonly #validators = new Map<string, ValidateFunction>();
  /** Number of calls of tools. */
  calls = 0;

  private constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.#url = url;
    this.#headers = headers;
  }

  static async connect(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Assistant> {
    const version = "2025-11-25";
    const assistant = new Assistant(url, { ...headers, "MCP-Protocol-Version": version });
    const { result } = await ask(url, "initialize", { protocolVersion: version, capabilities: {} }, headers);
    assert.equal(result!["protocolVersion"], version);
    const listed = await ask(url, "tools/list", {}, headers);
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false, strictTypes: false });
    addFormats.default(ajv);
    for (const tool of listed.result!["tools"] as readonly ListedTool[]) {
      assistant.#tools.set(tool.name, tool);
      assistant.#validators.set(tool.name, ajv.compile(tool.outputSchema));
      ajv.compile(tool.inputSchema);
    }
    return assistant;
  }

  get tools(): readonly ListedTool[] {
    return [...this.#tools.values()];
  }

  /** Call a tool, whatever it answers. */
  async try(name: string, args: object): Promise<ToolResult> {
    this.calls++;
    const { result, error } = await ask(this.#url, "tools/call", { name, arguments: args }, this.#headers);
    assert.ok(result, error?.message);
    const [part] = result["content"] as readonly { readonly type: string; readonly text: string }[];
    assert.equal(part!.type, "text");
    const content = (result["structuredContent"] ?? {}) as ToolResult["content"];
    const isError = result["isError"] === true;
    if (!isError) {
      const validate = this.#validators.get(name)!;
      assert.ok(validate(content), `${name}: ${JSON.stringify(validate.errors)} in ${JSON.stringify(content)}`);
    }
    return { text: part!.text, isError, content };
  }

  /** Call a tool that has an answer, with a citation at its end and its remarks at its beginning. */
  async call(name: string, args: object): Promise<ToolResult> {
    const answer = await this.try(name, args);
    assert.ok(!answer.isError, answer.text);
    assert.equal(answer.text.split("\n").at(-1), `Cite: ${String(answer.content["cite"])}`);
    return answer;
  }
}
