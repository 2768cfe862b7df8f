const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Run some work until SIGINT or SIGTERM: the first one aborts the work's signal, the second ends the process. */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interrupt = new AbortController();
  const onSignal = (): void => {
    ignore();
    interrupt.abort();
  };
  const ignore = (): void => {
    for (const name of SIGNALS) process.off(name, onSignal);
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  try {
    return await work(interrupt.signal);
  } finally {
    ignore();
  }
}
