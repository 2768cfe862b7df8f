import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { Agent } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { it } from "node:test";
import { SPENDING } from "../fixtures.js";
import { request } from "../http/client.js";
import { inDirectory, run, startServing } from "../cli/run.js";
import { Random } from "../unit/kernel/random.js";
import { makeRequest } from "./parameters.js";
import { makeBytes } from "./raw-bytes.js";

/** Number of requests; `npm run test:fuzz` sets a million. */
const REQUESTS = Number(process.env["SPENDCUBE_FUZZ"] ?? 2000);
const SEED = Number(process.env["SPENDCUBE_SEED"] ?? Date.now() % 2 ** 31);
const CLIENTS = 32;
/** Percentage of requests that are raw bytes. */
const RAW = 30;

const ROWS = `paid,planned,date,until,invoice,region,rate,code,function,color,weight
1,2,2009-03-02,,a,North,1.5,1,Police,#112233,2
-3,,2010,2011-01-01,b,"=1+1|""<b>",,2,Fire,,
`;

it(`${REQUESTS} fuzzed requests cause neither a crash nor an error of the server (SPENDCUBE_SEED=${SEED})`, () =>
  inDirectory(async (directory) => {
    const data = join(directory, "data");
    await load(directory, data, "town");
    await load(directory, data, "secret", "--private");
    await loadPart(directory, data);
    const options = ["--trust-proxy", "--allow-registration", "--log-requests"];
    const server = await startServing(["--data", data, ...options]);
    const log = watchLog(server.child.stderr!);
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
    let left = REQUESTS;
    const clients = Array.from({ length: CLIENTS }, async (_, client) => {
      const random = new Random(SEED + client * 7919);
      while (left-- > 0 && server.child.exitCode === null && log.troubles.length === 0) {
        if (random.chance(RAW)) await sendBytes(Number(new URL(server.url).port), makeBytes(random));
        else await send(server.url, agent, random);
      }
    });
    await Promise.all(clients);
    assert.equal(server.child.exitCode, null, `the server ended: ${log.tail()}`);
    assert.deepEqual(log.troubles, []);
    assert.equal((await request(`${server.url}/api/2/aggregate?dataset=town`)).status, 200);
    const { requests, answers } = log.counts();
    console.log(`# ${requests} requests were received, ${answers} answered successfully`);
    assert.ok(requests > REQUESTS / 2 && answers > REQUESTS / 20, "most are not requests, or are refused");
    agent.destroy();
    assert.equal(await server.stop(), 0);
  }));

async function load(directory: string, data: string, name: string, ...more: string[]): Promise<void> {
  const [model, csv] = [join(directory, "model.json"), join(directory, "rows.csv")];
  await writeFile(model, JSON.stringify({ ...SPENDING, dataset: { ...SPENDING.dataset, name } }));
  await writeFile(csv, ROWS);
  const { status, err } = await run(["load", "--data", data, "--metadata", model, "--csv", csv, ...more]);
  assert.equal(status, 0, err);
}

/** Load a part of the demo dataset, so that answers are fast. */
async function loadPart(directory: string, data: string): Promise<void> {
  const csv = join(directory, "part.csv");
  const lines = (await readFile("demo/uk-spending.csv", "utf8")).split("\n");
  await writeFile(csv, lines.filter((_, at) => at % 40 === 0).join("\n"));
  const { status, err } = await run(["load", "--data", data, "--metadata", "demo/model.json", "--csv", csv]);
  assert.equal(status, 0, err);
}

/** Send a valid request; it must be answered without a server error. */
async function send(url: string, agent: Agent, random: Random): Promise<void> {
  const { method, target, headers, body } = makeRequest(random);
  const description = `${method} ${target} ${JSON.stringify(headers)} ${body ?? ""} (${SEED})`;
  const response = await request(url + target, {
    method,
    headers,
    agent,
    ...(body === undefined ? {} : { body }),
  }).catch((error: unknown) => {
    // The server may close a kept-alive connection while the next request is on its way.
    if ((error as NodeJS.ErrnoException).code === "ECONNRESET") return undefined;
    throw new Error(description, { cause: error });
  });
  if (!response) return;
  const { status, headers: received, text } = response;
  assert.ok(status < 500 || status === 503 || status === 505, `${description}: ${status} ${text}`);
  const isJson = received["content-type"]?.startsWith("application/json") && method !== "HEAD" && status !== 304;
  if (isJson && received["content-encoding"] === undefined && text.length < 100_000) JSON.parse(text);
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
  counts(): { readonly requests: number; readonly answers: number };
  tail(): string;
} {
  const troubles: string[] = [];
  let requests = 0;
  let answers = 0;
  let rest = "";
  let tail = "";
  stream.on("data", (piece) => {
    const lines = (rest + String(piece)).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      if (line.includes('"msg":"request"')) requests++;
      else tail = (tail + line + "\n").slice(-5000);
      if (line.includes('"status":200')) answers++;
      if (/"level":(?:50|60)/.test(line) || /"status":50[0124]/.test(line)) troubles.push(line);
    }
  });
  return { troubles, counts: () => ({ requests, answers }), tail: () => tail + rest };
}
