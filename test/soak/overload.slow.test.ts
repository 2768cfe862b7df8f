import assert from "node:assert/strict";
import { Agent } from "node:http";
import { it } from "node:test";
import { inDirectory, startServing } from "../cli/run.js";
import { request, type Response } from "../http/client.js";

/** How long it takes is measured by `npm run test:overload`. */
const AT_ONCE = 200;
/** Requests of each client, and of one that asks when all the others have been answered. */
const EACH = 3;
const AFTERWARDS = 20;
const HEAVY =
  "/api/2/search?dataset=uk-spending&order=amount:asc&pagesize=1&stats=true&facet_field=region|subfunction|kind&q=";

/** Settings under which a burst is too much, and under which it is because it lasts. */
const TOO_MUCH = {
  "for those who may wait": ["--max-waiting", "8"],
  "for too long": ["--max-wait-ms", "1"],
};

for (const [name, limits] of Object.entries(TOO_MUCH))
  it(`of more than can be done ${name} some is refused, the rest is answered right, and then all is well`, () =>
    inDirectory(async (data) => {
      const server = await startServing(["--data", data, "--demo", "--max-cache-bytes", "0", ...limits]);
      const agent = new Agent({ keepAlive: true });
      // Unlike any other: the same request at the same time is answered once.
      let asked = 0;
      const ask = (): Promise<Response> => request(`${server.url}${HEAVY}health+OR+NOT+x${asked++}`, { agent });
      try {
        const whole = await ask();
        assert.equal(whole.status, 200, whole.text);
        const truth = (JSON.parse(whole.text) as { stats: object }).stats;
        const responses: Response[] = [];
        // As soon as one is answered or refused the next is asked for.
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
