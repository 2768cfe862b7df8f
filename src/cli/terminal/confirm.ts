import { createInterface } from "node:readline/promises";

/**
 * Ask a person a question, which is answered with no unless they type `y` or `yes`.
 * @throws the signal's reason if it is aborted
 */
export async function confirm(
  question: string,
  input: NodeJS.ReadableStream,
  err: NodeJS.WritableStream,
  signal: AbortSignal,
): Promise<boolean> {
  const lines = createInterface({ input, output: err });
  // On a terminal, the interface receives Ctrl-C instead of this process.
  lines.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
  try {
    const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
    const answer = await Promise.race([lines.question(`${question} [y/N] `, { signal }), ended]);
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
