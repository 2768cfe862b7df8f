import type { TextFilter } from "../message/text-filter.js";

/** Add a key `citation` at the end of a JSON object. Other JSON stays. @param citation JSON text */
export function citationAdder(citation: string): TextFilter {
  let first = "";
  // The last bracket waits for the end.
  let held = "";
  let isEmpty = true;
  return {
    push(piece) {
      first ||= piece.trimStart().slice(0, 1);
      if (first !== "{") return piece;
      const text = held + piece;
      const at = text.lastIndexOf("}");
      if (at < 0) {
        if (/[^\s{]/.test(text)) isEmpty = false;
        return text;
      }
      held = text.slice(at);
      if (/[^\s{]/.test(text.slice(0, at))) isEmpty = false;
      return text.slice(0, at);
    },
    end() {
      if (held === "") return "";
      return `${isEmpty ? "" : ","}"citation":${citation}${held}`;
    },
  };
}
