import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { HeldTables } from "#src/sources/ingest/tables/archive.js";
import { readSourceBytes } from "#src/sources/ingest/tables/bytes.js";
import { sourceBounds } from "#src/sources/ingest/fetch/bounds.js";
import { openSource } from "#src/sources/ingest/fetch/open.js";
import { ANY_SHEET, type RequestedSheets } from "#src/core/model/table-rules.js";
import { gather, withDirectory } from "../collect.js";

/** The text of the tables of a file, and what became of each. */
export interface ReadTables {
  readonly text: string;
  readonly held: HeldTables | null;
  readonly fates: Readonly<Record<string, string>>;
}

/** Read a file as text. */
export async function readTables(content: Buffer | string, wish: RequestedSheets = ANY_SHEET): Promise<ReadTables> {
  return withDirectory(async (directory) => {
    const file = path.join(directory, "file");
    await writeFile(file, content);
    const source = await openSource({ kind: "file", path: file, name: "file" }, { directory });
    const reading = readSourceBytes(source, sourceBounds({}), wish);
    const chunks = await gather(reading.chunks);
    const held = reading.sheets();
    return {
      text: Buffer.concat(chunks)
        .toString("utf8")
        .replace(/^\ufeff/, ""),
      held,
      fates: Object.fromEntries((held?.fates ?? []).map(({ name, fate }) => [name, fate])),
    };
  });
}
