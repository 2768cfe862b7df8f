import { errorText } from "../../core/errors/error-text.js";
import type { Context } from "../../calls/context.js";
import { Forbidden, InvalidQuery } from "../../core/errors/errors.js";
import { PROTOCOL_VERSIONS, METHODS, type MethodScope } from "./tools/methods.js";
import { readExactly } from "./tools/read-exactly.js";
import type { ReadCall } from "./tools/tool.js";
import type { CallInput, MessageReply } from "../../web/http/message/route.js";
import type { DescribedRoute } from "../../web/http/openapi/described-route.js";
import { ANSWER_ASSISTANT } from "./description.js";
import { isRecord, readMessage, RpcError, type RpcMessage, writeResult, writeRpcError } from "./tools/json-rpc.js";

/** Make the route of messages of the Model Context Protocol. */
export function makeMcpRoute(context: Pick<Context, "version" | "catalog">): DescribedRoute {
  return {
    method: "POST",
    path: "/mcp",
    kind: "api",
    formats: ["json"],
    pins: true,
    about: ANSWER_ASSISTANT,
    async call(input) {
      checkSite(input);
      checkVersion(input);
      const text = (await input.body()).toString();
      const numberOf = (dataset: string): number | null => context.catalog.get(dataset)?.number ?? null;
      return answerMessage({ origin: input.origin, version: context.version, read: readFor(input), numberOf }, text);
    },
  };
}

/**
 * Refuse requests of pages of other sites: such a page could use a server of the reader's own network. If it makes its
 * own name resolve to the reader's machine (DNS rebinding), its site looks like that of the server: so a server for
 * programs on its own machine takes no other name. Programs send no `Origin`.
 * @throws Forbidden
 */
function checkSite({ site, origin, isRebound }: CallInput): void {
  if (isRebound) {
    throw new Forbidden(errorText("not_reached_by_host", { host: new URL(origin).host }));
  }
  if (site === undefined) return;
  const own = URL.canParse(origin) ? new URL(origin).origin : origin;
  if (site === own) return;
  throw new Forbidden(errorText("other_site", { site, own }));
}

/** @throws InvalidQuery for a version of the protocol that is not known */
function checkVersion({ protocolVersion }: CallInput): void {
  if (protocolVersion === undefined || PROTOCOL_VERSIONS.includes(protocolVersion)) return;
  throw new InvalidQuery(
    errorText("unknown_protocol", { version: protocolVersion, known: PROTOCOL_VERSIONS.join(", ") }),
  );
}

function readFor({ read }: CallInput): ReadCall {
  return async (path, segments, pairs) =>
    readExactly(await read({ path, segments: new Map(Object.entries(segments)), pairs }));
}

/** Answer a message of the protocol. @param text JSON of one message */
async function answerMessage(scope: MethodScope, text: string): Promise<MessageReply> {
  let message: RpcMessage;
  try {
    message = readMessage(text);
  } catch (error) {
    if (error instanceof RpcError) return { status: 400, message: writeRpcError(null, error) };
    throw error;
  }
  if (message.kind === "unanswered") return { status: 202, message: null };
  const { id, method, params } = message;
  try {
    const answer = METHODS.get(method);
    if (!answer) {
      const known = [...METHODS.keys()].join(", ");
      throw new RpcError("unknownMethod", `Unknown method "${method}"; known: ${known}`);
    }
    if (!isRecord(params)) throw new RpcError("invalidParams", 'Invalid params: "params" must be an object');
    return { status: 200, message: writeResult(id, await answer(scope, params)) };
  } catch (error) {
    if (error instanceof RpcError) return { status: 200, message: writeRpcError(id, error) };
    throw error;
  }
}
