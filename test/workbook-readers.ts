import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

/** A cell as a reader gives it; `null` for an empty one. */
export type ReadCell = string | number | null;

/** The rows of each sheet of a workbook, by its name. */
export type ReadSheets = ReadonlyMap<string, readonly (readonly ReadCell[])[]>;

/** The used part of exceljs: it need not be installed. */
interface ExcelJs {
  readonly Workbook: new () => {
    readonly xlsx: { load(bytes: Buffer): Promise<unknown> };
    readonly worksheets: readonly {
      readonly name: string;
      readonly rowCount: number;
      readonly columnCount: number;
      getRow(row: number): { getCell(column: number): { readonly value: ReadCell } };
    }[];
  };
}

/** The used part of SheetJS: it need not be installed. */
interface SheetJs {
  read(bytes: Buffer): {
    readonly SheetNames: readonly string[];
    readonly Sheets: Readonly<Record<string, { readonly "!ref": string }>>;
  };
  readonly utils: {
    sheet_to_json(sheet: object, options: { header: 1; defval: null; raw: true }): readonly (readonly ReadCell[])[];
  };
}

const READERS = resolve("test/readers/package.json");

function explainNo(name: string): string | false {
  return !existsSync(`test/readers/node_modules/${name}`) && `${name} is not installed in test/readers`;
}

/** Programs of others that read workbooks, and why they are not there; `false` if they are. */
export const WORKBOOK_READERS: readonly {
  readonly name: string;
  readonly explainNone: string | false;
  readonly read: (bytes: Buffer) => Promise<ReadSheets>;
}[] = [
  { name: "exceljs", explainNone: explainNo("exceljs"), read: readByExcelJs },
  { name: "SheetJS", explainNone: explainNo("xlsx"), read: readBySheetJs },
];

async function readByExcelJs(bytes: Buffer): Promise<ReadSheets> {
  const { Workbook } = createRequire(READERS)("exceljs") as ExcelJs;
  const workbook = new Workbook();
  await workbook.xlsx.load(bytes);
  const places = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);
  return new Map(
    workbook.worksheets.map((sheet) => [
      sheet.name,
      places(sheet.rowCount).map((row) =>
        places(sheet.columnCount).map((column) => sheet.getRow(row).getCell(column).value),
      ),
    ]),
  );
}

async function readBySheetJs(bytes: Buffer): Promise<ReadSheets> {
  const { read, utils } = createRequire(READERS)("xlsx") as SheetJs;
  const { SheetNames, Sheets } = read(bytes);
  return new Map(
    SheetNames.map((name) => [name, utils.sheet_to_json(Sheets[name]!, { header: 1, defval: null, raw: true })]),
  );
}
