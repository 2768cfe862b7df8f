/** Chunks whose begin can be looked at before they are iterated, which is done once. */
export class HeadedChunks implements AsyncIterable<Buffer> {
  readonly #rest: AsyncIterator<Buffer>;
  readonly #held: Buffer[] = [];
  #bytes = 0;
  #ended = false;
  #failure: { readonly error: unknown } | null = null;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#rest = chunks[Symbol.asyncIterator]();
  }

  /**
   * The first bytes: at least so many, unless there are fewer. Where reading on fails, what came before; iterating
   * throws the error in its place.
   */
  async head(bytes: number): Promise<Buffer> {
    while (!this.#ended && !this.#failure && this.#bytes < bytes) await this.#hold();
    return Buffer.concat(this.#held);
  }

  /** Whether `head` has given everything there is. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Throw the error that kept `head` from giving more, if there was one. */
  throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }

  async #hold(): Promise<void> {
    try {
      const next = await this.#rest.next();
      if (next.done) {
        this.#ended = true;
      } else {
        this.#held.push(next.value);
        this.#bytes += next.value.length;
      }
    } catch (error) {
      this.#failure = { error };
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (let chunk = this.#held.shift(); chunk; chunk = this.#held.shift()) yield chunk;
    this.throwFailure();
    if (!this.#ended) yield* { [Symbol.asyncIterator]: () => this.#rest };
  }
}
