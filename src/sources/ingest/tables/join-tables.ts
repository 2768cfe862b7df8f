import { BadSource } from "../../../core/errors/errors.js";
import type { JoinedSheets } from "../../../core/model/table-rules.js";
import { createRecordParser, type CsvRecord } from "../csv/record-parser.js";
import { type SelectedTable, isSameHeader } from "./choose-tables.js";
import { decodeBytes } from "../decode/decode.js";
import { detectEncoding } from "../decode/encoding.js";
import { PeekableChunks } from "../decode/peekable-chunks.js";
import { SheetFormats } from "../decode/sheet-formats.js";
import { NotUtf8 } from "../decode/utf8.js";

/**
 * Write tables with the same columns as one, as CSV: the first with what stands above its header, of the others the rows
 * below theirs. A column that comes first gets the text that stands for each table.
 * @param formats receives what the number formats of all show
 * @throws BadSource if one has other columns
 */
export async function* joinTables(
  tables: readonly SelectedTable[],
  { names, heading }: JoinedSheets,
  formats: SheetFormats,
  source: string,
): AsyncGenerator<Buffer> {
  const [first] = tables;
  const header = first?.header?.cells ?? null;
  const unlike = tables.filter((each) => header === null || !isSameHeader(header, each.header?.cells ?? null));
  if (unlike.length > 0) throw new BadSource(unlike.map((each) => unlikeFirst(each, first!, source)));
  yield Buffer.from("\ufeff");
  for (const { table, header: own } of tables) {
    const begin = (at: number): string | null => {
      if (heading === null) return null;
      return at === own!.records - 1 ? heading : at < own!.records ? "" : names.get(table.name)!;
    };
    let at = 0;
    for await (const records of recordsOf({ table, header: own }, heading === null ? formats : formats.from(1))) {
      const lines = records.map((record) => {
        const isIn = table === first!.table || at >= own!.records;
        const line = isIn ? lineOf(record, begin(at)) : "";
        at++;
        return line;
      });
      yield Buffer.from(lines.join(""));
    }
  }
}

/** Read the records of a table, in batches. */
async function* recordsOf(
  { table, header }: SelectedTable,
  formats: SheetFormats,
): AsyncGenerator<readonly CsvRecord[]> {
  const encoding = await encodingOf({ table, header });
  const parser = createRecordParser(header!.dialect);
  const open = table.open(formats);
  for await (const chunk of decodeBytes(open.chunks, encoding)) yield parser.write(chunk);
  for (let last = await parser.end(); last.length > 0; last = await parser.end()) yield last;
  open.finish();
}

/** Find the encoding of a table: files of an archive may have different ones. */
async function encodingOf({ table }: SelectedTable): Promise<{ readonly name: string; readonly skip: number }> {
  if (!table.isFile) return { name: "utf-8", skip: MARK_BYTES };
  const open = (): AsyncIterable<Buffer> => table.open(new SheetFormats()).chunks;
  const bytes = new PeekableChunks(open());
  const detected = detectEncoding(await bytes.head(4096), null);
  if (detected.name !== "utf-8") {
    await bytes.close();
    return detected;
  }
  try {
    for await (const _ of decodeBytes(bytes, detected));
    return detected;
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    const { findEncoding } = await import("../decode/letters/find-encoding.js");
    return { name: (await findEncoding(open(), table.name)).name, skip: detected.skip };
  }
}

/** Bytes of the mark of UTF-8, with which a sheet begins. */
const MARK_BYTES = 3;

function lineOf(record: CsvRecord, begin: string | null): string {
  if (record.every((cell) => cell === "")) return "\n";
  return `${(begin === null ? record : [begin, ...record]).map(quoted).join(",")}\n`;
}

function quoted(cell: string): string {
  return /[",;\t|\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function unlikeFirst({ table, header }: SelectedTable, first: SelectedTable, source: string): string {
  const [own, others] = [header?.cells ?? [], first.header?.cells ?? []];
  const named = (cells: readonly string[]): string => cells.map((cell) => JSON.stringify(cell)).join(", ");
  const missing = others.filter((cell) => !own.includes(cell));
  const more = own.filter((cell) => !others.includes(cell));
  const differences = [
    ...(missing.length > 0 ? [`it lacks ${named(missing)}`] : []),
    ...(more.length > 0 ? [`it also has ${named(more)}`] : []),
  ];
  return (
    `${JSON.stringify(table.name)} of ${source} does not have the columns of ${JSON.stringify(first.table.name)}: ` +
    `${differences.join(" and ") || "they are in another order"}; name only those with the same columns in dataset.table.sheets`
  );
}
