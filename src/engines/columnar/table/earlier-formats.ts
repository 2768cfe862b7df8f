import { TABLE_FORMAT } from "./table-header.js";

/** Format of tables with a hash table from ids to rows, and that of those of them that were clustered. */
const EARLIER: ReadonlySet<unknown> = new Set(["spendcube columns 2", "spendcube columns 3"]);

/**
 * Convert a header of an earlier format. The rows must then be ordered by their ids: `byId` is where the hash table
 * was, which is longer.
 * @returns `null` if it is of no earlier format
 */
export function convertHeader(header: unknown): unknown {
  if (typeof header !== "object" || header === null || !("format" in header)) return null;
  if (!EARLIER.has(header.format)) return null;
  const { slots, order = null, ...rest } = header as typeof header & Readonly<Record<"slots" | "order", unknown>>;
  return { ...rest, format: TABLE_FORMAT, byId: slots, records: null, order };
}
