import { rmdir } from "node:fs/promises";
import type { Socket } from "node:net";
import { dirname, resolve } from "node:path";
import { type Claim, claimDirectory } from "./claim.js";
import { encodeJson, type Frame, readFrames } from "./frames.js";
import { type Greeting, readRequest, type Request } from "./messages.js";
import type { Peer } from "./peer.js";
import { remoteTerminal } from "./remote-terminal.js";
import type { Terminal } from "./terminal.js";

/** Does a command of another process. @returns its exit status; it never rejects */
export type Perform = (request: Request, terminal: Terminal, signal: AbortSignal) => Promise<number>;

/** Own a data directory, which is made if need be, or be connected to the process that does. */
export async function ownDirectory(
  directory: string,
  as: Omit<Greeting, "pid">,
  signal: AbortSignal,
): Promise<Owner | Peer> {
  const absolute = resolve(directory);
  const outcome = await claimDirectory(absolute, signal);
  return "listener" in outcome ? new Owner(absolute, outcome, { ...as, pid: process.pid }) : outcome;
}

/** This process, where it owns a data directory. */
export class Owner {
  readonly #directory: string;
  readonly #claim: Claim;
  readonly #greeting: Greeting;
  readonly #running = new Set<Promise<void>>();
  #isLeaving = false;
  #perform: Promise<Perform>;
  #serve!: (perform: Perform) => void;

  constructor(directory: string, claim: Claim, greeting: Greeting) {
    this.#directory = directory;
    this.#claim = claim;
    this.#greeting = greeting;
    this.#perform = new Promise((resolve) => (this.#serve = resolve));
    claim.listener.accept((socket) => this.#welcome(socket));
  }

  /** Do commands of other processes, those first that wait already. */
  serve(perform: Perform): void {
    this.#serve(perform);
  }

  /** Begin no more commands and wait for those that run. */
  async drain(): Promise<void> {
    this.#isLeaving = true;
    await Promise.all(this.#running);
  }

  /** Let others have the directory; one that was made for nothing is removed. */
  async release(): Promise<void> {
    await this.#claim.listener.close();
    if (this.#claim.made !== undefined) await removeEmpty(this.#directory, this.#claim.made);
  }

  #welcome(socket: Socket): void {
    const serves = this.#greeting.serves && !this.#isLeaving;
    socket.write(encodeJson("greeting", { ...this.#greeting, serves }));
    // What is malformed, or cut short, has nobody who could be told.
    if (serves) this.#attend(socket).catch(() => socket.destroy());
    else socket.resume();
  }

  async #attend(socket: Socket): Promise<void> {
    const frames = readFrames(socket);
    const first = await frames.next();
    if (first.done) return;
    const request = readRequest(first.value);
    if (this.#isLeaving) {
      socket.end(encodeJson("exit", { status: null }));
      return;
    }
    const work = this.#work(socket, frames, request).finally(() => this.#running.delete(work));
    this.#running.add(work);
    return work;
  }

  async #work(socket: Socket, frames: AsyncIterable<Frame>, request: Request): Promise<void> {
    const perform = await this.#perform;
    const cancel = new AbortController();
    void abortWhenLeft(frames, cancel);
    const terminal = remoteTerminal(socket, request.watched);
    const status = await perform(request, terminal, cancel.signal);
    await terminal.end();
    socket.end(encodeJson("exit", { status }));
  }
}

/** Whoever says anything more, or goes away, does not want it any more. */
async function abortWhenLeft(frames: AsyncIterable<Frame>, cancel: AbortController): Promise<void> {
  try {
    for await (const _ of frames) cancel.abort();
  } catch {
    // A connection that is lost is one that has ended.
  }
  cancel.abort();
}

async function removeEmpty(directory: string, topmost: string): Promise<void> {
  try {
    await rmdir(directory);
    if (directory.length > topmost.length) await removeEmpty(dirname(directory), topmost);
  } catch {
    // It is in use.
  }
}
