import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { request, waitUntil } from "../http/client.js";
import { inDirectory, run, startServing } from "./run.js";

describe("a monitored server", () => {
  it("offers metrics for Prometheus at a separate address, and logs requests without keys", () =>
    inDirectory(async (data) => {
      const key = (await run(["user", "add", "ada", "--admin", "--data", data])).out.trim();
      const options = ["--demo", "--metrics-listen", "127.0.0.1:0", "--log-requests"];
      const server = await startServing(["--data", data, ...options]);
      let err = "";
      server.child.stderr!.on("data", (piece) => (err += String(piece)));
      const address = /"metrics at ([^"]+)"/;
      await waitUntil(() => address.test(err), "the address was printed");
      const url = address.exec(err)![1]!;
      const query = "/api/2/aggregate?dataset=uk-spending";
      for (let i = 0; i < 3; i++) await request(server.url + query);
      await request(`${server.url}${query}&apikey=${key}`, { headers: { Authorization: `ApiKey ${key}` } });
      await request(`${server.url}/nowhere/at/all/${key}`);
      const { status, headers, text } = await request(url);
      assert.deepEqual([status, headers["content-type"]], [200, "text/plain; version=0.0.4; charset=utf-8"]);
      const aggregates = 'route="/api/2/aggregate",method="GET",status="200"';
      for (const line of [
        `spendcube_http_request_seconds_count{${aggregates}} 4`,
        'spendcube_http_request_seconds_count{route="",method="GET",status="404"} 1',
        "spendcube_ready_bodies_hits_total 2",
        "spendcube_ready_bodies_misses_total 1",
        'spendcube_dataset_entries{dataset="uk-spending"} 9978',
        'spendcube_loads_total{outcome="complete"} 3',
        "spendcube_loads_running 0",
        "spendcube_queries_waiting 0",
        "spendcube_store_ok 1",
      ]) {
        assert.ok(text.split("\n").includes(line), `${line}\n${text}`);
      }
      for (const name of ["kernel_seconds_total", "kernel_calls_total", 'dataset_bytes{dataset="uk-spending"}']) {
        const line = text.split("\n").find((each) => each.startsWith(`spendcube_${name} `));
        assert.ok(Number(line?.split(" ").at(-1)) > 0, name);
      }
      for (const name of [
        "process_resident_memory_bytes",
        "nodejs_heap_size_used_bytes",
        "nodejs_eventloop_lag_seconds",
      ])
        assert.match(text, new RegExp(`^${name} `, "m"));
      assert.equal((await request(url.replace("/metrics", "/other"))).status, 404);
      assert.equal((await request(`${server.url}/metrics`)).status, 404);
      assert.equal(await server.stop(), 0);
      const lines = err
        .split("\n")
        .filter((line) => line.includes('"msg":"request"'))
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      assert.equal(lines.length, 6);
      assert.equal(new Set(lines.map((line) => line["request"])).size, 6);
      assert.deepEqual(
        lines.map(({ target, status: answered, user, ready }) => [target, answered, user, ready]),
        [
          [query, 200, null, false],
          [query, 200, null, true],
          [query, 200, null, true],
          [`${query}&…`, 200, "ada", false],
          ["/nowhere/at/all/[key]", 404, null, false],
          ["/metrics", 404, null, false],
        ],
      );
      assert.ok(!err.includes(key));
    }));

  it("refuses an invalid address for metrics", () =>
    inDirectory(async (data) => {
      const { status, err } = await run(["serve", "--port", "0", "--data", data, "--metrics-listen", "everywhere"]);
      assert.equal(status, 1);
      assert.match(err, /--metrics-listen: \\"everywhere\\" is not an address and port/);
    }));
});
