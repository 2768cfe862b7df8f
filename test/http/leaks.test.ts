import assert from "node:assert/strict";
import { Agent } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { type Actor, ANONYMOUS } from "#src/access/actor.js";
import type { Context } from "#src/api/context.js";
import { Unauthenticated } from "#src/errors/errors.js";
import type { DescribedRoute } from "#src/http/route.js";
import { makeRoutes } from "#src/http/routes.js";
import { parseModel } from "#src/model/parse.js";
import { plainFormat } from "#src/plain/builder.js";
import { Catalog } from "#src/store/catalog.js";
import { contextOf, type Row, SPENDING, spendingEngine } from "../fixtures.js";
import { request, type Response } from "./client.js";
import { startTestServer, type TestServer } from "./server.js";

const SECRET = "secret-plans";

/** Whoever may come. The manager of another private dataset may read that one and not this. */
const ACTORS: readonly { readonly name: string; readonly actor: Actor; readonly mayRead: boolean }[] = [
  { name: "nobody", actor: ANONYMOUS, mayRead: false },
  { name: "user", actor: { name: "user", admin: false }, mayRead: false },
  { name: "stranger", actor: { name: "stranger", admin: false }, mayRead: false },
  { name: "manager", actor: { name: "manager", admin: false }, mayRead: true },
  { name: "admin", actor: { name: "admin", admin: true }, mayRead: true },
];

/** What may be asked of a route. */
interface Questions {
  /** Without the private dataset's name; names that are nearly its own among them. */
  readonly open: readonly string[];
  /** With its name, and answered to those who may read it. */
  readonly named?: readonly string[];
  /** With its name and something wrong, and refused to those who may read it, too. */
  readonly faulty?: readonly string[];
  /** Whether an answer is of this moment and like no other. */
  readonly now?: true;
}

/** Every route. Who adds one says here how a private dataset might show in it. */
const MATRIX: Readonly<Record<string, Questions>> = {
  "GET /": { open: ["/"] },
  "GET /api/2/aggregate": {
    open: [
      "/api/2/aggregate",
      "/api/2/aggregate?dataset=town&drilldown=region|cofog1",
      "/api/2/aggregate?dataset=town&cut=region:Hidden%20valley",
      "/api/2/aggregate?dataset=secret-plan",
      "/api/2/aggregate?dataset=Secret-Plans",
      "/api/2/aggregate?dataset=town|secret-plan",
      `/api/2/aggregate?dataset=town&dataset=${SECRET}`,
    ],
    named: [
      `/api/2/aggregate?dataset=${SECRET}`,
      `/api/2/aggregate?dataset=${SECRET}&drilldown=region|cofog1|time&pretty=true`,
      `/api/2/aggregate?dataset=${SECRET}&drilldown=invoice&cut=region:Hidden%20valley`,
    ],
    faulty: [
      `/api/2/aggregate?dataset=${SECRET}&measure=nothing&cut=regio:x&order=x`,
      `/api/2/aggregate?dataset=${SECRET}&format=xml`,
      `/api/2/aggregate?dataset=${SECRET}&pagesize=-1`,
    ],
  },
  "GET /api/mytax": { open: ["/api/mytax?income=1", `/api/mytax?income=1&dataset=${SECRET}`] },
  "GET /healthz": { open: ["/healthz"], now: true },
  "GET /readyz": { open: ["/readyz"], now: true },
  "GET /openapi": { open: ["/openapi", "/openapi.json"] },
  "GET /datasets": {
    open: [
      "/datasets",
      "/datasets.json",
      "/datasets.csv",
      "/datasets.rss",
      "/datasets.html",
      "/datasets.json?territories=AQ",
      "/datasets.json?languages=zu",
      "/datasets.json?category=other",
      "/datasets.json?category=any",
      "/datasets.json?territories=GB&territories=AQ",
    ],
  },
  "GET /{dataset}": {
    open: ["/town", "/town.json", "/secret-plan", "/secret-plan.json", "/SECRET-PLANS.json", "/secret-plans2"],
    named: [`/${SECRET}`, `/${SECRET}.json`, `/${SECRET}/`],
    faulty: [`/${SECRET}.csv`, `/${SECRET}.rss`],
  },
  "GET /{dataset}/model": {
    open: ["/town/model", "/town/model.json", "/secret-plan/model.json"],
    named: [`/${SECRET}/model`, `/${SECRET}/model.json`],
    faulty: [`/${SECRET}/model.csv`, `/${SECRET}/model.html`],
  },
};

