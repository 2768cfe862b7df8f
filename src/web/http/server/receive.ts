import { errorText } from "../../../core/errors/error-text.js";
import { setImmediate } from "node:timers/promises";
import { Cancel } from "../message/cancel.js";
import { createIncomingBody, type Flow, type IncomingBody } from "./incoming-body.js";
import { framingError, isEndUncertain } from "./framing.js";
import type { Handler } from "./request-handler.js";
import { Traffic } from "./traffic.js";
import type { HttpReply, RequestHead, Watch, ResponseWriter } from "../message/message.js";

/** Bytes of an unread body that are received and discarded before the connection closes. */
const MAX_SKIPPED = 2 ** 24;

/** A request as an adapter receives it. */
export interface Arrival {
  readonly head: RequestHead;
  readonly writer: ResponseWriter;
  readonly flow: Flow;
  /** Push the chunks of the body into `body` as they arrive. */
  readonly feed: (body: IncomingBody) => void;
}

/** A request that is being answered. */
interface Begun extends Arrival {
  readonly remoteAddress: string;
  /** When it arrived, as `performance.now()`. */
  readonly at: number;
  /** True if the connection closes after the reply. */
  readonly isLast: boolean;
}

export interface ReceiverSettings {
  /** Milliseconds after which a client that sends too little is disconnected. */
  readonly idleTimeoutMs: number;
  /** Directory for bytes of request bodies that do not fit into memory. */
  readonly spillDirectory: string;
}

/** Passes requests from an adapter to the handler and replies back, and counts both. */
export class Receiver {
  readonly traffic = new Traffic();
  /** True if replies say `Connection: close`. */
  isLast = false;
  readonly #handler: Handler;
  readonly #idleTimeoutMs: number;
  readonly #spillDirectory: string;

  constructor(handler: Handler, { idleTimeoutMs, spillDirectory }: ReceiverSettings) {
    this.#handler = handler;
    this.#idleTimeoutMs = idleTimeoutMs;
    this.#spillDirectory = spillDirectory;
  }

  receive(arrival: Arrival): void {
    const { writer, head } = arrival;
    this.traffic.received++;
    const remoteAddress = this.#handler.watch?.wantsAddress ? writer.remoteAddress : "";
    // Spreads come last, here and wherever requests are answered: V8 gives every object that begins with a spread a
    // hidden class of its own, which only a full garbage collection frees.
    const isLast = isEndUncertain(head);
    const request: Begun = { remoteAddress, at: performance.now(), isLast, ...arrival };
    const known = isLast ? undefined : this.#handler.recall(head, writer);
    const sent = known ? this.#send(request, known) : this.#serve(request);
    if (!sent) return;
    this.traffic.noteRequest(1);
    // A failing stream is logged by `watchStream`.
    const ended = sent.catch(() => writer.cut());
    void ended.finally(() => this.traffic.noteRequest(-1));
  }

  async #serve(request: Begun): Promise<void> {
    const { writer, head, flow, feed, isLast } = request;
    const { loadShedder } = this.#handler;
    const refusal = isLast ? undefined : loadShedder?.refusalFor(head);
    const client = refusal && this.#handler.clientOf(head, writer.remoteAddress);
    if (refusal && !(await loadShedder!.admit(client))) return this.#send(request, refusal);
    const cancel = new Cancel();
    const body = createIncomingBody(flow, this.#idleTimeoutMs, this.#spillDirectory);
    writer.onGone = () => {
      body.close(new Error(errorText("client_went_away")));
      cancel.abort();
    };
    if (head.method === "GET" || head.method === "HEAD" || framingError(head) !== null) body.close();
    else {
      feed(body);
      body.begin();
    }
    const { id, method, path, query, headers, secure } = head;
    const { remoteAddress } = writer;
    const requested = { id, method, path, query, headers, secure, remoteAddress, cancel, body };
    // Leave requests that follow in the same read unanswered: uWebSockets.js drops the connection if a reply is pending.
    if (isLast) await setImmediate();
    const reply = await this.#handler.answer(requested);
    // Closing a connection with unread bytes resets it, and the reply may be lost.
    if (saysClose(head) || isLast || this.isLast) await body.skip(MAX_SKIPPED);
    body.close();
    await this.#send(request, reply);
  }

  #send(request: Begun, reply: HttpReply): Promise<void> | undefined {
    const { watch } = this.#handler;
    const begun = performance.now() - request.at;
    const { writer } = request;
    const sent = writer.send(reply, request.head.method === "HEAD", this.isLast || request.isLast);
    if (!watch) return sent;
    const end = (): void => noteServed(watch, request, reply, begun);
    if (sent) return sent.finally(end);
    end();
    return undefined;
  }
}

function saysClose({ headers }: RequestHead): boolean {
  return /\bclose\b/i.test(headers.get("connection") ?? "");
}

function noteServed({ onServed }: Watch, request: Begun, reply: HttpReply, begun: number): void {
  const { head, remoteAddress, writer, at } = request;
  const { bytes, isGone } = writer;
  onServed({ head, remoteAddress, reply, begun, ended: performance.now() - at, bytes, isGone });
}
