import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent } from "node:http";
import { connect } from "node:net";
import { describe, it } from "node:test";
import { request, readToEnd, type Response } from "../http/client.js";
import { inDirectory, startServing } from "./run.js";

const CLIENTS = 24;
const TARGETS = [
  "/api/2/aggregate?dataset=uk-spending&drilldown=function",
  "/api/2/aggregate?dataset=uk-spending&drilldown=region|year&order=amount:asc",
  "/api/2/search?dataset=uk-spending&q=health&pagesize=500",
  "/uk-spending.html",
  "/uk-spending/entries.json",
] as const;

/** Outcomes of the requests of one client; the last request failed. */
interface Told {
  readonly answered: number;
  readonly statuses: ReadonlySet<number>;
  /** `Connection` header of the last answer. */
  readonly connection: string | undefined;
  readonly failure: string | undefined;
}

/** Ask one thing after the other on one connection for as long as there is a server. */
async function askOn(url: string, first: number, onAnswer: () => void): Promise<Told> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const statuses = new Set<number>();
  let last: Response | undefined;
  for (let answered = 0; ; answered++) {
    try {
      last = await request(url + TARGETS[(first + answered) % TARGETS.length]!, { agent });
    } catch (error) {
      agent.destroy();
      const failure = (error as NodeJS.ErrnoException).code;
      return { answered, statuses, connection: last?.headers["connection"], failure };
    }
    statuses.add(last.status);
    onAnswer();
  }
}

describe("SIGTERM", () => {
  it("loses no request of many clients that keep their connections busy", () =>
    inDirectory(async (data) => {
      const server = await startServing(["--data", data, "--demo"], { SPENDCUBE_DRAIN_SECONDS: "2" });
      let answers = 0;
      let onBusy = (): void => {};
      const busy = new Promise<void>((resolve) => {
        onBusy = resolve;
      });
      const clients = Array.from({ length: CLIENTS }, (_, first) =>
        askOn(server.url, first, () => {
          if (++answers === CLIENTS * 5) onBusy();
        }),
      );
      await busy;
      assert.equal((await request(`${server.url}/readyz`)).status, 200);
      const stopped = server.stop();
      await untilUnready(server.url);
      for (const { statuses, connection, failure } of await Promise.all(clients)) {
        assert.deepEqual([...statuses].toSorted(), [200, 302]);
        assert.deepEqual([connection, failure], ["close", "ECONNREFUSED"]);
      }
      assert.equal(await stopped, 0);
    }));

  it("shows at /readyz while everything else continues, also on new connections", () =>
    inDirectory(async (data) => {
      const server = await startServing(["--data", data, "--demo"], { SPENDCUBE_DRAIN_SECONDS: "2" });
      const stopped = server.stop();
      const { status, headers, text } = await untilUnready(server.url);
      assert.deepEqual(
        [status, headers["retry-after"], text],
        [
          503,
          "1",
          '{"errors":["The server is about to end; send requests elsewhere"],"codes":[{"code":"server_is_ending","values":{}}]}',
        ],
      );
      assert.equal((await request(`${server.url}/healthz`)).status, 200);
      assert.equal((await request(`${server.url}/uk-spending.json`)).status, 200);
      assert.equal(await stopped, 0);
    }));

  it("closes an idle connection", () =>
    inDirectory(async (data) => {
      const server = await startServing(["--data", data]);
      const idle = connect(Number(new URL(server.url).port), "127.0.0.1");
      await once(idle, "connect");
      await request(`${server.url}/healthz`);
      const [rest, status] = await Promise.all([readToEnd(idle), server.stop()]);
      assert.deepEqual([rest.length, status], [0, 0]);
    }));
});

/** Wait until `/readyz` answers anything but 200, and return that response. */
async function untilUnready(url: string): Promise<Response> {
  for (;;) {
    const response = await request(`${url}/readyz`);
    if (response.status !== 200) return response;
  }
}
