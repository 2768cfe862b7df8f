import { errorText } from "../../../core/errors/error-text.js";
import { randomUUID } from "node:crypto";
import { createWriteStream, openSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import type { Upload } from "../../../calls/publishing/loads/load-parameters.js";
import type { HeldForm } from "../../../calls/publishing/loads/request-load.js";
import { InvalidQuery, Unwritable, UserError } from "../../../core/errors/errors.js";
import { parameters } from "../../../core/query/parameters.js";
import { decodeQuery } from "./decode.js";
import { PayloadTooLarge } from "../message/refusals.js";
import type { CallInput } from "../message/route.js";

export interface FormSettings {
  /** Directory of uploaded files until the form is released. */
  readonly directory: string;
  /** Maximum size of a file in bytes, by its field. Files of other fields are discarded. */
  readonly fileBytes: Readonly<Record<string, number>>;
}

type Pairs = readonly (readonly [string, string])[];

/** Maximum of fields in a form. */
const MAX_FIELDS = 100;

/**
 * Read the parameters of a call from its URL and its body: a form, urlencoded or multipart. Files are streamed to disk.
 * @throws InvalidQuery for a body that is not a form, PayloadTooLarge
 */
export async function receiveMultipart(input: CallInput, settings: FormSettings): Promise<HeldForm> {
  const type = input.contentType ?? "";
  if (/^multipart\/form-data\b/i.test(type)) return receiveParts(input, type, settings);
  const body = await input.body();
  if (body.length > 0 && !/^application\/x-www-form-urlencoded\b/i.test(type)) {
    const sent = type === "" ? "without a type" : `of the type "${type}"`;
    throw new InvalidQuery(errorText("other_content_type", { sent }));
  }
  // Invalid UTF-8 becomes the replacement character, which `decodeQuery` refuses.
  const pairs = decodeQuery(body.toString("utf8").trim());
  return { parameters: parameters([...input.pairs, ...pairs]), files: new Map(), release: async () => {} };
}

async function receiveParts(input: CallInput, type: string, settings: FormSettings): Promise<HeldForm> {
  const files = new Map<string, Upload>();
  const paths: string[] = [];
  const release = async (): Promise<void> => {
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  };
  try {
    await mkdir(settings.directory, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw explain(error);
    });
    const pairs = await readParts(
      input,
      type,
      (field, name, bytes) => {
        const path = join(settings.directory, `upload-${randomUUID()}`);
        paths.push(path);
        files.set(field, { path, name });
        // Opened at once: a file that was created after `release` would never be deleted.
        const file = createWriteStream(path, { fd: openSync(path, "wx", 0o600) });
        return pipeline(bytes, limit(field, settings.fileBytes[field]!), file);
      },
      settings,
    );
    return { parameters: parameters([...input.pairs, ...pairs]), files, release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Read the parts of a form: fields are returned as pairs; files are passed to `save` while they arrive. */
async function readParts(
  input: CallInput,
  type: string,
  save: (field: string, name: string, bytes: Readable) => Promise<void>,
  { fileBytes }: FormSettings,
): Promise<Pairs> {
  const pairs: (readonly [string, string])[] = [];
  const failed = new AbortController();
  const open: Readable[] = [];
  const saved: Promise<void>[] = [];
  const parser = makeParser(type, input.bodyBytes);
  let bytes = 0;
  parser.on("field", (name: string | undefined, value, _isNameCut, isCut) => {
    bytes += Buffer.byteLength(value);
    if (isCut || bytes > input.bodyBytes || pairs.length >= MAX_FIELDS) {
      failed.abort(new PayloadTooLarge(errorText("form_too_large", { fields: MAX_FIELDS, bytes: input.bodyBytes })));
    } else if (name !== undefined) pairs.push([name, value]);
  });
  parser.on("file", (field: string | undefined, file, name: string | undefined) => {
    if (field === undefined || !Object.hasOwn(fileBytes, field)) {
      file.on("error", () => {}).resume();
      return;
    }
    open.push(file);
    const saving = save(field, name || "file", file);
    saving.catch((error: unknown) => failed.abort(error));
    saved.push(saving);
  });
  try {
    await pipeline(Readable.from(input.upload), parser, { signal: failed.signal });
    await Promise.all(saved);
  } catch (error) {
    // The parser does not end the stream of a truncated file.
    for (const file of open) file.destroy(error as Error);
    await Promise.allSettled(saved);
    throw explain(failed.signal.aborted ? failed.signal.reason : error);
  }
  if (failed.signal.aborted) throw explain(failed.signal.reason);
  return pairs;
}

function explain(error: unknown): UserError {
  if (error instanceof UserError) return error;
  const { syscall, code } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return notAForm(error as Error);
  return new Unwritable(errorText("upload_not_written", { reason: code }), {
    cause: error,
  });
}

function makeParser(type: string, fieldBytes: number): ReturnType<typeof Busboy> {
  try {
    return new Busboy({ headers: { "content-type": type }, limits: { fieldSize: fieldBytes, parts: 2 * MAX_FIELDS } });
  } catch (error) {
    throw notAForm(error as Error);
  }
}

function limit(field: string, maxBytes: number): (bytes: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  return async function* (bytes) {
    let length = 0;
    for await (const piece of bytes) {
      length += piece.length;
      if (length > maxBytes)
        throw new PayloadTooLarge(errorText("file_too_large", { file: field, bytes: maxBytes.toLocaleString("en") }));
      yield piece;
    }
  };
}

function notAForm(cause: Error): InvalidQuery {
  return new InvalidQuery(errorText("not_multipart", { reason: cause.message }), {
    cause,
  });
}
