import { BadSource } from "../errors/errors.js";
import type { Header } from "./csv/header.js";
import type { PackedRecords } from "./csv/packed-records.js";
import type { CsvRecord } from "./csv/record-parser.js";
import type { RecordBatch } from "./csv/rows.js";
import { NotUtf8 } from "./decode/utf8.js";

/** Batches that a thread reads ahead. */
export const AHEAD = 4;

/** A message from a thread that reads: the header, then batches, at last the end or an error. */
export type ReadingMessage =
  | { readonly header: Header; readonly encoding: string }
  | { readonly batch: SentBatch; readonly bytesRead: number }
  | { readonly bytesRead: number }
  | { readonly error: SentError };

/** A message to a thread that reads: go on, by one batch. */
export type ReadOn = "read on";

/** A batch of records, packed or as their texts. */
export interface SentBatch extends Omit<RecordBatch, "records"> {
  readonly records: PackedRecords | readonly CsvRecord[];
}

/** An error, as messages lose its class. */
export type SentError =
  | { readonly notUtf8: number }
  | { readonly badSource: readonly string[] }
  | { readonly message: string; readonly stack: string | undefined; readonly code: unknown };

export function packError(error: unknown): SentError {
  if (error instanceof NotUtf8) return { notUtf8: error.offset };
  if (error instanceof BadSource) return { badSource: error.errors };
  const { message, stack, code }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  return { message, stack, code };
}

export function unpackError(sent: SentError): Error {
  if ("notUtf8" in sent) return new NotUtf8(sent.notUtf8);
  if ("badSource" in sent) return new BadSource(sent.badSource);
  const { message, stack, code } = sent;
  return Object.assign(new Error(message), { stack, ...(code === undefined ? {} : { code }) });
}
