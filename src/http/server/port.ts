import { once } from "node:events";
import { createServer } from "node:net";
import { Conflict } from "../../errors/errors.js";

/**
 * Refuse a port that another server has. Either uWebSockets.js shares it, or, with its option for an exclusive port,
 * it cannot have it back for a minute after a restart.
 * @throws Conflict that says why nobody can listen there
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

/** Says why nobody can listen there. */
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
