import { once } from "node:events";
import { createServer } from "node:net";
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
  return new Conflict(`Cannot listen on ${host}:${port}: ${explainListen(cause)}`, { cause });
}

function explainListen(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOTFOUND") return "there is no host of that name";
  if (code === "EADDRINUSE") return "another program listens there; choose another port";
  if (code === "EADDRNOTAVAIL") return "this machine does not have that address";
  if (code === "EACCES") return "this user may not listen on that port; choose one above 1023";
  return message;
}
