import type { ByteStream } from "../../web/http/message/message.js";
import { queryTooLong } from "../../core/errors/errors.js";
import { WINDOW } from "./messages.js";

/** Sends a body in pieces, a few ahead of those that were taken. */
export class PieceSender {
  readonly #body: ByteStream;
  #credit = WINDOW;
  #isStopped = false;
  #wake = (): void => {};

  constructor(body: ByteStream) {
    this.#body = body;
  }

  /** Let another piece be sent. */
  allowMore(): void {
    this.#credit++;
    this.#wake();
  }

  /** Send no more pieces. */
  stop(): void {
    this.#isStopped = true;
    this.#wake();
  }

  /** Send all pieces. @throws the errors of the body; OverCapacity when it was stopped: a part is never taken for all */
  async run(send: (piece: Buffer) => void): Promise<void> {
    for (;;) {
      while (this.#credit === 0 && !this.#isStopped) await new Promise<void>((resolve) => (this.#wake = resolve));
      if (this.#isStopped) break;
      const { done, value } = await this.#body.next();
      if (done) return;
      this.#credit--;
      send(value);
    }
    await this.#body.return();
    throw queryTooLong();
  }
}
