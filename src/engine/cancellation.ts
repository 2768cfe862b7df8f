/**
 * Tells that nobody waits for some work any more. An `AbortSignal` is one; a cheaper one makes a signal only for those
 * who have to be told.
 */
export interface Cancellation {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}
