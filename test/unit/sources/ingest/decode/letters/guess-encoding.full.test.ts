import assert from "node:assert/strict";
import { describe, it } from "node:test";
import iconv from "iconv-lite";
import { findEncoding } from "#src/sources/ingest/decode/letters/find-encoding.js";
import { decodeBytes } from "#src/sources/ingest/decode/decode.js";
import { gather, inChunks } from "../../collect.js";
import { LABELS } from "./labels.js";

const chunksOf = (bytes: Buffer, size = bytes.length): AsyncGenerator<Buffer> => inChunks(bytes, [size]);

async function decode(bytes: Buffer, name: string, size?: number): Promise<string> {
  const chunks = await gather(decodeBytes(chunksOf(bytes, size), { name, skip: 0 }));
  return Buffer.concat(chunks).toString("utf8");
}

describe("the encoding of labels", () => {
  for (const { language, encodings, labels: all } of LABELS) {
    it(`in ${language} is found beyond doubt among ${encodings.join(", ")}, and with a few labels said to be in doubt or right`, async () => {
      for (const encoding of encodings) {
        const labels = all.filter((label) => iconv.decode(iconv.encode(label, encoding), encoding) === label);
        const text = `No;Name;Amount\n${labels.map((label, at) => `${at};${label};1\n`).join("")}`;
        const bytes = iconv.encode(text, encoding);
        assert.ok(labels.length > 8, `${encoding} has the letters`);
        const { name } = await findEncoding(chunksOf(bytes), "x.csv");
        assert.equal(await decode(bytes, name), text, `${encoding}, found ${name}`);

        for (let at = 0; at + 3 <= labels.length; at += 3) {
          const few = labels.slice(at, at + 3).join("\n");
          const found = await findEncoding(chunksOf(iconv.encode(few, encoding)), "x.csv");
          const isRight = (await decode(iconv.encode(few, encoding), found.name)) === few;
          assert.ok(isRight || found.warnings.length > 0, `${few} in ${encoding}, found ${found.name}`);
        }
      }
    });
  }

  it("that may be another one is said with words in both", async () => {
    const { name, warnings } = await findEncoding(chunksOf(iconv.encode("Daň;Radio Žilina", "iso-8859-2")), "x.csv");
    assert.ok(name === "iso-8859-2" || warnings.length > 0);
    assert.match(
      warnings.join(),
      /^The encoding of x\.csv is probably \S+, but may be \S+, in which "[^"]+" would be "[^"]+".*"encoding": "\S+"/,
    );
  });
});

describe("a text that is UTF-8 but for some lines", () => {
  const other = iconv.encode("4;Müller Söhne;1\r\n", "windows-1252");
  const lines = [Buffer.from("No;Name;Amount\r\n1;Café;1\r\n2;Zoë;1\r\n"), other, Buffer.from("5;Łódź;1\r\n"), other];
  const bytes = Buffer.concat(lines);
  const text = "No;Name;Amount\r\n1;Café;1\r\n2;Zoë;1\r\n4;Müller Söhne;1\r\n5;Łódź;1\r\n4;Müller Söhne;1\r\n";

  it("is read as both, wherever chunks end, and the lines are named", async () => {
    for (const size of [1, 7, 40, 1000]) {
      const { name, warnings } = await findEncoding(chunksOf(bytes, size), "x.csv");
      assert.equal(name, "utf-8+windows-1252");
      assert.match(warnings.join(), /^x\.csv is UTF-8 but for lines 4, 6, not UTF-8 and read as windows-1252/);
      assert.equal(await decode(bytes, name, size), text);
    }
  });

  it("is told from one in which a word of another encoding happens to be UTF-8", async () => {
    const labels = LABELS.find(({ language }) => language === "Chinese")!.labels;
    // The bytes of these two characters in GB 18030 are those of two letters in UTF-8.
    const chinese = ["一", "隆", "陆", ...labels].join("\n");
    const { name } = await findEncoding(chunksOf(iconv.encode(chinese, "gb18030")), "x.csv");
    assert.equal(name, "gb18030");
  });
});
