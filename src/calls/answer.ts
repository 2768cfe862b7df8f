import type { Licence } from "../core/model/cube.js";
import type { Effort } from "../core/engine/query-cost.js";
import type { Format } from "./formats.js";

/** Text, or bytes, in pieces. For a slow client, each piece is sent before the next one is produced. */
export type Chunks<Piece extends string | Uint8Array = string> = Iterable<Piece> | AsyncIterable<Piece>;

export type Body = (ChunkedBody | WrittenBody) & BodyFacts;

export interface ChunkedBody {
  readonly chunks: Chunks | Chunks<Uint8Array>;
}

/** Output that text is written to, piece by piece. */
export interface TextOut {
  write(text: string): void;
  /** Write text that recurs and is therefore encoded in advance. @param phrase UTF-8 */
  writePhrase(phrase: Buffer): void;
  /** Write a text as a JSON string. */
  writeQuoted(text: string): void;
  /** Write `unscaled` / 10^`scale` with all its digits, as `decimalText` does. A number is a safe integer. */
  writeDecimal(unscaled: number | bigint, scale: number): void;
  /** True if enough has been written to be worth sending. */
  isFull(): boolean;
}

/** Text of many small pieces, which are encoded directly: no strings are collected or joined first. */
export interface WrittenBody {
  /** Write everything to `out`. Yields when `out` is full, and continues when its contents have been taken. */
  readonly write: (out: TextOut) => AsyncIterable<void>;
}

/** Length and digest of a file, by which copies are checked. */
export interface FileFacts {
  readonly bytes: number;
  /** SHA-256, 64 hexadecimal digits. */
  readonly sha256: string;
}

export interface BodyFacts {
  /** Number of the next page, if there is one. */
  readonly nextPage?: number;
  /** Name to save the body under. */
  readonly filename?: string;
  /** Warnings, if its format cannot show them. */
  readonly warnings?: readonly string[];
}

export function withNext(page: number | undefined): Pick<Body, "nextPage"> {
  return page === undefined ? {} : { nextPage: page };
}

/** The version of a dataset that an answer is about. */
export interface CitedVersion {
  /** Name of the dataset, without a version. */
  readonly dataset: string;
  readonly number: number;
  /** When it became current: ISO 8601, UTC. */
  readonly since: string;
  /** True if the request named it by its number. */
  readonly isNamed: boolean;
  /** Number of the current version. */
  readonly latest: number;
  /** Number of the version before it that is kept; `null` if there is none. */
  readonly before: number | null;
  readonly label: string;
  readonly doi: string | null;
  readonly licence: Licence | null;
  /** `sha-256:` and the digest of its file, or of the list of digests if it has several; `null` if not known. */
  readonly digest: string | null;
  /** The series that amounts are adjusted by, and the parameters that name their versions; absent for amounts as paid. */
  readonly adjusted?: {
    readonly parameters: readonly (readonly [name: string, value: string])[];
    readonly series: readonly Pick<CitedVersion, "label" | "number" | "licence">[];
  };
}

/** The answer to a call, before anything is computed or written: enough to answer a conditional request. */
export interface Answer {
  /** Changes whenever the data behind the answer may have changed, and survives a restart. */
  readonly version: string;
  /** `null` if the content is only valid at this moment. */
  readonly lastModified: Date | null;
  /** The part of the request that determines the content, normalized. */
  readonly canonical: string;
  /**
   * A further part of the request that determines the content of JSON, and the warnings of other formats of data;
   * normalized.
   */
  readonly canonicalOfJson?: string;
  /** True if everyone may read it. */
  readonly public: boolean;
  /**
   * Return true if the same call would give the same answer now, for everyone. Cheap; must not keep a version in
   * memory. If present, the response is cached and sent again for equal requests, without a call.
   */
  readonly holds?: () => boolean;
  /** True if it describes this one call: it is not shared with other calls, and never answered 304. */
  readonly once?: boolean;
  /** True if it never changes, so that clients may cache it forever; its page may change. */
  readonly lasts?: boolean;
  /** True if nothing in it depends on the address by which it was asked for. */
  readonly withoutLinks?: boolean;
  /** Measure the body of the only format. Present for files, of which parts may be requested. */
  readonly measure?: () => Promise<FileFacts>;
  /** Return what is known of a measured file; `null` if it must be measured first, which takes a pass over all entries. */
  readonly measured?: () => Promise<FileFacts | null>;
  /** Name to save a measured file under. */
  readonly filename?: string;
  /** URL of a resource that the request has created. */
  readonly location?: string;
  /** Estimate the work of computing one of its formats, in steps of about a nanosecond. Absent for small ones. */
  readonly estimate?: () => number;
  /** Estimated work of its JSON where `estimate` is absent, in the same steps; absent: next to none. */
  readonly jsonSteps?: number;
  /** The cost of computing one of its formats, if it is measured. */
  readonly effort?: Effort;
  /** The version that it is about, if it is about one. */
  readonly cited?: CitedVersion | undefined;
  /** True if its JSON has a key `citation` of its own. */
  readonly hasCitation?: boolean;
  /** True if pages of other origins may show its HTML in a frame. */
  readonly framed?: boolean;
  /** The formats of this resource, each computed when called. */
  readonly formats: Readonly<Partial<Record<Format, () => Promise<Body>>>>;
}

/**
 * An answer that is also a page for people.
 * @typeParam Page data of the page; the union of all is in `pages/render.ts`
 */
export interface Resource<Page> extends Answer {
  readonly page: () => Promise<Page>;
}

/** A redirect: another call has the answer. */
export interface Redirect {
  /** URL, or path beginning with a slash. */
  readonly redirect: string;
  /** True if the client should fetch it with `GET` although this was a `POST`. */
  readonly afterPost?: boolean;
}
