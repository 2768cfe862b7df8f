import { errorText } from "../../../core/errors/error-text.js";
import { BadSource } from "../../../core/errors/errors.js";
import type { RequestedSheets } from "../../../core/model/table-rules.js";
import type { UnpackBounds } from "../fetch/bounds.js";
import type { SourceFile } from "../fetch/source.js";
import { chooseTables, type SheetChoice } from "./choose-tables.js";
import { joinTables } from "./join-tables.js";
import { SheetFormats } from "../decode/sheet-formats.js";
import { listPageTables, listXmlTables, listZipTables, type TableList } from "./source-tables.js";
import { openZip } from "../decode/zip.js";

/** A source that holds tables, by its first bytes: a ZIP file, a workbook of one XML file, or a web page. */
export type TableHolder = "zip" | "xml" | "page";

/** Facts about the tables of a source that are known once it is being read. */
export interface HeldTables extends SheetChoice {
  /** Display of the columns by their number formats; complete when all is read. */
  readonly formats: SheetFormats;
  /** True if the text is CSV as it was written for a sheet, and not a file of an archive. */
  readonly isWritten: boolean;
}

/**
 * Read a table of a spreadsheet (XLSX, ODS, SpreadsheetML), of an archive of CSV files or of a web page as CSV, or several
 * as one.
 * @param wish names of the sheets or files; without any, the first that has a table
 * @param onChoice called before the first bytes
 * @throws BadSource if there is no such table
 */
export async function* readArchive(
  source: SourceFile,
  holder: TableHolder,
  bounds: UnpackBounds,
  wish: RequestedSheets,
  onChoice: (choice: HeldTables) => void,
): AsyncGenerator<Buffer> {
  const zip = holder === "zip" ? await openZip(source, bounds) : null;
  let list: TableList | null = null;
  try {
    list = zip ? await listZipTables(zip, source.name) : await listPlainTables(source, holder);
    const { tables } = list;
    const { chosen, choice } = await chooseTables(tables, wish, source.name);
    const formats = new SheetFormats();
    onChoice({ ...choice, formats, isWritten: wish.sheets !== null || !chosen[0]!.table.isFile });
    if (wish.sheets) {
      yield* limitText(joinTables(chosen, wish.sheets, formats, source.name), source.name, bounds);
      return;
    }
    const open = chosen[0]!.table.open(formats);
    yield* limitText(open.chunks, source.name, bounds);
    open.finish();
  } finally {
    await list?.close();
    zip?.close();
  }
}

async function listPlainTables(source: SourceFile, holder: TableHolder): Promise<TableList> {
  return holder === "xml" ? listXmlTables(source) : (await listPageTables(source))!;
}

/** Limit the text of a table: repeated cells may make it larger than the file. */
async function* limitText(
  chunks: AsyncIterable<Buffer>,
  name: string,
  { unpackedBytes }: UnpackBounds,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > unpackedBytes) {
      throw new BadSource(errorText("table_too_large", { name, count: unpackedBytes.toLocaleString("en") }));
    }
    yield chunk;
  }
}
