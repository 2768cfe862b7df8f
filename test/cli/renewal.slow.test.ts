import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { certifiedName, makeCertificate } from "../http/protocol/certificate.js";
import { request } from "../http/client.js";
import { inDirectory, startServing } from "./run.js";

describe("SIGHUP", () => {
  it("renews the certificate of a running server, and keeps it if the new one is invalid", () =>
    inDirectory(async (directory) => {
      const [tls, renewed] = [makeCertificate("first"), makeCertificate("second")];
      const args = ["--data", join(directory, "data"), "--tls-cert", tls.certFile, "--tls-key", tls.keyFile];
      const server = await startServing(args, { SPENDCUBE_LOG_LEVEL: "info" });
      const port = Number(new URL(server.url).port);
      const says = (wanted: RegExp): Promise<void> => untilSaid(server.child.stderr!, wanted);
      try {
        assert.equal(await certifiedName(port), "first");
        renewed.copyTo(tls);
        const said = says(/the certificate was renewed for new connections/);
        server.child.kill("SIGHUP");
        await said;
        assert.equal(await certifiedName(port), "second");
        writeFileSync(tls.certFile, "none");
        const refused = says(/the certificate was not renewed/);
        server.child.kill("SIGHUP");
        await refused;
        assert.equal(await certifiedName(port), "second");
        assert.equal((await request(`${server.url}/healthz`)).status, 200);
      } finally {
        assert.equal(await server.stop(), 0);
        tls.remove();
        renewed.remove();
      }
    }));
});

async function untilSaid(stream: NodeJS.ReadableStream, wanted: RegExp): Promise<void> {
  for (let text = ""; !wanted.test(text);) text += String((await once(stream, "data"))[0]);
}
