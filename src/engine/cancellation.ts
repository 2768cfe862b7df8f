/** Whether nobody waits for some work any more. An `AbortSignal` says so, too. */
export interface Cancellation {
  readonly aborted: boolean;
}
