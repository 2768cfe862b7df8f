import { tmpdir } from "node:os";
import type { Actor } from "#src/access/actor.js";
import { ANONYMOUS } from "#src/access/actor.js";
import { Unauthenticated } from "#src/core/errors/errors.js";
import type { Route } from "#src/web/http/message/route.js";
import { listen } from "#src/web/http/server/listen.js";
import type { Listen } from "#src/web/http/server/listener.js";
import { listenOverNode } from "#src/web/http/server/node-http.js";
import { type Server, type ServerSettings, startServer } from "#src/web/http/start-server.js";

/** All servers that a suite runs on. */
export const ADAPTERS: readonly [name: string, adapter: Listen][] = [
  ["what is fastest here", listen],
  ["Node's own server", listenOverNode],
];

export interface TestServer extends Server {
  /** Logged messages. */
  readonly log: { readonly fields: Record<string, unknown>; readonly message: string }[];
}

/** A server on a free port of this machine, with the keys `admin` and `reader`. */
export async function startTestServer(
  routes: readonly Route[],
  settings: Partial<ServerSettings> = {},
): Promise<TestServer> {
  const log: TestServer["log"] = [];
  const note = (fields: object, message: string): void => void log.push({ fields: { ...fields }, message });
  const server = await startServer({
    host: "127.0.0.1",
    port: 0,
    version: "1.0.0",
    routes,
    unpackDirectory: tmpdir(),
    spillDirectory: tmpdir(),
    authenticate: authenticateTester,
    logger: { error: note, warn: note },
    ...settings,
  });
  return { ...server, log };
}

function authenticateTester(authorization: string | undefined): Actor {
  if (authorization === undefined) return ANONYMOUS;
  const [, key] = /^ApiKey (\w+)$/i.exec(authorization) ?? [];
  if (key === "admin" || key === "reader") return { id: key, name: key, admin: key === "admin" };
  throw new Unauthenticated("No user has this API key");
}
