import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { makeRoutes } from "#src/http/routes/routes.js";
import type { Catalog } from "#src/store/catalog.js";
import type { Health } from "#src/store/disk/store.js";
import { contextOf } from "../fixtures.js";
import { request } from "./client.js";
import { startTestServer } from "./server.js";

describe("/readyz and /healthz", () => {
  it("report present problems of the data directory, and that the server answers", async () => {
    const context = contextOf([]);
    let health: Health = { status: "ok", reasons: [] };
    const catalog = Object.defineProperty({ ...context.catalog }, "health", { get: () => health }) as Catalog;
    const server = await startTestServer(makeRoutes({ ...context, catalog }));
    try {
      const ask = async (path: string): Promise<unknown[]> => {
        const { status, text, headers } = await request(`${server.url}${path}`);
        return [status, JSON.parse(text), headers["cache-control"]];
      };
      assert.deepEqual(await ask("/readyz"), [200, health, "private, no-store"]);
      health = { status: "degraded", reasons: ["Generation 3 is damaged and not used"] };
      assert.deepEqual(await ask("/readyz"), [200, health, "private, no-store"]);
      health = { status: "read-only", reasons: ["The disk failed"] };
      assert.deepEqual(await ask("/readyz"), [200, health, "private, no-store"]);
      assert.deepEqual(await ask("/healthz"), [200, { status: "ok" }, "private, no-store"]);
    } finally {
      await server.stop();
    }
  });
});
