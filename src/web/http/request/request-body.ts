import { PayloadTooLarge } from "../message/refusals.js";

/** Read a whole body into memory. @throws PayloadTooLarge beyond `limit` bytes */
export async function readBody(pieces: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > limit) throw new PayloadTooLarge(`The body of the request is larger than ${limit} bytes`);
    parts.push(piece);
  }
  return Buffer.concat(parts);
}
