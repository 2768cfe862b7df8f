import assert from "node:assert/strict";
import { Agent } from "node:http";
import { after, before, describe, it } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { RateLimit } from "#src/access/rate-limit.js";
import { WorkQueue } from "#src/core/admission/work-queue.js";
import type { DescribedRoute } from "#src/web/http/openapi/described-route.js";
import { isSuffix } from "#src/web/http/request/representations.js";
import { FEATURES, makeRoutes } from "#src/features/features.js";
import { READING_PAGES } from "#src/web/pages/render.js";
import { contextOf, doneRun, type Row, spendingDataset, spendingModel } from "../../fixtures.js";
import { request, type Response } from "../client.js";
import { FORMATS } from "#src/calls/formats.js";
import { DISTINCT_SAMPLES } from "../describe/distinct-samples.js";
import { FILE_SAMPLES } from "../entries/file-samples.js";
import { type Document, DocumentChecker, type Operation } from "./document.js";
import { PAGE_SAMPLES } from "../pages/page-samples.js";
import { startTestServer, type TestServer } from "../server.js";
import { KEPT_SOURCE, SAMPLE_RECORDS, SOURCE_SAMPLES } from "../entries/source-samples.js";
import { STATIC_SAMPLES } from "../pages/static-samples.js";
import { VERSION_SAMPLES, WITH_GONE } from "../describe/version-samples.js";

const ROWS: readonly Row[] = [
  { id: "a", paid: 1010n, region: "North", code: "1", date: "2009-03-02", rate: 10 },
  { id: "b", paid: 20n, region: "a/b ä", code: "", date: "2009-11-30", until: "2011-01-01", weight: 2 },
];

/**
 * Routes of pages for one browser are asked in the order in which a browser asks them: see browser.test and
 * settings.test.
 */
function isForPrograms({ about }: DescribedRoute): boolean {
  return about.screen === undefined;
}

/**
 * For each other route that is read queries, and values of its segments, that are answered. Changes have tests of their
 * own.
 */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(READING_PAGES.map(({ path, about }) => [path, about.samples])),
  ...Object.assign({}, ...FEATURES.map(({ samples }) => samples)),
  "/api/2/aggregate": [
    "/api/2/aggregate?dataset=town",
    "/api/2/aggregate?dataset=town&measure=amount|planned&drilldown=region|rate&order=amount:asc&pagesize=1",
    "/api/2/aggregate?dataset=town&drilldown=cofog1|time.year|year|until&cut=cofog1:1|cofog1:",
    "/api/2/aggregate?dataset=town&cut=cofog1.weight:2|cofog1.label:x|cofog1.label:y|region:a|region:b",
    "/api/2/aggregate?dataset=town&pagesize=0",
    "/api/2/aggregate?dataset=town&drilldown=region&explain=true",
    "/api/2/aggregate?dataset=town&drilldown=region|year&measure=amount.avg|amount.change|amount.share@year|amount/planned&rollup=true&explain=true",
    "/api/2/aggregate?dataset=town&drilldown=region|year&measure=amount|amount.rank|num_entries&having=amount:[1 TO *]&top=1@year&exact=true&against=cofog1:1",
    "/api/2/aggregate?dataset=town&drilldwn=region&cut=region:Nort&q=-amount:[* TO 5]&fq=nor*&lenient=true",
  ],
  "/api/2/suggest": ["/api/2/suggest?q=norht&dataset=town&page=1"],
  "/api/2/search": [
    "/api/2/search?dataset=town",
    "/api/2/search?q=north&highlight=true&pagesize=1&stats=true",
    "/api/2/search?dataset=town&facet_field=region|cofog1|time|dataset|amount&expand_facet_dimensions=1&order=region:asc",
    "/api/2/search?dataset=town&cut=region:North&filter=region:Nort&lenient=true",
    "/api/2/search?dataset=town|bare&q=nothing:x&facet_field=cofog1.label|rate&stats=true&pagesize=0",
  ],
  "/api/2/permissions": ["/api/2/permissions?dataset=town", "/api/2/permissions?dataset=nowhere"],
  "/datasets": ["/datasets", "/datasets?territories=GB", "/datasets?category=any"],
  "/static/{file}": STATIC_SAMPLES,
  ...PAGE_SAMPLES,
  "/{dataset}": ["/town", "/bare"],
  "/{dataset}/model": ["/town/model", "/bare/model"],
  ...FILE_SAMPLES,
  "/{dataset}/dimensions": ["/town/dimensions"],
  ...SOURCE_SAMPLES,
  ...VERSION_SAMPLES,
  "/{dataset}/{dimension}": ["/town/region", "/town/cofog1", "/town/time", "/town/rate"],
  "/{dataset}/{dimension}.distinct": DISTINCT_SAMPLES,
  "/{dataset}/{dimension}/{name}": ["/town/region/North", "/town/cofog1/1", "/town/time/2009-03-02", "/town/rate/10"],
  "/{dataset}/{dimension}/{name}/entries": ["/town/region/North/entries", "/town/cofog1/1/entries?pagesize=1"],
};

