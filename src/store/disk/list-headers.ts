import { join, resolve } from "node:path";
import { isSegment, SEGMENTS, segmentPath } from "./file-names.js";
import { readEnvelope, SEGMENT } from "./envelope.js";
import { nodeFileSystem } from "./file-system.js";
import { listNames, withFile } from "./read-bytes.js";
import type { SegmentHeader } from "./segment.js";

/**
 * Read the table headers of all segments in a data directory, also of those that only a previous generation refers to.
 * @throws DamagedStore, ForeignStore, Unreadable
 */
export async function listTableHeaders(directory: string): Promise<readonly unknown[]> {
  const absolute = resolve(directory);
  const headers: unknown[] = [];
  for (const file of (await listNames(nodeFileSystem, join(absolute, SEGMENTS))).filter(isSegment)) {
    const path = segmentPath(absolute, file);
    headers.push(
      await withFile(nodeFileSystem, path, `${SEGMENTS}/${file}`, async (opened) => {
        const { value } = await readEnvelope(SEGMENT, opened, `${SEGMENTS}/${file}`);
        return (value as SegmentHeader).table;
      }),
    );
  }
  return headers;
}
