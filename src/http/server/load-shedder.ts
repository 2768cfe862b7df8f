import type { UserError } from "../../errors/errors.js";
import type { HttpReply, RequestHead } from "../message/message.js";
import { cacheKeyOf } from "./cache-key.js";

/** Those who are inside and wait for heavy work to be done. */
export interface ServerLoad {
  /** Whether more is asked for than can be done. */
  readonly isOverloaded: boolean;
  /** How many more may come in then. */
  readonly room: number;
  /** What the others are told. */
  readonly refusal: UserError;
  /** Some were told so. */
  noteRefused(): void;
}

/** `callback`, or a name that may be read as it: what is refused has to be wrapped in a call. */
const MAY_BE_CALLBACK = /(?:^|&)(?:callback=|[^=&]*%)/;

/**
 * While more is asked for than can be done, requests for heavy work wait outside until all have been read that are there
 * in a turn of the event loop. The newest come in, as many as there is room for: how long something lay unread nobody
 * knows, but what was read last least. The others are refused before anything else is done for them.
 */
export class LoadShedder {
  readonly #crowd: ServerLoad;
  readonly #refusals: ReadonlyMap<string, HttpReply>;
  #outside: ((isLetIn: boolean) => void)[] = [];

  /** @param refusals by the path of calls that do nothing but heavy work */
  constructor(crowd: ServerLoad, refusals: ReadonlyMap<string, HttpReply>) {
    this.#crowd = crowd;
    this.#refusals = refusals;
  }

  /**
   * What a request is told if it does not come in; `undefined`: it has to be read before anybody knows whether it is
   * heavy, or how to say it.
   */
  refusalFor(head: RequestHead): HttpReply | undefined {
    const refusal = this.#refusals.get(head.path);
    if (!refusal || !this.#crowd.isOverloaded) return undefined;
    // Who says who it is, or what it has, may have to be told something else.
    return cacheKeyOf(head) === undefined || MAY_BE_CALLBACK.test(head.query) ? undefined : refusal;
  }

  /** Wait outside. Resolves with whether to come in. */
  knock(): Promise<boolean> {
    if (this.#outside.length === 0) setImmediate(() => this.#open());
    return new Promise((resolve) => {
      this.#outside.push(resolve);
    });
  }

  #open(): void {
    const outside = this.#outside;
    this.#outside = [];
    const tooMany = outside.length - this.#crowd.room;
    if (tooMany > 0) this.#crowd.noteRefused();
    for (const [at, answer] of outside.entries()) answer(at >= tooMany);
  }
}
