import { escapeXml } from "./xml.js";

/** Begin of each file of a workbook. */
export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Namespace of the files of a workbook. */
export const SPREADSHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

/** Number of styles of all sheets: those of `CELL_STYLES`, and that of cells without a style. */
const NUM_STYLES = 9;

/** Id of the format of more decimals; those of a sheet follow it. */
const MORE_DECIMALS = 164;

/** Return the style of figures of a number format of their sheet. @param code place of the format among the sheet's */
export function ownStyle(code: number, isBold = false): number {
  return NUM_STYLES + 2 * code + (isBold ? 1 : 0);
}

/**
 * Write the formats of cells in the order of `CELL_STYLES`, then those of a sheet, each also in bold. 3 is `#,##0`, 4
 * `#,##0.00`, 10 `0.00%`.
 * @param codes number formats
 */
export function writeStyles(codes: readonly string[]): string {
  const formats = ["#,##0.00##########", ...codes].map(
    (code, at) => `<numFmt numFmtId="${MORE_DECIMALS + at}" formatCode="${escapeXml(code)}"/>`,
  );
  const styles = [
    styleOf({}),
    ...[3, 4, MORE_DECIMALS].map((format) => styleOf({ format })),
    styleOf({ font: BOLD }),
    styleOf({ format: 10 }),
    styleOf({ font: ITALIC }),
    styleOf({ font: BOLD, alignment: 'horizontal="right"' }),
    styleOf({ alignment: 'vertical="top" wrapText="1"' }),
    ...codes.flatMap((_, at) => [0, BOLD].map((font) => styleOf({ format: MORE_DECIMALS + 1 + at, font }))),
  ];
  return [
    `${XML}<styleSheet xmlns="${SPREADSHEET}"><numFmts count="${formats.length}">${formats.join("")}</numFmts>`,
    '<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font>',
    '<font><b/><sz val="11"/><name val="Calibri"/></font><font><i/><sz val="11"/><name val="Calibri"/></font></fonts>',
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${styles.length}">${styles.join("")}</cellXfs>`,
    // Without a name for it, some spreadsheets write cells that have no style in a font of their own.
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  ].join("");
}

const BOLD = 1;
const ITALIC = 2;

interface CellStyle {
  readonly format?: number;
  readonly font?: number;
  readonly alignment?: string;
}

function styleOf({ format = 0, font = 0, alignment = "" }: CellStyle): string {
  const applied = [
    ...(format === 0 ? [] : [' applyNumberFormat="1"']),
    ...(font === 0 ? [] : [' applyFont="1"']),
    ...(alignment === "" ? [] : [' applyAlignment="1"']),
  ];
  const attributes = `numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0"${applied.join("")}`;
  return alignment === "" ? `<xf ${attributes}/>` : `<xf ${attributes}><alignment ${alignment}/></xf>`;
}
