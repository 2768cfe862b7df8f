import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeCertificate } from "./certificate.js";
import { request } from "./client.js";
import { LARGE, ROUTES, streaming } from "./routes.js";
import { startTestServer, type TestServer } from "./server.js";

const ROW = "0123456789".repeat(100);
const ROWS = 20_000;

const tls = makeCertificate("localhost");
let server: TestServer;
before(async () => {
  const rows = streaming("/api/2/rows", function* () {
    for (let i = 0; i < ROWS; i++) yield ROW;
  });
  server = await startTestServer([...ROUTES, rows], { tls });
});
after(async () => {
  await server.stop();
  tls.remove();
});

describe("HTTPS", () => {
  it("is in the URL, in links and visible to calls", async () => {
    assert.match(server.url, /^https:\/\/127\.0\.0\.1:\d+$/);
    const { origin, secure } = JSON.parse((await request(`${server.url}/api/2/echo`)).text);
    assert.deepEqual([origin, secure], [server.url, true]);
  });

  it("sends long bodies and streams", async () => {
    assert.equal((await request(`${server.url}/api/2/large`)).text, LARGE);
    assert.equal((await request(`${server.url}/api/2/rows`)).text, ROW.repeat(ROWS));
  });

  it("needs a key and a certificate", async () => {
    const none = { keyFile: "none.pem", certFile: "none.pem" };
    await assert.rejects(
      startTestServer(ROUTES, { tls: none }),
      /^Conflict: Cannot serve HTTPS with the key .none\.pem/,
    );
  });
});
