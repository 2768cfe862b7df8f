import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { deriveKey } from "#src/access/keys.js";
import { watchRequests } from "#src/cli/serve/watch-requests.js";
import type { Served } from "#src/web/http/message/message.js";
import { describeRequest, describeSlow, withoutKeys } from "#src/web/http/request-log.js";

const KEY = deriveKey(Buffer.alloc(32, 7), { name: "ada.lovelace", id: "1", keyVersion: 1 });
const SECRET = KEY.slice(KEY.lastIndexOf(".") + 1);

function served(path: string, query: string, headers: Record<string, string> = {}, begun = 1): Served {
  const head = { id: "x-1", method: "GET", path, query, headers: new Map(Object.entries(headers)), secure: false };
  const effort = {
    datasets: ["town"],
    query: `cut=region:${KEY}`,
    entries: 9,
    matches: 3,
    waited: 1,
    computed: 2,
  };
  const about = { route: "/{dataset}", user: "ada", cached: false, effort };
  const reply = { status: 200, headers: [], body: null, about };
  return { head, remoteAddress: "127.0.0.1", reply, begun, ended: 2, bytes: 5, isGone: false };
}

describe("the log of requests", () => {
  it("has the request and its outcome", () => {
    const fields = describeRequest(served("/t%C3%B6wn", "q=a%20b&cut=x:1|y:2&_=3"), 0);
    assert.deepEqual(fields, {
      request: "x-1",
      method: "GET",
      target: "/töwn?q=a b&cut=x:1|y:2&…",
      route: "/{dataset}",
      status: 200,
      client: "127.0.0.1",
      user: "ada",
      ready: false,
      bytes: 5,
      begun_ms: 1,
      ended_ms: 2,
      gone: false,
    });
  });

  it("takes the client's address from a trusted proxy", () => {
    const request = served("/", "", { "x-forwarded-for": "10.0.0.1, 203.0.113.9" });
    assert.equal((describeRequest(request, 1) as { client: string }).client, "203.0.113.9");
    assert.equal((describeRequest(request, 0) as { client: string }).client, "127.0.0.1");
  });

  it("has no key, cookie, password or signed URL, wherever the request had it", () => {
    const ways: readonly Served[] = [
      served("/", "", { authorization: `ApiKey ${KEY}` }),
      served("/", "", { cookie: `spendcube_session=${SECRET}` }),
      served("/", "", { referer: `https://x/?key=${KEY}`, "x-forwarded-for": KEY }),
      served(`/town/region/${KEY}`, ""),
      served(`/town/region/${encodeURIComponent(KEY).replaceAll(".", "%2E")}`, ""),
      served(`/%ff${KEY.replaceAll(".", "%2e")}`, ""),
      ...["apikey", "api_key", "key", "token", "password", "access_token", "_", KEY].map((name) =>
        served("/api/2/aggregate", `dataset=town&${encodeURIComponent(name)}=${KEY}`),
      ),
      ...["q", "cut", "callback", "dataset"].map((name) => served("/api/2/search", `${name}=${KEY}`)),
      served("/api/2/new", `csv_file=https://ada:${SECRET}@files.example/x.csv?X-Amz-Signature=${SECRET}`),
      { ...served("/", ""), head: { ...served("/", "").head, method: KEY } },
    ];
    for (const way of ways) {
      for (const proxies of [0, 1]) {
        const text = JSON.stringify([describeRequest(way, proxies), describeSlow(way)]);
        assert.ok(!text.includes(SECRET), text);
      }
    }
  });

  it("keeps what only resembles a key", () => {
    const hash = `ada.${"a".repeat(44)}`;
    assert.equal(withoutKeys(`${hash} town.csv`), `${hash} town.csv`);
    assert.equal(withoutKeys(`"${KEY}" and ${KEY}`).includes(SECRET), false);
  });
});

describe("the observer of requests", () => {
  it("logs queries that were cut off, with the reason and the cost, however fast", () => {
    const logged: [Record<string, unknown>, string][] = [];
    const write = (fields: object, message: string): void => void logged.push([{ ...fields }, message]);
    const fast = served("/town", "");
    const cutOff = { reason: "memory", computed: 12.3456 } as const;
    const cut = { ...fast, reply: { ...fast.reply, status: 503, about: { ...fast.reply.about!, cutOff } } };
    for (const slowQueryMs of [0, 100]) {
      watchRequests({ slowQueryMs, proxies: 0 }, { noteRequest: () => {} }, { info: write, warn: write }).onServed(cut);
    }
    assert.equal(logged.length, 1);
    const [fields, message] = logged[0]!;
    assert.equal(message, "query cut off");
    assert.deepEqual([fields["cut_off"], fields["processor_ms"], fields["status"]], ["memory", 12.346, 503]);
    assert.deepEqual(fields["datasets"], ["town"]);
  });

  it("counts every request, and logs slow ones with their query", () => {
    const counted: unknown[] = [];
    const logged: [object, string][] = [];
    const write = (fields: object, message: string): void => void logged.push([fields, message]);
    const watch = watchRequests(
      { slowQueryMs: 100, proxies: 0 },
      { noteRequest: (request) => counted.push(request) },
      { info: write, warn: write },
    );
    watch.onServed(served("/town", ""));
    watch.onServed(served("/town", "", {}, 100));
    watch.onServed({ ...served("/town", ""), isGone: true, bytes: 0 });
    assert.deepEqual(counted, [
      { route: "/{dataset}", method: "GET", status: 200, milliseconds: 1, bytes: 5 },
      { route: "/{dataset}", method: "GET", status: 200, milliseconds: 100, bytes: 5 },
      { route: "/{dataset}", method: "GET", status: 499, milliseconds: 1, bytes: 0 },
    ]);
    assert.equal(logged.length, 1);
    const [fields, message] = logged[0]!;
    assert.equal(message, "slow query");
    const { query: _, ...others } = fields as Record<string, unknown>;
    assert.deepEqual(others, {
      request: "x-1",
      method: "GET",
      target: "/town",
      route: "/{dataset}",
      status: 200,
      begun_ms: 100,
      datasets: ["town"],
      entries: 9,
      matches: 3,
      waited_ms: 1,
      computed_ms: 2,
    });
  });
});
