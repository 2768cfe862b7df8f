import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { readAsset } from "#src/core/assets/assets.js";
import { hasCode, readFaces } from "#src/web/raster/open-type.js";
import { listFontFiles, readFontFile } from "#src/web/raster/system-fonts.js";

const HEBREW = readAsset("dist/fonts/noto-sans-hebrew-hebrew.ttf");

describe("fonts of the system", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "spendcube-fonts-"));
    await mkdir(join(folder, "b/deep"), { recursive: true });
    for (const name of ["b/deep/one.ttf", "a.TTF", "read.me"]) {
      await writeFile(join(folder, name), HEBREW);
      await utimes(join(folder, name), 1, 1);
    }
    await writeFile(join(folder, "b/broken.otf"), HEBREW.subarray(0, 700));
  });
  after(() => rm(folder, { recursive: true }));

  it("are found in folders and the folders in these, in one order, with what tells that they changed", async () => {
    const files = listFontFiles([folder, join(folder, "none"), folder]);
    assert.deepEqual(
      files.map(({ path }) => path.slice(folder.length)),
      ["/a.TTF", "/b/broken.otf", "/b/deep/one.ttf"],
    );
    assert.deepEqual([files[0]!.bytes, files[0]!.modified], [HEBREW.length, 1000]);
  });

  it("say their family, weight and letters", () => {
    const [face, ...others] = readFontFile(join(folder, "a.TTF"));
    assert.deepEqual([face!.family, face!.isUpright, others.length], ["Noto Sans Hebrew Thin", true, 0]);
    const codes = ["א", "ת", "a", "日"].map((letter) => hasCode(face!.ranges, letter.codePointAt(0)!));
    assert.deepEqual(codes, [true, true, false, false]);
  });

  it("have no faces if they are damaged, cut short or gone", () => {
    assert.deepEqual(readFontFile(join(folder, "b/broken.otf")), []);
    assert.deepEqual(readFontFile(join(folder, "none.ttf")), []);
    for (let at = 0; at < 400; at++) {
      const damaged = Buffer.from(HEBREW);
      damaged[at] = damaged[at]! ^ 0xff;
      readFaces((offset, length) => damaged.subarray(offset, offset + length));
    }
  });

  it("may be collections, with the place of each face", () => {
    const head = Buffer.alloc(20);
    head.write("ttcf");
    head.writeUInt32BE(0x10000, 4);
    head.writeUInt32BE(2, 8);
    // Offsets of tables are those in the file, so that a face must stand at its beginning to be read: here none does.
    head.writeUInt32BE(12, 12);
    head.writeUInt32BE(16, 16);
    assert.deepEqual(
      readFaces((offset, length) => head.subarray(offset, offset + length)),
      [],
    );
  });
});