/** Whatever of the private dataset might show. */
const MARKS = [
  "Hidden plans",
  "What nobody may know",
  "XTS",
  "AQ",
  "Antarctica",
  "zu",
  "Zulu",
  "Hidden valley",
  "Hidden function",
  "hidden-code",
  "1987-06-05",
  "5 June 1987",
  "6543.21",
  "hidden_column",
  "hidden-invoice",
  "hidden.example",
  "Hidden title",
];

const HEADERS: readonly Readonly<Record<string, string>>[] = [
  {},
  { Accept: "application/json" },
  { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" },
  { Accept: "text/csv" },
  { Accept: "application/vnd.apache.arrow.stream" },
  { Accept: "application/x-ndjson" },
  { Accept: "application/rss+xml" },
  { "Accept-Encoding": "identity" },
  { "If-None-Match": "*" },
  { "If-Modified-Since": new Date(Date.now() + 86_400_000).toUTCString() },
];

let directory: string;
let catalog: Catalog;
let routes: readonly DescribedRoute[];
/** Answers for private datasets as such. */
let shown: TestServer;
/** Answers for them as for missing ones. */
let hidden: TestServer;

before(async () => {
  directory = await mkdtemp(join(tmpdir(), "spendcube-"));
  catalog = await Catalog.open(directory, plainFormat);
  await load("town", [{ id: "a", paid: 1010n, region: "North" }], false, []);
  await load("strange-plans", [{ id: "b", paid: 1n }], true, ["stranger"]);
  const context: Context = { ...contextOf([]), catalog };
  const settings = { baseUrl: "https://money.example", authenticate };
  routes = makeRoutes(context);
  shown = await startTestServer(routes, settings);
  hidden = await startTestServer(makeRoutes({ ...context, hidePrivate: true }), settings);
});
after(async () => {
  await Promise.all([shown.stop(), hidden.stop()]);
  await rm(directory, { recursive: true });
});

function authenticate(authorization: string | undefined): Actor {
  if (authorization === undefined) return ANONYMOUS;
  const found = ACTORS.find(({ name }) => authorization === `ApiKey ${name}`);
  if (found) return found.actor;
  throw new Unauthenticated("No user has this API key");
}

async function load(name: string, rows: readonly Row[], isPrivate: boolean, managers: string[]): Promise<void> {
  const { model } = parseModel({ ...SPENDING, dataset: { ...SPENDING.dataset, name, territories: ["GB"] } });
  const sources = [{ id: 1, url: "https://town.example/rows.csv", loaded: new Date() }];
  const base = catalog.get(name);
  await catalog.publish({ model, engine: spendingEngine(rows, model), sources, base, private: isPrivate, managers });
}

async function loadSecret(numRows: number, isPrivate = true): Promise<void> {
  const { model } = parseModel({
    ...SPENDING,
    dataset: {
      name: SECRET,
      label: "Hidden plans",
      description: "What nobody may know",
      currency: "XTS",
      category: "other",
      languages: ["zu"],
      territories: ["AQ"],
      licence: { name: "Hidden", url: "https://hidden.example/" },
      serp_title: "Hidden title",
    },
    mapping: { ...SPENDING.mapping, amount: { ...SPENDING.mapping.amount, column: "hidden_column" } },
  });
  const row = { paid: 654_321n, region: "Hidden valley", code: "hidden-code", function: "Hidden function" };
  const ids = ["e", "hidden-invoice", "f", "g"].slice(0, numRows);
  const engine = spendingEngine(
    ids.map((id) => ({ ...row, id, date: "1987-06-05" })),
    model,
  );
  const sources = [{ id: 1, url: "https://hidden.example/rows.csv", loaded: new Date() }];
  await catalog.publish({
    model,
    engine,
    sources,
    base: catalog.get(SECRET),
    private: isPrivate,
    managers: ["manager"],
  });
}

const agent = new Agent({ keepAlive: true });
after(() => agent.destroy());

function ask(
  server: TestServer,
  name: string,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
): Promise<Response> {
  const authorization: Record<string, string> = name === "nobody" ? {} : { Authorization: `ApiKey ${name}` };
  return request(server.url + encodeURI(url).replaceAll("%25", "%"), {
    agent,
    method,
    headers: { ...headers, ...authorization },
  });
}

function questions(kind: "open" | "named" | "faulty"): string[] {
  return Object.values(MATRIX).flatMap((each) => each[kind] ?? []);
}

const may = ACTORS.filter(({ mayRead }) => mayRead);
const mayNot = ACTORS.filter(({ mayRead }) => !mayRead);

/** Everything that the answer to a question is, but for what differs from one moment to the next. */
function visible(url: string, { status, headers, body }: Response): unknown {
  const isNow = Object.values(MATRIX).some(({ now, open }) => now && open.includes(url));
  const { date: _, connection: _connection, ...kept } = headers;
  const compared = isNow ? { ...kept, etag: "", "last-modified": "" } : kept;
  return [status, compared, body.toString("latin1")];
}

/** The answers to all questions in all their forms. */
async function askAll(server: TestServer, name: string, urls: readonly string[]): Promise<Map<string, unknown>> {
  const answers = new Map<string, unknown>();
  for (const url of urls) {
    for (const method of ["GET", "HEAD", "POST"]) {
      for (const headers of method === "GET" ? HEADERS : [{}]) {
        const response = await ask(server, name, url, headers, method);
        answers.set(`${method} ${url} ${JSON.stringify(headers)}`, visible(url, response));
      }
    }
    const wrapped = `${url}${url.includes("?") ? "&" : "?"}callback=f&pretty=true`;
    answers.set(wrapped, visible(url, await ask(server, name, wrapped, { Accept: "application/json" })));
  }
  return answers;
}

/** Let those who may read it fill every cache. */
async function warmUp(): Promise<void> {
  for (const server of [shown, hidden]) {
    for (const { name } of may) {
      for (const url of [...questions("open"), ...questions("named")]) {
        for (const Accept of ["application/json", "text/html"]) await ask(server, name, url, { Accept });
      }
    }
  }
}

function assertNoMark(answers: ReadonlyMap<string, unknown>): void {
  for (const [encoded, answer] of answers) {
    const question = decodeURIComponent(encoded);
    const text = JSON.stringify(answer);
    for (const mark of MARKS) {
      assert.ok(question.includes(mark) || !new RegExp(`\\b${mark}\\b`).test(text), `${mark} shows in ${question}`);
    }
  }
}

describe("the leak matrix", () => {
  it("has every route", () => {
    assert.deepEqual(Object.keys(MATRIX).toSorted(), routes.map(({ method, path }) => `${method} ${path}`).toSorted());
    for (const [route, { named }] of Object.entries(MATRIX)) {
      assert.ok(named || !route.includes("{dataset}"), `${route} is never asked for the private dataset`);
    }
  });

  it("would see what it looks for", async () => {
    await loadSecret(2);
    const seen = new Set<string>();
    for (const { name } of may) {
      for (const url of [...questions("named"), ...questions("open")]) {
        const { status, text, headers } = await ask(shown, name, url, { Accept: "application/json" });
        for (const mark of MARKS) if (text.includes(mark)) seen.add(mark);
        if (!questions("named").includes(url)) continue;
        assert.equal(status, 200, `${name} ${url}: ${text}`);
        assert.equal(headers["cache-control"], "private, no-store");
      }
      for (const url of questions("faulty")) {
        assert.ok([400, 404, 406].includes((await ask(shown, name, url)).status), `${name} ${url}`);
      }
    }
    const unseen = MARKS.filter((mark) => !seen.has(mark));
    assert.deepEqual(unseen, [], "marks that nobody could see show nothing");
    await catalog.drop(SECRET);
  });

  for (const { name } of mayNot) {
    describe(`for ${name}`, () => {
      it("nothing that is there changes by it, whatever becomes of it", async () => {
        const before = await askAll(shown, name, questions("open"));
        assertNoMark(before);
        const assertSame = async (when: string): Promise<void> => {
          await warmUp();
          for (const server of [shown, hidden]) {
            const now = await askAll(server, name, questions("open"));
            for (const [question, answer] of now)
              assert.deepEqual(answer, before.get(question), `${when}: ${question}`);
          }
        };
        await loadSecret(1);
        await assertSame("when it is there");
        await loadSecret(3);
        await assertSame("when it was loaded again");
        await catalog.changeManagers(SECRET, ["another"], []);
        await assertSame("when its managers were changed");
        await catalog.rollBack(SECRET);
        await assertSame("when it was rolled back");
        await catalog.drop(SECRET);
        await assertSame("when it was dropped");
      });

      it("it is private, whatever is asked of it, and nothing else", async () => {
        await loadSecret(2);
        await warmUp();
        const urls = [...questions("named"), ...questions("faulty")];
        const refusals = new Set<string>();
        for (const url of urls) {
          for (const headers of HEADERS) {
            const response = await ask(shown, name, url, headers);
            assert.equal(response.status, name === "nobody" ? 401 : 403, `${url}: ${response.text}`);
            assert.equal(response.headers["cache-control"], "no-store");
            refusals.add(response.text);
          }
        }
        // One for programs and one for people: the same, whatever was asked for.
        assert.ok(refusals.size <= 2, [...refusals].join("\n"));
        assertNoMark(await askAll(shown, name, urls));
        await catalog.drop(SECRET);
      });

      it("its validators are worth nothing", async () => {
        await loadSecret(2);
        for (const url of questions("named")) {
          const { headers } = await ask(shown, "manager", url);
          for (const server of [shown, hidden]) {
            const held = { "If-None-Match": headers["etag"]!, "If-Modified-Since": headers["last-modified"]! };
            const [plain, conditional] = [await ask(server, name, url), await ask(server, name, url, held)];
            assert.deepEqual(visible(url, conditional), visible(url, plain));
          }
        }
        await catalog.drop(SECRET);
      });

      it("hidden, it is as if it were not there, to the last byte", async () => {
        const urls = [...questions("named"), ...questions("faulty")];
        const missing = await askAll(hidden, name, urls);
        for (const numRows of [1, 4]) {
          await loadSecret(numRows);
          await warmUp();
          const now = await askAll(hidden, name, urls);
          for (const [question, answer] of now) assert.deepEqual(answer, missing.get(question), question);
        }
        await catalog.drop(SECRET);
        assert.deepEqual(await askAll(hidden, name, urls), missing);
      });

      it("what it was while it was public is not kept for anybody", async () => {
        const urls = [...questions("named"), ...questions("faulty")];
        const missing = await askAll(hidden, name, urls);
        await loadSecret(2, false);
        for (const server of [shown, hidden]) await askAll(server, name, [...urls, ...questions("open")]);
        await catalog.setPrivate(SECRET, true);
        for (const url of urls) assert.ok([401, 403].includes((await ask(shown, name, url)).status), url);
        const now = await askAll(hidden, name, urls);
        for (const [question, answer] of now) assert.deepEqual(answer, missing.get(question), question);
        assertNoMark(await askAll(shown, name, questions("open")));
        await catalog.drop(SECRET);
      });
    });
  }
});
