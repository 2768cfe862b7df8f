import { zipFiles } from "./zip-file.js";

/** A cell of a sheet: a text, a number as it is stored, or the date of a day that spreadsheets count. */
export type SheetCell = string | null | { readonly number: string } | { readonly day: number };

export type Sheets = Readonly<Record<string, readonly (readonly SheetCell[])[]>>;

/** Build a workbook as Excel writes it, with shared texts and a format for dates. */
export function xlsxOf(sheets: Sheets): Buffer {
  const shared: string[] = [];
  const indexOf = (text: string): number => {
    const at = shared.indexOf(text);
    return at >= 0 ? at : shared.push(text) - 1;
  };
  const cellOf = (cell: SheetCell, row: number, column: number): string => {
    const place = `r="${String.fromCharCode(65 + column)}${row}"`;
    if (cell === null) return "";
    if (typeof cell === "string") return `<c ${place} t="s"><v>${indexOf(cell)}</v></c>`;
    return "day" in cell ? `<c ${place} s="1"><v>${cell.day}</v></c>` : `<c ${place}><v>${cell.number}</v></c>`;
  };
  const names = Object.keys(sheets);
  const files = names.map((name, at): [string, string] => {
    // Blank rows are not written.
    const rows = sheets[name]!.flatMap((cells, row) => {
      const written = cells.map((cell, column) => cellOf(cell, row + 1, column)).join("");
      return written === "" ? [] : [`<row r="${row + 1}">${written}</row>`];
    });
    return [`xl/worksheets/sheet${at + 1}.xml`, `${XML}<worksheet><sheetData>${rows.join("")}</sheetData></worksheet>`];
  });
  const list = names.map((name, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  const targets = names.map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`);
  return zipFiles({
    "[Content_Types].xml": `${XML}<Types/>`,
    "xl/workbook.xml": `${XML}<workbook xmlns:r="urn:r"><sheets>${list.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML}<Relationships>${targets.join("")}</Relationships>`,
    "xl/styles.xml": `${XML}<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(files),
    "xl/sharedStrings.xml": `${XML}<sst>${shared.map((text) => `<si><t>${escapeXml(text)}</t></si>`).join("")}</sst>`,
  });
}

/** Build an OpenDocument spreadsheet, with the repeated cells and rows at its edges that programs write. */
export function odsOf(sheets: Sheets): Buffer {
  const cellOf = (cell: SheetCell): string => {
    if (cell === null) return "<table:table-cell/>";
    if (typeof cell === "string") {
      return `<table:table-cell office:value-type="string"><text:p>${escapeXml(cell)}</text:p></table:table-cell>`;
    }
    if ("day" in cell) {
      const date = new Date(Date.UTC(1899, 11, 30 + cell.day)).toISOString().slice(0, 10);
      return `<table:table-cell office:value-type="date" office:date-value="${date}"><text:p>shown</text:p></table:table-cell>`;
    }
    return `<table:table-cell office:value-type="float" office:value="${cell.number}"><text:p>shown</text:p></table:table-cell>`;
  };
  const tables = Object.entries(sheets).map(([name, rows]) => {
    const written = rows.map(
      (cells) =>
        `<table:table-row>${cells.map(cellOf).join("")}<table:table-cell table:number-columns-repeated="16000"/></table:table-row>`,
    );
    const rest = `<table:table-row table:number-rows-repeated="1040000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`;
    return `<table:table table:name="${escapeXml(name)}">${written.join("")}${rest}</table:table>`;
  });
  const content = `${XML}<office:document-content xmlns:office="urn:o" xmlns:table="urn:t" xmlns:text="urn:x"><office:body><office:spreadsheet>${tables.join("")}</office:spreadsheet></office:body></office:document-content>`;
  return zipFiles({ mimetype: "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content });
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
