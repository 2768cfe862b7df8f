import type { Actor } from "../access/actor.js";
import type { Cancellation } from "../core/engine/cancellation.js";
import type { Parameters } from "../core/query/parameters.js";
import type { Answer, Redirect, Resource } from "./answer.js";
import type { Context } from "./context.js";
import type { Format } from "./formats.js";
import type { RouteDescription } from "./route-description.js";

/** Input of a call that reads. */
export interface ReadingInput {
  readonly parameters: Parameters;
  /** The same in the order of the URL, with repetitions. */
  readonly pairs: readonly (readonly [string, string])[];
  /** Values of the path's named segments, without a known suffix. */
  readonly segments: ReadonlyMap<string, string>;
  readonly actor: Actor;
  /** Name of the user whose browser session asks for a page; `null` for keys and for everybody else. */
  readonly user: string | null;
  /** Prefix of every absolute link, without a slash at its end. */
  readonly origin: string;
  /** Language of pages, with the region that numbers and dates are of. */
  readonly language: string;
  /** Format of the answer; `undefined` if the call lacks the requested one. */
  readonly format: Format | undefined;
  /** Aborted when the answer is no longer needed. */
  readonly cancel: Cancellation;
}

/**
 * A call that only reads datasets: how it is asked, and what it does.
 * @typeParam Page data of its page, if it has one
 */
export interface ReadingCall<Page> {
  /** Literal segments and `{name}` segments; a name may have a literal tail. */
  readonly path: string;
  /** Formats of the answer, for negotiation before the call and for the OpenAPI document. */
  readonly formats: readonly Format[];
  readonly about: RouteDescription;
  /** True if every uncached answer is heavy work, which overload sheds. Such a path is literal. */
  readonly heavy?: boolean;
  /** True if pages are in the language of their address, English if it names none, whatever the reader prefers. */
  readonly isInOwnLanguage?: boolean;
  /** True for JSON that scripts of this server's pages may read for the user who is signed in. */
  readonly isForPages?: boolean;
  /**
   * Return true if the last segment, with its suffix, is the name of something: then it has no suffix.
   * Called only when a named last segment ends in a known suffix.
   */
  readonly isWholeName?: (context: Context, input: ReadingInput) => boolean | Promise<boolean>;
  /** List versions of datasets that the call reads beside those that it names, as `town@3`. They are opened before it. */
  readonly listVersions?: (context: Context, input: ReadingInput) => readonly string[];
  readonly call: (context: Context, input: ReadingInput) => Outcome<Page> | Promise<Outcome<Page>>;
}

type Outcome<Page> = Answer | Redirect | Resource<Page>;

/** Return the value of a segment that the call's path names. */
export function segmentOf({ segments }: ReadingInput, name: string): string {
  return segments.get(name)!;
}

/** Return the name of the dataset in the path. */
export function datasetOf(input: ReadingInput): string {
  return segmentOf(input, "dataset");
}
