import type { UserError } from "../../../core/errors/errors.js";
import type { HttpReply, RequestHead } from "../message/message.js";
import { cacheKeyOf } from "./cache-key.js";

/** Load of the server: the queue of heavy work. */
export interface ServerLoad {
  /** True while more heavy work is requested than the server can do. */
  readonly isOverloaded: boolean;
  /** Number of requests that may join the queue while the server is overloaded. */
  readonly room: number;
  /** True if a request of a client may join the queue in place of one of another client that has more. */
  hasRoomFor?(client: string): boolean;
  /** Error that the other requests are answered with. */
  readonly refusal: UserError;
  /** Note that requests were refused. */
  noteRefused(): void;
}

interface Arrived {
  readonly client: string;
  readonly answer: (isAdmitted: boolean) => void;
}

/** A query that may have a `callback`, encoded or not: its refusal must be wrapped in a call. */
const MAY_BE_CALLBACK = /(?:^|&)(?:callback=|[^=&]*%)/;

/**
 * Refuses heavy requests while the server is overloaded, before any other work is done for them. It collects the
 * requests of one turn of the event loop and admits the newest of each client, up to the free capacity. Arrival times of unread
 * requests are unknown; the most recently read have waited least.
 */
export class LoadShedder {
  readonly #load: ServerLoad;
  readonly #refusals: ReadonlyMap<string, HttpReply>;
  #waiting: Arrived[] = [];

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

  /** Wait for the end of this turn of the event loop. Resolves with true if the request of a client is admitted. */
  admit(client = ""): Promise<boolean> {
    if (this.#waiting.length === 0) setImmediate(() => this.#admitNewest());
    return new Promise((answer) => {
      this.#waiting.push({ client, answer });
    });
  }

  #admitNewest(): void {
    const { room } = this.#load;
    const arrived = newestOfEach(this.#waiting);
    this.#waiting = [];
    const isAdmitted = arrived.map(
      ({ client, turn }, at) => at < room || (turn === 0 && this.#load.hasRoomFor?.(client) === true),
    );
    if (isAdmitted.includes(false)) this.#load.noteRefused();
    for (const [at, { answer }] of arrived.entries()) answer(isAdmitted[at]!);
  }
}

/** Order arrivals by turns of their clients, the newest first. */
function newestOfEach(arrived: readonly Arrived[]): readonly (Arrived & { readonly turn: number })[] {
  const counts = new Map<string, number>();
  return arrived
    .toReversed()
    .map((each) => {
      const turn = counts.get(each.client) ?? 0;
      counts.set(each.client, turn + 1);
      return { ...each, turn };
    })
    .toSorted((a, b) => a.turn - b.turn);
}
