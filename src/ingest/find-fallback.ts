import { readSourceBytes } from "./decode/bytes.js";
import { isUtf8Name } from "./decode/encoding.js";
import type { FoundEncoding } from "./decode/letters/find-encoding.js";
import type { ReadingRequest } from "./start-reading.js";

/**
 * Find the encoding of a source that is not UTF-8: the declared one, or that which its letters show.
 * @returns `null` if UTF-8 is declared
 */
export async function findFallback({
  source,
  bounds,
  sheet,
  declared,
}: Pick<ReadingRequest, "source" | "bounds" | "sheet" | "declared">): Promise<FoundEncoding | null> {
  if (declared !== null) return isUtf8Name(declared) ? null : { name: declared, warnings: [] };
  // Few sources need it, and its words take a moment to count.
  const { findEncoding } = await import("./decode/letters/find-encoding.js");
  const content = readSourceBytes(source, bounds, sheet);
  try {
    return await findEncoding(content.chunks, source.name);
  } finally {
    await content.close();
  }
}
