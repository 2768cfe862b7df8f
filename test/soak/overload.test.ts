import assert from "node:assert/strict";
import { Agent } from "node:http";
import { it } from "node:test";
import { inDirectory, startServing } from "../cli/run.js";
import { request, type Response } from "../http/client.js";

/** How long it takes is measured by `npm run test:overload`. */
const AT_ONCE = 200;
const WAITING = 8;
const HEAVY =
  "/api/2/search?dataset=uk-spending&order=amount:asc&pagesize=1&stats=true&facet_field=region|subfunction|kind&q=";

it("of more than can be done some is refused, the rest is answered right, and then all is well", () =>
  inDirectory(async (data) => {
    const limits = ["--max-cache-bytes", "0", "--max-waiting", String(WAITING)];
    const server = await startServing(["--data", data, "--demo", ...limits]);
    const agent = new Agent({ keepAlive: true });
    // Unlike any other: the same request at the same time is answered once.
    const ask = (at: number): Promise<Response> => request(`${server.url}${HEAVY}health+OR+NOT+x${at}`, { agent });
    try {
      const whole = await ask(0);
      assert.equal(whole.status, 200, whole.text);
      const truth = (JSON.parse(whole.text) as { stats: object }).stats;
      const responses = await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => ask(at + 1)));
      for (const { status, headers, text } of responses) {
        if (status === 503) assert.equal(headers["retry-after"], "1", text);
        else assert.deepEqual([status, (JSON.parse(text) as { stats: object }).stats], [200, truth], text);
      }
      for (const status of [200, 503])
        assert.ok(
          responses.some((each) => each.status === status),
          `some are ${status}`,
        );
      assert.equal((await ask(AT_ONCE + 1)).status, 200);
      assert.equal((await request(`${server.url}/healthz`)).status, 200);
    } finally {
      agent.destroy();
      await server.stop();
    }
  }));
