import assert from "node:assert/strict";
import type { Response } from "../client.js";
import { MARKS } from "./leak-marks.js";
import { MATRIX } from "./leak-matrix.js";

/** Everything that the answer to a question is, but for what differs from one moment to the next. */
export function visible(url: string, { status, headers, body }: Response): unknown {
  const isNow = Object.values(MATRIX).some(({ now, open }) => now && open.includes(url));
  const {
    date: _,
    connection: _connection,
    "set-cookie": _cookie,
    "content-length": _length,
    "transfer-encoding": _coding,
    ...kept
  } = headers;
  const compared = isNow ? { ...kept, etag: "" } : kept;
  return [status, compared, withoutForms(body)];
}

/** Remove the hidden fields of formats: tokens differ between requests, and return paths repeat the client's own. */
function withoutForms(body: Buffer): string {
  return body.toString("latin1").replace(/<input\s+type="hidden"[^>]*>/g, "");
}

/** Assert that the same requests have the same answers. */
export function assertSame(now: ReadonlyMap<string, unknown>, before: ReadonlyMap<string, unknown>, name = ""): void {
  for (const [question, answer] of now)
    assert.deepEqual(answer, before.get(question), `${name} ${question}`.trimStart());
}

export function assertNoMark(answers: ReadonlyMap<string, unknown>): void {
  for (const [encoded, answer] of answers) {
    const question = decodeURIComponent(encoded);
    const text = JSON.stringify(withoutPixels(answer));
    for (const mark of MARKS) {
      assert.ok(question.includes(mark) || !new RegExp(`\\b${mark}\\b`).test(text), `${mark} shows in ${question}`);
    }
  }
}

/** Leave out the bytes of a picture: by chance some of them are short marks. */
function withoutPixels(answer: unknown): unknown {
  const [, headers] = Array.isArray(answer) ? (answer as [unknown, Response["headers"] | undefined]) : [];
  return headers?.["content-type"] === "image/png" ? (answer as unknown[]).slice(0, 2) : answer;
}

/** How it may be asked. The first is for programs and the second for people. */
export const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { Accept: "application/json" },
  { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" },
  {},
  { Accept: "text/csv" },
  { Accept: "application/vnd.apache.arrow.stream" },
  { Accept: "application/x-ndjson" },
  { Accept: "application/rss+xml" },
  { "Accept-Encoding": "identity" },
  { "If-None-Match": "*" },
  { "If-Modified-Since": new Date(Date.now() + 86_400_000).toUTCString() },
];
