import type { TextFilter } from "../message/text-filter.js";

const INDENT = "  ";

/** Indent JSON text as `JSON.stringify(value, null, 2)` does. */
export function indenter(): TextFilter {
  let depth = 0;
  let inString = false;
  let escaped = false;
  // An opening bracket waits for the next character: an empty object or array stays on one line.
  let opened = false;

  const newline = (): string => `\n${INDENT.repeat(depth)}`;

  const next = (char: string): string => {
    if (inString) {
      if (escaped) escaped = false;
      else if (char === "\\") escaped = true;
      else if (char === '"') inString = false;
      return char;
    }
    if (char === " " || char === "\n" || char === "\r" || char === "\t") return "";
    if (char === "}" || char === "]") {
      depth--;
      const before = opened ? "" : newline();
      opened = false;
      return before + char;
    }
    const before = opened ? newline() : "";
    opened = char === "{" || char === "[";
    if (opened) depth++;
    else if (char === '"') inString = true;
    else if (char === ",") return before + char + newline();
    else if (char === ":") return ": ";
    return before + char;
  };

  return {
    push(piece) {
      let text = "";
      for (let i = 0; i < piece.length; i++) text += next(piece.charAt(i));
      return text;
    },
    end: () => "",
  };
}
