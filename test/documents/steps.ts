import type { Block } from "./markdown.js";
import { listBlocks } from "./markdown.js";

/** Something that a reader does, and what follows. */
export type Step =
  | { readonly kind: "file"; readonly name: string; readonly text: string; readonly line: number }
  | { readonly kind: "command"; readonly command: string; readonly shown: string | null; readonly line: number }
  | {
      readonly kind: "request";
      readonly command: string;
      readonly language: string;
      readonly answer: string;
      readonly line: number;
    };

/**
 * List what a document tells its reader to do, from top to bottom:
 * - a block with the flag `file=NAME` is saved under that name;
 * - of a `console` block each line that begins with `$ ` is run, and the lines after it are its output;
 * - of a block `sh run` each line is run and has to succeed;
 * - a `sh` block with a call of `curl`, and a block right after it, are a request and its answer.
 * A backslash at the end of a line continues a command. Nothing else is run.
 */
export function listSteps(markdown: string): readonly Step[] {
  const blocks = listBlocks(markdown);
  return blocks.flatMap((block, at): readonly Step[] => {
    const { language, flags, text, line } = block;
    const file = flags.find((flag) => flag.startsWith("file="));
    if (file !== undefined) return [{ kind: "file", name: file.slice("file=".length), text, line }];
    if (language === "console") return splitConsole(block);
    if (language !== "sh") return [];
    if (flags.includes("run")) {
      return joinLines(text).map((command) => ({ kind: "command", command, shown: null, line }));
    }
    const next = blocks[at + 1];
    if (!text.startsWith("curl ") || !next?.follows || next.language === "sh") return [];
    return [{ kind: "request", command: joinLines(text).join("\n"), language: next.language, answer: next.text, line }];
  });
}

function splitConsole({ text, line }: Block): readonly Step[] {
  const [before, ...parts] = text.replaceAll("\\\n", "").split(/^\$ /m);
  if (before !== "") throw new Error(`line ${line}: a console block begins with a command`);
  return parts.map((part) => {
    const end = part.indexOf("\n");
    return { kind: "command", command: part.slice(0, end), shown: part.slice(end + 1), line };
  });
}

function joinLines(text: string): readonly string[] {
  return text
    .replaceAll("\\\n", "")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"));
}
