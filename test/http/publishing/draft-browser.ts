import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { type Browser, fieldsOf, pairsOf } from "../pages/browser.js";
import { request, type Response } from "../client.js";

interface Server {
  readonly url: string;
}

/** Values of a form that publishes a table. */
export interface Table {
  readonly file?: readonly [name: string, content: string | Buffer];
  readonly url?: string;
  /** Token; by default that of the form. */
  readonly token?: string;
}

export function tokenIn(page: Response): string {
  return /name="token" value="([^"]*)"/.exec(page.text)![1]!;
}

/** Parse the values of the form of a draft. */
export function fieldsIn({ text }: Pick<Response, "text">): Record<string, string> {
  const [form] = /<form method="post"[^]*?<\/form>/.exec(text)!;
  return Object.fromEntries(pairsOf(fieldsOf(form)));
}

/** Return the name of a column's input in the form of a draft: `columnField(fields, "Date", "role")` is `c1-role`. */
export function columnField(fields: Readonly<Record<string, string>>, column: string, key: string): string {
  const found = Object.keys(fields).find((name) => /^c\d+-column$/.test(name) && fields[name] === column);
  assert.ok(found, `no column ${column}`);
  return found.replace("column", key);
}

/** Send a table or its web address. */
export async function sendTable(server: Server, browser: Browser, { file, url, token }: Table): Promise<Response> {
  const shown = token ?? tokenIn(await browser.get("/datasets/new"));
  const part = (head: string, content: string | Buffer): Buffer[] => [
    Buffer.from(`--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from("\r\n"),
  ];
  return request(`${server.url}/datasets/new`, {
    method: "POST",
    headers: { Accept: "text/html", Cookie: browser.cookie!, "Content-Type": "multipart/form-data; boundary=b" },
    body: Buffer.concat([
      ...part('name="token"', shown),
      ...part(`name="csv_file"; filename="${file?.[0] ?? ""}"`, file?.[1] ?? ""),
      ...part('name="url"', url ?? ""),
      Buffer.from("--b--\r\n"),
    ]),
  });
}

/** Send a file and wait for its analysis. */
export async function beginDraft(
  server: Server,
  browser: Browser,
  content: string | Buffer,
  name = "Town 2014.csv",
): Promise<[path: string, page: Response]> {
  const sent = await sendTable(server, browser, { file: [name, content] });
  assert.equal(sent.status, 303, sent.text);
  const path = new URL(sent.headers.location!).pathname;
  return [path, await whenDone(browser, path)];
}

/** Return the page of a draft once its work is done. */
export async function whenDone(browser: Browser, path: string): Promise<Response> {
  for (;;) {
    const page = await browser.get(path);
    if (!page.text.includes("data-poll")) return page;
    // To ask again at once would take the processor from what is waited for.
    await setTimeout(20);
  }
}

export function post(
  server: Server,
  browser: Browser,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  return request(server.url + path, {
    method: "POST",
    headers: { Accept: "text/html", Cookie: browser.cookie!, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
}

/** Check a draft and return the page with the result. */
export async function check(
  server: Server,
  browser: Browser,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  const sent = await post(server, browser, path, { ...fields, do: "check" });
  return sent.status === 303 ? whenDone(browser, path) : sent;
}

export async function discard(server: Server, browser: Browser, path: string): Promise<void> {
  const token = tokenIn(await browser.get(path));
  assert.equal((await post(server, browser, path, { token, do: "discard" })).status, 303);
}
