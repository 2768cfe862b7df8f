import type { Effort } from "../engine/query-cost.js";

export type Form = "json" | "csv" | "html" | "rss" | "ndjson" | "arrow" | "css" | "js" | "svg";

/** Text in pieces; each is sent before the next is made when a reader is slow. */
export type Chunks = Iterable<string> | AsyncIterable<string>;

export type Body = (TextBody | WrittenBody | ByteBody) & BodyFacts;

export interface TextBody {
  readonly chunks: Chunks;
}

/** Where text is written, piece by piece. */
export interface TextOut {
  write(text: string): void;
  /** @param phrase UTF-8 that is ready because it comes back often */
  writePhrase(phrase: Buffer): void;
  /** Write `unscaled` / 10^`scale` with all its digits, as `decimalText` does. A number is a safe integer. */
  writeDecimal(unscaled: number | bigint, scale: number): void;
  /** Whether what was written is worth sending. */
  isFull(): boolean;
}

/** For text of many small pieces: none of them is held, or joined to others, before it is bytes. */
export interface WrittenBody {
  /** Yields where it is full, and goes on when what was written has been taken. */
  readonly write: (out: TextOut) => AsyncIterable<void>;
}

export interface ByteBody {
  /** Pieces; each is made when the one before is taken. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

export interface BodyFacts {
  /** Number of the page after this one, where there is one. */
  readonly nextPage?: number;
  /** Name to save the body under. */
  readonly filename?: string;
}

export function withNext(page: number | undefined): Pick<Body, "nextPage"> {
  return page === undefined ? {} : { nextPage: page };
}

/** What a call found, before any of it is computed or written: enough to answer a conditional request. */
export interface Answer {
  /** Changes whenever the data behind the answer may have changed, and survives a restart. */
  readonly version: string;
  /** `null` for what is true at this moment only. */
  readonly lastModified: Date | null;
  /** The part of the request that shapes the content, in one spelling. */
  readonly canonical: string;
  /** Whether everybody may read it. */
  readonly public: boolean;
  /**
   * Whether the same call would find the same now, for everybody. Cheap, and holds on to no data: where it is there,
   * what was sent is kept, and sent again without a call to whoever asks in the same words.
   */
  readonly holds?: () => boolean;
  /** Whether it tells of this one call: nobody else is given it, and nobody holds it already. */
  readonly once?: boolean;
  /** Whether it will never be anything else: nobody has to ask for it twice. */
  readonly lasts?: boolean;
  /** What computing one of its forms takes, where that is told. */
  readonly effort?: Effort;
  /** Whether pages of other origins may show its HTML in a frame. */
  readonly framed?: boolean;
  /** The forms that this resource has, each computed when called. */
  readonly forms: Readonly<Partial<Record<Form, () => Promise<Body>>>>;
}

/** An answer that is also a page for people. @typeParam Page data of the page; the union of all is in `pages/render.ts` */
export interface Resource<Page> extends Answer {
  readonly page: () => Promise<Page>;
}

/** The answer is that of another call. */
export interface Redirect {
  /** URL, or path beginning with a slash. */
  readonly redirect: string;
  /** Whether to fetch it with `GET` although this was a `POST`. */
  readonly afterPost?: boolean;
}
