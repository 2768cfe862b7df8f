import assert from "node:assert/strict";
import { describe, it } from "node:test";
import iconv from "iconv-lite";
import { zipFiles } from "../../../../zip-file.js";
import { readTables } from "./read-tables.js";

describe("a web page that is a table", () => {
  const head = "<table border=1><tr><th>Payee</th><th>Amount</th></tr>";

  it("is read as CSV, with names of characters, line breaks and merged cells", async () => {
    const rows = `<tr><td rowspan="2">B&uuml;rgerb&#252;ro &amp; Caf&eacute;</td><td>1.234,50</td></tr><tr><td>2<br></td></tr>`;
    const { text } = await readTables(
      `<html><head><style>td{}</style></head><body>${head}${rows}</table></body></html>`,
    );
    assert.equal(text, 'Payee,Amount\nBürgerbüro & Café,"1.234,50"\nBürgerbüro & Café,2\n');
  });

  it("is read in the encoding that it names, or that its letters show", async () => {
    for (const meta of ['<meta charset="windows-1250">', ""]) {
      const page = `<html><head>${meta}</head>${head}<tr><td>Część śląska, Łódź</td><td>1<tr><td>B<td>2</table>`;
      const { text } = await readTables(iconv.encode(page, "windows-1250"));
      assert.equal(text, 'Payee,Amount\n"Część śląska, Łódź",1\nB,2\n');
    }
  });

  it("is told from other pages", async () => {
    const menu = `<p>${"Some text and a menu around a small table. ".repeat(5)}</p>`;
    const page = `<html><body>${menu}${head}<tr><td>A</td><td>1</td></tr></table></body></html>`;
    const { held, text } = await readTables(page);
    assert.equal(held, null);
    assert.equal(text, page);
  });
});

describe("a workbook of one XML file", () => {
  const cell = (type: string, value: string, more = ""): string =>
    `<Cell${more}><Data ss:Type="${type}">${value}</Data></Cell>`;

  it("is read as CSV", async () => {
    const rows = [
      `<Row>${cell("String", "Area")}${cell("String", "Amount")}${cell("String", "Date")}</Row>`,
      `<Row>${cell("String", "Roads", ' ss:MergeDown="1"')}${cell("Number", "1.5E1")}${cell("DateTime", "2024-01-05T00:00:00.000")}</Row>`,
      `<Row ss:Index="3">${cell("Number", "2", ' ss:Index="2"')}</Row>`,
    ];
    const sheet = `<Worksheet ss:Name="a"><Table>${rows.join("")}</Table></Worksheet>`;
    const hidden = `<Worksheet ss:Name="h"><Table>${rows.join("")}</Table><WorksheetOptions><Visible>SheetHidden</Visible></WorksheetOptions></Worksheet>`;
    const { text, fates } = await readTables(
      `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">${hidden}${sheet}</Workbook>`,
    );
    assert.equal(text, "Area,Amount,Date\nRoads,15,2024-01-05\nRoads,2\n");
    assert.deepEqual(fates, { a: "read", h: "hidden" });
  });
});

describe("an OpenDocument spreadsheet", () => {
  it("has merged cells, zeros, hidden sheets and currencies as others have", async () => {
    const cell = (type: string, attributes: string, text: string): string =>
      `<table:table-cell office:value-type="${type}" ${attributes}><text:p>${text}</text:p></table:table-cell>`;
    const text = (value: string, more = ""): string => cell("string", more, value);
    const rows = [
      `<table:table-row>${text("Area")}${text("Code")}${text("Amount")}</table:table-row>`,
      `<table:table-row>${text("Roads", 'table:number-rows-spanned="2"')}${cell("float", 'office:value="7" table:style-name="c"', "007")}${cell("currency", 'office:value="1.5" office:currency="EUR"', "1,50 €")}</table:table-row>`,
      `<table:table-row><table:covered-table-cell/>${cell("float", 'office:value="8" table:style-name="c"', "008")}${cell("currency", 'office:value="2" office:currency="EUR"', "2,00 €")}</table:table-row>`,
    ];
    const styles = `<number:number-style style:name="n"><number:number number:decimal-places="0" number:min-integer-digits="3"/></number:number-style><style:style style:name="c" style:data-style-name="n"/><style:style style:name="t"><style:table-properties table:display="false"/></style:style>`;
    const content = `<d>${styles}<table:table table:name="h" table:style-name="t">${rows.join("")}</table:table><table:table table:name="a">${rows.join("")}</table:table></d>`;
    const read = await readTables(zipFiles({ "content.xml": content }));
    assert.equal(read.text, "Area,Code,Amount\nRoads,007,1.5\nRoads,008,2\n");
    assert.deepEqual(read.fates, { a: "read", h: "hidden" });
    assert.deepEqual(read.held!.formats.of(2), { numbers: 2, currencies: ["EUR"] });
  });
});

describe("several files of an archive", () => {
  const files = {
    "README.txt": "This has, some commas\nand, more\n",
    "pay-2021.csv": iconv.encode('Payments\r\nName;Amount\r\nStraße;1,5\r\n"a\nb";2\r\n', "windows-1252"),
    "pay-2022.csv": "Name,Amount\nŁódź,11\n,\n",
    "pay-2023.csv": "Name;Sum\nx;1\ny;2\n",
    "notes.pdf": "%PDF",
  };
  const wish = (names: readonly (readonly [string, string])[], heading: string | null = "Year") => ({
    sheet: null,
    sheets: { names: new Map(names), heading },
  });

  it("are read as one table, each in its encoding and dialect, with a column for the file", async () => {
    const { text, fates } = await readTables(
      zipFiles(files),
      wish([
        ["pay-2021.csv", "2021"],
        ["pay-2022.csv", "2022"],
      ]),
    );
    assert.equal(text, ',Payments\nYear,Name,Amount\n2021,Straße,"1,5"\n2021,"a\nb",2\n2022,Łódź,11\n\n');
    assert.deepEqual(fates, {
      "README.txt": "no table",
      "pay-2021.csv": "read",
      "pay-2022.csv": "read",
      "pay-2023.csv": "other columns",
      "notes.pdf": "no CSV",
    });
  });

  it("need no column for the file", async () => {
    const { text } = await readTables(zipFiles(files), wish([["pay-2022.csv", "2022"]], null));
    assert.equal(text, "Name,Amount\nŁódź,11\n\n");
  });

  it("are refused if one has other columns, or is not there", async () => {
    const [first, other] = [["pay-2022.csv", "2022"] as const, ["pay-2023.csv", "2023"] as const];
    await assert.rejects(readTables(zipFiles(files), wish([first, other])), {
      message:
        /"pay-2023.csv" of "file" does not have the columns of "pay-2022.csv": it lacks "Amount" and it also has "Sum"/,
    });
    await assert.rejects(readTables(zipFiles(files), wish([["pay-2020.csv", "2020"]])), /no sheet "pay-2020.csv"/);
  });
});
