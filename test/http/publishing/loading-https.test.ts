import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { newDataset } from "./loading-rows.js";
import { withServer } from "./loading-server.js";

const STRICT = { loads: () => ({ allowHttp: false }) };

let directory: string;
let tls: { readonly keyFile: string; readonly certFile: string };
before(() => {
  directory = mkdtempSync(join(tmpdir(), "spendcube-tls-"));
  tls = { keyFile: join(directory, "key.pem"), certFile: join(directory, "cert.pem") };
  const options = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout ${tls.keyFile} -out ${tls.certFile}`;
  execFileSync("openssl", options.split(" "), { stdio: "pipe" });
});
after(() => rmSync(directory, { recursive: true }));

describe("loading without HTTPS", () => {
  it("is refused before the key is checked, and its body is not read", () =>
    withServer(STRICT, async (server) => {
      const { name: _, ...parameters } = newDataset(server);
      for (const user of ["ada", null]) {
        const { status, json } = await server.load(user, parameters);
        assert.equal(status, 403);
        assert.match(json.errors[0], /needs HTTPS/);
      }
      for (const change of ["reload", "remove"]) {
        assert.equal((await server.ask("ada", "POST", `/town/sources/1/${change}`)).status, 403);
      }
      assert.deepEqual(server.files.asked, []);
    }));

  it("is refused even if an untrusted proxy reports HTTPS", () =>
    withServer(STRICT, async (server) => {
      const headers = { "X-Forwarded-Proto": "https" };
      assert.equal((await server.ask("ada", "POST", "/api/2/new", { headers })).status, 403);
    }));

  it("is refused if a trusted proxy reports HTTP, even over an encrypted connection", () =>
    withServer({ ...STRICT, server: { proxies: 1, tls } }, async (server) => {
      const headers = { "X-Forwarded-Proto": "http" };
      assert.equal((await server.ask("ada", "POST", "/api/2/new", { headers })).status, 403);
    }));
});

describe("the refusal to load without HTTPS", () => {
  const LOCAL = /; to try it out on this machine, serve with --allow-http-loading$/;

  it("names the setting on this machine", () =>
    withServer(STRICT, async (server) => {
      const { json } = await server.ask("ada", "POST", "/api/2/new");
      assert.match(json.errors[0], LOCAL);
    }));

  it("names no setting to visitors of another address", () =>
    withServer({ ...STRICT, server: { proxies: 1 } }, async (server) => {
      const headers = { "X-Forwarded-Host": "budget.example" };
      const { json } = await server.ask("ada", "POST", "/api/2/new", { headers });
      assert.deepEqual(json.errors, [
        "Loading needs HTTPS: without it the key could be read on the way; use an https URL",
      ]);
    }));
});

describe("loading with HTTPS", () => {
  it("works over the server's own TLS", () =>
    withServer({ ...STRICT, server: { tls } }, async (server) => {
      const { name, ...parameters } = newDataset(server);
      const { json } = await server.loaded("ada", parameters);
      assert.equal(json.run.url, `${server.url}/${name}/sources/1/runs/1.json`);
      assert.ok(json.run.url.startsWith("https:"));
      assert.equal((await server.load(null, parameters)).status, 401);
    }));

  it("works if a trusted proxy reports HTTPS", () =>
    withServer({ ...STRICT, server: { proxies: 1 } }, async (server) => {
      const { name, ...parameters } = newDataset(server);
      const headers = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "budget.example" };
      const query = new URLSearchParams({ ...parameters, wait: "true" });
      const { status, json } = await server.ask("ada", "POST", `/api/2/new?${query}`, { headers });
      assert.deepEqual([status, json.source.html_url], [200, `https://budget.example/${name}/sources/1`]);
    }));
});

describe("addresses that are not public", () => {
  it("are refused at once, for the file and for the model", () =>
    withServer(
      { loads: () => ({ download: { directory: join(directory, "downloads"), privateAddresses: false } }) },
      async (server) => {
        const { name, ...parameters } = newDataset(server);
        const { status, json } = await server.load("ada", parameters);
        assert.equal(status, 400);
        assert.match(json.errors.join("\n"), /is not fetched/);
        const packed = await server.load("ada", { budget_data_package: `${server.files.base}/datapackage.json` });
        assert.equal(packed.status, 400);
        assert.deepEqual(server.files.asked, []);
        assert.equal((await server.ask("admin", "GET", `/${name}/sources.json`)).status, 404);
      },
    ));
});
