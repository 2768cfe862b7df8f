import type { Cancellation } from "../../../core/engine/cancellation.js";
import type { Cluster } from "../client/cluster.js";

/** Cancels a query when its request is cancelled, and when a shard turns out to be silent. */
export class ShardCancellation implements Cancellation {
  /** Error about a silent shard; `null` as long as none is. */
  error: Error | null = null;
  readonly #request: Cancellation | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(request: Cancellation | undefined) {
    this.#request = request;
  }

  get aborted(): boolean {
    return this.error !== null || (this.#request?.aborted ?? false);
  }

  addEventListener(type: "abort", listener: () => void): void {
    this.#listeners.add(listener);
    this.#request?.addEventListener(type, listener);
  }

  removeEventListener(type: "abort", listener: () => void): void {
    this.#listeners.delete(listener);
    this.#request?.removeEventListener(type, listener);
  }

  /** Check that all shards answer, and cancel the query if one does not. */
  async check(cluster: Pick<Cluster, "listLost" | "refuseSilent">): Promise<void> {
    await cluster.listLost();
    try {
      cluster.refuseSilent();
    } catch (error) {
      this.error = error as Error;
      for (const listener of this.#listeners) listener();
    }
  }
}
