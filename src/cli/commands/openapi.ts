import type { Terminal } from "../../control/terminal.js";
import { makeDocument } from "../../http/openapi/document.js";
import { makeRoutes } from "../../http/routes/routes.js";
import type { ServerContext } from "../../http/session/server-context.js";
import { printJson } from "../terminal/terminal.js";
import { VERSION } from "../terminal/version.js";

/** Print the OpenAPI document of the HTTP interface; paths are relative to wherever it is served. */
export function printInterface(terminal: Terminal): void {
  printJson(terminal, makeDocument(makeRoutes(NOTHING), VERSION, "/"));
}

/** Routes that are described are not called. */
const NOTHING = new Proxy({} as ServerContext, {
  get(_, property) {
    throw new Error(`A route looked for ${String(property)} before it was called`);
  },
});
