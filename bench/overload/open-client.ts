import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";

/** The result of a request. */
export interface Reply {
  /** HTTP status; 0 if the server closed the connection, as it does with idle ones. */
  readonly status: number;
  /** Milliseconds from the write of the request to the last byte of its reply. */
  readonly ms: number;
}

/** The results of a series of requests. */
export interface Exchange {
  readonly replies: readonly Reply[];
  readonly seconds: number;
  /** Requests that were due but never sent, because every connection waited for a reply. */
  readonly unsent: number;
}

const HEAD_END = "\r\n\r\n";

/**
 * Client that sends requests independently of earlier replies, over a fixed set of connections with one request at a
 * time on each. It uses plain sockets, because it shares the machine with the server that it measures.
 */
export class OpenClient {
  readonly #free: Connection[] = [];
  readonly #connections: readonly Connection[];
  readonly #nextPath: () => string;
  readonly #host: string;

  private constructor(connections: readonly Connection[], host: string, nextPath: () => string) {
    this.#connections = connections;
    this.#free.push(...connections);
    this.#host = host;
    this.#nextPath = nextPath;
  }

  /** Open the connections. @param nextPath returns the path of the next request */
  static async connect(url: string, connections: number, nextPath: () => string): Promise<OpenClient> {
    const { hostname, port, host } = new URL(url);
    const all = Array.from({ length: connections }, () => new Connection(Number(port), hostname));
    await Promise.all(all.map((each) => each.open()));
    return new OpenClient(all, host, nextPath);
  }

  /** Send each request as soon as the previous reply is there, on `connections` connections. */
  async askInTurn(connections: number, seconds: number): Promise<Exchange> {
    const replies: Reply[] = [];
    const begun = performance.now();
    const on = async (): Promise<void> => {
      while (performance.now() - begun < seconds * 1000) replies.push(await this.ask());
    };
    await Promise.all(Array.from({ length: connections }, on));
    return { replies, seconds: (performance.now() - begun) / 1000, unsent: 0 };
  }

  /** Send requests at a constant rate. */
  async askAtRate(perSecond: number, seconds: number): Promise<Exchange> {
    const replies: Promise<Reply>[] = [];
    let due = 0;
    let unsent = 0;
    const begun = performance.now();
    for (let passed = 0; passed < seconds * 1000; passed = performance.now() - begun) {
      for (; due < (passed / 1000) * perSecond; due++) {
        if (this.#free.length > 0) replies.push(this.ask());
        else unsent++;
      }
      await setTimeout(1);
    }
    const ended = (performance.now() - begun) / 1000;
    return { replies: await Promise.all(replies), seconds: ended, unsent };
  }

  async ask(): Promise<Reply> {
    const connection = this.#free.shift()!;
    // The server closes idle connections.
    if (!connection.isOpen) await connection.open();
    const reply = await connection.ask(`GET ${this.#nextPath()} HTTP/1.1\r\nHost: ${this.#host}${HEAD_END}`);
    this.#free.push(connection);
    return reply;
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }
}

class Connection {
  readonly #port: number;
  readonly #host: string;
  #socket: Socket | undefined;
  #sent = 0;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #wanted = 0;
  #status = 0;
  #resolve = (_reply: Reply): void => {};

  constructor(port: number, host: string) {
    this.#port = port;
    this.#host = host;
  }

  get isOpen(): boolean {
    return this.#socket !== undefined;
  }

  async open(): Promise<void> {
    const socket = connect(this.#port, this.#host).setNoDelay();
    await once(socket, "connect");
    this.#socket = socket;
    socket.on("data", (piece) => this.#take(piece as Buffer));
    socket.on("error", () => {});
    socket.on("close", () => {
      this.#socket = undefined;
      this.#finish(0);
    });
  }

  ask(request: string): Promise<Reply> {
    return new Promise<Reply>((resolve) => {
      this.#resolve = resolve;
      this.#bytes = this.#wanted = 0;
      this.#sent = performance.now();
      this.#socket!.write(request, "latin1");
    });
  }

  close(): void {
    this.#socket?.destroy();
  }

  #take(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#wanted === 0) {
      this.#pieces.push(piece);
      this.#readHead(Buffer.concat(this.#pieces));
    }
    if (this.#wanted === 0 || this.#bytes < this.#wanted) return;
    this.#finish(this.#status);
  }

  #finish(status: number): void {
    this.#pieces = [];
    this.#resolve({ status, ms: performance.now() - this.#sent });
  }

  #readHead(bytes: Buffer): void {
    const end = bytes.indexOf(HEAD_END);
    if (end < 0) return;
    const head = bytes.toString("latin1", 0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) throw new Error(`A reply without a length:\n${head}`);
    this.#status = Number(head.slice(9, 12));
    this.#wanted = end + HEAD_END.length + Number(length);
  }
}
