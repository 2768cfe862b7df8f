import type { Actor } from "../../../access/actor.js";
import type { Answer, FileFacts, Redirect } from "../../../calls/answer.js";
import type { Format } from "../../../calls/formats.js";
import type { RequestCancellation } from "../message/cancel.js";
import type { BodyRequest, ComputedBody } from "./compute-body.js";

/** A call of a route that only reads datasets, as plain data. */
export interface RouteCall {
  /** Template of the path. */
  readonly route: string;
  readonly segments: ReadonlyMap<string, string>;
  readonly pairs: readonly (readonly [string, string])[];
  readonly actor: Actor;
  /** Name of the user whose browser session asks for a page; `null` for none. */
  readonly user: string | null;
  readonly origin: string;
  readonly language: string;
  readonly format: Format | undefined;
  readonly remoteAddress: string;
}

/** Binds calls and makes bodies on other threads. */
export interface BodyExecutor {
  /**
   * Bind a call to its datasets: parse its parameters and check its rights.
   * @param callHere makes the same call on this thread
   * @returns `null` if that costs less than passing it on
   * @throws the errors of the call; OverCapacity if too much is asked for
   */
  bind(
    call: RouteCall,
    cancel: RequestCancellation,
    callHere: () => Promise<Answer | Redirect>,
  ): Promise<Answer | Redirect> | null;

  /**
   * Measure the file that is the body of an answer.
   * @param call gives the same answer on another thread
   * @returns `null` if the other thread has another version of the data
   * @throws the errors of measuring it; OverCapacity if too much is asked for
   */
  measure(call: RouteCall, answer: Answer, cancel: RequestCancellation): Promise<FileFacts | null>;

  /**
   * Make the body of an answer.
   * @param call gives the same answer on another thread
   * @returns `null` if making it here costs less than passing it on; resolves with `null` if it must be computed here, since
   * the other thread has another version of the data
   * @throws the errors of making it; OverCapacity if too much is asked for
   */
  make(
    call: RouteCall,
    answer: Answer,
    requested: BodyRequest,
    cancel: RequestCancellation,
  ): Promise<ComputedBody | null> | null;
}
