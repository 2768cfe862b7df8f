import type { Answer, Redirect } from "../../calls/answer.js";
import { parameters } from "../../core/query/parameters.js";
import type { HandlerSettings } from "./handler-settings.js";
import type { AboutReply, ByteStream } from "./message/message.js";
import type { CallInput, Route, RouteRead } from "./message/route.js";
import type { RouteCall } from "./reply/body-executor.js";
import { listVersionNames } from "./reply/version-names.js";
import { computeBody } from "./reply/compute-body.js";

type WithinSettings = Pick<HandlerSettings, "routes" | "executor" | "responseCache" | "openVersions">;

/** Make a call within another one: with the same rights, cancelled with it, and computed where it would be by itself. */
export async function readWithin(
  { routes, executor, responseCache, openVersions }: WithinSettings,
  outer: CallInput,
  read: RouteRead,
  seen: { effort: AboutReply["effort"] },
): Promise<string> {
  const route = routes.find(({ path, method }) => path === read.path && method === "GET");
  if (!route) throw new TypeError(`There is no route ${read.path}`);
  const { segments, pairs } = read;
  const input: CallInput = { ...outer, segments, pairs, parameters: parameters(pairs), format: "json" };
  const named = listVersionNames({ pairs }, segments.get("dataset"));
  await openVersions?.(outer.actor, [...named, ...(route.listVersions?.(input) ?? [])]);
  const call = route.readsOnly ? describeCall(route, input) : null;
  // Routes with `GET` that have JSON give nothing else.
  const callHere = async () => (await route.call(input)) as Answer | Redirect;
  const answer = await ((call && executor?.bind(call, input.cancel, callHere)) ?? callHere());
  if ("redirect" in answer) throw new TypeError(`${read.path} redirects to ${answer.redirect}`);
  seen.effort = answer.effort;
  const wanted = { format: "json", pretty: false, callback: undefined, encodings: ["identity"] } as const;
  const { body } =
    (await (call && executor?.make(call, answer, wanted, input.cancel))) ??
    (await computeBody(answer, wanted, responseCache.writers));
  return (Buffer.isBuffer(body) ? body : await gatherStream(body)).toString();
}

/** Describe a call as plain data. */
export function describeCall({ path }: Pick<Route, "path">, input: CallInput): RouteCall {
  const { segments, pairs, actor, user, origin, language, format, remoteAddress } = input;
  return { route: path, segments, pairs, actor, user, origin, language, format, remoteAddress };
}

async function gatherStream(stream: ByteStream): Promise<Buffer> {
  const pieces: Buffer[] = [];
  // A piece lasts until the next one is requested.
  for (let next = await stream.next(); !next.done; next = await stream.next()) pieces.push(Buffer.from(next.value));
  return Buffer.concat(pieces);
}
