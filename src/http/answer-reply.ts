import type { Actor } from "../access/actor.js";
import type { Answer, Form } from "../api/answer.js";
import type { Parameters } from "../query/parameters.js";
import { type Encoding, negotiateEncodings } from "./compress.js";
import { entityTag, findUnmodified } from "./conditional.js";
import { attachment, cachePolicy, HTML_POLICY } from "./headers.js";
import { SCRIPT_TYPE, wrapInCall } from "./jsonp.js";
import { pageUrl } from "./link.js";
import type { HttpReply, HttpRequest } from "./message.js";
import { makePayload } from "./payload.js";
import { indenter } from "./pretty.js";
import { CONTENT_TYPES } from "./representations.js";
import type { TextFilter } from "./text-filter.js";

/** What a request comes to before it is answered. */
export interface Asked {
  readonly request: HttpRequest;
  readonly pairs: readonly (readonly [string, string])[];
  readonly path: readonly string[];
  readonly parameters: Parameters;
  readonly actor: Actor;
  readonly origin: string;
  /** Of the program: another one may write the same answer in other words. */
  readonly version: string;
}

/** Send an answer in one of its forms, unless the client has it already. */
export async function replyAnswer(answer: Answer, form: Form, asked: Asked): Promise<HttpReply> {
  const { headers, method } = asked.request;
  const callback = form === "json" ? asked.parameters.get("callback") : undefined;
  const pretty = form === "json" && asked.parameters.get("pretty") === "true";
  const encodings = negotiateEncodings(headers.get("accept-encoding"));
  const isPublic = answer.public && !headers.has("authorization");

  const tag = (encoding: Encoding): string =>
    entityTag([
      [asked.version, answer.version, answer.canonical, asked.origin, asked.path],
      [form, callback, pretty, encoding],
      answer.public ? null : asked.actor,
    ]);
  const lastModified = new Date(Math.min(answer.lastModified.getTime(), Date.now()));
  const caching = (etag: string): [string, string][] => [
    ["ETag", etag],
    ["Last-Modified", lastModified.toUTCString()],
    ["Cache-Control", cachePolicy(isPublic)],
  ];
  const isRead = method === "GET" || method === "HEAD";
  if (isRead) {
    // Until the body is there, nobody knows whether it is large enough to be compressed.
    const possible = encodings.filter((encoding, i) => i === 0 || encoding === "identity").map(tag);
    const held = findUnmodified(headers, possible, lastModified);
    if (held !== undefined) return { status: 304, headers: caching(held), body: null };
  }

  const make = answer.forms[form];
  if (!make) throw new Error(`an answer lacks the form ${form}`);
  const { chunks, nextPage, filename } = await make();
  const filters: TextFilter[] = [];
  if (pretty) filters.push(indenter());
  if (callback !== undefined) filters.push(wrapInCall(callback));
  const { body, encoding } = await makePayload(chunks, filters, encodings);

  const reply: [string, string][] = [["Content-Type", callback === undefined ? CONTENT_TYPES[form] : SCRIPT_TYPE]];
  if (isRead) reply.push(...caching(tag(encoding)));
  else reply.push(["Cache-Control", cachePolicy(false)]);
  if (encoding !== "identity") reply.push(["Content-Encoding", encoding]);
  if (filename !== undefined) reply.push(["Content-Disposition", attachment(filename)]);
  if (nextPage !== undefined) {
    reply.push(["Link", `<${pageUrl(asked.origin, asked.path, asked.pairs, nextPage)}>; rel="next"`]);
  }
  if (form === "html") for (const [name, value] of HTML_POLICY) reply.push([name, value]);
  return { status: 200, headers: reply, body };
}
