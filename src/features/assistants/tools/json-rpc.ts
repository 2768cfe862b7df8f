import { escapeUnseen } from "../../../core/model/words/plain-text.js";

/** Name of a request, which its answer repeats. */
export type RequestId = string | number;

/** A message of JSON-RPC 2.0 as clients send it. */
export type RpcMessage =
  | {
      readonly kind: "request";
      readonly id: RequestId;
      readonly method: string;
      readonly params: Readonly<Record<string, unknown>>;
    }
  /** A notification, or the response to a request of the server, which makes none: neither has an answer. */
  | { readonly kind: "unanswered" };

/** Codes of JSON-RPC 2.0, section 5.1, and of MCP. */
const RPC_CODES = {
  parseError: -32_700,
  invalidRequest: -32_600,
  unknownMethod: -32_601,
  invalidParams: -32_602,
  unknownResource: -32_002,
} as const;

/** An error that the protocol has a code for. */
export class RpcError extends Error {
  readonly code: number;

  constructor(kind: keyof typeof RPC_CODES, sentence: string) {
    super(sentence);
    this.code = RPC_CODES[kind];
  }
}

/** Read one message. @throws RpcError when it is not a message */
export function readMessage(text: string): RpcMessage {
  const message = parseText(text);
  if (Array.isArray(message)) throw invalid("batches are not supported; send each message by itself");
  if (!isRecord(message)) throw invalid("a message is a JSON object");
  const { jsonrpc, method, id, params = {} } = message;
  if (jsonrpc !== "2.0") throw invalid('"jsonrpc" must be "2.0"');
  if (method === undefined && ("result" in message || "error" in message)) return { kind: "unanswered" };
  if (typeof method !== "string") throw invalid('"method" must be a text');
  if (!("id" in message)) return { kind: "unanswered" };
  if (typeof id !== "string" && !(typeof id === "number" && Number.isFinite(id))) {
    throw invalid('"id" must be a text or a number');
  }
  // Parameters are checked by the method: only its answer can repeat the id.
  return { kind: "request", id, method, params: params as Readonly<Record<string, unknown>> };
}

/** Write the answer to a request. */
export function writeResult(id: RequestId, result: object): string {
  return escapeUnseen(JSON.stringify({ jsonrpc: "2.0", id, result }));
}

/** Write an error. @param id `null` if the message has none that can be read */
export function writeRpcError(id: RequestId | null, { code, message }: Pick<RpcError, "code" | "message">): string {
  return escapeUnseen(JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } }));
}

/** True for a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RpcError("parseError", `Parse error: ${(error as Error).message}`);
  }
}

function invalid(sentence: string): RpcError {
  return new RpcError("invalidRequest", `Invalid request: ${sentence}`);
}
