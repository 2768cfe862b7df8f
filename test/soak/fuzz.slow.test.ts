import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { Agent } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { SPENDING } from "../fixtures.js";
import { startBrowser } from "../http/pages/browser.js";
import { request, type Response } from "../http/client.js";
import { SIDE } from "../http/aggregate/derived-town.js";
import { type Document, DocumentChecker } from "../http/protocol/document.js";
import { endOf, inDirectory, runHere, start, startServing } from "../cli/run.js";
import { Random } from "../unit/engines/kernel/random.js";
import { checkReply } from "./check-reply.js";
import { makeDocumented } from "./documented.js";
import { FORM_PAGES, makeFormPost } from "./forms.js";
import { type FuzzedRequest, makeRequest } from "./parameters.js";
import { makeBytes } from "./raw-bytes.js";

/** Number of requests to each server; `npm run test:fuzz` sets half a million. */
const REQUESTS = Number(process.env["SPENDCUBE_FUZZ"] ?? 2000);
const SEED = Number(process.env["SPENDCUBE_SEED"] ?? Date.now() % 2 ** 31);
const CLIENTS = 32;
/** Percentage of requests that are raw bytes. */
const RAW = 20;
/** Number of clients with a session, and percentage of their requests that are forms. */
const SIGNED_IN = 8;
const FORM = 30;
/** Number of requests after which they sign in again. */
const SESSION = 300;
/** Number of requests after which progress is reported. */
const REPORT = 20_000;
/** Number of kinds of faults after which a run ends. */
const MOST_FAULTS = 20;

const ROWS = `paid,planned,date,until,invoice,region,rate,code,function,color,weight
1,2,2009-03-02,,a,North,1.5,1,Police,#112233,2
-3,,2010,2011-01-01,b,"=1+1|""<b>",,2,Fire,,
`;
const MORE_ROWS = `${ROWS}5,1,2011-12-31,,c,South,0.1,2,Fire,,\n`;

const PASSWORD = "correct horse battery";

/** What both servers have at first. */
let filled: string;
before(async () => {
  filled = await mkdtemp(join(tmpdir(), "spendcube-"));
  await fill(filled, join(filled, "data"));
});
after(() => rm(filled, { recursive: true }));

for (const [adapter, environment] of [
  ["uWebSockets.js", {}],
  ["Node's server", { NODE_OPTIONS: "--no-addons" }],
] as const) {
  it(`${REQUESTS} fuzzed requests to ${adapter} cause neither a crash nor an error nor a malformed reply (SPENDCUBE_SEED=${SEED})`, () =>
    inDirectory(async (directory) => {
      const data = join(directory, "data");
      await cp(join(filled, "data"), data, { recursive: true });
      const options = ["--trust-proxy", "--allow-registration", "--log-requests", "--allow-http-loading"];
      const server = await startServing(["--data", data, ...options], environment);
      const log = watchLog(server.child.stderr!);
      const faults = await attack(server, log);
      assert.equal(server.child.exitCode, null, `the server ended: ${log.tail()}`);
      assert.deepEqual([...faults, ...log.troubles], []);
      assert.equal((await request(`${server.url}/api/2/aggregate?dataset=town`)).status, 200);
      const { requests, answers, changes } = log.counts();
      console.log(
        `# ${adapter}: ${requests} requests were received, ${answers} answered successfully, ${changes} forms accepted`,
      );
      assert.ok(
        requests > REQUESTS / 2 && answers > REQUESTS / 20 && changes > 0,
        "most are not requests, or are refused",
      );
      assert.equal(await server.stop(), 0);
    }));
}

interface Attacked {
  readonly url: string;
  readonly child: ChildProcess;
}

/** Send all requests, from several clients at once. @returns the faults that show in replies, one of each kind */
async function attack({ url, child }: Attacked, log: ReturnType<typeof watchLog>): Promise<readonly string[]> {
  const faults = new Map<string, string>();
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const document = JSON.parse((await request(`${url}/openapi.json`)).text) as Document;
  const checker = new DocumentChecker(document);
  const port = Number(new URL(url).port);
  let left = REQUESTS;
  const isOver = (): boolean =>
    left-- <= 0 || child.exitCode !== null || log.troubles.length > 0 || faults.size >= MOST_FAULTS;
  const sender: Sender = {
    url,
    agent,
    checker,
    note: (kind, fault) => void (faults.has(kind) || faults.set(kind, fault)),
  };
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    const random = new Random(SEED + client * 7919);
    let cookie = "";
    for (let sent = 0; !isOver(); sent++) {
      // A session may have been ended, or its password changed, by a form.
      if (client < SIGNED_IN && sent % SESSION === 0) cookie = await signIn(url);
      if (left % REPORT === 0) console.log(`# ${left} requests are left`);
      if (client < SIGNED_IN && random.chance(FORM)) await sendForm(sender, random, cookie);
      else if (random.chance(RAW)) await sendBytes(port, makeBytes(random));
      else {
        const made = random.chance(50) ? makeDocumented(document, random) : makeRequest(random);
        const headers = cookie !== "" && random.chance(50) ? { ...made.headers, Cookie: cookie } : made.headers;
        await send(sender, { ...made, headers });
      }
    }
  });
  await Promise.all(clients).finally(() => {
    left = 0;
  });
  agent.destroy();
  return [...faults.values()];
}

