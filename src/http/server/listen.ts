import { type Addon, ADDONS } from "../../assets/list.js";
import { loadAddon } from "../../assets/assets.js";
import type { Listen, HttpListener, ListenSettings } from "./listener.js";
import { listenOverNode } from "./node-http.js";
import { checkFree } from "./port.js";
import { listenOverUws, type Uws } from "./uws.js";

/** Listen with what is fastest here. */
export const listen: Listen = (settings) => listenOverFirst(ADDONS, settings);

/**
 * Listen over the first build of uWebSockets.js that loads here, and otherwise, with a warning, over Node's own server.
 * @throws Conflict also when others may write where the single executable unpacks the addon
 */
export async function listenOverFirst(addons: readonly Addon[], settings: ListenSettings): Promise<HttpListener> {
  await checkFree(settings.host, settings.port);
  // Read once, while the addon loads. Larger than what the exchange lets through, which says in JSON what was too long.
  process.env["UWS_HTTP_MAX_HEADERS_SIZE"] = String(40 * 1024);
  const reasons: string[] = [];
  for (const addon of addons) {
    const loaded = loadAddon(addon, settings.unpackDirectory);
    if ("exports" in loaded) return listenOverUws(loaded.exports as Uws, settings);
    reasons.push(loaded.reason);
  }
  const consequence = "serving with Node's HTTP server, more slowly";
  settings.logger.warn({ reasons }, `no build of uWebSockets.js loads here: ${consequence}`);
  return listenOverNode(settings);
}
