import { STATUS_CODES } from "node:http";
import { discard } from "./deadline.js";
import type { ByteStream, HttpReply, ResponseWriter } from "../message/message.js";

/** The sending part of a uWebSockets.js response. Calls after its end or abort throw. */
export interface NativeResponse {
  writeStatus(status: string): unknown;
  writeHeader(name: string, value: string): unknown;
  write(bytes: Uint8Array): boolean;
  end(body?: Uint8Array | undefined, isLast?: boolean): unknown;
  tryEnd(bytes: Uint8Array, total: number): [boolean, boolean];
  endWithoutBody(): unknown;
  close(): unknown;
  getWriteOffset(): number;
  cork(write: () => void): unknown;
  onAborted(listener: () => void): unknown;
  onWritable(listener: (offset: number) => boolean): unknown;
  getRemoteAddressAsText(): ArrayBuffer;
}

/** Bytes of one write. uWebSockets.js copies and buffers what it cannot send at once. */
const PIECE = 64 * 1024;
/** Bytes at the end of a piece that may be written one at a time, to learn whether the buffer is empty. */
const PROBES = 64;
/**
 * Milliseconds between attempts to write. uWebSockets.js disconnects a client that reads nothing for ten seconds; every
 * failed write restarts that timer. (`resume` does too, but then no writable event follows.)
 */
const RETRY_MS = 4000;

/** Writes the response to one request of uWebSockets.js. Create it first: it registers the handler for aborts. */
export class UwsResponse implements ResponseWriter {
  readonly #response: NativeResponse;
  readonly #idleTimeoutMs: number;
  readonly #mustClose: boolean;
  #isOpen = true;
  #isGone = false;
  #isBlocked = false;
  /** When the client last took bytes that waited for it, as `performance.now()`. */
  #progressAt = 0;
  #wake = (): void => {};
  #stream: ByteStream | undefined;
  #bytes = 0;
  onGone = (): void => {};

  /**
   * @param idleTimeoutMs milliseconds after which a client that reads nothing is disconnected
   * @param mustClose true to close the connection after the reply instead of waiting for the client to close it
   */
  constructor(response: NativeResponse, idleTimeoutMs: number, mustClose: boolean) {
    this.#response = response;
    this.#idleTimeoutMs = idleTimeoutMs;
    this.#mustClose = mustClose;
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
    const { body, length } = reply;
    const writeHead = (): void => this.#writeHead(reply, isLast);
    if (this.#isOpen && this.#mustClose && (Buffer.isBuffer(body) || (body === null && length === undefined))) {
      return this.#sendLast(reply, isHead ? null : body);
    }
    if (this.#isOpen && !isHead && body !== null) {
      if (Buffer.isBuffer(body)) return this.#sendBytes(body, writeHead);
      return length === undefined ? this.#sendStream(body, writeHead) : this.#sendFile(body, length, writeHead);
    }
    if (this.#isOpen) this.#sendHead(reply, writeHead);
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

  #sendHead({ body, length }: HttpReply, writeHead: () => void): void {
    this.#isOpen = false;
    this.#response.cork(() => {
      writeHead();
      // Passed a length, `endWithoutBody` would wait for the body forever.
      if (Buffer.isBuffer(body)) this.#response.writeHeader("Content-Length", String(body.length));
      else if (length !== undefined) this.#response.writeHeader("Content-Length", String(length));
      else if (body) this.#response.writeHeader("Transfer-Encoding", "chunked");
      this.#response.endWithoutBody();
    });
  }

  /** Send a reply after which uWebSockets.js closes the connection; it adds the header that says so. */
  #sendLast(reply: HttpReply, body: Buffer | null): undefined {
    this.#isOpen = false;
    this.#bytes = body?.length ?? 0;
    this.#response.cork(() => {
      this.#writeHead(reply, false);
      this.#response.end(body ?? undefined, true);
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
      this.#noteProgress();
      return this.#sendFrom(bytes, offset);
    });
    for (this.#noteProgress(); this.#isOpen;) {
      await this.#waitForReader();
      if (this.#isOpen) this.#response.cork(() => void this.#sendFrom(bytes, this.#response.getWriteOffset()));
    }
  }

  /** Send bytes from an offset on. @returns true if all were passed on */
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
      this.#noteProgress();
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

  /** Send a stream of known length. */
  async #sendFile(stream: ByteStream, length: number, writeHead: () => void): Promise<void> {
    this.#stream = stream;
    this.#response.onWritable(() => {
      this.#noteProgress();
      return true;
    });
    this.#response.cork(writeHead);
    let begin = 0;
    try {
      for (let next = await stream.next(); this.#isOpen && !next.done; next = await stream.next()) {
        await this.#writeAt(next.value, begin, length);
        begin += next.value.length;
      }
      // Still open: the stream was too short, and the client must not wait for the rest.
      this.cut();
    } finally {
      await stream.return();
    }
  }

  /** Write a piece of a body of known length, and wait until it has been passed to the system. @param begin its place */
  async #writeAt(piece: Buffer, begin: number, length: number): Promise<void> {
    const write = (at: number): boolean => {
      let isTaken = false;
      this.#response.cork(() => {
        const [isWritten, isOver] = this.#response.tryEnd(piece.subarray(at), length);
        isTaken = isWritten;
        if (isOver) this.#isOpen = false;
        this.#bytes = begin + (isWritten || isOver ? piece.length : at);
      });
      return isTaken;
    };
    let isTaken = write(0);
    for (this.#noteProgress(); this.#isOpen && !isTaken;) {
      await this.#waitForReader();
      if (this.#isOpen) isTaken = write(this.#response.getWriteOffset() - begin);
    }
  }

  /**
   * Write a piece and wait until it has been passed to the system.
   * uWebSockets.js buffers what it cannot send at once and sends it with a later write, whose result says whether the
   * buffer is empty. So the last bytes are held back and written one at a time as probes.
   */
  async #write(piece: Buffer): Promise<void> {
    if (this.#isOpen && this.#isBlocked) await this.#waitForReader();
    if (!this.#isBlocked) this.#progressAt = performance.now();
    let at = piece.length - Math.min(PROBES, piece.length - 1);
    let isWritten = this.#writeNow(piece.subarray(0, at), piece.subarray(at));
    for (; this.#isOpen && !isWritten; at++) {
      await this.#waitForReader();
      isWritten = this.#writeNow(piece.subarray(at, at + 1), piece.subarray(at + 1));
    }
  }

  /** Write bytes and, if nothing stays buffered, the rest too. @returns true if all were written */
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

  #noteProgress(): void {
    this.#progressAt = performance.now();
    this.#wake();
  }

  /** Wait until the client takes bytes, is gone, or `RETRY_MS` pass. Disconnects it after the idle timeout. */
  async #waitForReader(): Promise<void> {
    const timer = setTimeout(
      () => {
        if (performance.now() - this.#progressAt >= this.#idleTimeoutMs) this.#response.close();
        else this.#wake();
      },
      Math.min(RETRY_MS, this.#idleTimeoutMs),
    );
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    clearTimeout(timer);
  }
}
