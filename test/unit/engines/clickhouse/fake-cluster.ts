import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { type Cluster, reopenCluster } from "#src/engines/clickhouse/client/cluster.js";
import { NodeState } from "#src/engines/clickhouse/client/node-state.js";
import type { ClusterSettings } from "#src/engines/clickhouse/client/settings.js";
import { ClickHouseEngine } from "#src/engines/clickhouse/read/engine.js";
import { makeMembers } from "#src/engines/clickhouse/table/members.js";
import { rowModel } from "#src/core/model/row-model.js";
import { spendingModel } from "../../../fixtures.js";

/** An answer to a query; `null`: the server says nothing, and keeps the connection open. */
export type FakeAnswer = Uint8Array | string | null;

/** Numbers of members of inline dimensions, by name. */
export type Inline = Readonly<Record<string, number>>;

/** Servers that answer as they are told, and note what they are asked. */
export interface FakeCluster {
  readonly cluster: Cluster;
  readonly settings: ClusterSettings;
  /** Statements that were asked, in their order, besides checks of health and the ends of others. */
  readonly asked: string[];
  /** Number of checks of health. */
  readonly checks: () => number;
  /** Servers that say nothing from now on, by their numbers. */
  readonly silent: Set<number>;
  /** A version without members, and with this number of entries. */
  readonly openVersion: (numEntries?: number, inline?: Inline, of?: Cluster) => ClickHouseEngine;
}

/** Start servers, of which those of a shard follow one another. */
export async function startFakeCluster(
  context: TestContext,
  answer: (sql: string, server: number) => FakeAnswer | Promise<FakeAnswer>,
  { shards = 2, replicas = 1 } = {},
): Promise<FakeCluster> {
  const asked: string[] = [];
  const silent = new Set<number>();
  let checks = 0;
  const respond = async (request: IncomingMessage, response: ServerResponse, server: number): Promise<void> => {
    const sql = await readStatement(request);
    if (sql === "SELECT 1") checks++;
    else if (!sql.startsWith("KILL QUERY")) asked.push(sql);
    if (silent.has(server)) return;
    const body = sql === "SELECT 1" ? "1\n" : await answer(sql, server);
    if (body !== null) response.end(body);
  };
  const urls: string[] = [];
  for (let server = 0; server < shards * replicas; server++) {
    const started = createServer((request, response) => {
      request.on("error", () => {});
      void respond(request, response, server);
    });
    await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
    urls.push(`http://127.0.0.1:${(started.address() as AddressInfo).port}`);
    context.after(() => {
      started.closeAllConnections();
      started.close();
    });
  }
  const settings: ClusterSettings = {
    urls,
    cluster: "c",
    database: "d",
    user: "u",
    password: "",
    places: urls.map((url, at) => ({ shard: Math.floor(at / replicas), replica: url.slice("http://".length) })),
    states: urls.map(() => new NodeState().buffer),
  };
  const cluster = reopenCluster(settings);
  context.after(() => cluster.close());
  return {
    cluster,
    settings,
    asked,
    checks: () => checks,
    silent,
    openVersion(numEntries = 0, inline = {}, of = cluster) {
      const model = rowModel(spendingModel());
      const none = { ids: new Uint32Array(0), counts: new Float64Array(0) };
      return new ClickHouseEngine({
        cluster: of,
        model,
        members: model.dimensions.map((dimension) => makeMembers(dimension, [], none.ids, none.counts)),
        facts: {
          table: "s000000000001",
          numEntries,
          shards,
          nextPosition: numEntries,
          order: [],
          sources: [],
          measures: model.measures.map(({ name }) => ({ name, scale: 2, mostDigits: 10 })),
          totals: model.measures.map(() => "0"),
          dimensions: model.dimensions.map(({ name }) => {
            const members = inline[name];
            return { name, codes: 0, ...(members && { inline: { members, repeated: 0, digest: "0" } }) };
          }),
        },
      });
    },
  };
}

/** Read the statement of a request, which may have tables with it. */
async function readStatement(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString("latin1");
  return /name="query"\r\n\r\n([^]*?)\r\n--/.exec(body)?.[1] ?? body;
}
