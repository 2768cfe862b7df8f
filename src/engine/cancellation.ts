/** A sign that work is no longer needed: an `AbortSignal`, or something cheaper that creates a signal on demand. */
export interface Cancellation {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}
