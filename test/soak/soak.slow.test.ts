import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { it } from "node:test";
import { endOf, inDirectory, run, start, startServing } from "../cli/run.js";
import { SPENDING } from "../fixtures.js";
import { request } from "../http/client.js";
import { Random } from "../unit/engines/kernel/random.js";
import { pickCall } from "./soak-calls.js";
import { askOnce, operateOnce, PASSWORD, publishOnce, type Soaked } from "./soak-work.js";

/** Duration; `npm run test:soak` sets half an hour. */
const SECONDS = Number(process.env["SPENDCUBE_SOAK_SECONDS"] ?? 2);
const SEED = Number(process.env["SPENDCUBE_SEED"] ?? Date.now() % 2 ** 31);
const CLIENTS = 4;
const ROWS = 2000;
const REGIONS = 7;
/** Minimum work, which may take longer than `SECONDS`. */
const MINIMUM = { answers: 30, versions: 4 } as const;
/** Minimum duration to judge whether memory grows. */
const TELLING_SECONDS = 60;
/** Milliseconds after which progress is reported. */
const REPORT_MS = 60_000;

/** The last loaded version, and the one whose load has begun. */
interface Versions {
  loaded: number;
  begun: number;
}

/** Reads the numbers of entries and the amounts of an answer. */
type Reading = (text: string) => readonly { readonly entries: number; readonly amount: number }[];

interface Json {
  readonly summary: { readonly amount: number; readonly num_entries: number };
  readonly drilldown: readonly { readonly amount: number; readonly num_entries: number }[];
  readonly results: readonly { readonly amount: number }[];
}

const readCells: Reading = (text) => {
  const { summary, drilldown } = JSON.parse(text) as Json;
  assert.equal(summary.num_entries, ROWS);
  return [summary, ...drilldown].map(({ num_entries: entries, amount }) => ({ entries, amount }));
};
const readHits: Reading = (text) => (JSON.parse(text) as Json).results.map(({ amount }) => ({ entries: 1, amount }));
const readRecords: Reading = (text) => {
  const [header, ...records] = text
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));
  const [amount, entries] = [header!.indexOf("amount"), header!.indexOf("num_entries")];
  return records.map((record) => ({ entries: Number(record[entries]), amount: Number(record[amount]) }));
};

/** Calls whose figures are checked. */
const CALLS: readonly (readonly [path: string, read: Reading])[] = [
  ["/api/2/aggregate?dataset=town", readCells],
  ["/api/2/aggregate?dataset=town&drilldown=region", readCells],
  ["/api/2/aggregate?dataset=town&drilldown=region|cofog1&order=num_entries:asc", readCells],
  ["/api/2/aggregate?dataset=town&drilldown=invoice&pagesize=2000", readCells],
  ["/api/2/aggregate?dataset=town&drilldown=region|cofog1.label&format=csv", readRecords],
  ["/api/2/search?dataset=town&q=police&pagesize=100", readHits],
  ["/api/2/search?dataset=town&q=region:R3&pagesize=2000", readHits],
  ["/api/2/search?dataset=town&order=id:asc&pagesize=2000", readHits],
];

it(`${CLIENTS} clients read for at least ${SECONDS} seconds while others load, publish, purge and ask, and each answer is of one version (SPENDCUBE_SEED=${SEED})`, () =>
  inDirectory(async (directory) => {
    const data = join(directory, "data");
    const key = await addUser(data);
    const versions: Versions = { loaded: 0, begun: 0 };
    const files = await serveFiles(versions);
    const options = ["--allow-http-loading", "--allow-private-urls", "--max-cache-bytes", "2000000"];
    const keeping = ["--keep-sources", "--keep-versions", "6"];
    const server = await startServing(["--data", data, ...options, ...keeping]);
    const errors: string[] = [];
    // A log that nobody reads stops the server.
    createInterface({ input: server.child.stderr! }).on("line", (line) => {
      if (/"level":(?:50|60)/.test(line)) errors.push(line);
    });
    const soaked: Soaked = { url: server.url, data, key, version: () => versions.loaded };
    const answered = Array<number>(CLIENTS).fill(0);
    const rounds = { ask: 0, publish: 0, operate: 0 };
    const resident: number[] = [];
    let hasFailed = false;
    const report = (): string =>
      `${answered.join(", ")} answers, ${versions.loaded} versions, ${JSON.stringify(rounds)}; ${describe(resident)}`;
    const timer = setInterval(() => console.log(`# ${report()}`), REPORT_MS);
    try {
      await loadNext(server.url, files.url, key, versions);
      const end = Date.now() + SECONDS * 1000;
      const isOver = (): boolean =>
        hasFailed ||
        (Date.now() >= end &&
          versions.loaded >= MINIMUM.versions &&
          [...answered, ...Object.values(rounds).map((each) => each * MINIMUM.answers)].every(
            (count) => count >= MINIMUM.answers,
          ));
      const repeat = async (work: () => Promise<void>): Promise<void> => {
        while (!isOver()) await work();
      };
      const random = new Random(SEED + CLIENTS);
      const work = [
        ...answered.map((_, client) =>
          readOn(server.url, versions, SEED + client, () => {
            answered[client]!++;
            return isOver();
          }),
        ),
        repeat(async () => {
          await loadNext(server.url, files.url, key, versions);
          resident.push(residentBytes(server.child.pid!));
        }),
        repeat(() => askOnce(soaked, random).then(() => void rounds.ask++)),
        repeat(() => publishOnce(soaked, random).then(() => void rounds.publish++)),
        repeat(() => operateOnce(soaked, random).then(() => void rounds.operate++)),
      ];
      await Promise.all(work).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
      console.log(`# ${report()}`);
      checkFlat(resident);
      assert.deepEqual(errors, []);
    } finally {
      clearInterval(timer);
      files.server.close();
      files.server.closeAllConnections();
      await server.stop();
    }
    assert.equal(server.child.exitCode, 0);
  }));

