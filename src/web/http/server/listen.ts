import { type Addon, ADDONS } from "../../../core/assets/list.js";
import { loadAddon } from "../../../core/assets/assets.js";
import type { Listen, HttpListener, ListenSettings } from "./listener.js";
import { listenOverNode } from "./node-http.js";
import { checkFree } from "./port.js";
import { listenOverUws, type Uws } from "./uws.js";

/** Listen with the fastest server that runs on this machine. */
export const listen: Listen = (settings) => listenOverFirst(ADDONS, settings);

/**
 * Listen with the first build of uWebSockets.js that loads. If none does, log a warning and use Node's own server.
 * @throws Conflict also when other users may write to the directory where the single executable unpacks the addon
 */
export async function listenOverFirst(addons: readonly Addon[], settings: ListenSettings): Promise<HttpListener> {
  await checkFree(settings.host, settings.port);
  // Read once, while the addon loads. Larger than the handler's own limit, so that the handler refuses headers in JSON.
  process.env["UWS_HTTP_MAX_HEADERS_SIZE"] = String(40 * 1024);
  const reasons: string[] = [];
  for (const addon of addons) {
    const loaded = loadAddon(addon, settings.unpackDirectory);
    if ("exports" in loaded) return listenOverUws(loaded.exports as Uws, settings);
    reasons.push(loaded.reason);
  }
  const consequence =
    "serving with Node's HTTP server, which sends down to half as many cached answers a second and takes only addresses in ASCII";
  settings.logger.warn({ reasons }, `no build of uWebSockets.js loads here: ${consequence}`);
  return listenOverNode(settings);
}