let server: TestServer;
let overloaded: TestServer;
/** A server whose clients are all above their rate limit. */
let limited: TestServer;
let document: Document;
let checker: DocumentChecker;
let routes: readonly DescribedRoute[];

before(async () => {
  const model = spendingModel();
  const named = (name: string): typeof model => ({ ...model, dataset: { ...model.dataset, name } });
  const bare = { name: "bare", description: null, currency: null, category: null };
  const rich = {
    languages: ["en"],
    territories: ["GB"],
    licence: { name: "Open", url: "https://open.example/" },
    serpTitle: "Title",
    serpTeaser: "Teaser",
    defaultTime: "2009",
  };
  const context = contextOf([
    spendingDataset(ROWS, {
      model: { ...model, dataset: { ...model.dataset, ...rich } },
      history: WITH_GONE,
      sources: [KEPT_SOURCE],
    }),
    spendingDataset([], { model: { ...model, dataset: { ...model.dataset, ...bare } } }),
    spendingDataset(ROWS, { model: named("secret"), private: true }),
  ]);
  Object.assign(context, {
    loads: { ...context.loads, records: SAMPLE_RECORDS },
    securityContact: "mailto:security@town.example",
  });
  await context.catalog.changeRuns(() => [doneRun(), doneRun({ id: 2, dataset: "secret" })]);
  routes = makeRoutes(context);
  server = await startTestServer(routes);
  limited = await startTestServer(routes, { rate: new RateLimit(1, 0, () => 0) });
  overloaded = await startTestServer(makeRoutes({ ...context, queue: new WorkQueue(0) }));
  document = JSON.parse((await request(`${server.url}/openapi.json`)).text) as Document;
  checker = new DocumentChecker(document);
});
const agent = new Agent({ keepAlive: true });
after(async () => {
  agent.destroy();
  await Promise.all([server.stop(), overloaded.stop(), limited.stop()]);
});

/** The route that a path of the document belongs to, and the suffix that the path adds. */
function routeOf(path: string): { route: DescribedRoute; suffix: string } {
  const exact = routes.find((route) => route.path === path);
  if (exact) return { route: exact, suffix: "" };
  const dot = path.lastIndexOf(".");
  const route = routes.find((each) => each.path === path.slice(0, dot));
  assert.ok(route && isSuffix(path.slice(dot + 1), route.formats), `${path} is not a path of a route`);
  return { route, suffix: path.slice(dot) };
}

function eachOperation(): [path: string, method: string, operation: Operation][] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, Operation] => [path, method, operation]),
  );
}

/** Routes for programs that change nothing. */
function eachRead(): ReturnType<typeof eachOperation> {
  return eachOperation().filter(([path, method]) => method === "get" && isForPrograms(routeOf(path).route));
}

/** Add a suffix to the path of a URL. */
function withSuffix(url: string, suffix: string): string {
  const [path, query] = url.split("?");
  return path + suffix + (query === undefined ? "" : `?${query}`);
}

function withQuery(url: string, query: string): string {
  return `${url}${url.includes("?") ? "&" : "?"}${query}`;
}

