/** Requests that are remembered. */
const MAX_REMEMBERED = 1000;

/**
 * Memory of the requests whose last one outlived its estimate by itself. One that was only ended because others waited at
 * the same time, or that was slow once, is forgotten as soon as it is done quickly.
 */
export class OutlivedRequests {
  readonly #keys = new Set<string>();

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Note what a request has taken alone, and what its estimate allows, in milliseconds. */
  note(key: string, tookMs: number, allowedMs: number): void {
    this.#keys.delete(key);
    if (tookMs < allowedMs) return;
    if (this.#keys.size >= MAX_REMEMBERED) this.#keys.delete(this.#keys.values().next().value!);
    this.#keys.add(key);
  }
}
