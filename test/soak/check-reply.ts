import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import type { DocumentChecker } from "../http/protocol/document.js";
import type { Response } from "../http/client.js";
import { assertWellFormed } from "../http/pages/markup.js";
import type { FuzzedRequest } from "./parameters.js";

/** Larger bodies are not parsed. */
const PARSED_BYTES = 200_000;

const MAGIC: Readonly<Record<string, string>> = {
  "image/png": "89504e47",
  "application/gzip": "1f8b",
  "application/vnd.apache.parquet": "50415231",
  "application/vnd.apache.arrow.stream": "ffffffff",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "504b0304",
};

/**
 * Check that a reply is not an error of the server, and that its bytes are of the type that it names.
 * @param checker of the interface's document, for requests that are calls of it
 */
export function checkReply({ method, template }: FuzzedRequest, reply: Response, checker: DocumentChecker): void {
  const { status, headers, body, text } = reply;
  // 501 is a format that oEmbed does not have, 505 a version of HTTP.
  assert.ok(status < 500 || status === 501 || status === 503 || status === 505, `${status}`);
  const type = headers["content-type"]?.split(";", 1)[0];
  const hasBody = method !== "HEAD" && body.length > 0;
  assert.ok(!hasBody || type !== undefined, "no content type");
  assert.equal(headers["x-content-type-options"] ?? "nosniff", "nosniff");
  if (!hasBody || body.length > PARSED_BYTES || headers["content-encoding"] !== undefined || status === 206) return;
  if (MAGIC[type!]) assert.equal(body.toString("hex", 0, MAGIC[type!]!.length / 2), MAGIC[type!]);
  else checkText(type!, text);
  if (template && status !== 304) checker.checkBody(template, method.toLowerCase(), reply);
}

function checkText(type: string, text: string): void {
  if (type === "application/json" || type === "application/ld+json") JSON.parse(text);
  else if (type === "text/html" || /[+/]xml$/.test(type)) assertWellFormed(text);
  else if (type === "text/csv") parse(text, { bom: true, relax_column_count: false });
  else if (type === "application/x-ndjson") {
    for (const line of text.split("\n").filter((each) => each !== "")) JSON.parse(line);
  }
}
