import { errorText } from "../../../core/errors/error-text.js";
import { StringDecoder } from "node:string_decoder";
import { type SaxesTagPlain, SaxesParser } from "saxes";
import { BadSource } from "../../../core/errors/errors.js";

/** Receives the elements and texts of an XML document. */
export interface XmlListener {
  /** @param name without its prefix */
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly close: (name: string) => void;
  readonly text: (text: string) => void;
}

/**
 * Parse XML chunk by chunk. Entities of a document type are not expanded.
 * @param source name of the file in messages
 * @param pieces matches, without a character, where a chunk is parsed in pieces
 * @returns after each piece, so that the listener's results can be taken
 * @throws BadSource for text that is not XML
 */
export async function* parseXml(
  chunks: AsyncIterable<Buffer>,
  listener: XmlListener,
  source: string,
  pieces?: RegExp,
): AsyncGenerator<undefined> {
  const parser = new SaxesParser();
  const decoder = new StringDecoder("utf8");
  parser.on("error", (error) => {
    throw new BadSource(errorText("damaged_spreadsheet", { source, reason: error.message }), { cause: error });
  });
  let depth = 0;
  parser.on("opentag", ({ name, attributes }: SaxesTagPlain) => {
    if (++depth > MAX_DEPTH) throw new BadSource(errorText("spreadsheet_too_deep", { source }));
    listener.open(localName(name), attributes);
  });
  parser.on("closetag", ({ name }) => {
    depth--;
    listener.close(localName(name));
  });
  parser.on("text", listener.text);
  parser.on("cdata", listener.text);
  let isEmpty = true;
  for await (const chunk of chunks) {
    isEmpty = false;
    const text = decoder.write(chunk);
    for (const piece of pieces === undefined ? [text] : text.split(pieces)) {
      parser.write(piece);
      yield;
    }
  }
  // A file that the archive lacks, such as that of shared texts, has none.
  if (isEmpty) return;
  parser.close();
  yield;
}

/** Parse a whole document. */
export async function parseAll(chunks: AsyncIterable<Buffer>, listener: XmlListener, source: string): Promise<void> {
  for await (const _ of parseXml(chunks, listener, source));
}

const MAX_DEPTH = 256;

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
