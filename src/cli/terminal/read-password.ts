import { once } from "node:events";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { errorText } from "../../core/errors/error-text.js";
import { InvalidQuery } from "../../core/errors/errors.js";

/** Number of characters after which reading stops. */
const MAX_LENGTH = 64 * 1024;

/**
 * Read the first line of standard input. On a terminal, prompt for it and do not show it.
 * @throws InvalidQuery if there is no line
 */
export async function readPassword(
  input: NodeJS.ReadableStream & { readonly isTTY?: boolean },
  err: NodeJS.WritableStream,
  signal: AbortSignal,
): Promise<string> {
  if (!input.isTTY) return firstLine(input);
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: discard, terminal: true, signal });
  try {
    err.write("Password: ");
    lines.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
    const [line] = (await Promise.race([once(lines, "line", { signal }), once(lines, "close").then(() => [""])])) as [
      string,
    ];
    return line;
  } finally {
    err.write("\n");
    lines.close();
  }
}

async function firstLine(input: NodeJS.ReadableStream): Promise<string> {
  let text = "";
  input.setEncoding("utf8");
  for await (const piece of input) {
    text += String(piece);
    if (text.includes("\n") || text.length > MAX_LENGTH) break;
  }
  const [line] = text.split(/\r?\n/, 1);
  if (line) return line;
  throw new InvalidQuery(errorText("no_password_given"));
}
