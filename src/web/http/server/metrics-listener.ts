import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { errorText } from "../../../core/errors/error-text.js";
import { Conflict, InvalidQuery } from "../../../core/errors/errors.js";

export interface MetricsListener {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Serve `/metrics` at an address of its own, without authentication.
 * @param address host and port: `127.0.0.1:9464`, `[::1]:9464`; port 0 picks a free one
 * @throws InvalidQuery when the address is malformed, Conflict when the server cannot listen there
 */
export async function serveMetrics(address: string, metrics: { text(): Promise<string> }): Promise<MetricsListener> {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(address) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || Number(port) > 65_535) {
    throw new InvalidQuery(errorText("not_an_address_of_metrics", { address }));
  }
  const server = createServer((request, response) => {
    const isRequested = request.url?.split("?", 1)[0] === "/metrics";
    if (!isRequested) return void response.writeHead(404).end();
    if (request.method !== "GET" && request.method !== "HEAD") {
      return void response.writeHead(405, { Allow: "GET, HEAD" }).end();
    }
    metrics.text().then(
      (text) => response.writeHead(200, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  // This listener alone must not keep the process alive.
  server.unref();
  server.listen({ host, port: Number(port) });
  try {
    await once(server, "listening");
  } catch (error) {
    const { message } = error as Error;
    throw new Conflict(errorText("metrics_not_served", { address, reason: message }), { cause: error });
  }
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${bracketed === undefined ? host : `[${host}]`}:${actual}/metrics`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
