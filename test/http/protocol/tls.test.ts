import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type ConnectionOptions } from "node:tls";
import { after, before, describe, it } from "node:test";
import type { ListenSettings } from "#src/web/http/server/listener.js";
import { listenOverNode } from "#src/web/http/server/node-http.js";
import { makeCertificate } from "./certificate.js";
import { request } from "../client.js";
import { LARGE, ROUTES, streaming } from "./routes.js";
import { startTestServer, type TestServer } from "../server.js";

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

  it("is demanded for the future in every answer, errors and refusals as well", async () => {
    for (const path of ["/api/2/echo", "/nothing-there", "/%ff"]) {
      const { headers } = await request(server.url + path);
      assert.equal(headers["strict-transport-security"], "max-age=31536000", path);
    }
    const plain = await startTestServer(ROUTES);
    const { headers } = await request(`${plain.url}/api/2/echo`);
    await plain.stop();
    assert.equal(headers["strict-transport-security"], undefined);
  });

  for (const [name, listen] of [
    ["what is fastest here", undefined],
    ["Node's own server", async (settings: ListenSettings) => listenOverNode(settings)],
  ] as const) {
    it(`over ${name} has forward secrecy only`, async () => {
      const at = await startTestServer(ROUTES, { tls, ...(listen ? { listen } : {}) });
      const agree = async (options: ConnectionOptions): Promise<string> => {
        const socket = connect({ port: at.port, host: "127.0.0.1", rejectUnauthorized: false, ...options });
        try {
          await once(socket, "secureConnect");
          return `${socket.getProtocol()} ${socket.getCipher().name}`;
        } catch {
          return "refused";
        } finally {
          socket.destroy();
        }
      };
      const old = {
        maxVersion: "TLSv1.2",
        ciphers: "AES128-GCM-SHA256:AES256-GCM-SHA384:AES128-SHA:AES256-SHA",
      } as const;
      assert.equal(await agree(old), "refused");
      assert.equal(await agree({ maxVersion: "TLSv1.1", minVersion: "TLSv1", ciphers: "ALL@SECLEVEL=0" }), "refused");
      assert.match(await agree({ maxVersion: "TLSv1.2" }), /^TLSv1\.2 ECDHE-RSA-.*(GCM|POLY1305)/);
      assert.match(await agree({}), /^TLSv1\.3 TLS_/);
      await at.stop();
    });
  }

  it("needs a key and a certificate", async () => {
    const none = { keyFile: "none.pem", certFile: "none.pem" };
    await assert.rejects(
      startTestServer(ROUTES, { tls: none }),
      /^Conflict: Cannot serve HTTPS with the key .none\.pem/,
    );
  });
});
