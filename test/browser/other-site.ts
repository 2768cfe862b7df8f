import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Serve a page from another site, under every path. */
export async function servePage(page: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer((_, response) => response.setHeader("Content-Type", "text/html").end(page));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    // Another site for the browser, not only another port.
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
