import type { Terminal } from "../../process/control/terminal.js";
import { makeDocument } from "../../web/http/openapi/document.js";
import { FEATURES, makeRoutes } from "../../features/features.js";
import type { ServerContext } from "../../web/http/session/server-context.js";
import { printJson } from "../terminal/terminal.js";
import { VERSION } from "../terminal/version.js";

/** Print the OpenAPI document of the HTTP interface; paths are relative to the server's URL. */
export function printInterface(terminal: Terminal): void {
  printJson(terminal, makeDocument(makeRoutes(NO_CONTEXT), FEATURES, VERSION, "/"));
}

/**
 * Placeholder context: describing routes does not call them, so none of its properties may be read but the site, whose
 * name pages have.
 */
const NO_CONTEXT = new Proxy({} as ServerContext, {
  get(_, property) {
    if (property === "site") return undefined;
    throw new Error(`A route read ${String(property)} of the context before it was called`);
  },
});
