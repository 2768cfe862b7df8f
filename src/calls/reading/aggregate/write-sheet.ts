import type { Cells } from "../../../core/engine/engine.js";
import type { TextOut } from "../../answer.js";
import { decimalCell } from "../formats/sheet-cells.js";
import type { Sheet } from "../formats/workbook.js";
import { writeParts } from "./cell-parts.js";
import type { CsvColumn } from "./write-csv.js";

/** Characters of a piece of a sheet. */
const PIECE = 2 ** 15;

/** Write cells as a sheet. @param columns write XML of cells; decimals become cells here */
export function cellsSheet<C extends Pick<Cells, "length">>(
  columns: readonly CsvColumn<C>[],
  batches: AsyncIterable<C>,
  numRows: number,
): Sheet {
  return { name: "Data", header: columns.map(({ header }) => header), numRows, rows: writeRows(columns, batches) };
}

async function* writeRows<C extends Pick<Cells, "length">>(
  columns: readonly CsvColumn<C>[],
  batches: AsyncIterable<C>,
): AsyncIterable<string> {
  let text = "";
  const out: TextOut = {
    write: (piece) => (text += piece),
    writePhrase: (phrase) => (text += phrase.toString()),
    writeQuoted: (quoted) => (text += JSON.stringify(quoted)),
    writeDecimal: (unscaled, scale) => (text += decimalCell(unscaled, scale)),
    isFull: () => text.length >= PIECE,
  };
  const writeRow = writeParts<C>(["<row>", ...columns.map(({ cell }) => cell), "</row>"]);
  for await (const cells of batches) {
    for (let row = 0; row < cells.length; row++) {
      writeRow(cells, row, out);
      if (!out.isFull()) continue;
      yield text;
      text = "";
    }
  }
  yield text;
}
