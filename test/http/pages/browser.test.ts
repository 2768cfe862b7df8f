import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { checkScreens, keyIn, type OnResponse, signedIn, startBrowser } from "./browser.js";
import { request, type Response } from "../client.js";
import { PASSWORD, type SignInServer, startSignInServer } from "../access/sign-in-server.js";

let server: SignInServer;
let proxied: SignInServer;
let check: OnResponse;
before(async () => {
  [server, proxied] = await Promise.all([startSignInServer(), startSignInServer({ proxies: 1, hidePrivate: true })]);
  check = await checkScreens(server);
});
after(() => Promise.all([server.stop(), proxied.stop()]));

describe("signing in", () => {
  it("leads from the form to the settings, which show the API key", async () => {
    const browser = startBrowser(server, {}, check);
    assert.equal((await browser.get("/login")).status, 200);
    const sent = await browser.send("/login", { name: "ada", password: PASSWORD });
    assert.deepEqual([sent.status, sent.headers["location"]], [303, `${server.url}/dashboard`]);
    const settings = await browser.get("/settings");
    assert.equal(keyIn(settings), server.keys["ada"]);
    assert.match(settings.text, /href="[^"]*\/plans"/);
  });

  it("sets a cookie with HttpOnly and SameSite, and with Secure if signed in over HTTPS", async () => {
    for (const [at, headers, isSecure] of [
      [server, {}, false],
      [server, { "X-Forwarded-Proto": "https" }, false],
      [proxied, {}, false],
      [proxied, { "X-Forwarded-Proto": "https" }, true],
    ] as const) {
      const browser = startBrowser(at, headers, check);
      const first = (await browser.get("/login")).headers["set-cookie"]!;
      const second = (await browser.send("/login", { name: "ada", password: PASSWORD })).headers["set-cookie"]!;
      const third = (await browser.get("/logout"), await browser.send("/logout")).headers["set-cookie"]!;
      for (const cookie of [first, second, third]) {
        const attributes = new Set(cookie.split("; ").slice(1));
        assert.ok(
          ["Path=/", "HttpOnly", "SameSite=Lax"].every((each) => attributes.has(each)),
          cookie,
        );
        assert.equal(attributes.has("Secure"), isSecure, cookie);
        // Browsers refuse this name from other hosts, over HTTP, and for single paths.
        assert.equal(cookie.startsWith("__Host-"), isSecure, cookie);
      }
      assert.notEqual(first.split(";")[0], second.split(";")[0], "whoever set the first would know the second");
    }
  });

  it("takes no cookie over HTTPS that was set over HTTP, where others may have set it", async () => {
    const browser = await signedIn(proxied, "ada", check);
    const { cookie } = browser;
    const ask = async (proto: string, Cookie: string): Promise<number> => {
      const headers = { Accept: "text/html", "X-Forwarded-Proto": proto, Cookie };
      return (await request(`${proxied.url}/dashboard`, { headers })).status;
    };
    assert.deepEqual([await ask("http", cookie!), await ask("https", cookie!)], [200, 401]);
    assert.equal(await ask("https", `__Host-${cookie}`), 200);
    assert.equal(await ask("http", `__Host-${cookie}`), 401);
  });

  it("fails in the same way for a wrong password, an unknown name, and a user without a password", async () => {
    const bodies = new Set<string>();
    for (const [name, password] of [
      ["ada", "wrong"],
      ["nobody", PASSWORD],
      ["mute", ""],
      ["mute", PASSWORD],
      ["Ada", PASSWORD],
      ["__proto__", PASSWORD],
    ] as const) {
      const browser = startBrowser(server, {}, check);
      await browser.get("/login?next=/plans");
      const { status, headers, text } = await browser.send("/login", { name, password });
      assert.deepEqual([status, headers["www-authenticate"], headers["set-cookie"]], [401, "ApiKey", undefined]);
      assert.match(text, new RegExp(`value="${name}"`));
      assert.ok(password === "" || !text.includes(password));
      bodies.add(text.replace(/name="token"\s+value="[^"]*"/, "").replace(`value="${name}"`, ""));
      const again = await browser.send("/login", { name: "bob", password: PASSWORD });
      assert.equal(again.headers["location"], `${server.url}/plans`);
    }
    assert.equal(bodies.size, 1);
  });

  it("redirects only to paths of this server", async () => {
    const paths: readonly (readonly [next: string, to: string])[] = [
      ["/plans", "/plans"],
      ["/plans/region/a%2Fb?page=2&x=%C3%A4", "/plans/region/a%2Fb?page=2&x=%C3%A4"],
      ["//evil.example/", "/dashboard"],
      ["/\\evil.example/", "/dashboard"],
      ["https://evil.example/", "/dashboard"],
      ["javascript:alert(1)", "/dashboard"],
      ["/x\r\nSet-Cookie: a=b", "/dashboard"],
      ["/ä", "/dashboard"],
      ["", "/dashboard"],
      ["/logout", "/dashboard"],
    ];
    for (const [next, to] of paths) {
      const browser = startBrowser(server, {}, check);
      await browser.get(`/login?next=${encodeURIComponent(next)}`);
      const { headers } = await browser.send("/login", { name: "bob", password: PASSWORD });
      assert.equal(headers["location"], server.url + to, next);
      const already = await browser.get(`/login?next=${encodeURIComponent(next)}`);
      assert.deepEqual([already.status, already.headers["location"]], [303, server.url + to]);
    }
  });

  it("is offered at a private dataset and leads back there", async () => {
    const browser = startBrowser(server, {}, check);
    const refused = await browser.get("/plans/region?x=1&y=%22");
    assert.equal(refused.status, 401);
    assert.equal(refused.headers["www-authenticate"], "ApiKey");
    assert.doesNotMatch(refused.text, /Label of plans/);
    const { headers } = await browser.send("/login", { name: "ada", password: PASSWORD });
    assert.equal(headers["location"], `${server.url}/plans/region?x=1&y=%22`);
    assert.match((await browser.get("/plans/region?x=1&y=%22")).text, /Label of plans/);
    assert.equal((await (await signedIn(server, "bob", check)).get("/plans")).status, 403);
    const hidden = await startBrowser(proxied).get("/plans");
    assert.deepEqual(
      [
        hidden.status,
        hidden.headers["set-cookie"],
        /<form(?! class="languages")[^>]*method="post"/.test(
          hidden.text.replaceAll(/<form\s+class="languages"/g, '<form class="languages"'),
        ),
      ],
      [404, undefined, false],
    );
  });

  it("is refused for a form without a valid token", async () => {
    const other = startBrowser(server);
    await other.get("/login");
    const browser = startBrowser(server, {}, check);
    const page = await browser.get("/login");
    const token = /name="token"\s+value="([^"]*)"/.exec(page.text)![1]!;
    const fields = { name: "ada", password: PASSWORD };
    const send = (body: Record<string, string>, cookie: string | undefined): Promise<Response> =>
      request(`${server.url}/login`, {
        method: "POST",
        headers: { Accept: "text/html", ...(cookie === undefined ? {} : { Cookie: cookie }) },
        body: new URLSearchParams(body).toString(),
      });
    assert.equal((await send({ ...fields, token }, undefined)).status, 403);
    assert.equal((await send({ ...fields, token }, other.cookie)).status, 403);
    assert.equal((await send(fields, browser.cookie)).status, 403);
    assert.equal((await send({ ...fields, token: "" }, browser.cookie)).status, 403);
    assert.equal((await send({ ...fields, token }, `a=b; ${browser.cookie}; c="d"`)).status, 303);
  });

  it("is slowed down for a name after wrong passwords from any address, for a limited time", async () => {
    const at = await startSignInServer({ proxies: 1 });
    const attempt = async (address: string, name: string, password: string): Promise<Response> => {
      const browser = startBrowser(at, { "X-Forwarded-For": address });
      await browser.get("/login");
      return browser.send("/login", { name, password });
    };
    for (let guess = 0; guess < 5; guess++) assert.equal((await attempt(`10.0.0.${guess}`, "ada", "x")).status, 401);
    const slowed = await attempt("10.0.0.9", "ada", PASSWORD);
    assert.deepEqual([slowed.status, slowed.headers["retry-after"]], [429, "1"]);
    assert.equal((await attempt("10.0.0.9", "bob", PASSWORD)).status, 303);
    at.clock.now += 1;
    assert.equal((await attempt("10.0.0.9", "ada", PASSWORD)).status, 303);
    for (let guess = 0; guess < 20; guess++) await attempt("10.0.0.7", `user${guess}`, "x");
    assert.equal((await attempt("10.0.0.7", "bob", PASSWORD)).status, 429);
    await at.stop();
  });
});

