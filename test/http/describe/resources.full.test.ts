import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { request, type RequestOptions, type Response } from "../client.js";
import { assertWellFormed, linksOf } from "../pages/markup.js";
import { idOf, SECRET, startResources } from "./resource-server.js";
import type { TestServer } from "../server.js";

let server: TestServer;
let hiding: TestServer;
before(async () => {
  server = await startResources();
  hiding = await startResources([], { hidePrivate: true });
});
after(() => Promise.all([server.stop(), hiding.stop()]));

const send = (path: string, options: RequestOptions = {}): Promise<Response> => request(server.url + path, options);
const get = (path: string, headers: Record<string, string> = {}): Promise<Response> => send(path, { headers });

const TYPES = {
  html: "text/html; charset=utf-8",
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  rss: "application/rss+xml; charset=utf-8",
} as const;
type Suffix = keyof typeof TYPES;

interface Expected {
  readonly path: string;
  readonly formats: readonly Suffix[];
  /** Forms that are another call's. */
  readonly elsewhere?: readonly Suffix[];
}

const RESOURCES: readonly Expected[] = [
  { path: "/datasets", formats: ["html", "json", "csv", "rss"] },
  { path: "/town", formats: ["html", "json"] },
  { path: "/town/model", formats: ["json"] },
  { path: "/town/dimensions", formats: ["html", "json"] },
  { path: "/town/region", formats: ["html", "json"] },
  { path: "/town/cofog1", formats: ["html", "json"] },
  { path: "/town/time", formats: ["html", "json"] },
  { path: "/town/cofog1.distinct", formats: ["json"] },
  { path: "/town/region/North", formats: ["html", "json", "csv"] },
  { path: "/town/rate/10", formats: ["html", "json", "csv"] },
  { path: "/town/cofog1/1", formats: ["html", "json", "csv"] },
  { path: "/town/time/2009-03-02", formats: ["html", "json", "csv"] },
  { path: "/town/entries", formats: ["html"], elsewhere: ["json", "csv"] },
  { path: "/town/cofog1/1/entries", formats: ["html"], elsewhere: ["json", "csv"] },
  { path: `/town/entries/${idOf("a")}`, formats: ["html", "json", "csv"] },
];
const READS = RESOURCES.flatMap(({ path, formats }) =>
  formats.map((format) => ({ path: `${path}.${format}`, format })),
);

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