describe("the OpenAPI document", () => {
  it("is valid by the schema of OpenAPI 3.1", async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document) as never);
    assert.ok(valid, JSON.stringify(errors));
  });

  it("has every route with every suffix, none of them twice, and nothing else", () => {
    const wanted = routes.flatMap(({ method, path, kind, formats }) => {
      const named = kind === "api" || path === "/" ? [] : formats.filter((format) => isSuffix(format, formats));
      const suffixes = named.map((format) => `.${format}`).filter((suffix) => !path.endsWith(suffix));
      return ["", ...suffixes].map((suffix) => `${method.toLowerCase()} ${path}${suffix}`);
    });
    assert.deepEqual(
      eachOperation()
        .map(([path, method]) => `${method} ${path}`)
        .toSorted(),
      wanted.toSorted(),
    );
  });

  it("names every operation once, and every segment of a path", () => {
    const ids = eachOperation().map(([, , { operationId }]) => operationId);
    assert.equal(new Set(ids).size, ids.length);
    for (const [path, , { parameters }] of eachOperation()) {
      const segments = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const refs = new Set(parameters.map(({ $ref }) => $ref?.split("/").at(-1)));
      for (const name of segments) assert.ok(refs.has(name), `${path}: ${name}`);
    }
  });

  it("is printed by makeDocument with the version and the origin it is served from", async () => {
    const { headers } = await request(`${server.url}/openapi.json`);
    const { info, servers } = document as unknown as { info: { version: string }; servers: { url: string }[] };
    assert.deepEqual([info.version, servers], ["1", [{ url: server.url }]]);
    assert.equal(headers["content-type"], "application/json; charset=utf-8");
    assert.equal((await request(`${server.url}/openapi`, { headers: { Accept: "*/*" } })).status, 200);
  });
});

