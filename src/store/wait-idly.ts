/** Call a function after some milliseconds. @returns a function that cancels the call */
export type Wait = (ms: number, act: () => void) => () => void;

/** Set a timer that does not keep the process running. */
export function waitIdly(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms).unref();
  return () => clearTimeout(timer);
}