describe("every resource", () => {
  for (const { path, formats, elsewhere = [] } of RESOURCES) {
    for (const suffix of Object.keys(TYPES) as Suffix[]) {
      if (formats.includes(suffix)) {
        it(`${path}.${suffix} is there, whatever the Accept`, async () => {
          const { status, headers, text } = await get(`${path}.${suffix}`, { Accept: "application/x-other" });
          assert.deepEqual([status, headers["content-type"]], [200, TYPES[suffix]]);
          if (suffix === "json") JSON.parse(text);
          else if (suffix === "csv") assert.match(text, /^[\w.,]+\r\n/);
          else assertWellFormed(text);
        });
      } else if (elsewhere.includes(suffix)) {
        it(`${path}.${suffix} redirects to the search call`, async () => {
          const { status, headers, text } = await get(`${path}.${suffix}`);
          assert.deepEqual([status, text], [302, ""]);
          assert.ok(headers["location"]!.startsWith(`${server.url}/api/2/search?dataset=town`));
        });
      } else {
        it(`${path}.${suffix} is not acceptable`, async () => {
          const { status, text } = await get(`${path}.${suffix}`);
          assert.equal(status, 406);
          assert.match(text, new RegExp(`There is no \\.${suffix} here; available: \\.`));
          for (const format of [...formats, ...elsewhere]) assert.ok(text.includes(`.${format}`), format);
        });
      }
    }

    const others = elsewhere.length > 0 ? [] : formats;
    const bare: readonly [accept: string | undefined, format: Suffix][] = [
      [undefined, formats[0]!],
      ["*/*", formats[0]!],
      [BROWSER, formats[0]!],
      ["application/x-other", formats[0]!],
      ["application/json;q=0.5, text/html;q=0.1", others.includes("json") ? "json" : formats[0]!],
      [
        "text/csv, application/json;q=0.9",
        others.includes("csv") ? "csv" : others.includes("json") ? "json" : formats[0]!,
      ],
    ];
    for (const [accept, format] of bare) {
      it(`${path} for ${accept ?? "no Accept"} is ${format}`, async () => {
        const response = await get(path, accept === undefined ? {} : { Accept: accept });
        const isElsewhere =
          elsewhere.includes("json") && (accept?.startsWith("application/json") || accept?.startsWith("text/csv"));
        if (isElsewhere) assert.equal(response.status, 302);
        else assert.deepEqual([response.status, response.headers["content-type"]], [200, TYPES[format]]);
      });
    }

    it(`${path} can be read only`, async () => {
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        const { status, headers } = await send(path, { method });
        assert.deepEqual([status, headers["allow"]], [405, "GET, HEAD, OPTIONS"]);
      }
      const { status, headers } = await send(path, { method: "OPTIONS" });
      assert.deepEqual([status, headers["access-control-allow-methods"]], [204, "GET, HEAD, OPTIONS"]);
    });
  }

  for (const { path, format } of READS) {
    it(`${path} can be cached and revalidated`, async () => {
      const { headers } = await get(path);
      assert.equal(headers["cache-control"], "public, max-age=0, must-revalidate");
      const language = ["html", "atom", "rss"].includes(format) ? "Accept-Language, " : "";
      assert.equal(headers["vary"], `${language}Accept, Accept-Encoding, Authorization`);
      assert.equal(headers["access-control-allow-origin"], "*");
      assert.equal(headers["x-content-type-options"], "nosniff");
      for (const condition of [
        { "If-None-Match": headers["etag"]! },
        { "If-Modified-Since": headers["last-modified"]! },
      ]) {
        const again = await get(path, condition);
        assert.deepEqual([again.status, again.text, again.headers["etag"]], [304, "", headers["etag"]]);
      }
      const earlier = new Date(Date.parse(headers["last-modified"]!) - 1000).toUTCString();
      assert.equal((await get(path, { "If-Modified-Since": earlier })).status, 200);
    });

    it(`${path} answers HEAD as GET`, async () => {
      const [got, head] = [await get(path), await send(path, { method: "HEAD" })];
      const { date: _, ...expected } = got.headers;
      const { date: __, ...actual } = head.headers;
      assert.deepEqual([head.status, actual, head.text], [200, expected, ""]);
    });

    it(`${path} is compressed if it is large, without changing`, async () => {
      const plain = await get(path);
      const packed = await fetch(server.url + path, { headers: { "Accept-Encoding": "br" } });
      assert.equal(packed.headers.get("content-encoding"), plain.body.length > 1024 ? "br" : null);
      assert.equal(await packed.text(), plain.text);
    });

    if (format === "json") {
      it(`${path} is wrapped and indented on request`, async () => {
        const { text } = await get(path);
        const wrapped = await get(`${path}?callback=a.b`);
        assert.deepEqual(
          [wrapped.headers["content-type"], wrapped.text],
          ["application/javascript; charset=utf-8", `/**/a.b(${text});`],
        );
        assert.equal((await get(`${path}?pretty=true`)).text, JSON.stringify(JSON.parse(text), null, 2));
        assert.equal((await get(`${path}?callback=alert(1)`)).status, 400);
      });
    } else if (format === "html") {
      it(`${path} has no inline scripts and links to its other formats`, async () => {
        const { text, headers } = await get(path);
        assert.match(headers["content-security-policy"]!, /^default-src 'none'/);
        assert.doesNotMatch(
          text,
          /<script(?! type="application\/ld\+json">)(?! src="\/static\/quicker\.\w+\.js" defer="")|<style|\s(?:style|on\w+)="/,
        );
        const bare = path.slice(0, -".html".length);
        const { formats, elsewhere = [] } = RESOURCES.find((each) => each.path === bare)!;
        for (const other of formats) {
          if (other !== "html") assert.ok(linksOf(text, server.url).includes(`${server.url}${bare}.${other}`), other);
        }
        for (const other of elsewhere) {
          const call = linksOf(text, server.url).find(
            (link) =>
              link.includes("/api/2/search?dataset=town") &&
              link.endsWith("&format=csv&bom=true") === (other === "csv"),
          );
          assert.ok(call, other);
        }
      });

      it(`${path} has no broken link`, async () => {
        const { text } = await get(path);
        for (const link of new Set(linksOf(text, server.url))) {
          const { status } = await request(link, { headers: { Accept: BROWSER } });
          assert.ok(status === 200 || status === 302, `${link}: ${status}`);
        }
      });
    }
  }
});