describe("every call that reads answers as the OpenAPI document says", () => {
  it("and has samples", () => {
    const read = routes.filter((route) => route.method === "GET" && isForPrograms(route));
    assert.deepEqual(Object.keys(SAMPLES).toSorted(), read.map(({ path }) => path).toSorted());
  });

  it("on success, in every format, wrapped, indented and with a citation, and with 304", async () => {
    for (const [path, method, operation] of eachRead()) {
      const { route, suffix } = routeOf(path);
      const seen = new Set<string>();
      for (const sample of SAMPLES[route.path]!) {
        for (const [url, headers] of listForms(route, withSuffix(sample, suffix))) {
          const response = await ask(path, method, url, headers);
          assert.ok([200, 302].includes(response.status), `${url}: ${response.status} ${response.text}`);
          seen.add(response.headers["content-type"]?.split(";", 1)[0] ?? "");
          const { etag } = response.headers;
          if (etag === undefined || route.path === "/healthz" || route.path === "/readyz") continue;
          const again = await ask(path, method, url, { ...headers, "If-None-Match": etag });
          assert.equal(again.status, 304, url);
        }
      }
      const types = Object.keys((operation.responses["200"] as { content?: object } | undefined)?.content ?? {});
      for (const type of types) assert.ok(seen.has(type), `${path} was never answered in ${type}`);
    }
  });

  it("on errors", async () => {
    for (const [path, method, operation] of eachRead()) {
      const { route, suffix } = routeOf(path);
      const [sample] = SAMPLES[route.path]!;
      const url = withSuffix(sample!, suffix);
      const hidden = url.replace("town", "secret");
      const cases: readonly (readonly [status: number, url: string, headers?: Record<string, string>])[] = [
        [400, withQuery(url, "callback=1")],
        [400, withQuery(url, "x=%ff")],
        [401, url, { Authorization: "Basic x" }],
        ...("200" in operation.responses
          ? [[406, url, { "Accept-Encoding": "identity;q=0, *;q=0", Accept: "text/html" }] as const]
          : []),
        ...(hidden === url || route.about.isForAll
          ? []
          : ([
              [401, hidden],
              [403, hidden, { Authorization: "ApiKey reader" }],
            ] as const)),
        ...("410" in operation.responses ? [[410, url.replace("town", "town@7")] as const] : []),
        ...(path.includes("{dataset}") ? ([[404, url.replace("town", "nowhere")]] as const) : []),
        ...(path.startsWith("/search") ? ([[404, "/search?category=budget"]] as const) : []),
        ...(path === "/oembed"
          ? ([
              [404, "/oembed?url=/secret"],
              [501, "/oembed?url=/town&format=xml"],
            ] as const)
          : []),
        ...(path.startsWith("/members/") ? ([[404, url.replace(/north|cofog/i, "nowhere")]] as const) : []),
        ...(/^.reconcile.(flyout|preview)/.test(path) ? ([[404, `${path}?id=to/nobody`]] as const) : []),
        ...(path === "/static/{file}" ? ([[404, "/static/nothing"]] as const) : []),
        ...(/^.api.2.s(earch|uggest)$/.test(path) ? ([[404, `${path}?category=budget`]] as const) : []),
      ];
      for (const [status, address, headers] of cases) {
        for (const accept of ["application/json", "text/html"]) {
          const response = await ask(path, method, address, { Accept: accept, ...headers });
          assert.equal(response.status, status, `${address} ${JSON.stringify(headers)}: ${response.text}`);
        }
      }
      const documented = new Set(Object.keys(operation.responses));
      const met = new Set([
        ...cases.map(([status]) => String(status)),
        "200",
        "206",
        "302",
        "304",
        "416",
        "429",
        "503",
        "default",
      ]);
      for (const status of documented) assert.ok(met.has(status), `${path} was never answered with ${status}`);
      for (const [status] of cases) assert.ok(documented.has(String(status)), `${path}: ${status} is not documented`);
    }
  });

  it("when the server is overloaded", async () => {
    const response = await request(`${overloaded.url}/api/2/aggregate?dataset=town&drilldown=region`);
    checker.check("/api/2/aggregate", "get", response);
    assert.equal(response.status, 503);
  });

  it("above the rate limit", async () => {
    for (const [path, method, operation] of eachRead()) {
      const { route, suffix } = routeOf(path);
      const url = withSuffix(SAMPLES[route.path]![0]!, suffix);
      const response = await request(limited.url + encodeURI(url), { agent });
      checker.check(path, method, response);
      assert.equal(response.status === 429, "429" in operation.responses, url);
      assert.equal(response.status === 429, !route.about.isUnlimited, url);
    }
  });

  it("for a wrong method or a URL that is too long", async () => {
    for (const [path, method] of eachRead()) {
      const { route, suffix } = routeOf(path);
      const url = withSuffix(SAMPLES[route.path]![0]!, suffix);
      const other = await request(server.url + url, { method: "PATCH" });
      assert.equal(other.status, 405, url);
      if (url.startsWith("/api/")) checker.check(path, method, other);
      assert.equal((await ask(path, method, withQuery(url, `x=${"y".repeat(17_000)}`), {})).status, 414);
    }
  });
});

/** A URL in every form that it can be asked for. */
function listForms(
  route: DescribedRoute,
  url: string,
): readonly (readonly [url: string, headers: Record<string, string>])[] {
  const types = ["json", "html", "csv", "rss", "atom", "ndjson", "bib", "jsonld", "ttl"] as const;
  return [
    [url, {}],
    [withQuery(url, "callback=show.it"), { Accept: "application/json" }],
    [withQuery(url, "pretty=true&cite=true"), { Accept: "application/json" }],
    [url, { "Accept-Encoding": "identity" }],
    ...types.map((format) => [url, { Accept: FORMATS[format].type.split(";", 1)[0]! }] as const),
    ...(route.kind === "api" && route.formats.length > 1
      ? route.formats.map((format) => [withQuery(url, `format=${format}`), {}] as const)
      : []),
  ];
}

/** Ask, and check the answer against the document. */
async function ask(path: string, method: string, url: string, headers: Record<string, string>): Promise<Response> {
  const address = server.url + encodeURI(url).replaceAll("%25", "%");
  const response = await request(address, { agent, method: method.toUpperCase(), headers });
  try {
    checker.check(path, method, response);
  } catch (error) {
    throw new Error(`${method} ${url} ${JSON.stringify(headers)}: ${(error as Error).message}`, { cause: error });
  }
  return response;
}
