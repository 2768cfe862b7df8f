import { existsSync } from "node:fs";
import { Writable } from "node:stream";
import { tmpdir } from "node:os";
import { analyseSource } from "../../analysis/analyse-source.js";
import { compareColumns } from "../../analysis/compare-series.js";
import { tableOf } from "../../analysis/repair.js";
import type { Terminal } from "../../control/terminal.js";
import { BadSource } from "../../errors/errors.js";
import { parseAddress } from "../../ingest/fetch/address.js";
import { sourceBounds } from "../../ingest/fetch/bounds.js";
import { openSource } from "../../ingest/fetch/open.js";
import type { ModelDocument } from "../../model/cube.js";
import { parseModel } from "../../model/parse/parse.js";
import { printNote } from "../terminal/terminal.js";
import { operatorDownload } from "./operator-download.js";
import { type Options, runCommand } from "./run-command.js";

/** A dataset that files are added to. */
export interface FileSeries {
  readonly document: ModelDocument;
  /** True if its files have no dates, so that each has the date in its name. */
  readonly hasFileDate: boolean;
}

/** Read the model of a dataset in a data directory; `null` if it has none of that name. */
export async function readSeries(name: string, options: Options): Promise<FileSeries | null> {
  if (!existsSync(options.data)) return null;
  const chunks: Buffer[] = [];
  const collect = (into: Buffer[] | null): Writable =>
    new Writable({
      write: (chunk: Buffer, _, done) => {
        into?.push(chunk);
        done();
      },
    });
  const terminal: Terminal = { out: collect(chunks), err: collect(null) };
  const status = await runCommand("dataset model", [name], options, terminal).catch(() => 1);
  if (status !== 0) return null;
  const document = JSON.parse(Buffer.concat(chunks).toString()) as ModelDocument;
  const time = document.mapping.time as { readonly constant?: unknown };
  return { document, hasFileDate: time.constant !== undefined };
}

/**
 * Say how the columns of the next file of a series differ from those that its model reads.
 * @throws BadSource if some are missing
 */
export async function compareWithSeries(
  { err }: Terminal,
  file: string,
  { document }: FileSeries,
  options: { readonly maxSourceBytes: number },
): Promise<void> {
  const download = operatorDownload(tmpdir(), options);
  const source = await openSource(parseAddress(file), download);
  try {
    const table = tableOf(document);
    const bounds = sourceBounds(download);
    const { header_row: _, ...rules } = table ?? {};
    const { model } = parseModel(document);
    const analysis = await analyseSource(source, { bounds, table: Object.keys(rules).length === 0 ? null : table });
    const { missing, unread } = compareColumns(model, analysis);
    if (unread.length > 0) {
      printNote(
        err,
        "note",
        `${file}: the model does not read ${unread.map((each) => JSON.stringify(each)).join(", ")}`,
      );
    }
    if (missing.length === 0) return;
    throw new BadSource(
      missing.map(({ column, renamed }) => {
        const remedy = renamed === null ? "" : `; it may be ${JSON.stringify(renamed)} now: rename it in the file`;
        return `${file} lacks the column ${JSON.stringify(column)}, which the files of ${document.dataset.name} have${remedy}`;
      }),
    );
  } finally {
    await source.close();
  }
}
