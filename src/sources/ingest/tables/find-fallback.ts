import { readSourceBytes } from "./bytes.js";
import { isUtf8Name } from "../decode/encoding.js";
import type { FoundEncoding } from "../decode/letters/find-encoding.js";
import type { RequestedSheets } from "../../../core/model/table-rules.js";
import type { UnpackBounds } from "../fetch/bounds.js";
import type { SourceFile } from "../fetch/source.js";

interface FallbackRequest {
  readonly source: SourceFile;
  readonly bounds: UnpackBounds;
  readonly sheets: RequestedSheets;
  /** The encoding that the package or the model declares; `null` if neither does. */
  readonly declared: string | null;
}

/**
 * Find the encoding of a source that is not UTF-8: the declared one, or that which its letters show.
 * @returns `null` if UTF-8 is declared
 */
export async function findFallback({
  source,
  bounds,
  sheets,
  declared,
}: FallbackRequest): Promise<FoundEncoding | null> {
  if (declared !== null) return isUtf8Name(declared) ? null : { name: declared, warnings: [] };
  // Few sources need it, and its words take a moment to count.
  const { findEncoding } = await import("../decode/letters/find-encoding.js");
  const content = readSourceBytes(source, bounds, sheets);
  try {
    return await findEncoding(content.chunks, source.name);
  } finally {
    await content.close();
  }
}
