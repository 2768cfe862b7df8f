import type { Answer } from "../../../calls/answer.js";
import { type Format, formatsThat } from "../../../calls/formats.js";
import type { ContentEncoding } from "./compress.js";
import { makePayload, type Payload } from "./payload.js";
import { wrapInCall } from "../request/jsonp.js";
import type { TextFilter } from "../message/text-filter.js";
import type { Utf8Writers } from "./utf8-writers.js";

const INDENT = "  ";

/** The parts of a request that decide the bytes of a body. Plain data. */
export interface BodyRequest {
  readonly format: Format;
  readonly pretty: boolean;
  /** True if CSV begins with a byte order mark, by which spreadsheets know UTF-8. */
  readonly bom?: boolean;
  /** Function that JSON is wrapped in a call of. */
  readonly callback: string | undefined;
  /** Citation to add to a JSON object, as JSON text; absent if none is asked for. */
  readonly citation?: string | undefined;
  /** Encodings that the client accepts, the best first. */
  readonly encodings: readonly ContentEncoding[];
}

/** A body with the values that its headers need. */
export interface ComputedBody extends Payload {
  readonly nextPage: number | undefined;
  readonly filename: string | undefined;
  /** Warnings that its format cannot show. */
  readonly warnings: readonly string[];
}

/** Compute and write the body of an answer. */
export async function computeBody(answer: Answer, requested: BodyRequest, writers: Utf8Writers): Promise<ComputedBody> {
  const content = await answer.formats[requested.format]!();
  const payload = await makePayload(content, filtersOf(requested), encodingsOf(requested), writers);
  return { ...payload, nextPage: content.nextPage, filename: content.filename, warnings: content.warnings ?? [] };
}

function filtersOf({ pretty, callback, citation, bom }: BodyRequest): readonly TextFilter[] {
  return [
    ...(citation === undefined ? [] : [citationAdder(citation)]),
    ...(pretty ? [indenter()] : []),
    ...(callback === undefined ? [] : [wrapInCall(callback)]),
    ...(bom ? [beginWithBom()] : []),
  ];
}

/** Formats that are compressed already. */
const COMPRESSED = formatsThat(({ isCompressed }) => isCompressed);

/** Return the encodings to choose from. */
function encodingsOf({ format, encodings }: BodyRequest): readonly ContentEncoding[] {
  return COMPRESSED.has(format) && encodings.includes("identity") ? ["identity"] : encodings;
}

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

/** Write a byte order mark before a text. */
function beginWithBom(): TextFilter {
  let before = "\ufeff";
  return {
    push(piece) {
      const text = before + piece;
      before = "";
      return text;
    },
    end: () => before,
  };
}

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
