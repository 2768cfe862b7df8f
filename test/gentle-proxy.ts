import { connect, createServer, type Server } from "node:net";

/**
 * Forward connections, and end each gracefully when its client breaks it off: a server that is run from the library of
 * ClickHouse aborts when a connection is reset, which ClickHouse itself does not.
 */
export async function startGentleProxy(port: number, from: string, to: string): Promise<Server> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const upstream = connect({ port, host: to, allowHalfOpen: true, noDelay: true });
    client.pipe(upstream);
    upstream.pipe(client);
    client.on("error", () => {
      upstream.unpipe();
      upstream.resume();
      upstream.end();
    });
    upstream.on("error", () => client.destroy());
    upstream.on("close", () => client.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, from, resolve);
  });
  return server;
}
