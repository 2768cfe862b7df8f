import type { UserError } from "../../errors/errors.js";
import type { HttpReply, RequestHead } from "../message/message.js";
import { cacheKeyOf } from "./cache-key.js";

/** Load of the server: the queue of heavy work. */
export interface ServerLoad {
  /** True while more heavy work is requested than the server can do. */
  readonly isOverloaded: boolean;
  /** Number of requests that may join the queue while the server is overloaded. */
  readonly room: number;
  /** Error that the other requests are answered with. */
  readonly refusal: UserError;
  /** Note that requests were refused. */
  noteRefused(): void;
}

/** A query that may have a `callback`, encoded or not: its refusal must be wrapped in a call. */
const MAY_BE_CALLBACK = /(?:^|&)(?:callback=|[^=&]*%)/;

/**
 * Refuses heavy requests while the server is overloaded, before any other work is done for them. It collects the
 * requests of one turn of the event loop and admits the newest, up to the free capacity. Arrival times of unread
 * requests are unknown; the most recently read have waited least.
 */
export class LoadShedder {
  readonly #load: ServerLoad;
  readonly #refusals: ReadonlyMap<string, HttpReply>;
  #waiting: ((isAdmitted: boolean) => void)[] = [];

  /** @param refusals replies by the path of calls that do nothing but heavy work */
  constructor(load: ServerLoad, refusals: ReadonlyMap<string, HttpReply>) {
    this.#load = load;
    this.#refusals = refusals;
  }

  /**
   * Return the reply to send if the request is not admitted. `undefined`: the request is light, or has to be decoded
   * before the right answer is known.
   */
  refusalFor(head: RequestHead): HttpReply | undefined {
    const refusal = this.#refusals.get(head.path);
    if (!refusal || !this.#load.isOverloaded) return undefined;
    // A personal or conditional request may have another answer: a 401 or a 304.
    return cacheKeyOf(head) === undefined || MAY_BE_CALLBACK.test(head.query) ? undefined : refusal;
  }

  /** Wait for the end of this turn of the event loop. Resolves with true if the request is admitted. */
  admit(): Promise<boolean> {
    if (this.#waiting.length === 0) setImmediate(() => this.#admitNewest());
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #admitNewest(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    const tooMany = waiting.length - this.#load.room;
    if (tooMany > 0) this.#load.noteRefused();
    for (const [at, answer] of waiting.entries()) answer(at >= tooMany);
  }
}
