import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import type { Catalog } from "#src/store/catalog.js";
import type { Health } from "#src/store/disk/store.js";
import { contextOf } from "../../fixtures.js";
import { request } from "../client.js";
import { startTestServer } from "../server.js";

describe("/readyz and /healthz", () => {
  it("report present problems of the data directory, and that the server answers", async () => {
    const context = contextOf([]);
    let health: Health = { status: "ok", reasons: [] };
    let isFull = false;
    const explainFullDisk = async (): Promise<string | null> => (isFull ? "The disk is full" : null);
    const catalog = Object.defineProperty({ ...context.catalog, explainFullDisk }, "health", {
      get: () => health,
    }) as Catalog;
    const server = await startTestServer(makeRoutes({ ...context, catalog }));
    try {
      const ask = async (path: string): Promise<unknown[]> => {
        const { status, text, headers } = await request(`${server.url}${path}`);
        return [status, JSON.parse(text), headers["cache-control"]];
      };
      assert.deepEqual(await ask("/readyz"), [200, health, "private, no-store"]);
      health = { status: "degraded", reasons: ["Generation 3 is damaged and not used"] };
      assert.deepEqual(await ask("/readyz"), [200, health, "private, no-store"]);
      isFull = true;
      const reasons = ["The disk is full", "Generation 3 is damaged and not used"];
      assert.deepEqual(await ask("/readyz"), [200, { status: "degraded", reasons }, "private, no-store"]);
      health = { status: "ok", reasons: [] };
      const full = { status: "degraded", reasons: ["The disk is full"] };
      assert.deepEqual(await ask("/readyz"), [200, full, "private, no-store"]);
      isFull = false;
      health = { status: "read-only", reasons: ["The disk failed"] };
      assert.deepEqual(await ask("/readyz"), [200, health, "private, no-store"]);
      assert.deepEqual(await ask("/healthz"), [200, { status: "ok" }, "private, no-store"]);
    } finally {
      await server.stop();
    }
  });

  it("report that the memory is above its limit", async () => {
    let excess: string | undefined = "the server takes 3,400 MB of the 2,000 MB that it may take";
    const server = await startTestServer(makeRoutes(contextOf([], { memoryExcess: () => excess })));
    try {
      const ask = async (): Promise<unknown> => JSON.parse((await request(`${server.url}/readyz`)).text);
      const reason = `The memory is above its limit: ${excess}; loads and large queries are refused`;
      assert.deepEqual(await ask(), { status: "degraded", reasons: [reason] });
      excess = undefined;
      assert.deepEqual(await ask(), { status: "ok", reasons: [] });
    } finally {
      await server.stop();
    }
  });
});
