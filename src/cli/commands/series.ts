import { existsSync } from "node:fs";
import { Writable } from "node:stream";
import type { Terminal } from "../../process/control/terminal.js";
import type { ModelDocument } from "../../core/model/cube.js";
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
