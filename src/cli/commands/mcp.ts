import { Agent as HttpAgent, type Agent, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import type { Terminal } from "../../process/control/terminal.js";
import { errorText } from "../../core/errors/error-text.js";
import { UserError, Conflict } from "../../core/errors/errors.js";
import { requireOptions } from "../settings/require-options.js";
import { untilInterrupted } from "../terminal/interrupt.js";
import { printLine } from "../terminal/terminal.js";
import { explainUnreached } from "./explain-unreached.js";

/** The answer to a message. */
interface PostedReply {
  readonly status: number;
  readonly body: string;
}

/** Headers and connections of messages to one server. */
interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly agent: Agent;
  readonly signal: AbortSignal;
}

interface McpOptions {
  readonly server: string;
  readonly key?: string;
}

/** The part of a JSON-RPC message that is read here. */
interface PassedMessage {
  readonly id?: string | number;
  readonly method?: string;
}

/** Code of JSON-RPC for a message that could not be answered. */
const INTERNAL_ERROR = -32_603;

/**
 * Pass JSON-RPC messages, one on each line of the input, to `POST /mcp` of a server, and its answers to the output, each as
 * soon as it is there.
 * @returns the exit status, at the end of the input, when all is answered
 */
export async function passMessages(
  terminal: Terminal,
  input: NodeJS.ReadableStream,
  options: McpOptions,
): Promise<number> {
  const { server } = requireOptions(options, ["server"]);
  const url = new URL(`${server.replace(/\/+$/, "")}/mcp`);
  const agent = new (url.protocol === "https:" ? HttpsAgent : HttpAgent)({ keepAlive: true });
  const headers: Record<string, string> = options.key === undefined ? {} : { authorization: `ApiKey ${options.key}` };
  const waiting = new Set<Promise<void>>();
  return untilInterrupted(async (signal) => {
    const pass = async (line: string): Promise<void> => {
      const message = parseMessage(line);
      const answer = await postMessage(url, line, { headers: { ...headers }, agent, signal }).then(
        readReply,
        explainFailure,
      );
      if (signal.aborted || answer === null) return;
      if (message.method === "initialize") noteVersion(headers, answer);
      if (typeof answer !== "string") reportFailure(terminal, message, answer);
      else printLine(terminal.out, answer);
    };
    try {
      for await (const line of createInterface({ input, signal, crlfDelay: Infinity })) {
        if (line.trim() === "") continue;
        const passed = pass(line).finally(() => waiting.delete(passed));
        waiting.add(passed);
      }
      await Promise.all(waiting);
      return 0;
    } finally {
      agent.destroy();
    }
  });
}

/** Sentences that say why there is no answer. */
type Failure = readonly string[];

/** Read an answer: JSON-RPC as it is, `null` for none. */
function readReply({ status, body }: PostedReply): string | Failure | null {
  if (status === 202) return null;
  const parsed = parseMessage(body) as { readonly jsonrpc?: unknown; readonly errors?: Failure };
  if (parsed.jsonrpc !== undefined) return body;
  if (Array.isArray(parsed.errors)) return parsed.errors;
  return [`The server answered ${status}; is it a spendcube server? Give its address with --server`];
}

function explainFailure(error: unknown): Failure {
  return error instanceof UserError ? error.errors : [(error as Error).message];
}

/** Answer a request that the server did not answer; what has no answer is reported on standard error. */
function reportFailure(terminal: Terminal, { id }: PassedMessage, sentences: Failure): void {
  const message = sentences.join("\n");
  if (id === undefined) printLine(terminal.err, `error: ${message}`);
  else printLine(terminal.out, JSON.stringify({ jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message } }));
}

/** Name the version of the protocol that was agreed in all further requests. */
function noteVersion(headers: Record<string, string>, answer: string | Failure): void {
  if (typeof answer !== "string") return;
  const { result } = parseMessage(answer) as { readonly result?: { readonly protocolVersion?: string } };
  if (result?.protocolVersion !== undefined) headers["mcp-protocol-version"] = result.protocolVersion;
}

/** Parse a message. @returns an empty one for what is none: the server says what is wrong with it */
function parseMessage(text: string): PassedMessage {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === "object" && message !== null ? message : {};
  } catch {
    return {};
  }
}

/** Send JSON. @throws Conflict if the server cannot be reached, or the system's error */
async function postMessage(url: URL, message: string, { headers, agent, signal }: PostOptions): Promise<PostedReply> {
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const body = Buffer.from(message);
  const own = {
    "content-type": "application/json",
    "content-length": String(body.length),
    accept: "application/json, text/event-stream",
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(url, { method: "POST", headers: { ...own, ...headers }, agent, signal });
    request.once("response", resolve);
    request.once("error", (error: NodeJS.ErrnoException) => {
      const explained = explainUnreached(url, error);
      reject(explained === null ? error : new Conflict(explained, { cause: error }));
    });
    request.end(body);
  });
  const { location } = response.headers;
  if (location !== undefined) {
    response.destroy();
    throw new Conflict(errorText("server_redirects", { origin: url.origin, url: location }));
  }
  return { status: response.statusCode!, body: await text(response) };
}
