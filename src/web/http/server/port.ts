import { once } from "node:events";
import { createServer } from "node:net";
import { errorText } from "../../../core/errors/error-text.js";
import { phraseText } from "../../../core/errors/phrase-text.js";
import { Conflict } from "../../../core/errors/errors.js";

/**
 * Check that no other server listens on a port. uWebSockets.js itself would share the port with the other server; with
 * its option for an exclusive port it cannot listen again for a minute after a restart.
 * @throws Conflict that says why the server cannot listen there
 */
export async function checkFree(host: string, port: number): Promise<void> {
  const server = createServer().listen({ host, port });
  try {
    await once(server, "listening");
  } catch (error) {
    throw refuseAddress(host, port, error);
  }
  server.close();
  await once(server, "close");
}

/** Return the error that says why the server cannot listen at an address. */
export function refuseAddress(host: string, port: number, cause: unknown): Conflict {
  return new Conflict(
    errorText("address_not_listened_on", { address: `${host}:${port}`, reason: explainListen(cause) }),
    { cause },
  );
}

function explainListen(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOTFOUND") return phraseText("no_such_host");
  if (code === "EADDRINUSE") return phraseText("port_taken");
  if (code === "EADDRNOTAVAIL") return phraseText("address_of_other_machine");
  if (code === "EACCES") return phraseText("port_not_allowed");
  return message;
}
