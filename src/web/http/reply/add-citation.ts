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
      const last = text.lastIndexOf("}");
      const at = last < 0 ? text.length : last;
      held = text.slice(at);
      const passed = text.slice(0, at);
      isEmpty &&= !/[^\s{]/.test(passed);
      return passed;
    },
    end() {
      if (held === "") return "";
      return `${isEmpty ? "" : ","}"citation":${citation}${held}`;
    },
  };
}