/** @returns her key */
async function addUser(data: string): Promise<string> {
  const key = (await run(["user", "add", "ada", "--data", data])).out.trim();
  const child = start(["user", "set-password", "ada", "--password-stdin", "--data", data]);
  child.stdin!.end(`${PASSWORD}\n`);
  assert.equal((await endOf(child)).status, 0);
  return key;
}

/**
 * Send one request after the other, and check each answer.
 * @param onAnswer returns true after the last answer
 */
async function readOn(url: string, versions: Versions, seed: number, onAnswer: () => boolean): Promise<void> {
  const random = new Random(seed);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const tags = new Map<string, string>();
  for (let isLast = false; !isLast;) {
    if (random.chance(50)) await readFigures(url, agent, random, versions);
    else {
      const { path, statuses } = pickCall(random, versions.loaded);
      const tag = random.chance(50) ? tags.get(path) : undefined;
      const headers: Record<string, string> = tag === undefined ? {} : { "If-None-Match": tag };
      const { status, text, headers: received } = await request(url + path, { agent, headers });
      assert.ok(statuses.includes(status), `${path}: ${status} ${text.slice(0, 2000)}`);
      if (received["etag"] !== undefined && tags.size < 100) tags.set(path, received["etag"]);
    }
    isLast = onAnswer();
  }
  agent.destroy();
}

async function readFigures(url: string, agent: Agent, random: Random, versions: Versions): Promise<void> {
  const [path, read] = random.pick(CALLS);
  const { loaded } = versions;
  const { status, text } = await request(url + path, { agent });
  if (status === 503) return;
  assert.equal(status, 200, `${path}: ${text}`);
  checkVersion(path, read(text), loaded, versions.begun);
}

/** Check that an answer is of one version: in version n every entry has the amount n. */
function checkVersion(path: string, cells: ReturnType<Reading>, min: number, max: number): void {
  assert.ok(cells.length > 0, path);
  const found = new Set(cells.map(({ entries, amount }) => amount / entries));
  assert.equal(found.size, 1, `${path} is a mixture of ${[...found].join()}`);
  const [version] = found;
  assert.ok(version! >= min && version! <= max, `${path} is of ${version}, and not of ${min} to ${max}`);
}

async function loadNext(url: string, files: string, key: string, versions: Versions): Promise<void> {
  versions.begun = versions.loaded + 1;
  const parameters = new URLSearchParams({
    csv_file: `${files}/rows.csv`,
    metadata: `${files}/model.json`,
    wait: "true",
  });
  const headers = { Authorization: `ApiKey ${key}` };
  const { status, text } = await request(`${url}/api/2/new?${parameters}`, { method: "POST", headers });
  assert.equal(status, 200, text);
  versions.loaded = versions.begun;
}

/** Serve the model, and the rows of the version that is being loaded. */
async function serveFiles(versions: Versions): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer(({ url }, response) => {
    if (url === "/model.json") return void response.end(JSON.stringify(SPENDING));
    const rows = Array.from(
      { length: ROWS },
      (_, at) => `${versions.begun},,2009,,${at},R${at % REGIONS},,${at % 11},Police,,\n`,
    );
    response.end(`paid,planned,date,until,invoice,region,rate,code,function,color,weight\n${rows.join("")}`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) * 1024;
}

function checkFlat(resident: readonly number[]): void {
  assert.ok(Math.max(...resident) < 1e9, describe(resident));
  if (SECONDS < TELLING_SECONDS) return;
  const third = Math.floor(resident.length / 3);
  const [middle, last] = [median(resident.slice(third, 2 * third)), median(resident.slice(2 * third))];
  assert.ok(last < middle * 1.1 + 16e6, describe(resident));
}

function describe(resident: readonly number[]): string {
  const shown = Array.from({ length: 10 }, (_, at) => resident[Math.floor((at * (resident.length - 1)) / 9)]!);
  return `resident MB over time: ${shown.map((bytes) => Math.round(bytes / 1e6)).join(" ")}`;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;
}