/** Where requests are sent and replies checked. */
interface Sender {
  readonly url: string;
  readonly agent: Agent;
  readonly checker: DocumentChecker;
  /** Notes a fault in a reply. */
  readonly note: (kind: string, fault: string) => void;
}

async function signIn(url: string): Promise<string> {
  const browser = startBrowser({ url });
  await browser.get("/login");
  await browser.send("/login", { name: "ada", password: PASSWORD });
  return browser.cookie ?? "";
}

/** Load datasets with versions, kept sources, notes, a derived dimension, and a private one. */
async function fill(directory: string, data: string): Promise<void> {
  assert.equal((await runHere(["user", "add", "ada", "--data", data])).status, 0);
  const child = start(["user", "set-password", "ada", "--password-stdin", "--data", data]);
  child.stdin!.end(`${PASSWORD}\n`);
  assert.equal((await endOf(child)).status, 0);
  await load(directory, data, "town", ROWS);
  await load(directory, data, "town", MORE_ROWS, "--keep-sources");
  await load(directory, data, "secret", ROWS, "--private", "--owner", "ada");
  await load(directory, data, "secret", MORE_ROWS);
  await load(directory, data, "ours", ROWS, "--owner", "ada", "--keep-sources");
  await loadPart(directory, data);
}

async function load(directory: string, data: string, name: string, rows: string, ...more: string[]): Promise<void> {
  const [model, csv] = [join(directory, "model.json"), join(directory, "rows.csv")];
  await writeFile(model, JSON.stringify({ ...MODEL, dataset: { ...SPENDING.dataset, name } }));
  await writeFile(csv, rows);
  const { status, err } = await runHere(["load", "--data", data, "--metadata", model, "--csv", csv, ...more]);
  assert.equal(status, 0, err);
}

/** A dataset with everything that a model can say about figures. */
const MODEL = {
  ...SPENDING,
  mapping: { ...SPENDING.mapping, side: SIDE },
  formulas: { per_entry: { term: "amount/num_entries", label: 'Per "entry" <b>', format: "amount" } },
  notes: [{ on: "year:2009", kind: "break", text: "</script><b>&amp;" }],
};

/** Load a part of the demo dataset, so that answers are fast. */
async function loadPart(directory: string, data: string): Promise<void> {
  const csv = join(directory, "part.csv");
  const lines = (await readFile("demo/uk-spending.csv", "utf8")).split("\n");
  await writeFile(csv, lines.filter((_, at) => at % 40 === 0).join("\n"));
  const { status, err } = await runHere(["load", "--data", data, "--metadata", "demo/model.json", "--csv", csv]);
  assert.equal(status, 0, err);
}

/** Send a request and check its reply. @returns the reply; `null` if the connection was closed */
async function send({ url, agent, checker, note }: Sender, made: FuzzedRequest): Promise<Response | null> {
  const { method, target, headers, body } = made;
  const options = { method, headers, agent, ...(body === undefined ? {} : { body }) };
  const description = `${method} ${target} ${JSON.stringify(headers)} ${body ?? ""} (${SEED})`;
  const reply = await request(url + target, options).catch((error: unknown) => {
    // The server may close a kept-alive connection while the next request is on its way.
    if ((error as NodeJS.ErrnoException).code !== "ECONNRESET") throw new Error(description, { cause: error });
    return null;
  });
  try {
    if (reply) checkReply(made, reply, checker);
  } catch (error) {
    const { message } = error as Error;
    note(`${method} ${made.template ?? ""} ${message.slice(0, 40)}`, `${message}\n${description}`);
  }
  return reply;
}

/** Open a page and send one of its forms. */
async function sendForm(sender: Sender, random: Random, cookie: string): Promise<void> {
  let target: string = random.pick(FORM_PAGES);
  for (let step = random.int(3); step >= 0; step--) {
    const headers = { Cookie: cookie, Accept: "text/html" };
    const page = await send(sender, { method: "GET", target, headers, body: undefined });
    const post = page && makeFormPost(page.text, random);
    if (!post) return;
    const posted = await send(sender, { method: "POST", ...post, headers: { ...headers, ...post.headers } });
    const { location } = posted?.headers ?? {};
    if (location === undefined) return;
    target = new URL(location, sender.url).pathname;
  }
}

/** Send raw bytes and ignore the reply; problems show in the server's log. */
async function sendBytes(port: number, bytes: Buffer): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(bytes);
  const timer = setTimeout(() => socket.destroy(), 30);
  socket.once("data", () => socket.destroy());
  await once(socket, "close");
  clearTimeout(timer);
}

/** Watch a server's log: count requests, and collect errors. */
function watchLog(stream: NodeJS.ReadableStream): {
  readonly troubles: readonly string[];
  counts(): { readonly requests: number; readonly answers: number; readonly changes: number };
  tail(): string;
} {
  const troubles: string[] = [];
  let requests = 0;
  let answers = 0;
  let changes = 0;
  let rest = "";
  let tail = "";
  stream.on("data", (piece) => {
    const lines = (rest + String(piece)).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      if (line.includes('"msg":"request"')) requests++;
      else tail = (tail + line + "\n").slice(-5000);
      if (line.includes('"status":200')) answers++;
      if (line.includes('"method":"POST"') && line.includes('"status":303')) changes++;
      if (/"level":(?:50|60)/.test(line) || /"status":50[024]/.test(line)) troubles.push(line);
    }
  });
  return { troubles, counts: () => ({ requests, answers, changes }), tail: () => tail + rest };
}