describe("a session", () => {
  it("reads pages, which no cache may store", async () => {
    const browser = await signedIn(server, "ada", check);
    for (const path of ["/plans", "/plans.html", "/plans/region/really.json", "/town", "/datasets", "/settings"]) {
      const { status, headers } = await browser.get(path);
      assert.equal(status, 200, path);
      assert.equal(headers["cache-control"], "private, no-store", path);
      assert.match(headers["vary"]!, /\bCookie\b/, path);
      assert.equal(headers["access-control-allow-origin"], undefined, path);
    }
    assert.match((await browser.get("/datasets")).text, /Label of plans/);
    const { headers } = await startBrowser(server).get("/town");
    assert.equal(headers["cache-control"], "public, max-age=0, must-revalidate");
    assert.doesNotMatch(headers["vary"]!, /Cookie/);
  });

  it("reads no JSON, JSON-P or CSV and nothing under /api, where it is ignored", async () => {
    const { cookie } = await signedIn(server, "ada", check);
    const refused: readonly (readonly [path: string, accept: string])[] = [
      ["/plans.json", "*/*"],
      ["/plans", "application/json"],
      ["/plans/model", "text/html"],
      ["/plans.json?callback=f", "*/*"],
      ["/plans?callback=f", "text/html"],
      ["/plans/region/North.csv", "*/*"],
      ["/plans/region/really.json", "application/json"],
      ["/plans/region.distinct", "text/html"],
      ["/api/2/aggregate?dataset=plans", "text/html"],
      ["/api/2/aggregate?dataset=plans&callback=f", "text/html"],
      ["/api/2/search?dataset=plans", "text/html"],
    ];
    for (const [path, accept] of refused) {
      const { status, text } = await request(server.url + path, { headers: { Cookie: cookie!, Accept: accept } });
      assert.equal(status, 401, `${path}: ${text}`);
      assert.doesNotMatch(text, /Label of plans/);
    }
    for (const path of ["/datasets.json", "/datasets.csv", "/datasets.rss", "/api/2/search?q=North"]) {
      const { text, headers } = await request(server.url + path, { headers: { Cookie: cookie! } });
      assert.doesNotMatch(text, /plans/);
      assert.match(headers["cache-control"]!, /^public/);
    }
    const permissions = await request(`${server.url}/api/2/permissions?dataset=plans`, {
      headers: { Cookie: cookie! },
    });
    assert.equal(permissions.text, '{"create":false,"read":false,"update":false,"delete":false}');
  });

  it("is ignored beside a key, right or wrong", async () => {
    const browser = await signedIn(server, "ada", check);
    const bob = { Authorization: `ApiKey ${server.keys["bob"]}` };
    assert.equal((await browser.get("/plans", bob)).status, 403);
    assert.equal((await browser.get("/plans", { Authorization: "ApiKey x" })).status, 401);
    assert.equal((await browser.get("/plans", { Authorization: "Basic x" })).status, 401);
  });

  it("gets 304 only as long as it may read the resource", async () => {
    const browser = await signedIn(server, "ada", check);
    const { headers } = await browser.get("/plans");
    const held = { "If-None-Match": headers["etag"]! };
    assert.equal((await browser.get("/plans", held)).status, 304);
    assert.equal((await startBrowser(server).get("/plans", held)).status, 401);
    const town = (await browser.get("/town")).headers["etag"]!;
    assert.equal((await startBrowser(server).get("/town", { "If-None-Match": town })).status, 200);
  });

  it("ends with a sign-out, which needs the token of the form", async () => {
    const browser = await signedIn(server, "ada", check);
    const { cookie } = browser;
    const forged = await request(`${server.url}/logout`, { method: "POST", headers: { Cookie: cookie! } });
    assert.equal(forged.status, 403);
    assert.match((await browser.get("/logout")).text, /ada/);
    const out = await browser.send("/logout");
    assert.deepEqual([out.status, out.headers["location"]], [303, `${server.url}/`]);
    assert.equal(browser.cookie, undefined);
    const headers = { Cookie: cookie!, Accept: "text/html" };
    assert.equal((await request(`${server.url}/settings`, { headers })).status, 401);
    assert.equal((await request(`${server.url}/logout`, { headers })).headers["location"], `${server.url}/login`);
  });

  it("ends after twelve hours without use, and when the user is removed", async () => {
    const at = await startSignInServer();
    const [ada, bob] = [await signedIn(at, "ada", check), await signedIn(at, "bob", check)];
    at.clock.now += 12 * 3600 - 1;
    assert.equal((await ada.get("/settings")).status, 200);
    at.clock.now += 1;
    assert.equal((await ada.get("/settings")).status, 200);
    assert.equal((await bob.get("/settings")).status, 401);
    await at.catalog.removeAccount("ada");
    assert.equal((await ada.get("/settings")).status, 401);
    await at.stop();
  });
});
