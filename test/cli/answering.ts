import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** Serve one kind of answer at a free port, once a request is there as a whole. */
export async function answering(listener: RequestListener, use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => listener(request, response));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
