import type { RouteDescription } from "../../calls/route-description.js";
import { ANY_OBJECT, described, object, optional, refer, type Schema, TEXT } from "../../calls/schema.js";

export const ANSWER_ASSISTANT: RouteDescription = {
  id: "answerAssistant",
  tag: "Assistants",
  summary: "Answer a message of the Model Context Protocol (MCP)",
  details:
    "Streamable HTTP of MCP 2025-06-18 and 2025-11-25 without sessions: each `POST` has one JSON-RPC message, and its answer is JSON; there is no stream, so that `GET` is a 405. The method `tools/list` describes the tools, with schemas of their arguments and answers. Errors of a tool, such as an unknown code, are answers with `isError`. A request with an `Origin` other than this site's is refused, and on a server on loopback without `--base-url` one with another `Host`. Without a key, tools see public datasets.",
  message: refer("McpMessage"),
  json: refer("McpAnswer"),
  silent: "A notification was received.",
  isOfNow: true,
  isForAll: true,
  statuses: [403, 413],
};

const ID: Schema = described({ type: ["string", "number", "null"] }, "That of the request.");

export const MCP_SCHEMAS: Readonly<Record<string, Schema>> = {
  McpMessage: optional(object({ jsonrpc: { const: "2.0" }, method: TEXT }), {
    id: described({ type: ["string", "number"] }, "Absent in notifications."),
    params: ANY_OBJECT,
  }),
  McpAnswer: {
    anyOf: [
      object({ jsonrpc: { const: "2.0" }, id: ID, result: ANY_OBJECT }),
      object({ jsonrpc: { const: "2.0" }, id: ID, error: object({ code: { type: "integer" }, message: TEXT }) }),
    ],
  },
};
