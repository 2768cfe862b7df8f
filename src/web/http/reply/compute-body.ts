import type { Answer } from "../../../calls/answer.js";
import { type Format, formatsThat } from "../../../calls/formats.js";
import { citationAdder } from "./add-citation.js";
import type { ContentEncoding } from "./compress.js";
import { makePayload, type Payload } from "./payload.js";
import { beginWithBom } from "./byte-order-mark.js";
import { indenter } from "./pretty.js";
import { wrapInCall } from "../request/jsonp.js";
import type { TextFilter } from "../message/text-filter.js";
import type { Utf8Writers } from "./utf8-writers.js";

/** The parts of a request that decide the bytes of a body. Plain data. */
export interface BodyRequest {
  readonly format: Format;
  readonly pretty: boolean;
  /** True if CSV begins with a byte order mark, by which spreadsheets know UTF-8. */
  readonly bom?: boolean;
  /** Function that JSON is wrapped in a call of. */
  readonly callback: string | undefined;
  /** Citation to add to a JSON object, as JSON text; absent if none is asked for. */
  readonly citation?: string | undefined;
  /** Encodings that the client accepts, the best first. */
  readonly encodings: readonly ContentEncoding[];
}

/** A body with the values that its headers need. */
export interface ComputedBody extends Payload {
  readonly nextPage: number | undefined;
  readonly filename: string | undefined;
  /** Warnings that its format cannot show. */
  readonly warnings: readonly string[];
}

/** Compute and write the body of an answer. */
export async function computeBody(answer: Answer, requested: BodyRequest, writers: Utf8Writers): Promise<ComputedBody> {
  const content = await answer.formats[requested.format]!();
  const payload = await makePayload(content, filtersOf(requested), encodingsOf(requested), writers);
  return { ...payload, nextPage: content.nextPage, filename: content.filename, warnings: content.warnings ?? [] };
}

function filtersOf({ pretty, callback, citation, bom }: BodyRequest): readonly TextFilter[] {
  return [
    ...(citation === undefined ? [] : [citationAdder(citation)]),
    ...(pretty ? [indenter()] : []),
    ...(callback === undefined ? [] : [wrapInCall(callback)]),
    ...(bom ? [beginWithBom()] : []),
  ];
}

/** Formats that are compressed already. */
const COMPRESSED = formatsThat(({ isCompressed }) => isCompressed);

/** Return the encodings to choose from. */
function encodingsOf({ format, encodings }: BodyRequest): readonly ContentEncoding[] {
  return COMPRESSED.has(format) && encodings.includes("identity") ? ["identity"] : encodings;
}
