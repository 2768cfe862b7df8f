import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { discard } from "./deadline.js";
import type { ByteStream, HttpReply, ResponseWriter } from "../message/message.js";

/** Bytes of one write. Progress of the reader is only seen between writes. */
const PIECE = 64 * 1024;

/** Writes the response to one request of Node's own server; `noteGone` must be called when the connection closes. */
export class NodeResponse implements ResponseWriter {
  readonly #response: ServerResponse;
  readonly #socket: Socket;
  readonly #idleTimeoutMs: number;
  readonly remoteAddress: string;
  #isGone = false;
  #wake = (): void => {};
  #stream: ByteStream | undefined;
  #bytes = 0;
  onGone = (): void => {};

  /** @param idleTimeoutMs milliseconds after which a client that reads nothing is disconnected */
  constructor(response: ServerResponse, socket: Socket, idleTimeoutMs: number) {
    this.#response = response;
    this.#socket = socket;
    this.#idleTimeoutMs = idleTimeoutMs;
    this.remoteAddress = socket.remoteAddress ?? "";
    // This class has its own idle timeout: Node's would also end requests that take long to compute.
    response.on("timeout", () => {});
  }

  /** Note that the connection closed before the response was sent. */
  noteGone(): void {
    this.#isGone = true;
    void this.#stream?.return().catch(() => {});
    this.#wake();
    this.onGone();
  }

  /** True if all of the response was passed on to be sent. */
  get isWritten(): boolean {
    return this.#response.writableEnded;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  get bytes(): number {
    return this.#bytes;
  }

  send(reply: HttpReply, isHead: boolean, isLast: boolean): Promise<void> | undefined {
    if (this.#isGone) {
      discard(reply);
      return undefined;
    }
    const { body } = reply;
    this.#writeHead(reply, isLast);
    if (isHead || body === null) {
      discard(reply);
      return this.#end();
    }
    return Buffer.isBuffer(body) ? this.#sendBytes(body) : this.#sendStream(body, reply.length);
  }

  cut(): void {
    this.#socket.destroy();
  }

  #writeHead({ status, headers, body, length }: HttpReply, isLast: boolean): void {
    const all = headers.flatMap(([name, value]) => [name, asBytes(value)]);
    if (Buffer.isBuffer(body)) all.push("Content-Length", String(body.length));
    else if (length !== undefined) all.push("Content-Length", String(length));
    else if (body) all.push("Transfer-Encoding", "chunked");
    // Set here, because Node adds a header of its own otherwise.
    all.push("Connection", isLast || !this.#response.shouldKeepAlive ? "close" : "keep-alive");
    this.#response.writeHead(status, STATUS_CODES[status] ?? "", all);
  }

  async #sendBytes(bytes: Buffer): Promise<void> {
    let at = 0;
    for (; at + PIECE < bytes.length && !this.#isGone; at += PIECE) await this.#write(bytes.subarray(at, at + PIECE));
    await this.#end(bytes.subarray(at));
  }

  async #sendStream(stream: ByteStream, length: number | undefined): Promise<void> {
    this.#stream = stream;
    try {
      for (let next = await stream.next(); !this.#isGone && !next.done; next = await stream.next()) {
        const bytes = next.value;
        for (let at = 0; at < bytes.length && !this.#isGone; at += PIECE) {
          await this.#write(bytes.subarray(at, at + PIECE));
        }
      }
      // The client must not wait for the rest.
      if (length !== undefined && this.#bytes !== length) this.cut();
      else await this.#end();
    } finally {
      await stream.return();
    }
  }

  /** Write a piece and wait until it has been passed to the system: after that it may be overwritten. */
  async #write(piece: Buffer): Promise<void> {
    this.#bytes += piece.length;
    await this.#wait((isOver) => this.#response.write(piece, isOver));
  }

  async #end(piece: Buffer = Buffer.alloc(0)): Promise<void> {
    if (this.#isGone) return;
    this.#bytes += piece.length;
    await this.#wait((isOver) => this.#response.end(piece, isOver));
  }

  /** Wait until the client has taken what was sent, or is gone. Disconnects it after the idle timeout. */
  async #wait(send: (isOver: () => void) => void): Promise<void> {
    const timer = setTimeout(() => this.cut(), this.#idleTimeoutMs);
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      send(resolve);
    });
    clearTimeout(timer);
  }
}

/** Encode a header value as UTF-8: Node writes each character as one byte. */
function asBytes(value: string): string {
  return Buffer.from(value).toString("latin1");
}
