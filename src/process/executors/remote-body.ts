import type { ByteStream } from "../../web/http/message/message.js";

/** A body that an executor sends in pieces. Each piece goes back when the next one is asked for. */
export class RemoteBody implements ByteStream {
  readonly #pieces: Buffer[] = [];
  #taken: Buffer | null = null;
  readonly #onTaken: (piece: Buffer) => void;
  readonly #onStop: () => void;
  #isOver = false;
  #failure: Error | null = null;
  #wake = (): void => {};

  /**
   * @param onTaken called with each piece that was taken and is read no more
   * @param onStop called if no more pieces are wanted
   */
  constructor(onTaken: (piece: Buffer) => void, onStop: () => void) {
    this.#onTaken = onTaken;
    this.#onStop = onStop;
  }

  push(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#wake();
  }

  end(failure: Error | null): void {
    this.#isOver = true;
    this.#failure = failure;
    this.#wake();
  }

  async next(): Promise<IteratorResult<Buffer, void>> {
    if (this.#taken) this.#onTaken(this.#taken);
    this.#taken = null;
    while (this.#pieces.length === 0 && !this.#isOver) await new Promise<void>((resolve) => (this.#wake = resolve));
    const value = this.#pieces.shift();
    if (value) {
      this.#taken = value;
      return { done: false, value };
    }
    if (this.#failure) throw this.#failure;
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<Buffer, void>> {
    if (!this.#isOver) this.#onStop();
    this.#isOver = true;
    this.#pieces.length = 0;
    this.#wake();
    return { done: true, value: undefined };
  }
}
