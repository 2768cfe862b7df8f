/** Milliseconds between two looks for the parent. */
const PAUSE = 1_000;

/**
 * End the server when the process that started it is gone, where npm started it: npx ends its shell at a signal, and that
 * passes none on.
 * @param end called once
 * @returns a function that ends this
 */
export function endWithParent(environment: NodeJS.ProcessEnv, end: () => void): () => void {
  if (environment["npm_command"] === undefined) return () => {};
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, PAUSE);
  timer.unref();
  return () => clearInterval(timer);
}
