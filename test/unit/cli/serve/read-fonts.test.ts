import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { readFonts, warnOfLetters } from "#src/cli/serve/read-fonts.js";
import { readAsset } from "#src/core/assets/assets.js";
import { useSystemFonts } from "#src/web/raster/fonts.js";
import { FONT_FOLDERS, listFontFiles } from "#src/web/raster/system-fonts.js";

/** List what is logged of languages without letters. */
async function loggedOf(languages: readonly string[], fonts: ReturnType<typeof readFonts>): Promise<readonly string[]> {
  const logged: string[] = [];
  const note =
    (level: string) =>
    (text: unknown): void =>
      void logged.push(`${level}: ${text as string}`);
  await warnOfLetters(languages, fonts, { info: note("info"), warn: note("warn") });
  return logged;
}

describe("the fonts that a server finds", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "spendcube-fonts-"));
    await writeFile(join(folder, "a.ttf"), readAsset("dist/fonts/noto-sans-hebrew-hebrew.ttf"));
  });
  after(async () => {
    useSystemFonts([]);
    await rm(folder, { recursive: true });
  });

  it("are those of the folders that are named, which must be there", () => {
    assert.deepEqual(
      readFonts(`${folder}:${folder}`).map(({ path }) => path),
      [join(folder, "a.ttf")],
    );
    assert.throws(() => readFonts(`${folder}:/none:/nothing`), {
      errors: ["--fonts: /none is not a folder", "--fonts: /nothing is not a folder"],
    });
    assert.deepEqual(readFonts(undefined), listFontFiles(FONT_FOLDERS));
  });

  it("are told of with what they lack: a warning if data has it, a note if only pages have", async () => {
    const [note, ...others] = await loggedOf(["fr", "he"], readFonts(folder));
    assert.deepEqual(others, []);
    assert.match(
      note!,
      /^info: no font has the letters of 日本語 \(ja\): .*; install fonts-noto-cjk, or name folders by --fonts$/,
    );
    const [warning] = await loggedOf(["hi", "ko"], readFonts(folder));
    assert.match(
      warning!,
      /^warn: no font has the letters of हिन्दी, 한국어, 日本語 \(hi, ko, ja\).* fonts-noto-core and fonts-noto-cjk/,
    );
  });

  it("lack nothing where the fonts are installed", async (context) => {
    const fonts = readFonts(undefined);
    if (!fonts.some(({ path }) => path.includes("NotoSansCJK"))) return context.skip("apt-get install fonts-noto-cjk");
    assert.deepEqual(await loggedOf(["ja", "ko", "zh", "he"], fonts), []);
  });
});