describe("paths that do not exist", () => {
  const missing: readonly [path: string, error: RegExp][] = [
    ["/nothing", /no dataset with name "nothing"/],
    ["/twn", /did you mean "town"\?/],
    ["/nothing/model", /no dataset with name "nothing"/],
    ["/nothing/dimensions", /no dataset/],
    ["/nothing/entries", /no dataset/],
    [`/nothing/entries/${idOf("a")}`, /no dataset/],
    ["/nothing/region", /no dataset/],
    ["/nothing/region.distinct", /no dataset/],
    ["/nothing/region/North", /no dataset/],
    ["/nothing/region/North/entries", /no dataset/],
    ["/town/regoin", /no dimension with name "regoin" in "town"; did you mean "region"\?/],
    ["/town/amount", /it is a measure/],
    ["/town/nothing.distinct", /no dimension with name "nothing"/],
    ["/town/nothing/North", /no dimension/],
    ["/town/region/Nowhere", /no member with name "Nowhere" in the dimension "region" of "town"; .*distinct\?q=/],
    ["/town/region/north", /no member/],
    ["/town/rate/ten", /no member/],
    ["/town/until/null", /no member/],
    ["/town/region/Nowhere/entries", /no member/],
    ["/town/region//entries", /There is nothing at/],
    ["/town/entries/1", /no entry with id "1" in "town"/],
    [`/town/entries/${idOf("z")}`, /no entry/],
    ["/town/entries/a/b", /no dimension with name "entries"|There is nothing at/],
    ["/town/model/x", /no dimension with name "model"/],
    ["/town/region/North/entries/x", /There is nothing at/],
    ["/api/2/agregate", /There is nothing at \/api\/2\/agregate; did you mean \/api\/2\/aggregate\?/],
    ["/api/1/search", /did you mean \/api\/2\/search\?/],
    ["/api/2/nothing", /There is nothing at \/api\/2\/nothing$/],
    ["/humans.txt", /no dataset/],
    ["/%00", /no dataset/],
    ["/town/region/%00", /no member/],
    ["/__proto__", /no dataset/],
    ["/town/__proto__", /no dimension/],
    ["/town/region/constructor", /no member/],
  ];
  for (const [path, error] of missing) {
    for (const accept of ["application/json", BROWSER]) {
      it(`${path} for ${accept}`, async () => {
        const { status, headers, text } = await get(path, { Accept: accept });
        assert.equal(status, 404);
        assert.equal(headers["cache-control"], "no-store");
        if (accept === BROWSER) assertWellFormed(text);
        else {
          const { errors } = JSON.parse(text);
          assert.equal(errors.length, 1);
          assert.match(errors[0], error);
        }
      });
    }
  }

  const refused: readonly [path: string, errors: readonly RegExp[]][] = [
    ["/datasets.json?territories=ZZ&languages=xx&category=money", [/"ZZ" is not/, /"xx" is not/, /"money" is not/]],
    ["/town/region.distinct?attribute=colour&cut=nothing:1&page=x", [/"colour"/, /"nothing"/, /page: "x"/]],
    ["/town/entries?page=x&pagesize=-1", [/page: "x"/, /pagesize: "-1"/]],
    ["/town/%ff", [/not percent-encoded UTF-8/]],
    ["/town.json?x=%ff", [/not percent-encoded UTF-8/]],
  ];
  for (const [path, expected] of refused) {
    it(`refuses ${path} with every error`, async () => {
      const { status, text } = await get(path);
      assert.equal(status, 400);
      const { errors } = JSON.parse(text);
      assert.equal(errors.length, expected.length);
      expected.forEach((error, at) => assert.match(errors[at], error));
    });
  }
});

describe("a private dataset", () => {
  const secret = RESOURCES.filter(({ path }) => path !== "/datasets").flatMap(({ path, formats, elsewhere = [] }) =>
    ["", ...[...formats, ...elsewhere].map((format) => `.${format}`)].map(
      (suffix) => `${path.replace("town", "secret")}${suffix}`,
    ),
  );
  const unknown = [
    "/secret/nothing",
    "/secret/region/nothing",
    "/secret/entries/1",
    "/secret.csv",
    "/secret/region.distinct?page=x",
    "/secret/region/x.csv",
  ];

  for (const path of [...secret, ...unknown]) {
    it(`${path} is for its managers and administrators`, async () => {
      const anonymous = await get(path);
      assert.deepEqual([anonymous.status, anonymous.headers["www-authenticate"]], [401, "ApiKey"]);
      assert.doesNotMatch(anonymous.text, /Most secret|North/);
      if (unknown.includes(path)) return;
      for (const key of ["reader", "admin"]) {
        const { status, headers } = await get(path, { Authorization: `ApiKey ${key}` });
        assert.ok(status === 200 || status === 302, String(status));
        assert.equal(headers["cache-control"], "private, no-store");
      }
    });

    it(`${path} does not seem to exist if private datasets are hidden`, async () => {
      const missing = path.replace("secret", "sekret");
      const [hidden, none] = await Promise.all([path, missing].map((each) => request(hiding.url + each)));
      assert.equal(hidden!.status, 404);
      assert.equal(hidden!.text.replaceAll("secret", "sekret"), none!.text);
    });
  }

  it("refuses another user", async () => {
    const other = await startResources([{ ...SECRET, managers: [] }]);
    try {
      const { status } = await request(`${other.url}/secret/region.json`, {
        headers: { Authorization: "ApiKey reader" },
      });
      assert.equal(status, 403);
    } finally {
      await other.stop();
    }
  });

  for (const format of ["html", "json", "csv", "rss"]) {
    it(`is in no list for other users: ${format}`, async () => {
      assert.doesNotMatch((await get(`/datasets.${format}`)).text, /secret/);
      assert.match((await get(`/datasets.${format}`, { Authorization: "ApiKey reader" })).text, /Most secret/);
    });
  }
});
