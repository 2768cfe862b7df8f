import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import iconv from "iconv-lite";
import { load, smallModel, summary } from "./collect.js";

const HEADER = ["No", "Name", "Amount", "Date"];
const ROWS = [
  ["1", "Café Ōsaka", "12.50", "2012-03-04"],
  ["2", "plain", "-7", "2012"],
];
const EXPECTED = ["1 Café Ōsaka 2012-03-04 12.5", "2 plain 2012-01-01 -7"];

function csv(delimiter: string, lineEnd: string, quote = (cell: string) => cell): string {
  return [HEADER, ...ROWS].map((row) => row.map(quote).join(delimiter)).join(lineEnd) + lineEnd;
}

const ENCODINGS = [
  { name: "utf-8", bom: false },
  { name: "utf-8", bom: true },
  { name: "utf-16le", bom: false },
  { name: "utf-16le", bom: true },
  { name: "utf-16be", bom: false },
  { name: "utf-16be", bom: true },
  { name: "utf-32le", bom: true },
];

describe("a source", () => {
  for (const { name, bom } of ENCODINGS) {
    for (const gzip of [false, true]) {
      it(`is read in ${name} ${bom ? "with" : "without"} a byte order mark${gzip ? ", packed" : ""}`, async () => {
        const bytes = iconv.encode(csv(",", "\n"), name, { addBOM: bom });
        const { entries, report } = await load(gzip ? gzipSync(bytes) : bytes);
        assert.deepEqual(entries.map(summary), EXPECTED);
        assert.equal(report.encoding, name);
        assert.equal(report.bytesRead, report.bytesTotal);
      });
    }
  }

  for (const delimiter of [",", ";", "\t", "|"] as const) {
    for (const lineEnd of ["\n", "\r\n", "\r"]) {
      for (const quoted of [false, true]) {
        const how = `${JSON.stringify(delimiter)} and ${JSON.stringify(lineEnd)}${quoted ? ", quoted" : ""}`;
        it(`is read with ${how}`, async () => {
          const { entries, report } = await load(csv(delimiter, lineEnd, quoted ? (cell) => `"${cell}"` : undefined));
          assert.deepEqual(entries.map(summary), EXPECTED);
          assert.equal(report.delimiter, delimiter);
          assert.equal(report.rowsRead, 2);
        });
      }
    }
  }

  it("may end without a line end", async () => {
    const { entries } = await load(csv(",", "\r\n").trimEnd());
    assert.deepEqual(entries.map(summary), EXPECTED);
  });

  it("may mix line ends", async () => {
    const { entries } = await load("No,Name,Amount,Date\n1,a,1,2012\r\n2,b,2,2012\r3,c,3,2012\n");
    assert.deepEqual(entries.map(summary), ["1 a 2012-01-01 1", "2 b 2012-01-01 2", "3 c 2012-01-01 3"]);
  });

  it("may be several concatenated gzip files", async () => {
    const [first, second] = csv(",", "\n").split("Ōsaka");
    const { entries } = await load(Buffer.concat([gzipSync(`${first}Ō`), gzipSync(`saka${second}`)]));
    assert.deepEqual(entries.map(summary), EXPECTED);
  });
});

describe("a quoted cell", () => {
  const CELLS = [
    { written: '"a,b"', read: "a,b" },
    { written: '"a\nb"', read: "a\nb" },
    { written: '"a\r\nb"', read: "a\r\nb" },
    { written: '"a ""b"" c"', read: 'a "b" c' },
    { written: '""""', read: '"' },
    { written: '""', read: "" },
    { written: '5" pipe', read: '5" pipe' },
    { written: '"a" b', read: '"a" b' },
    { written: '"a "b" c"', read: 'a "b" c' },
    { written: " padded ", read: " padded " },
    { written: '" padded "', read: " padded " },
  ];
  for (const { written, read } of CELLS) {
    it(`is read as ${JSON.stringify(read)} from ${JSON.stringify(written)}`, async () => {
      const { entries } = await load(`No,Name,Amount,Date\n1,${written},1,2012\n2,b,2,2012\n`);
      assert.deepEqual(
        entries.map(({ members }) => members[1]),
        [[read], ["b"]],
      );
    });
  }
});

