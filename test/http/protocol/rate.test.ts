import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { RateLimit } from "#src/access/rate-limit.js";
import type { ServerSettings } from "#src/web/http/start-server.js";
import { signedIn } from "../pages/browser.js";
import { request, type Response } from "../client.js";
import { type SignInServer, startSignInServer } from "../access/sign-in-server.js";

interface Limited {
  readonly server: SignInServer;
  readonly clock: { now: number };
  ask(path: string, headers?: Record<string, string>, method?: string): Promise<Response>;
}

/** Ten at once and two a second. */
async function withLimit(
  use: (limited: Limited) => Promise<void>,
  settings: Partial<ServerSettings> = {},
): Promise<void> {
  const clock = { now: 1_000_000 };
  const server = await startSignInServer({ ...settings, rate: new RateLimit(2, 10, () => clock.now) });
  const ask: Limited["ask"] = (path, headers = {}, method = "GET") =>
    request(server.url + path, { headers, method, ...(method === "POST" ? { body: "x".repeat(500_000) } : {}) });
  try {
    await use({ server, clock, ask });
    assert.deepEqual(server.log, []);
  } finally {
    await server.stop();
  }
}

/** Send several requests, one after the other. @returns their statuses */
async function statuses(
  limited: Limited,
  count: number,
  path = "/town.json",
  headers?: Record<string, string>,
  method?: string,
): Promise<number[]> {
  const found: number[] = [];
  for (let i = 0; i < count; i++) found.push((await limited.ask(path, headers, method)).status);
  return found;
}

const TEN = Array<number>(10).fill(200);

describe("a client above its rate limit", () => {
  it("is told when to retry, and answered then", () =>
    withLimit(async (limited) => {
      // Ready answers count, too.
      assert.deepEqual(await statuses(limited, 10), TEN);
      const { status, headers, text } = await limited.ask("/town.json");
      assert.deepEqual(
        [status, headers["retry-after"], headers["cache-control"], headers["access-control-allow-origin"], text],
        [
          429,
          "1",
          "no-store",
          "*",
          '{"errors":["More than 2 requests a second; ask again in 1 second"],"codes":[{"code":"too_many_requests","values":{"allowed":"2 requests a second","wait":"1 second"}}]}',
        ],
      );
      limited.clock.now += 1000;
      assert.deepEqual(await statuses(limited, 3), [200, 200, 429]);
    }));

  it("gets the error in its format, before anything is computed", () =>
    withLimit(async (limited) => {
      await statuses(limited, 10);
      const call = await limited.ask("/api/2/aggregate?dataset=nothing&callback=f");
      assert.deepEqual([call.status, call.text.slice(0, 6)], [429, "/**/f("]);
      const page = await limited.ask("/town", { Accept: "text/html" });
      assert.deepEqual([page.status, page.headers["content-type"]], [429, "text/html; charset=utf-8"]);
      assert.match(page.text, /ask again in 1 second/);
    }));

  it("is refused for every request, also with a body", () =>
    withLimit(async (limited) => {
      await statuses(limited, 10);
      assert.deepEqual(await statuses(limited, 3, "/api/2/new", {}, "POST"), [429, 429, 429]);
      assert.deepEqual(await statuses(limited, 1, "/town.json", {}, "OPTIONS"), [429]);
    }));

  it("can still check the server's health", () =>
    withLimit(async (limited) => {
      await statuses(limited, 11);
      for (const path of ["/healthz", "/readyz"]) {
        assert.deepEqual(await statuses(limited, 20, path), [...TEN, ...TEN]);
      }
    }));
});

describe("a client of the rate limit", () => {
  it("is the address that a trusted proxy names, or an IPv6 network", () =>
    withLimit(
      async (limited) => {
        const from = (address: string): Promise<number[]> =>
          statuses(limited, 11, "/town.json", { "X-Forwarded-For": address });
        assert.deepEqual(await from("forged, 198.51.100.1"), [...TEN, 429]);
        assert.deepEqual(await from("others, 198.51.100.1"), Array(11).fill(429));
        assert.deepEqual(await from("198.51.100.2"), [...TEN, 429]);
        assert.deepEqual(await from("2001:db8::1"), [...TEN, 429]);
        assert.deepEqual(await from("2001:db8::2"), Array(11).fill(429));
        assert.deepEqual(await from("2001:db8:0:1::2"), [...TEN, 429]);
      },
      { proxies: 1 },
    ));

  it("is the other end of the connection if no proxy is trusted", () =>
    withLimit(async (limited) => {
      assert.deepEqual(await statuses(limited, 10, "/town.json", { "X-Forwarded-For": "198.51.100.1" }), TEN);
      assert.deepEqual(await statuses(limited, 1, "/town.json", { "X-Forwarded-For": "198.51.100.2" }), [429]);
    }));

  it("is a user, by key", () =>
    withLimit(async (limited) => {
      await statuses(limited, 11);
      for (const name of ["ada", "bob"]) {
        const key = { Authorization: `ApiKey ${limited.server.keys[name]!}` };
        assert.deepEqual(await statuses(limited, 11, "/town.json", key), [...TEN, 429]);
      }
    }));

  it("is the same with an unknown key", () =>
    withLimit(async (limited) => {
      for (let guess = 0; guess < 10; guess++) {
        const wrong = { Authorization: `ApiKey ada.${guess}` };
        assert.deepEqual(await statuses(limited, 1, "/town.json", wrong), [401]);
      }
      assert.deepEqual(await statuses(limited, 1, "/town.json", { Authorization: "ApiKey ada.x" }), [429]);
      assert.deepEqual(await statuses(limited, 1), [429]);
    }));

  it("is a user, by session", () =>
    withLimit(async (limited) => {
      const browser = await signedIn(limited.server, "ada", () => {});
      await statuses(limited, 20);
      assert.deepEqual(await statuses(limited, 1), [429]);
      const signed = { Cookie: browser.cookie! };
      assert.deepEqual(await statuses(limited, 1, "/plans.html", signed), [200]);
      assert.equal((await statuses(limited, 11, "/plans.html", signed)).at(-1), 429);
    }));
});
