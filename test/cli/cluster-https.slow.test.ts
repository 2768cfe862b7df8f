import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { NO_CLUSTER, startCluster, type TestCluster } from "../start-clickhouse.js";
import { type Authority, makeAuthority, startTlsProxy, type TlsProxy } from "../tls-proxy.js";
import { load, withFiles } from "./files.js";
import { run, startServing } from "./run.js";

describe("a ClickHouse cluster behind HTTPS", { skip: NO_CLUSTER }, () => {
  let directory: string;
  let started: TestCluster;
  let authorities: readonly Authority[];
  let proxies: readonly TlsProxy[];
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), "spendcube-https-"));
    started = await startCluster();
    authorities = ["right", "other"].map((name) => makeAuthority(directory, name));
    proxies = await Promise.all(started.settings.urls.map((url) => startTlsProxy(new URL(url), authorities[0]!)));
    process.env["SPENDCUBE_CLICKHOUSE_PASSWORD"] = started.settings.password;
  });
  after(async () => {
    for (const proxy of proxies ?? []) proxy.close();
    await started?.close();
    await rm(directory, { recursive: true });
  });

  const engine = (host: string, ...more: readonly string[]): readonly string[] => {
    const urls = proxies.map(({ port }) => `https://${host}:${port}`);
    return ["--engine", "clickhouse", "--clickhouse-url", urls.join(), "--clickhouse-user", "spendcube", ...more];
  };

  it("is loaded and asked, and the password is encrypted", async () => {
    await withFiles(async (files) => {
      const options = engine("localhost", "--clickhouse-ca", authorities[0]!.caFile);
      const loaded = await load(files, files.good, ...options);
      assert.equal(loaded.status, 0, loaded.err);
      const server = await startServing(["--data", files.data, ...options]);
      try {
        const answer = await fetch(`${server.url}/api/2/aggregate?dataset=town&drilldown=region`);
        assert.equal(answer.status, 200);
      } finally {
        await server.stop();
      }
      for (const proxy of proxies) {
        assert.ok(proxy.numForwarded() > 0);
        const wire = proxy.received();
        for (const text of ["x-clickhouse-key", started.settings.password, "INSERT", "POST"]) {
          assert.ok(!wire.includes(text), text);
        }
      }
    });
  });

  it("is refused before it is told anything, if its certificate is wrong", async () => {
    await withFiles(async (files) => {
      const before = proxies.map((proxy) => proxy.numForwarded());
      const refused = async (options: readonly string[], message: RegExp): Promise<void> => {
        const { status, err } = await run([
          "load",
          "--data",
          files.data,
          "--metadata",
          files.model,
          "--csv",
          files.good,
          ...options,
        ]);
        assert.notEqual(status, 0);
        assert.match(err, message);
      };
      const other = authorities[1]!.caFile;
      const unknown =
        /https:\/\/localhost:\d+ cannot be used .*: its certificate is not of an authority that is known; name it with --clickhouse-ca \(/;
      await refused(engine("localhost"), unknown);
      await refused(engine("localhost", "--clickhouse-ca", other), unknown);
      await refused(
        engine("127.0.0.1", "--clickhouse-ca", authorities[0]!.caFile),
        /its certificate is not for this host; use the name that it is for in --clickhouse-url \(.*127\.0\.0\.1/,
      );
      assert.deepEqual(
        proxies.map((proxy) => proxy.numForwarded()),
        before,
      );
      const plain = started.settings.urls.map((url) => url.replace("http:", "https:")).join();
      await refused(
        ["--engine", "clickhouse", "--clickhouse-url", plain, "--clickhouse-user", "spendcube"],
        /cannot be used .*: it does not speak HTTPS at this port \(/,
      );
    });
  });
});
