import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { text } from "node:stream/consumers";
import { it } from "node:test";
import { type Browser, signedIn } from "../http/pages/browser.js";
import { discard, tokenIn, whenDone } from "../http/publishing/draft-browser.js";
import { PASSWORD } from "../http/access/sign-in-server.js";
import { inDirectory, start, startServing } from "./run.js";

const BLOCK = 2 ** 20;
/** More than the memory that a refused upload may take. */
const BLOCKS = 210;

/** Megabytes that a process has taken at most. */
function peakOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;
}

/** A form with a table of hundreds of megabytes, made while it is sent. */
function* makeForm(token: string): Generator<Buffer> {
  const part = (head: string): Buffer => Buffer.from(`--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n`);
  yield Buffer.concat([part('name="token"'), Buffer.from(`${token}\r\n`)]);
  yield part('name="csv_file"; filename="large.csv"');
  yield Buffer.from("Payment,Date,Office,Amount\n");
  const row = (at: number): string => `P${String(at).padStart(9, "0")},2014-03-02,Office ${at % 10},${at % 1000}.25\n`;
  const block = Buffer.from(Array.from({ length: Math.ceil(BLOCK / row(0).length) }, (_, at) => row(at)).join(""));
  for (let at = 0; at < BLOCKS; at++) yield block;
  yield Buffer.from("\r\n--b--\r\n");
}

async function send(url: string, browser: Browser, token: string): Promise<{ status: number; path: string }> {
  const sending = request(`${url}/datasets/new`, {
    method: "POST",
    headers: { Accept: "text/html", Cookie: browser.cookie!, "Content-Type": "multipart/form-data; boundary=b" },
  });
  const answered = once(sending, "response");
  await pipeline(Readable.from(makeForm(token)), sending);
  const [response] = await answered;
  response.resume();
  const { location } = response.headers as { location?: string };
  return { status: response.statusCode, path: location === undefined ? "" : new URL(location).pathname };
}

it("an upload of hundreds of megabytes takes little memory, and a refused one leaves nothing behind", () =>
  inDirectory(async (data) => {
    const adding = start(["user", "add", "ada", "--password-stdin", "--data", data]);
    adding.stdin!.end(`${PASSWORD}\n`);
    await Promise.all([text(adding.stdout!), once(adding, "close")]);
    const server = await startServing(["--data", data, "--allow-http-loading"]);
    const pid = server.child.pid!;
    const ada = await signedIn(server, "ada");
    const token = tokenIn(await ada.get("/datasets/new"));
    const before = peakOf(pid);
    // All of it is received before it is known that the form is not this server's.
    assert.equal((await send(server.url, ada, "wrong")).status, 403);
    const grown = peakOf(pid) - before;
    assert.ok(grown < 200, `grew by ${grown} MB`);
    assert.deepEqual(await readdir(join(data, "downloads")), []);

    const { status, path } = await send(server.url, ada, token);
    assert.equal(status, 303);
    const page = await whenDone(ada, path);
    assert.match(page.text, /rows were analysed; the file has more/);
    assert.ok(peakOf(pid) < before + 1000, `grew to ${peakOf(pid)} MB from ${before}`);
    await discard(server, ada, path);
    assert.deepEqual(await readdir(join(data, "drafts")), []);
    assert.equal(await server.stop(), 0);
  }));
