import { BadSource } from "../../core/errors/errors.js";
import { DatesUndecided } from "./cast/date-columns.js";
import type { PackedRows } from "./cast/packed-rows.js";
import type { CastBatch, CastEnd, CastRequest } from "./cast-source.js";
import { NotUtf8 } from "./decode/utf8.js";

/** Batches that a thread casts ahead. */
export const AHEAD = 4;

/** A request to a thread that casts: verdicts on dates by the names of their readings, as messages lose functions. */
export interface SentRequest extends Omit<CastRequest, "dates"> {
  readonly dates: readonly SentVerdict[] | null;
  /** True to send the line of each row. */
  readonly sendsLines: boolean;
}

export type SentVerdict = readonly [
  column: string,
  verdict: { readonly reading: string; readonly example: string } | { readonly error: string },
];

/** A message from a thread that casts: once the header is read, then batches, at last the end or an error. */
export type CastingMessage =
  | "begun"
  | { readonly batch: SentBatch; readonly bytesRead: number }
  | { readonly end: CastEnd; readonly bytesRead: number }
  | { readonly error: SentError };

/** A message to a thread that casts, after its request: go on, by one batch. */
export type CastOn = "go on";

export interface SentBatch extends Omit<CastBatch, "rows" | "lineOf"> {
  readonly rows: PackedRows;
  /** For each row its line; `null` if they were not asked for, or cannot be counted. */
  readonly lines: Uint32Array<ArrayBuffer> | null;
}

/** An error, as messages lose its class. */
export type SentError =
  | "undecided"
  | { readonly notUtf8: number; readonly row: number | null }
  | { readonly badSource: readonly string[] }
  | { readonly message: string; readonly stack: string | undefined; readonly code: unknown };

export function packError(error: unknown): SentError {
  if (error instanceof DatesUndecided) return "undecided";
  if (error instanceof NotUtf8) return { notUtf8: error.offset, row: error.row };
  if (error instanceof BadSource) return { badSource: error.errors };
  const { message, stack, code }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  return { message, stack, code };
}

export function unpackError(sent: SentError): Error {
  if (sent === "undecided") return new DatesUndecided();
  if ("notUtf8" in sent) return new NotUtf8(sent.notUtf8, sent.row);
  if ("badSource" in sent) return new BadSource(sent.badSource);
  const { message, stack, code } = sent;
  return Object.assign(new Error(message), { stack, ...(code === undefined ? {} : { code }) });
}
