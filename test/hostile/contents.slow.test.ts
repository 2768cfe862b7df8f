import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { setUpVictim } from "./attempt.js";
import { body } from "./server.js";

const victim = setUpVictim();
const HEADER = "No,Name,Amount,Date\n";
const row = (cells: string): string => `${HEADER}${cells}\n`;

/** Bad rows: their description, content and error message. */
const REFUSED: readonly (readonly [what: string, content: string | Buffer, message: RegExp])[] = [
  ["nothing", "", /is empty/],
  ["a byte order mark", "\uFEFF", /is empty/],
  ["blank lines", "\n\n\r\n", /is empty/],
  ["zero bytes", Buffer.alloc(10_000), /The header has no column|is empty/],
  ["a page", "<!DOCTYPE html><title>Sign in</title>", /is a web page, not CSV/],
  ["a page after a remark", "<!-- cached -->\n<html>", /is a web page, not CSV/],
  ["a page with a script first", "\n <script>location='/login'</script>", /is a web page, not CSV/],
  ["XML", '<?xml version="1.0"?><error/>', /is a web page, not CSV/],
  ["JSON", '{"error": "no such file"}', /is JSON, not CSV/],
  ["a list in JSON", '[{"No": 1}]', /is JSON, not CSV/],
  ["a spreadsheet", Buffer.from("PK\u0003\u0004xl/workbook.xml"), /is a damaged archive or spreadsheet/],
  ["an old spreadsheet", Buffer.from("d0cf11e0a1b11ae100000000", "hex"), /document of an older version of Office/],
  ["a PDF", "%PDF-1.7\n1 0 obj", /is a PDF document/],
  ["a database", "SQLite format 3\0", /is an SQLite database/],
  ["an archive", Buffer.from("fd377a585a000000", "hex"), /is an archive, but not a gzip file/],
  ["a gzip file that is cut", gzipSync(row("1,a,1,2012")).subarray(0, 30), /is a gzip file that is cut short/],
  [
    "a gzip file that is none",
    Buffer.from("1f8b0800ffffffffffffffffffff", "hex"),
    /is a (damaged gzip|gzip file that is cut)/,
  ],
  ["other columns", "a,b\n1,2\n", /The header has no column "No"/],
  ["a column twice", "No,Name,Amount,Amount,Date\n1,a,1,2,2012\n", /"Amount" is in the header more than once/],
  ["a header named like a prototype", "__proto__,constructor\n1,2\n", /The header has no column "No"/],
  ["rows of any length", row("1\n1,2,3,4,5,6\n\n1,a"), /3 of 4 rows cannot be loaded/],
  ["zero bytes in a number", `${row("1,a,\u00001,2012")}${"2,b,1,2012\n".repeat(20)}`, /is not a number/],
  ["numbers that are none", row("1,a,NaN,2012\n2,b,Infinity,2012\n3,c,0x10,2012\n4,d,1e999,2012"), /4 of 4 rows/],
  ["a number of a million digits", row(`1,a,${"9".repeat(1_000_000)},2012`), /longer than 2,000 characters/],
  ["a number whose point may be either", row('1,a,"5784688,08",2012'), /give the model "decimal": ","/],
  ["days that are none", row("1,a,1,2012-02-30\n2,b,1,2011-13-01\n3,c,1,yesterday"), /3 of 3 rows/],
  ["keys that are empty", row(",a,1,2012"), /is empty and has no default_value/],
  ["a quote without an end", row('1,"a\n2,b,1,2012'), /a quote is opened but not closed/],
  ["a quote that another one closes", row('1,"a\n2,"b",1,2012'), /a quote is opened but not closed/],
  ["a header of two megabytes", `"${"x".repeat(2_000_000)}\n`, /The header of .* does not end/],
];

/** Gzip a text, followed by `times` parts of 16 MB of one character: a gzip file may have several parts. */
function packed(head: string, filling: string, times: number): Buffer {
  const part = gzipSync(Buffer.alloc(16 * 2 ** 20, filling));
  return Buffer.concat([gzipSync(head), ...Array.from({ length: times }, () => part)]);
}

/** Contents that would fill the memory of a process that stores them; gzipped, so that they can be sent. */
const LARGE: readonly (readonly [what: string, content: () => Buffer, message: RegExp])[] = [
  ["a gigabyte of one quote", () => packed(`${HEADER}1,"`, "x", 64), /longer than 16 MiB/],
  ["a gigabyte of quotes", () => packed("", '"', 64), /header of .* does not end|longer than 16 MiB/],
  ["a gigabyte of delimiters", () => packed(HEADER, ",", 64), /more than 100,000 cells/],
  [
    "a gigabyte of one row",
    () => packed(HEADER, `${"x".repeat(1000)}\n`, 64),
    /unpacks to more than 250 times its size/,
  ],
];

describe("a file", () => {
  for (const [what, content, message] of REFUSED) {
    it(`of ${what} is refused`, () => victim.refuses(body(content), message));
  }

  it("is read by its content, whatever type is declared", async () => {
    await victim.refuses(body("<html>", { "content-type": "text/csv" }), /is a web page, not CSV/);
    await victim.refuses(body(row("1,a,x,2012"), { "content-type": "image/png" }), /1 of 1 rows cannot be loaded/);
  });

  for (const [what, content, message] of LARGE) {
    it(`of ${what} is refused with little memory`, () =>
      victim.refuses(body(content()), message, { inThread: true, bounds: { unpackedBytes: 2 ** 31 } }));
  }

  it("that unpacks beyond the limit is refused", () =>
    victim.refuses(body(gzipSync(`${HEADER}${"1,a,1,2012\n".repeat(10_000)}`)), /unpacks to more than 50,000 bytes/, {
      bounds: { bytes: 5_000 },
    }));

  it("of many bad rows is refused with little memory, and its first errors are reported", () => {
    const rows = Buffer.from(`${HEADER}${"1,a,x,2012\n".repeat(300_000)}`);
    return victim.refuses(body(rows), /300,000 of 300,000 rows[^]*299,000 more errors are not listed/, {
      inThread: true,
    });
  });
});
