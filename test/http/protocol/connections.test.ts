import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { request, waitUntil } from "../client.js";
import { ROUTES } from "./routes.js";
import { startTestServer } from "../server.js";

const directory = mkdtempSync(join(tmpdir(), "spendcube-connections-"));
after(() => rmSync(directory, { recursive: true }));

function makeCertificate(): { readonly keyFile: string; readonly certFile: string } {
  const [keyFile, certFile] = [join(directory, "key.pem"), join(directory, "cert.pem")];
  const options = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout ${keyFile} -out ${certFile}`;
  execFileSync("openssl", options.split(" "), { stdio: "pipe" });
  return { keyFile, certFile };
}

const KEPT = { keepAlive: true, maxSockets: 1 };

for (const [name, tls] of [
  ["HTTP", undefined],
  ["HTTPS", makeCertificate()],
] as const) {
  it(`connections beyond the maximum are closed, and the others are served: ${name}`, async () => {
    const server = await startTestServer(ROUTES, { tls, limits: { maxConnections: 2 } });
    const agents: Agent[] = [];
    const open = (): Agent => {
      const agent = tls ? new SecureAgent(KEPT) : new Agent(KEPT);
      agents.push(agent);
      return agent;
    };
    const ask = async (agent: Agent): Promise<number> => (await request(`${server.url}/api/2/cells`, { agent })).status;
    const [first, second] = [open(), open()];
    assert.deepEqual([await ask(first), await ask(second)], [200, 200]);
    for (let i = 0; i < 20; i++) await assert.rejects(ask(open()), { code: "ECONNRESET" });
    assert.deepEqual([await ask(first), await ask(second)], [200, 200]);
    assert.equal(server.figures().connections, 2);
    first.destroy();
    await waitUntil(() => server.figures().connections === 1, "its connection was closed");
    assert.equal(await ask(open()), 200);
    for (const agent of agents) agent.destroy();
    await server.stop();
  });
}