describe("an encoding other than Unicode", () => {
  const text = "No;Name;Amount;Date\n1;Žluťoučký kůň – 5 €;1;2012\n";

  it("is the one that the letters show if the model declares none", async () => {
    const western = text.replace("Žluťoučký kůň", "Œuvres “Noël”");
    const { entries, report, attempts } = await load(iconv.encode(western, "windows-1252"));
    assert.deepEqual(entries[0]!.members[1], ["Œuvres “Noël” – 5 €"]);
    assert.equal(report.encoding, "windows-1252");
    assert.equal(attempts, 2);
  });

  it("is never UTF-16 or UTF-32 where no byte is zero, whatever the model declares", async () => {
    for (const encoding of ["utf-16", "UTF-16LE", "utf-16be", "utf-32", "ucs2"]) {
      const { entries, report } = await load(text, { model: smallModel({}, { encoding }) });
      assert.deepEqual(entries[0]!.members[1], ["Žluťoučký kůň – 5 €"], encoding);
      assert.equal(report.encoding, "utf-8");
    }
  });

  it("is the one that the model declares", async () => {
    const model = smallModel({}, { encoding: "windows-1250" });
    const { entries } = await load(iconv.encode(text, "windows-1250"), { model });
    assert.deepEqual(entries[0]!.members[1], ["Žluťoučký kůň – 5 €"]);
  });

  it("is not used for valid UTF-8", async () => {
    const { entries, attempts } = await load(text, { model: smallModel({}, { encoding: "windows-1250" }) });
    assert.deepEqual(entries[0]!.members[1], ["Žluťoučký kůň – 5 €"]);
    assert.equal(attempts, 1);
  });

  it("is used from the start if its bytes may be valid UTF-8", async () => {
    const model = smallModel({}, { encoding: "utf-7" });
    const { entries, report } = await load(iconv.encode(text, "utf-7"), { model });
    assert.deepEqual(entries[0]!.members[1], ["Žluťoučký kůň – 5 €"]);
    assert.equal(report.encoding, "utf-7");
  });

  it("is detected after a megabyte of ASCII, and the rows before are loaded once", async () => {
    const rows = Array.from({ length: 60_000 }, (_, at) => `${at};plain text;1;2012\n`);
    const bytes = iconv.encode(`No;Name;Amount;Date\n${rows.join("")}x;Köln;1;2012\n`, "windows-1252");
    assert.ok(bytes.length > 1_000_000);
    const { entries, report, attempts } = await load(bytes);
    assert.equal(attempts, 2);
    assert.equal(entries.length, 60_001);
    assert.equal(report.rowsRead, 60_001);
    assert.deepEqual(entries.at(-1)!.members[1], ["Köln"]);
  });

  it("may occur in the header only", async () => {
    const model = smallModel({ name: { type: "attribute", column: "Empfänger" } });
    const { entries } = await load(iconv.encode("No,Empfänger,Amount,Date\n1,a,1,2012\n", "latin1"), { model });
    assert.deepEqual(entries[0]!.members[1], ["a"]);
  });

  it("is refused if the model declares UTF-8, with the byte and the row", async () => {
    const model = smallModel({}, { encoding: "utf-8" });
    const start = "No,Name,Amount,Date\n1,a,1,2012\n2,";
    const bytes = Buffer.concat([Buffer.from(start), Buffer.from([0xe9]), Buffer.from(",2,2012\n3,c,3,2012\n")]);
    await assert.rejects(load(bytes, { model }), {
      name: "BadSource",
      message: new RegExp(`^Byte ${start.length} of .*, in row 2, is not utf-8`),
    });
  });
});
