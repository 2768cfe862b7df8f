import { errorText } from "../../../core/errors/error-text.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import { type Fraction, fractionText, nearestQuotient } from "../../../core/model/values/fraction.js";
import type { Answer, ChunkedBody } from "../../answer.js";
import { downloadName } from "../../formats.js";
import { listAdjusted } from "../../reading/adjust/write-adjustments.js";
import { aboutSheet } from "../../reading/describe/about-sheet.js";
import { datasetUrl } from "../../reading/describe/links.js";
import { csvCell, csvRecord, plainNumber } from "../../reading/formats/csv.js";
import {
  CELL_STYLES,
  decimalStyle,
  decimalTextCell,
  EMPTY_CELL,
  numberCell,
  textCell,
} from "../../reading/formats/sheet-cells.js";
import { rowOf, type Sheet, writeWorkbook } from "../../reading/formats/workbook.js";
import type { ExploredResource } from "./explore.js";
import { crosstabOf } from "./explore-figures.js";
import { printState } from "./explore-state.js";
import type { FigureKey } from "./figure-columns.js";
import { type Grid, type GridRow, readGrid } from "./grid.js";
import { warnOfState } from "./state-warnings.js";
import type { TermFormat } from "./term-labels.js";

/** Maximum numbers of rows and columns of a crosstab in a file, fewer than a sheet has; the others are put together. */
const MAX_ROWS = 100_000;
const MAX_COLUMNS = 2000;

/** Formats of a crosstab. */
export const CROSSTAB_FORMS = ["csv", "xlsx"] as const;

export type CrosstabForm = (typeof CROSSTAB_FORMS)[number];

/** Write the crosstab of an explored state: all rows and columns, with totals where they have a meaning. */
export function crosstabAnswer({ explored, page: _page, ...answer }: ExploredResource, form: CrosstabForm): Answer {
  const { scope, state } = explored;
  const { dataset, origin } = scope;
  const { name } = dataset.model.dataset;
  const read = (): Promise<Grid> => {
    if (state.chart !== "pivot" || state.drilldown.length !== 2) throw new InvalidQuery([NO_CROSSTAB]);
    const limits = { numRows: MAX_ROWS, numColumns: MAX_COLUMNS, few: MAX_ROWS };
    return readGrid(scope, { ...crosstabOf(scope, state), ...limits });
  };
  const workbook = (grid: Grid, warnings: readonly string[]): ChunkedBody => {
    const measures = dataset.model.measures.map((measure) => measure.name);
    const query = new URLSearchParams(Object.fromEntries(printState(measures, state)));
    const notes = grid.notes.map(({ on, text }) =>
      [on.map((each) => each.text).join(", "), text].filter(Boolean).join(": "),
    );
    const path = `${datasetUrl("", name)}/explore?${query.toString()}`;
    const { currency = null, series = [] } = scope.adjust?.adjustment ?? {};
    const adjusted = listAdjusted({ currency, used: [] });
    const about = aboutSheet(origin, path, [dataset, ...series], notes, warnings, adjusted);
    return { chunks: writeWorkbook(crosstabSheet(grid), about) };
  };
  const write = (grid: Grid, warnings: readonly string[]): ChunkedBody =>
    form === "csv" ? { chunks: writeCrosstab(grid) } : workbook(grid, warnings);
  return {
    ...answer,
    canonical: `crosstab ${answer.canonical}`,
    formats: {
      [form]: async () => {
        const grid = await read();
        const warnings = await warnOfState(scope, state);
        return { ...write(grid, warnings), filename: downloadName(name, form), warnings };
      },
    },
  };
}

const NO_CROSSTAB = `chart: ${errorText("chart_without_file")}`;

/** Write a header with the columns, and a record for each row. Sums have all their digits. */
function* writeCrosstab(grid: Grid): Iterable<string> {
  yield csvRecord(listHeadings(grid).map(csvCell));
  for (const { name, figures } of listLines(grid)) yield csvRecord([csvCell(name), ...figures.map(writeFigure)]);
}

function crosstabSheet(grid: Grid): Sheet {
  const lines = [...listLines(grid)];
  return { name: "Data", header: listHeadings(grid), numRows: lines.length, rows: writeRows(grid, lines) };
}

function* writeRows(grid: Grid, lines: readonly CrosstabLine[]): Iterable<string> {
  const write = (figure: Fraction | null): string => figureCell(figure, grid.term.format);
  for (const { name, figures } of lines) yield rowOf([textCell(name), ...figures.map(write)]);
}

function listHeadings({ down, columns, otherColumns, hasRowTotals }: Grid): readonly string[] {
  return [
    down?.label ?? "",
    ...columns.map(nameOf),
    ...(otherColumns > 0 ? [nameOthers(otherColumns)] : []),
    ...(hasRowTotals ? ["Total"] : []),
  ];
}

interface CrosstabLine {
  readonly name: string;
  /** One for each heading but the first. */
  readonly figures: readonly (Fraction | null)[];
}

function* listLines({ rows, rest, all, hasRowTotals, hasColumnTotals }: Grid): Iterable<CrosstabLine> {
  const line = (name: string, { exact }: GridRow): CrosstabLine => ({
    name,
    figures: hasRowTotals ? exact : exact.slice(0, -1),
  });
  for (const row of rows) yield line(nameOf(row.key!), row);
  if (rest) yield line(nameOthers(rest.count), rest);
  if (hasColumnTotals) yield line("Total", all);
}

function nameOf({ label }: FigureKey): string {
  return label.trim() === "" ? "(none)" : label;
}

function nameOthers(count: number): string {
  return `The other ${count}`;
}

function writeFigure(figure: Fraction | null): string {
  if (figure === null) return "";
  const text = fractionText(figure);
  return isQuotient(text) ? plainNumber(nearestQuotient(figure.numerator, figure.denominator)) : text;
}

function figureCell(figure: Fraction | null, format: TermFormat): string {
  if (figure === null) return EMPTY_CELL;
  const text = fractionText(figure);
  if (!isQuotient(text)) return decimalTextCell(text, styleOf(format, text.split(".")[1]?.length ?? 0));
  const style = styleOf(format, format === "amount" ? 2 : 3);
  return numberCell(nearestQuotient(figure.numerator, figure.denominator), style);
}

function isQuotient(text: string): boolean {
  return text.includes("/");
}

/** Return the format of a cell. @param decimals digits after the point */
function styleOf(format: TermFormat, decimals: number): number {
  switch (format) {
    case "percent":
    case "change":
      return CELL_STYLES.percent;
    case "amount":
      return decimalStyle(Math.max(2, decimals));
    default:
      return decimalStyle(decimals);
  }
}
