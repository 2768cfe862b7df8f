import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { request } from "./client.js";
import { LARGE, ROUTES, streaming } from "./routes.js";
import { startTestServer, type TestServer } from "./server.js";

const ROW = "0123456789".repeat(100);
const ROWS = 20_000;

let directory: string;
let server: TestServer;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), "spendcube-tls-"));
  const [keyFile, certFile] = [join(directory, "key.pem"), join(directory, "cert.pem")];
  const options = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout ${keyFile} -out ${certFile}`;
  execFileSync("openssl", options.split(" "), { stdio: "pipe" });
  const rows = streaming("/api/2/rows", function* () {
    for (let i = 0; i < ROWS; i++) yield ROW;
  });
  server = await startTestServer([...ROUTES, rows], { tls: { keyFile, certFile } });
});
after(async () => {
  await server.stop();
  rmSync(directory, { recursive: true });
});

describe("HTTPS", () => {
  it("is in the address, in links and known to calls", async () => {
    assert.match(server.url, /^https:\/\/127\.0\.0\.1:\d+$/);
    const { origin, secure } = JSON.parse((await request(`${server.url}/api/2/echo`)).text);
    assert.deepEqual([origin, secure], [server.url, true]);
  });

  it("brings long bodies and streams", async () => {
    assert.equal((await request(`${server.url}/api/2/large`)).text, LARGE);
    assert.equal((await request(`${server.url}/api/2/rows`)).text, ROW.repeat(ROWS));
  });

  it("needs a key and a certificate", async () => {
    const tls = { keyFile: join(directory, "none.pem"), certFile: join(directory, "none.pem") };
    await assert.rejects(startTestServer(ROUTES, { tls }), /^Conflict: Cannot serve HTTPS with the key .*none\.pem/);
  });
});
