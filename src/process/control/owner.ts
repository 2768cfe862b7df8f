import { rmdir } from "node:fs/promises";
import type { Socket } from "node:net";
import { dirname, resolve } from "node:path";
import { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { type Claim, claimDirectory } from "./claim.js";
import { encodeJson, type Frame, readFrames, encodeFrame, type FrameKind, MAX_PAYLOAD } from "./frames.js";
import { type Greeting, readRequest, type Request } from "./messages.js";
import type { Peer } from "./peer.js";
import type { Terminal } from "./terminal.js";

/** A terminal at the other end of a connection. Writes wait until the other end reads. */
interface RemoteTerminal extends Terminal {
  /** End the output; resolves when all of it is sent, or the connection is lost. */
  end(): Promise<void>;
}

/** Runs a command of another process. Resolves to its exit status; must not reject. */
export type Perform = (request: Request, terminal: Terminal, signal: AbortSignal) => Promise<number>;

/** Become the owner of a data directory, which is created if missing, or connect to the process that owns it. */
export async function ownDirectory(
  directory: string,
  as: Omit<Greeting, "pid">,
  signal: AbortSignal,
): Promise<Owner | Peer> {
  const absolute = resolve(directory);
  const outcome = await claimDirectory(absolute, signal);
  return "listener" in outcome ? new Owner(absolute, outcome, { ...as, pid: process.pid }) : outcome;
}

/** This process in its role as the owner of a data directory. */
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
    claim.listener?.accept((socket) => this.#welcome(socket));
  }

  /** Run commands of other processes, beginning with those that already wait. */
  serve(perform: Perform): void {
    this.#serve(perform);
  }

  /** Start no more commands, and wait for those that run. */
  async drain(): Promise<void> {
    this.#isLeaving = true;
    await Promise.all(this.#running);
  }

  /** Give up the directory; if this process created it and it is empty, it is removed. */
  async release(): Promise<void> {
    await this.#claim.listener?.close();
    if (this.#claim.created !== undefined) await removeEmpty(this.#directory, this.#claim.created);
  }

  #welcome(socket: Socket): void {
    const serves = this.#greeting.serves && !this.#isLeaving;
    socket.write(encodeJson("greeting", { ...this.#greeting, serves }));
    // A malformed or incomplete request gets no answer: its sender may not understand one.
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

/** Abort a command when its sender sends any further frame, which means cancel, or disconnects. */
async function abortWhenLeft(frames: AsyncIterable<Frame>, cancel: AbortController): Promise<void> {
  try {
    for await (const _ of frames) cancel.abort();
  } catch {
    // A lost connection counts as ended.
  }
  cancel.abort();
}

async function removeEmpty(directory: string, topmost: string): Promise<void> {
  try {
    await rmdir(directory);
    if (directory.length > topmost.length) await removeEmpty(dirname(directory), topmost);
  } catch {
    // The directory is not empty.
  }
}

function remoteTerminal(socket: Socket, watched: boolean): RemoteTerminal {
  const out = frameStream(socket, "out");
  const err = frameStream(socket, "err");
  return {
    out,
    err,
    showProgress: watched ? (progress) => socket.write(encodeJson("progress", { progress })) : undefined,
    async end() {
      out.end();
      err.end();
      await Promise.allSettled([finished(out), finished(err)]);
    },
  };
}

function frameStream(socket: Socket, kind: FrameKind): Writable {
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      for (let at = 0; at < chunk.length; at += MAX_PAYLOAD) {
        const end = at + MAX_PAYLOAD;
        socket.write(encodeFrame(kind, chunk.subarray(at, end)), end < chunk.length ? undefined : done);
      }
      if (chunk.length === 0) done();
    },
  });
  // Callers that await their writes get the error of a lost connection.
  return stream.on("error", () => {});
}
