import assert from "node:assert/strict";
import { Agent } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { type Actor, ANONYMOUS } from "#src/access/actor.js";
import { Unauthenticated } from "#src/core/errors/errors.js";
import type { DescribedRoute } from "#src/web/http/openapi/described-route.js";
import { makeRoutes } from "#src/features/features.js";
import { plainFormat } from "../../reference/builder.js";
import { Catalog } from "#src/store/catalog.js";
import { contextOf, loadsOf } from "../../fixtures.js";
import { accountCalled } from "../../unit/store/accounts.js";
import { request, type Response, waitUntil } from "../client.js";
import { CROSSED_REGION, PAYEES, publishRows, publishSecret, SECRET_RECORDS } from "./leak-datasets.js";
import { assertNoMark, assertSame, visible, HEADERS } from "./leak-answers.js";
import { MARKS } from "./leak-marks.js";
import { CROSSED, MATRIX, SECRET } from "./leak-matrix.js";
import { startTestServer, type TestServer } from "../server.js";

/** Prefix of the names of callers with a browser session instead of a key. */
const BROWSER = "the browser of ";

/** All callers. The manager of another private dataset may read that one, but not this. */
const ACTORS: readonly { readonly name: string; readonly actor: Actor; readonly mayRead: boolean }[] = [
  { name: "nobody", actor: ANONYMOUS, mayRead: false },
  { name: "user", actor: { id: "user", name: "user", admin: false }, mayRead: false },
  { name: "stranger", actor: { id: "stranger", name: "stranger", admin: false }, mayRead: false },
  { name: `${BROWSER}user`, actor: { id: "user", name: "user", admin: false }, mayRead: false },
  { name: "manager", actor: { id: "manager", name: "manager", admin: false }, mayRead: true },
  { name: "admin", actor: { id: "admin", name: "admin", admin: true }, mayRead: true },
];

let directory: string;
let catalog: Catalog;
/** Cookies by user. */
const sessions = new Map<string, string>();
let routes: readonly DescribedRoute[];
/** Answers for private datasets as such. */
let shown: TestServer;
/** Answers for them as for missing ones. */
let hidden: TestServer;

