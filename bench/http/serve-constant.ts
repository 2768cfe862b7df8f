import { once } from "node:events";
import { createRequire } from "node:module";
import type * as Uws from "uWebSockets.js";
import { serveProcess } from "./server-process.js";

/** The reply to every request. */
export interface Constant {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

// The bare server: requests are not even read.
await serveProcess(async () => {
  const [{ headers, body }] = (await once(process, "message")) as [Constant];
  const uws = createRequire(import.meta.url)("uWebSockets.js") as typeof Uws & { _cfg(option: string): void };
  uws._cfg("silent");
  const bytes = Buffer.from(body);
  const app = uws.App().any("/*", (response) => {
    response.cork(() => {
      response.writeStatus("200 OK");
      for (const [name, value] of headers) response.writeHeader(name, value);
      response.end(bytes);
    });
  });
  return new Promise((resolve) => {
    app.listen("127.0.0.1", 0, (socket) => resolve(`http://127.0.0.1:${uws.us_socket_local_port(socket)}`));
  });
});
