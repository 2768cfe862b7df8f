import assert from "node:assert/strict";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { SaxesParser } from "saxes";
import yauzl from "yauzl";

/** Read the files of an archive. */
export async function unpack(archive: Buffer): Promise<ReadonlyMap<string, string>> {
  const zip = await promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)(archive, { autoClose: false });
  const entries: yauzl.Entry[] = [];
  zip.on("entry", (entry: yauzl.Entry) => entries.push(entry));
  await once(zip, "end");
  const open = promisify<yauzl.Entry, Readable>(zip.openReadStream.bind(zip));
  const files = entries.map(async (entry) => [entry.fileName, await text(await open(entry))] as const);
  return new Map(await Promise.all(files));
}

/** A cell: a text, a number, or nothing. */
export type Cell = string | number | null;

/** Read the cells of a sheet as any reader of XML does; texts without their escapes. */
export function readCells(xml: string): readonly (readonly Cell[])[] {
  const rows: Cell[][] = [];
  let isText = false;
  let value: string | null = null;
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    assert.notEqual(name, "f", "no cell is a formula");
    if (name === "row") rows.push([]);
    if (name === "c") [isText, value] = [(attributes as Record<string, string>)["t"] === "inlineStr", null];
    if (name === "v" || name === "t") value = "";
  });
  parser.on("text", (piece) => {
    if (value !== null) value += piece;
  });
  parser.on("closetag", ({ name }) => {
    if (name !== "c") return;
    const plain = value?.replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
    rows.at(-1)!.push(plain === undefined ? null : isText ? plain : Number(plain));
    value = null;
  });
  parser.write(xml).close();
  return rows;
}
