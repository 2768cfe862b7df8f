import { type ServerResponse, STATUS_CODES } from "node:http";
import { discard } from "./deadline.js";
import type { ByteStream, HttpReply, ResponseWriter } from "../message/message.js";

/** Bytes of one write: what a reader takes of more is not seen. */
const PIECE = 64 * 1024;

/** The way back to a client of Node's own server. */
export class NodeResponse implements ResponseWriter {
  readonly #response: ServerResponse;
  readonly #silenceMs: number;
  readonly remoteAddress: string;
  #isGone = false;
  #wake = (): void => {};
  #stream: ByteStream | undefined;
  #bytes = 0;
  onGone = (): void => {};

  /** @param silenceMs time after which a reader that takes nothing is cut off */
  constructor(response: ServerResponse, idleTimeoutMs: number) {
    this.#response = response;
    this.#silenceMs = idleTimeoutMs;
    this.remoteAddress = response.socket?.remoteAddress ?? "";
    // Silence is measured here: Node's own clock would break off what takes long to compute.
    response.on("timeout", () => {});
    response.on("close", () => {
      if (response.writableFinished) return;
      this.#isGone = true;
      void this.#stream?.return().catch(() => {});
      this.#wake();
      this.onGone();
    });
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
    return Buffer.isBuffer(body) ? this.#sendBytes(body) : this.#sendStream(body);
  }

  cut(): void {
    this.#response.destroy();
  }

  #writeHead({ status, headers, body }: HttpReply, isLast: boolean): void {
    const all = headers.flatMap(([name, value]) => [name, asBytes(value)]);
    if (Buffer.isBuffer(body)) all.push("Content-Length", String(body.length));
    else if (body) all.push("Transfer-Encoding", "chunked");
    // Named, lest Node add a header of its own about it.
    all.push("Connection", isLast || !this.#response.shouldKeepAlive ? "close" : "keep-alive");
    this.#response.writeHead(status, STATUS_CODES[status] ?? "", all);
  }

  async #sendBytes(bytes: Buffer): Promise<void> {
    let at = 0;
    for (; at + PIECE < bytes.length && !this.#isGone; at += PIECE) await this.#write(bytes.subarray(at, at + PIECE));
    await this.#end(bytes.subarray(at));
  }

  async #sendStream(stream: ByteStream): Promise<void> {
    this.#stream = stream;
    try {
      for (let next = await stream.next(); !this.#isGone && !next.done; next = await stream.next()) {
        const bytes = next.value;
        for (let at = 0; at < bytes.length && !this.#isGone; at += PIECE) {
          await this.#write(bytes.subarray(at, at + PIECE));
        }
      }
      await this.#end();
    } finally {
      await stream.return();
    }
  }

  async #write(piece: Buffer): Promise<void> {
    this.#bytes += piece.length;
    if (!this.#response.write(piece)) await this.#waitFor("drain");
  }

  async #end(piece: Buffer = Buffer.alloc(0)): Promise<void> {
    if (this.#isGone) return;
    this.#bytes += piece.length;
    const finished = this.#waitFor("finish");
    this.#response.end(piece);
    await finished;
  }

  /** Until the reader has taken what it was sent or is gone; too long, and it is cut off. */
  async #waitFor(event: "drain" | "finish"): Promise<void> {
    const timer = setTimeout(() => this.cut(), this.#silenceMs);
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      this.#response.once(event, resolve);
    });
    clearTimeout(timer);
  }
}

/** Node writes each character as a byte, and headers are UTF-8. */
function asBytes(value: string): string {
  return Buffer.from(value).toString("latin1");
}
