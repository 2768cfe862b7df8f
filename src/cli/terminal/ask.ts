import { onOneLine } from "../../core/model/words/plain-text.js";
import { createInterface } from "node:readline/promises";
import type { Decision } from "../../calls/publishing/drafts/decisions.js";
import type { Terminal } from "../../process/control/terminal.js";
import { phraseText } from "../../core/errors/phrase-text.js";
import { printLine } from "./terminal.js";

/**
 * Ask the questions of decisions one at a time at a terminal: by number, where there are alternatives. An empty answer
 * keeps what is proposed.
 * @throws the signal's reason if it is aborted
 */
export async function askDecision(
  { what, evidence, alternatives, value }: Decision,
  input: NodeJS.ReadableStream,
  { err, say = String }: Pick<Terminal, "err" | "say">,
  signal: AbortSignal,
): Promise<string> {
  const lines = createInterface({ input, output: err });
  // On a terminal, the interface receives Ctrl-C instead of this process.
  lines.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
  const ended = new Promise<null>((resolve) => lines.once("close", () => resolve(null)));
  try {
    printLine(err, `\n${onOneLine(say(what))}\n  ${onOneLine(say(evidence))}`);
    alternatives.forEach(({ effect }, at) => printLine(err, `  ${at + 1}  ${onOneLine(say(effect))}`));
    const shown = alternatives.findIndex((each) => each.value === value) + 1;
    const preset = alternatives.length === 0 ? (value ?? "") : shown === 0 ? "" : String(shown);
    for (;;) {
      const typed = await Promise.race([lines.question(preset === "" ? "> " : `> [${preset}] `, { signal }), ended]);
      if (typed === null) return value ?? "";
      const answer = readAnswer(typed.trim() === "" ? preset : typed.trim(), alternatives, say);
      if (answer !== null && (answer !== "" || value !== null)) return answer;
      const count = alternatives.length;
      printLine(err, `  ${say(count === 0 ? phraseText("write_answer") : phraseText("write_number", { count }))}`);
    }
  } finally {
    lines.close();
  }
}

/** Return the value that an answer stands for; `null` if it is none of the alternatives. */
function readAnswer(
  text: string,
  alternatives: Decision["alternatives"],
  say: (sentence: string) => string,
): string | null {
  if (alternatives.length === 0) return text;
  const byNumber = /^\d+$/.test(text) ? alternatives[Number(text) - 1] : undefined;
  const found =
    byNumber ??
    alternatives.find(({ value, effect }) =>
      [value, effect, say(effect)].some((each) => each.toLowerCase() === text.toLowerCase()),
    );
  return found?.value ?? null;
}
