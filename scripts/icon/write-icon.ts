import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rasterize } from "#src/web/raster/rasterize.js";

// Draws the mark of the program as an icon for programs that read no SVG, in several sizes.

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** Widths of the pictures, in pixels. */
const WIDTHS = [16, 32, 48];

const mark = readFileSync(join(ROOT, "src/web/pages/static/icon.svg"), "utf8");
const pictures = await Promise.all(
  WIDTHS.map(async (width) => ({
    width,
    bytes: await rasterize(mark.replace("<svg ", `<svg width="${width}" height="${width}" `), { background: null }),
  })),
);
writeFileSync(join(ROOT, "dist/favicon.ico"), writeIcon(pictures));

/** Put square PNG pictures into one file, as ICO: a header, a record of 16 bytes for each, and the pictures. */
function writeIcon(files: readonly { readonly width: number; readonly bytes: Uint8Array }[]): Buffer {
  const head = Buffer.alloc(6 + files.length * 16);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(files.length, 4);
  let offset = head.length;
  for (const [at, { width, bytes }] of files.entries()) {
    const record = 6 + at * 16;
    head.writeUInt8(width, record);
    head.writeUInt8(width, record + 1);
    head.writeUInt16LE(1, record + 4);
    head.writeUInt16LE(32, record + 6);
    head.writeUInt32LE(bytes.length, record + 8);
    head.writeUInt32LE(offset, record + 12);
    offset += bytes.length;
  }
  return Buffer.concat([head, ...files.map(({ bytes }) => bytes)]);
}
