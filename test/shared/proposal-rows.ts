import { tmpdir } from "node:os";
import { basename } from "node:path";
import { ANALYSIS_BOUNDS } from "#src/sources/analysis/analyse.js";
import { analyseSource } from "#src/sources/analysis/analyse-source.js";
import { findTotals } from "#src/sources/analysis/find-totals.js";
import { propose } from "#src/sources/analysis/propose.js";
import { hasSumsRule } from "#src/sources/analysis/repair-totals.js";
import { UserError } from "#src/core/errors/errors.js";
import { sourceBounds } from "#src/sources/ingest/fetch/bounds.js";
import { openSource } from "#src/sources/ingest/fetch/open.js";

/** Decoded text of a file that is analysed: of large ones only the head. */
const HEAD_BYTES = 2 ** 18;

export const PROPOSAL_COLUMNS = [
  "file",
  "rows × columns",
  "amounts",
  "time",
  "key",
  "currency",
  "left out",
  "totals in the file",
] as const;

type Field = Readonly<Record<string, unknown>>;

/** Describe what is proposed for a file, as a row of a table in Markdown. @param name to show */
export async function proposalRow(path: string, name: string): Promise<readonly string[]> {
  const source = await openSource({ kind: "file", path, name: basename(path) }, { directory: tmpdir() });
  try {
    const options = { bounds: sourceBounds({}) };
    const bounds = { ...ANALYSIS_BOUNDS, decodedBytes: HEAD_BYTES };
    const analysis = await analyseSource(source, options, bounds);
    const { model, date } = propose(analysis, basename(path), false);
    const found = await findTotals(source, options, analysis, bounds);
    const fields = Object.values(model.mapping) as Field[];
    const columnsOf = (is: (field: Field) => boolean): string => fields.filter(is).map(columnIn).join(", ");
    const sums = hasSumsRule(analysis.table ?? null) ? (found?.totals.length ?? 0) : 0;
    const leftOut = (analysis.leftOut ?? []).reduce((sum, count) => sum + count, sums);
    const totals = [
      ...(found && found.totals.length > 0 ? [`${found.totals.length} agree`] : []),
      ...(found && found.differing.length > 0 ? [`${found.differing.length} differ`] : []),
    ];
    const time = columnIn(model.mapping.time as Field);
    return [
      name,
      `${analysis.rows}${analysis.isWhole ? "" : "+"} × ${analysis.numColumns}`,
      columnsOf(({ type }) => type === "measure") || "asked",
      time === FILE_DATE ? date || "asked" : time,
      columnsOf(({ key }) => key === true).replace(FILE_DATE, date || "date"),
      String(model.dataset.currency ?? "asked"),
      leftOut === 0 ? "–" : String(leftOut),
      totals.join(", ") || "–",
    ].map(cell);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [name, "–", `refused: ${error.errors[0]!.slice(0, 80)}`, "–", "–", "–", "–", "–"].map(cell);
  } finally {
    await source.close();
  }
}

const FILE_DATE = "(date of the file)";
const LONGEST = 60;

function columnIn({ column, constant, attributes }: Field): string {
  const { name } = (attributes ?? {}) as Readonly<Record<string, Field>>;
  return String(column ?? constant ?? name?.column ?? "");
}

/** Write a cell in Markdown: in one line, shortened, without signs that have a meaning. */
function cell(text: string): string {
  const line = text.replace(/\s+/gu, " ").trim();
  const short = line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
  return short.replace(/[|*<>`\\]/g, (sign) => `&#${sign.codePointAt(0)};`);
}
