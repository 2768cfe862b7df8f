import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { checkScreens, keyIn, type OnResponse, signedIn, startBrowser } from "../pages/browser.js";
import { request } from "../client.js";
import { PASSWORD, type SignInServer, startSignInServer } from "./sign-in-server.js";

let server: SignInServer;
let open: SignInServer;
let check: OnResponse;
before(async () => {
  [server, open] = await Promise.all([startSignInServer(), startSignInServer({ allowRegistration: true })]);
  check = await checkScreens(server);
});
after(() => Promise.all([server.stop(), open.stop()]));

describe("the settings", () => {
  it("replace the key at once", async () => {
    const browser = await signedIn(server, "ada", check);
    const before = keyIn(await browser.get("/settings"));
    const url = `${server.url}/plans.json`;
    const status = async (key: string): Promise<number> =>
      (await request(url, { headers: { Authorization: `ApiKey ${key}` } })).status;
    assert.equal(await status(before), 200);
    const sent = await browser.send("/settings/key");
    assert.deepEqual([sent.status, sent.headers["location"]], [303, `${server.url}/settings`]);
    const next = keyIn(await browser.get("/settings"));
    assert.deepEqual([await status(before), await status(next)], [401, 200]);
    assert.deepEqual(server.events.at(-1), { action: "user.key", user: "ada", by: "ada" });
  });

  it("change the password if the current one is right, and sign out everywhere else", async () => {
    const at = await startSignInServer();
    const [browser, elsewhere] = [await signedIn(at, "ada", check), await signedIn(at, "ada", check)];
    const change = async (current: string, password: string): Promise<number> => {
      await browser.get("/settings");
      return (await browser.send("/settings/password", { current, password })).status;
    };
    assert.equal(await change("wrong", "another password"), 403);
    assert.equal(await change(PASSWORD, "short"), 400);
    assert.equal((await elsewhere.get("/settings")).status, 200);
    assert.deepEqual(at.events, []);
    assert.equal(await change(PASSWORD, "another password"), 303);
    assert.deepEqual(at.events, [{ action: "user.password", user: "ada", by: "ada" }]);
    assert.equal((await browser.get("/settings")).status, 200);
    assert.equal((await elsewhere.get("/settings")).status, 401);
    const again = startBrowser(at);
    await again.get("/login");
    assert.equal((await again.send("/login", { name: "ada", password: PASSWORD })).status, 401);
    assert.equal((await again.send("/login", { name: "ada", password: "another password" })).status, 303);
    await at.stop();
  });

  it("are changed only by their own form", async () => {
    const [browser, other] = [await signedIn(server, "ada", check), await signedIn(server, "bob", check)];
    const token = /name="token"\s+value="([^"]*)"/.exec((await other.get("/settings")).text)![1]!;
    const key = keyIn(await browser.get("/settings"));
    for (const [path, fields] of [
      ["/settings/key", {}],
      ["/settings/password", { current: PASSWORD, password: "another password" }],
    ] as const) {
      for (const forged of ["", token]) {
        const body = new URLSearchParams({ ...fields, token: forged }).toString();
        const headers = { Cookie: browser.cookie!, Accept: "text/html" };
        assert.equal((await request(server.url + path, { method: "POST", headers, body })).status, 403);
      }
      const keyed = { Authorization: `ApiKey ${key}`, Accept: "text/html" };
      assert.equal((await request(server.url + path, { method: "POST", headers: keyed })).status, 401);
    }
    assert.equal(keyIn(await browser.get("/settings")), key);
  });

  it("have no JSON, and cannot be cached or framed", async () => {
    const browser = await signedIn(server, "ada", check);
    assert.equal((await browser.get("/settings.json")).status, 406);
    const { headers } = await browser.get("/settings");
    assert.equal(headers["cache-control"], "private, no-store");
    assert.match(headers["content-security-policy"]!, /form-action 'self'/);
    assert.equal((await request(`${server.url}/settings`, { headers: { Accept: "text/html" } })).status, 401);
  });
});

describe("registration", () => {
  it("is closed unless it is allowed", async () => {
    for (const method of ["GET", "POST"]) {
      const { status } = await request(`${server.url}/register`, { method, headers: { Accept: "text/html" } });
      assert.equal(status, 404);
    }
    assert.doesNotMatch((await startBrowser(server).get("/login")).text, /register/);
  });

  it("creates a signed-in user who is not an administrator", async () => {
    const browser = startBrowser(open, {}, check);
    assert.match((await browser.get("/login")).text, /href="[^"]*\/register"/);
    await browser.get("/register");
    const fields = { name: "carl", password: "quite long enough", fullname: "Carl <b>", email: "" };
    assert.equal((await browser.send("/register", fields)).headers["location"], `${open.url}/dashboard`);
    const settings = await browser.get("/settings");
    assert.match(settings.text, /Carl &lt;b&gt;/);
    assert.match(keyIn(settings), /^carl\./);
    assert.equal(open.catalog.accounts.at(-1)!.admin, false);
    assert.deepEqual(open.events, [{ action: "user.add", user: "carl", admin: false, by: "carl" }]);
    assert.equal((await browser.get("/plans")).status, 403);
  });

  it("refuses invalid names, names of users and managers, short passwords and forged forms", async () => {
    await open.catalog.changeManagers("plans", ["dora"], []);
    const users = open.catalog.accounts.length;
    const cases: readonly (readonly [fields: Record<string, string>, status: number, said: RegExp])[] = [
      [{ name: "ada" }, 409, /There is a user with name &quot;ada&quot; already/],
      [{ name: "ADA" }, 409, /There is a user with name &quot;ada&quot; already/],
      [{ name: "dora" }, 409, /is taken/],
      [{ name: "Root" }, 409, /is taken/],
      [{ name: "eve.brown", password: "Eve.Brown1" }, 400, /is the name of the user/],
      [{ name: "eve", password: "password1" }, 400, /tried first/],
      [{ name: "a b", password: "x" }, 400, /may contain only[^]*too short/],
      [{ name: "eve", fullname: "x".repeat(201) }, 400, /longer than 200/],
      [{ name: "eve", token: "x" }, 403, /out of date/],
    ];
    for (const [at, [fields, status, said]] of cases.entries()) {
      open.clock.now += at * 10_000;
      const browser = startBrowser(open, {}, check);
      await browser.get("/register");
      const response = await browser.send("/register", { password: "quite long enough", ...fields });
      assert.equal(response.status, status, response.text);
      assert.match(response.text, said);
      assert.doesNotMatch(response.text, /quite long enough/);
    }
    assert.equal(open.catalog.accounts.length, users);
  });

  it("is throttled for each client", async () => {
    open.clock.now += 10_000;
    const statuses: number[] = [];
    for (let at = 0; at < 4; at++) {
      const browser = startBrowser(open, {}, check);
      await browser.get("/register");
      statuses.push((await browser.send("/register", { name: `new${at}`, password: "quite long enough" })).status);
    }
    assert.deepEqual(statuses, [303, 303, 303, 429]);
  });
});
