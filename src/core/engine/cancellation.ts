/** Cost of all computations of one request so far. */
export interface Usage {
  /** Milliseconds of computation, without the time in which other work ran. */
  computed: number;
  /** Waits for other machines, which count as computation, too; absent until there are some. */
  waits?: { count: number; since: number };
}

/** A sign that work is no longer needed: an `AbortSignal`, or something cheaper that creates a signal on demand. */
export interface Cancellation {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
  /** Computation of the request so far; absent if nothing counts it. */
  readonly usage?: Usage;
  /** Key of the client that asks: clients share what is computed. */
  readonly client?: string;
  /**
   * Note that a query begins, with its estimated steps.
   * @throws OverCapacity if the work is more than may be done here
   */
  readonly plan?: (steps: number) => void;
}
