/** A fenced block of a document. */
export interface Block {
  /** First word of its info string: `sh`, `console`, `json`; empty for none. */
  readonly language: string;
  /** The other words of its info string; GitHub shows none of them. */
  readonly flags: readonly string[];
  readonly text: string;
  /** Line of the fence, from 1. */
  readonly line: number;
  /** True where nothing but white space is between it and the block before. */
  readonly follows: boolean;
}

const FENCED = /^( *)```([^\n`]*)\n(.*?)^\1```$/gms;

/** List the fenced blocks of a Markdown text, without the indentation of the list that they stand in. */
export function listBlocks(markdown: string): readonly Block[] {
  let end = -1;
  return [...markdown.matchAll(FENCED)].map(({ 0: all, 1: indent = "", 2: info = "", 3: body = "", index }) => {
    const [language = "", ...flags] = info.trim().split(/\s+/);
    const follows = end >= 0 && markdown.slice(end, index).trim() === "";
    end = index + all.length;
    const text = body.replaceAll(new RegExp(`^${indent}`, "gm"), "");
    return { language, flags, text, line: markdown.slice(0, index).split("\n").length, follows };
  });
}

/** List the cells of every row of the tables under a heading, as they are written. The first row of each is its header. */
export function listTableRows(markdown: string, heading: string): readonly (readonly string[])[] {
  const lines = withoutBlocks(markdown).split("\n");
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, "") === heading);
  if (start < 0) throw new Error(`no heading "${heading}"`);
  const next = lines.findIndex((line, at) => at > start && /^#+ /.test(line));
  return lines
    .slice(start + 1, next < 0 ? undefined : next)
    .filter((line) => line.startsWith("|") && !/^\|[\s|:-]+\|$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll("\\|", "|")),
    );
}

/** List the inline code of a text. Of code between double backquotes, one space is dropped at either end. */
export function listCode(markdown: string): readonly string[] {
  return [...markdown.matchAll(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g)].map(([, ticks = "", code = ""]) =>
    ticks.length > 1 ? code.replace(/^ (.*) $/, "$1") : code,
  );
}

/** Blank the fenced blocks; lines keep their numbers. */
export function withoutBlocks(markdown: string): string {
  return markdown.replaceAll(FENCED, (block) => block.replaceAll(/[^\n]+/g, ""));
}
