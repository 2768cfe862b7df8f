import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { constants } from "node:fs";
import { access, rename, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { errorText } from "../../core/errors/error-text.js";
import { Conflict } from "../../core/errors/errors.js";
import { withAddress } from "./socket-address.js";

/** Names of sockets of processes that own the directory, or try to. The process id in the name is for people. */
export const LISTENING = /^owner-(\d+)-[0-9a-f]+\.sock$/;
/** Names of sockets that do not listen yet. */
export const STARTING = /^starting-\d+-[0-9a-f]+\.sock$/;

/**
 * A socket of this process in a data directory. Its name exists only while the process listens, or after the process
 * was killed, and names are never reused. So a socket that refuses connections is dead, and any process may remove it.
 */
export class Listener {
  readonly name: string;
  readonly #directory: string;
  readonly #server: Server;
  readonly #connections = new Set<Socket>();
  #onConnection: ((socket: Socket) => void) | null = null;

  private constructor(name: string, directory: string) {
    this.name = name;
    this.#directory = directory;
    this.#server = createServer((socket) => this.#add(socket));
  }

  /**
   * Start listening.
   * @returns `null` if another process removed the socket or the directory meanwhile; then try again
   * @throws Conflict if no socket can be created in the directory
   */
  static async open(directory: string): Promise<Listener | null> {
    const id = `${process.pid}-${randomBytes(6).toString("hex")}.sock`;
    const listener = new Listener(`owner-${id}`, directory);
    try {
      await bind(listener.#server, directory, `starting-${id}`);
      // Renamed only now: bound but not listening, it would have looked dead.
      await rename(join(directory, `starting-${id}`), join(directory, listener.name));
      return listener;
    } catch (error) {
      if (listener.open) await listener.close();
      const { code, message } = error as NodeJS.ErrnoException;
      // Binding in a directory that was removed fails with EACCES, too.
      if (code === "ENOENT" || (code === "EACCES" && (await mayWrite(directory)))) return null;
      throw new Conflict(errorText("socket_not_created", { directory, reason: code ?? message }), { cause: error });
    }
  }

  get open(): boolean {
    return this.#server.listening;
  }

  /** Pass connections to a handler, beginning with those that are already open. */
  accept(onConnection: (socket: Socket) => void): void {
    this.#onConnection = onConnection;
    for (const socket of this.#connections) onConnection(socket);
  }

  /** End all connections and remove the socket. Never rejects: a socket that is left refuses connections. */
  async close(): Promise<void> {
    await rm(join(this.#directory, this.name), { force: true }).catch(() => {});
    const closed = once(this.#server, "close");
    this.#server.close();
    for (const socket of this.#connections) socket.destroy();
    await closed;
  }

  #add(socket: Socket): void {
    this.#connections.add(socket);
    // The error of a lost connection needs no handling: "close" follows.
    socket.on("error", () => {});
    socket.on("close", () => this.#connections.delete(socket));
    this.#onConnection?.(socket);
  }
}

async function mayWrite(directory: string): Promise<boolean> {
  try {
    await access(directory, constants.W_OK | constants.X_OK);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}

/** Listen on a socket that only this user can connect to; the mode is set by umask, so there is no moment without it. */
async function bind(server: Server, directory: string, name: string): Promise<void> {
  const before = process.umask(0o177);
  try {
    withAddress(directory, name, (address) => server.listen(address));
  } finally {
    process.umask(before);
  }
  await once(server, "listening");
}
