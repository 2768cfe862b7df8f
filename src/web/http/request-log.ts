import { clientAddress } from "./request/client-address.js";
import type { Served } from "./message/message.js";

/** Parameters whose values are logged. Others may hold a key, or a URL with a password. */
const LOGGED = new Set(
  [
    "dataset measure cut drilldown order page pagesize format q filter fq category stats facet_field facet_page",
    "facet_pagesize expand_facet_dimensions highlight attribute chart field territories languages callback pretty bom",
  ].flatMap((names) => names.split(" ")),
);

/** An API key: the user's name, a dot (percent-encoded or not), and 32 bytes as base64url. */
const KEY = /[\w-]+(?:\.|%2e)[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/gi;

/** Replace every API key in a text by `[key]`. */
export function withoutKeys(text: string): string {
  return text.replace(KEY, "[key]");
}

/** Return the fields that are logged for a request. @param proxies number of trusted proxies, which name the client */
export function describeRequest(served: Served, proxies: number): object {
  const { head, remoteAddress, reply, begun, ended, bytes, isGone } = served;
  return {
    ...nameRequest(served),
    status: reply.status,
    client: clientAddress(head, remoteAddress, proxies),
    user: reply.about?.user ?? null,
    ready: reply.about?.cached ?? false,
    bytes,
    begun_ms: round(begun),
    ended_ms: round(ended),
    gone: isGone,
  };
}

/** Return the fields that are logged for a request that was slow or cut off. */
export function describeSlow(served: Served): object {
  const { reply, begun } = served;
  const { effort, cutOff } = reply.about ?? {};
  const ending = cutOff && { cut_off: cutOff.reason, processor_ms: round(cutOff.computed) };
  const named = { ...nameRequest(served), status: reply.status, begun_ms: round(begun), ...ending };
  if (!effort) return named;
  const { datasets, query, entries, matches, waited, computed } = effort;
  const times = { waited_ms: round(waited), computed_ms: round(computed) };
  return { ...named, datasets, query: withoutKeys(query), entries, matches, ...times };
}

function nameRequest({ head, reply }: Served): object {
  const { id, method, path, query } = head;
  const target = withoutKeys(decode(path)) + describeQuery(query);
  return { request: id, method: withoutKeys(method), target, route: reply.about?.route ?? "" };
}

/** Format the query with the known parameters; `…` stands for all others. */
function describeQuery(query: string): string {
  if (query === "") return "";
  const known: string[] = [];
  let isWhole = true;
  for (const [name, value] of new URLSearchParams(query)) {
    if (LOGGED.has(name)) known.push(`${name}=${withoutKeys(value)}`);
    else isWhole = false;
  }
  return `?${[...known, ...(isWhole ? [] : ["…"])].join("&")}`;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
