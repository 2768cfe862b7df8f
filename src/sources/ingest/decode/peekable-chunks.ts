/** Chunks whose first bytes can be read in advance. They can be iterated once; one may be overwritten once the next is asked for. */
export class PeekableChunks implements AsyncIterable<Buffer> {
  readonly #rest: AsyncIterator<Buffer>;
  readonly #held: Buffer[] = [];
  #bytes = 0;
  #ended = false;
  #failure: { readonly error: unknown } | null = null;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#rest = chunks[Symbol.asyncIterator]();
  }

  /**
   * Return the first bytes: at least as many as requested, or all if there are fewer. If reading fails, return the
   * bytes before the error; the iteration then throws the error at that point.
   */
  async head(bytes: number): Promise<Buffer> {
    while (!this.#ended && !this.#failure && this.#bytes < bytes) await this.#hold();
    return Buffer.concat(this.#held);
  }

  /** True if `head` has returned all bytes. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Throw the error that stopped `head`, if there was one. */
  throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }

  /** Release the chunks without reading the others. */
  async close(): Promise<void> {
    await this.#rest.return?.();
  }

  async #hold(): Promise<void> {
    try {
      const next = await this.#rest.next();
      if (next.done) {
        this.#ended = true;
      } else {
        this.#held.push(Buffer.from(next.value));
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
