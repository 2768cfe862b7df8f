import { STATUS_CODES } from "node:http";
import { discard } from "./deadline.js";
import type { ByteStream, HttpReply, ResponseWriter } from "../message/message.js";

/** The part of a uWebSockets.js response that sends. After its end or its abort any call on it throws. */
export interface NativeResponse {
  writeStatus(status: string): unknown;
  writeHeader(name: string, value: string): unknown;
  write(bytes: Uint8Array): boolean;
  end(): unknown;
  tryEnd(bytes: Uint8Array, total: number): [boolean, boolean];
  endWithoutBody(): unknown;
  close(): unknown;
  getWriteOffset(): number;
  cork(write: () => void): unknown;
  onAborted(listener: () => void): unknown;
  onWritable(listener: (offset: number) => boolean): unknown;
  getRemoteAddressAsText(): ArrayBuffer;
}

/** Bytes of one write: what a write cannot pass on at once is copied and kept. */
const PIECE = 64 * 1024;
const PROBES = 64;
/**
 * uWebSockets.js drops a reader after ten seconds by a clock of its own, which every write that fails winds up again.
 * (So would `resume`, but then no writable event comes any more.)
 */
const RETRY_MS = 4000;

/** The way back to the client. Registers for its going away, so it has to be made before anything else. */
export class UwsResponse implements ResponseWriter {
  readonly #response: NativeResponse;
  readonly #silenceMs: number;
  #isOpen = true;
  #isGone = false;
  #isBlocked = false;
  /** When the reader last took something that had to wait for it. */
  #takenAt = 0;
  #wake = (): void => {};
  #stream: ByteStream | undefined;
  #bytes = 0;
  onGone = (): void => {};

  /** @param silenceMs time after which a reader that takes nothing is cut off */
  constructor(response: NativeResponse, idleTimeoutMs: number) {
    this.#response = response;
    this.#silenceMs = idleTimeoutMs;
    response.onAborted(() => {
      this.#isOpen = false;
      this.#isGone = true;
      void this.#stream?.return().catch(() => {});
      this.#wake();
      this.onGone();
    });
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  get remoteAddress(): string {
    return this.#isOpen ? Buffer.from(this.#response.getRemoteAddressAsText()).toString() : "";
  }

  get bytes(): number {
    return this.#bytes;
  }

  send(reply: HttpReply, isHead: boolean, isLast: boolean): Promise<void> | undefined {
    const { body } = reply;
    const writeHead = (): void => this.#writeHead(reply, isLast);
    if (this.#isOpen && !isHead && body !== null) {
      return Buffer.isBuffer(body) ? this.#sendBytes(body, writeHead) : this.#sendStream(body, writeHead);
    }
    if (this.#isOpen) this.#sendHead(body, writeHead);
    discard(reply);
    return undefined;
  }

  cut(): void {
    if (this.#isOpen) this.#response.close();
  }

  #writeHead({ status, headers }: HttpReply, isLast: boolean): void {
    this.#response.writeStatus(`${status} ${STATUS_CODES[status] ?? ""}`);
    for (const [name, value] of headers) this.#response.writeHeader(name, value);
    if (isLast) this.#response.writeHeader("Connection", "close");
  }

  #sendHead(body: HttpReply["body"], writeHead: () => void): void {
    this.#isOpen = false;
    this.#response.cork(() => {
      writeHead();
      // Given a length, `endWithoutBody` waits for the body for ever.
      if (Buffer.isBuffer(body)) this.#response.writeHeader("Content-Length", String(body.length));
      else if (body) this.#response.writeHeader("Transfer-Encoding", "chunked");
      this.#response.endWithoutBody();
    });
  }

  #sendBytes(bytes: Buffer, writeHead: () => void): Promise<void> | undefined {
    this.#response.cork(() => {
      writeHead();
      this.#sendFrom(bytes, 0);
    });
    return this.#isOpen ? this.#sendRest(bytes) : undefined;
  }

  async #sendRest(bytes: Buffer): Promise<void> {
    this.#response.onWritable((offset) => {
      this.#noteTaken();
      return this.#sendFrom(bytes, offset);
    });
    for (this.#noteTaken(); this.#isOpen;) {
      await this.#waitForReader();
      if (this.#isOpen) this.#response.cork(() => void this.#sendFrom(bytes, this.#response.getWriteOffset()));
    }
  }

  /** Whether all of it was taken. */
  #sendFrom(bytes: Buffer, offset: number): boolean {
    const [isTaken, isOver] = this.#response.tryEnd(offset === 0 ? bytes : bytes.subarray(offset), bytes.length);
    if (isOver) {
      this.#isOpen = false;
      this.#bytes = bytes.length;
    }
    return isTaken;
  }

  async #sendStream(stream: ByteStream, writeHead: () => void): Promise<void> {
    this.#stream = stream;
    this.#response.onWritable(() => {
      this.#isBlocked = false;
      this.#noteTaken();
      return true;
    });
    this.#response.cork(writeHead);
    try {
      for (let next = await stream.next(); this.#isOpen && !next.done; next = await stream.next()) {
        for (let at = 0; at < next.value.length; at += PIECE) await this.#write(next.value.subarray(at, at + PIECE));
      }
      if (!this.#isOpen) return;
      this.#isOpen = false;
      this.#response.cork(() => this.#response.end());
    } finally {
      await stream.return();
    }
  }

  /**
   * Write a piece and wait until it is on its way.
   * What cannot be sent at once uWebSockets.js keeps, and sends on only with a later write, which says whether that
   * left nothing over. So the last bytes are held back, to be written one at a time as probes.
   */
  async #write(piece: Buffer): Promise<void> {
    if (this.#isOpen && this.#isBlocked) await this.#waitForReader();
    if (!this.#isBlocked) this.#takenAt = Date.now();
    let at = piece.length - Math.min(PROBES, piece.length - 1);
    let isWritten = this.#writeNow(piece.subarray(0, at), piece.subarray(at));
    for (; this.#isOpen && !isWritten; at++) {
      await this.#waitForReader();
      isWritten = this.#writeNow(piece.subarray(at, at + 1), piece.subarray(at + 1));
    }
  }

  /** Write some bytes and, if they left nothing over, the rest of them. Whether none are left to write. */
  #writeNow(bytes: Buffer, rest: Buffer): boolean {
    if (!this.#isOpen) return false;
    let isWhole = rest.length === 0;
    this.#bytes += bytes.length;
    this.#response.cork(() => {
      this.#isBlocked = !this.#response.write(bytes);
      if (this.#isBlocked || isWhole) return;
      this.#bytes += rest.length;
      this.#isBlocked = !this.#response.write(rest);
      isWhole = true;
    });
    return isWhole;
  }

  #noteTaken(): void {
    this.#takenAt = Date.now();
    this.#wake();
  }

  /** Until the reader takes something or is gone, or it is time to try again; too long, and it is cut off. */
  async #waitForReader(): Promise<void> {
    const timer = setTimeout(
      () => {
        if (Date.now() - this.#takenAt >= this.#silenceMs) this.#response.close();
        else this.#wake();
      },
      Math.min(RETRY_MS, this.#silenceMs),
    );
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    clearTimeout(timer);
  }
}