before(async () => {
  directory = await mkdtemp(join(tmpdir(), "spendcube-"));
  catalog = await Catalog.open(directory, plainFormat);
  await publishRows(catalog, "town", [{ id: "a", paid: 1010n, region: "North" }], false, []);
  const zone = { type: "derived", from: "region", through: SECRET, to: "cofog1" };
  await publishRows(catalog, CROSSED, [{ id: "c", paid: 20n, region: CROSSED_REGION }], false, [], { zone, ...PAYEES });
  await publishRows(catalog, "strange-plans", [{ id: "b", paid: 1n }], true, ["stranger"]);
  const context = contextOf([], { catalog, loads: loadsOf(catalog, { records: SECRET_RECORDS }) });
  const settings = { baseUrl: "https://money.example", authenticate, signIn: context.signIn };
  for (const { actor } of ACTORS) {
    if (actor.name === null || sessions.has(actor.name)) continue;
    const account = accountCalled(actor.name, { id: actor.name, admin: actor.admin });
    await catalog.addAccount(account);
    sessions.set(actor.name, `spendcube_session=${context.signIn.sessions.begin(account)}`);
  }
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

const loadSecret = (numRows: number, isPrivate?: boolean): Promise<void> => publishSecret(catalog, numRows, isPrivate);

const agent = new Agent({ keepAlive: true });
after(() => agent.destroy());

function ask(
  server: TestServer,
  name: string,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
): Promise<Response> {
  return request(server.url + encodeURI(url).replaceAll("%25", "%"), {
    agent,
    method,
    headers: { ...headers, ...whoIs(name) },
  });
}

function whoIs(name: string): Record<string, string> {
  if (name === "nobody") return {};
  if (name.startsWith(BROWSER)) return { Cookie: sessions.get(name.slice(BROWSER.length))! };
  return { Authorization: `ApiKey ${name}` };
}

function questions(kind: "open" | "named" | "answered" | "wrong" | "posted" | "deleted"): string[] {
  return Object.values(MATRIX).flatMap((each) => each[kind] ?? []);
}

/** The requests that would change the private dataset. */
const CHANGES: readonly (readonly [method: string, url: string])[] = [
  ...questions("posted").map((url) => ["POST", url] as const),
  ...questions("deleted").map((url) => ["DELETE", url] as const),
];

afterEach(async () => {
  if (catalog.get(SECRET)) await catalog.drop(SECRET);
});

const may = ACTORS.filter(({ mayRead }) => mayRead);
const mayNot = ACTORS.filter(({ mayRead }) => !mayRead);

/** The answers to questions: in all their forms, or in those for programs and for people only. */
async function askAll(
  server: TestServer,
  name: string,
  urls: readonly string[],
  forms: "all" | "two",
): Promise<Map<string, unknown>> {
  const answers = new Map<string, unknown>();
  for (const url of urls) {
    for (const headers of forms === "all" ? HEADERS : HEADERS.slice(0, 2)) {
      const response = await ask(server, name, url, headers);
      answers.set(`GET ${url} ${JSON.stringify(headers)}`, visible(url, response));
    }
    if (forms === "two") continue;
    for (const method of ["HEAD", "POST"]) {
      answers.set(`${method} ${url}`, visible(url, await ask(server, name, url, {}, method)));
    }
    const wrapped = `${url}${url.includes("?") ? "&" : "?"}callback=f&pretty=true`;
    answers.set(wrapped, visible(url, await ask(server, name, wrapped, { Accept: "application/json" })));
  }
  return answers;
}

/** Let those who may read it fill every cache. */
async function warmUp(): Promise<void> {
  const urls = [...questions("open"), ...questions("named"), ...questions("answered")];
  await askAll(shown, "manager", urls, "two");
  await askAll(hidden, "admin", urls, "two");
  for (const url of questions("named")) {
    await ask(shown, `${BROWSER}manager`, url, HEADERS[1]);
    await ask(hidden, `${BROWSER}admin`, url, HEADERS[1]);
  }
}

describe("the leak matrix", () => {
  it("has every route", () => {
    assert.deepEqual(Object.keys(MATRIX).toSorted(), routes.map(({ method, path }) => `${method} ${path}`).toSorted());
    for (const [route, { named, answered, posted, deleted }] of Object.entries(MATRIX)) {
      const isRequested = named ?? answered ?? posted ?? deleted;
      assert.ok(isRequested || !route.includes("{dataset}"), `${route} is never asked for the private dataset`);
    }
  });

  it("detects a leak", async () => {
    await loadSecret(2);
    const seen = new Set<string>();
    for (const { name } of may) {
      for (const url of [...questions("named"), ...questions("open")]) {
        const { status, text, headers } = await ask(shown, name, url, { Accept: "application/json" });
        for (const mark of MARKS) if (text.includes(mark)) seen.add(mark);
        if (!questions("named").includes(url)) continue;
        assert.ok([200, 302].includes(status), `${name} ${url}: ${text}`);
        assert.equal(headers["cache-control"], "private, no-store");
      }
      for (const url of questions("answered")) {
        assert.deepEqual(JSON.parse((await ask(shown, name, url)).text), {
          create: false,
          read: true,
          update: true,
          delete: true,
        });
      }
      for (const url of questions("wrong")) {
        assert.ok([400, 404, 406].includes((await ask(shown, name, url)).status), `${name} ${url}`);
      }
      for (const [method, url] of CHANGES) {
        assert.ok([400, 404].includes((await ask(shown, name, url, {}, method)).status), `${name} ${url}`);
      }
    }
    const unseen = MARKS.filter((mark) => !seen.has(mark));
    assert.deepEqual(unseen, [], "marks that nobody could see show nothing");
  });

  it("has a dataset that shows what a crosswalk has while that is public", async () => {
    const url = `/api/2/aggregate?dataset=${CROSSED}&drilldown=zone`;
    await loadSecret(2, false);
    assert.match((await ask(shown, "nobody", url)).text, /Hidden function/);
    await catalog.setPrivate(SECRET, true);
    // Answers may show when what was public went, in whole seconds.
    const second = Math.ceil(Date.now() / 1000) * 1000;
    await waitUntil(() => Date.now() > second, "the second was over");
    for (const { name } of ACTORS) assert.match((await ask(shown, name, url)).text, /"zone":null/, name);
  });

  it("covers what permitted users see in their browsers", async () => {
    await loadSecret(2);
    for (const name of ["manager", "admin"]) {
      const pages = await askAll(shown, `${BROWSER}${name}`, questions("named"), "two");
      const all = [...pages.values()].join("\n");
      for (const mark of ["Hidden plans", "Hidden valley", "6543.21"])
        assert.ok(all.includes(mark), `${name}: ${mark}`);
    }
  });

  // What depends on the form of an answer does not depend on who it is refused to.
  const formsOf = (name: string): "all" | "two" => (name === "nobody" ? "all" : "two");

  // The caches are filled once for all who may not read it.
  it("its changes do not change any public answer", async () => {
    // Answers show when what was public went, no later than now.
    const gone = catalog.lastRemoval(() => true).getTime() + 1000;
    await waitUntil(() => Date.now() > gone, "the second was over");
    const open = questions("open");
    const before = new Map<string, ReadonlyMap<string, unknown>>();
    for (const { name } of mayNot) before.set(name, await askAll(shown, name, open, formsOf(name)));
    for (const answers of before.values()) assertNoMark(answers);
    const changes: readonly (() => Promise<void>)[] = [
      () => loadSecret(1),
      () => loadSecret(3),
      () => catalog.changeManagers(SECRET, ["another"], []),
      () => catalog.rollBack(SECRET),
      () => catalog.drop(SECRET),
    ];
    for (const [at, change] of changes.entries()) {
      await change();
      await warmUp();
      let turn = 0;
      for (const [name, answers] of before) {
        // Both servers after the first change, then by turns: each caller asks each of them after some change.
        const servers = at === 0 ? [shown, hidden] : (at + turn++) % 2 === 0 ? [shown] : [hidden];
        for (const server of servers) {
          assertSame(await askAll(server, name, open, at === 0 ? formsOf(name) : "two"), answers, name);
        }
      }
    }
  });

  it("if hidden, every byte of an answer is as if it did not exist", async () => {
    const urls = [...questions("named"), ...questions("answered"), ...questions("wrong")];
    const missing = new Map<string, ReadonlyMap<string, unknown>>();
    for (const { name } of mayNot) missing.set(name, await askAll(hidden, name, urls, formsOf(name)));
    await loadSecret(1);
    await warmUp();
    for (const [name, answers] of missing) {
      assertSame(await askAll(hidden, name, urls, formsOf(name)), answers, name);
    }
    await loadSecret(4);
    await warmUp();
    for (const [name, answers] of missing) assertSame(await askAll(hidden, name, urls, "two"), answers, name);
    await catalog.drop(SECRET);
    for (const [name, answers] of missing) assertSame(await askAll(hidden, name, urls, "two"), answers, name);
  });

  for (const { name } of mayNot) {
    describe(`for ${name}`, () => {
      it("every request for it says that it is private, and nothing else", async () => {
        await loadSecret(2);
        await warmUp();
        const refusals = new Set<string>();
        for (const url of [...questions("named"), ...questions("wrong")]) {
          for (const headers of HEADERS) {
            const response = await ask(shown, name, url, headers);
            const expected = name === "nobody" ? [401] : name.startsWith(BROWSER) ? [401, 403] : [403];
            assert.ok(expected.includes(response.status), `${url}: ${response.text}`);
            assert.match(response.headers["cache-control"]!, /\bno-store$/);
            refusals.add(JSON.stringify(visible(url, response)));
          }
        }
        // One for programs, one for those that read cubes and one for people: the same, whatever was asked for. Browsers
        // are not known where there is no page, and are answered that.
        assert.ok(refusals.size <= (name.startsWith(BROWSER) ? 5 : 3), [...refusals].join("\n"));
        const answered = await askAll(shown, name, questions("answered"), "two");
        for (const answer of answered.values()) assert.doesNotMatch(JSON.stringify(answer), /true/);
        assertNoMark(new Map([["", [...refusals]]]));
      });

      it("it cannot be changed, and if hidden, it does not seem to exist", async () => {
        const change = async (server: TestServer, method: string, url: string): Promise<unknown> =>
          visible(url, await ask(server, name, url, {}, method));
        const missing = new Map<string, unknown>();
        for (const [method, url] of CHANGES) missing.set(url, await change(hidden, method, url));
        await loadSecret(2);
        const now = new Map<string, unknown>();
        for (const [method, url] of CHANGES) {
          const { status, text } = await ask(shown, name, url, {}, method);
          // Browsers are not known where there is no page.
          assert.equal(status, name === "nobody" || name.startsWith(BROWSER) ? 401 : 403, `${url}: ${text}`);
          now.set(url, await change(hidden, method, url));
        }
        assertSame(now, missing);
      });

      it("its validators give no access", async () => {
        await loadSecret(2);
        for (const url of questions("named")) {
          const { headers } = await ask(shown, "manager", url);
          const held = { "If-None-Match": headers["etag"] ?? "*", "If-Modified-Since": headers["last-modified"] ?? "" };
          for (const server of [shown, hidden]) {
            const [plain, conditional] = [await ask(server, name, url), await ask(server, name, url, held)];
            assert.deepEqual(visible(url, conditional), visible(url, plain));
          }
        }
      });

      it("answers from when it was public are not served from the cache", async () => {
        const urls = [...questions("named"), ...questions("wrong")];
        const missing = await askAll(hidden, name, urls, "two");
        await loadSecret(2, false);
        for (const server of [shown, hidden]) await askAll(server, name, [...urls, ...questions("open")], "two");
        await catalog.setPrivate(SECRET, true);
        for (const url of urls) assert.ok([401, 403].includes((await ask(shown, name, url)).status), url);
        assertSame(await askAll(hidden, name, urls, "two"), missing);
        assertNoMark(await askAll(shown, name, questions("open"), "two"));
        // Answers may show that a public dataset was removed, in whole seconds.
        const removal = catalog.lastRemoval((was) => !was.private).getTime();
        await waitUntil(() => Date.now() > removal, "the second was over");
      });
    });
  }
});
