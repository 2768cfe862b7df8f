import assert from "node:assert/strict";
import { Agent } from "node:http";
import { it } from "node:test";
import { inDirectory, startServing } from "../cli/run.js";
import { request, type Response } from "../http/client.js";

/** Number of concurrent clients. */
const AT_ONCE = 200;
/** Requests of each client, and of a single client after all others were answered. */
const EACH = 3;
const AFTERWARDS = 20;
const HEAVY =
  "/api/2/search?dataset=uk-spending&order=amount:asc&pagesize=1&stats=true&facet_field=region|subfunction|kind&q=";

/** Settings under which the clients overload the server: by their number, and by their duration. */
const OVERLOADS = {
  "a full queue": ["--max-waiting", "8"],
  "a long wait": ["--max-wait-ms", "1"],
};

for (const [name, limits] of Object.entries(OVERLOADS))
  it(`under overload by ${name} some requests are refused, the others answered correctly, and then all are answered`, () =>
    inDirectory(async (data) => {
      const server = await startServing(["--data", data, "--demo", "--max-cache-bytes", "0", ...limits]);
      const agent = new Agent({ keepAlive: true });
      // Every request is different, because concurrent equal requests are computed once.
      let requests = 0;
      const ask = (): Promise<Response> => request(`${server.url}${HEAVY}health+OR+NOT+x${requests++}`, { agent });
      try {
        const whole = await ask();
        assert.equal(whole.status, 200, whole.text);
        const truth = (JSON.parse(whole.text) as { stats: object }).stats;
        const responses: Response[] = [];
        // Each client sends its next request after the last was answered or refused.
        const on = async (): Promise<void> => {
          for (let i = 0; i < EACH; i++) responses.push(await ask());
        };
        await Promise.all(Array.from({ length: AT_ONCE }, on));
        for (const { status, headers, text } of responses) {
          if (status === 503) assert.equal(headers["retry-after"], "1", text);
          else assert.deepEqual([status, (JSON.parse(text) as { stats: object }).stats], [200, truth], text);
        }
        for (const status of [200, 503])
          assert.ok(
            responses.some((each) => each.status === status),
            `some are ${status}`,
          );
        for (let i = 0; i < AFTERWARDS; i++) assert.equal((await ask()).status, 200);
        assert.equal((await request(`${server.url}/healthz`)).status, 200);
      } finally {
        agent.destroy();
        await server.stop();
      }
    }));
