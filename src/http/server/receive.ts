import { Cancel } from "../message/cancel.js";
import { createIncomingBody, type Flow, type IncomingBody } from "./incoming-body.js";
import type { Handler } from "./request-handler.js";
import { Traffic } from "./traffic.js";
import type { HttpReply, RequestHead, Watch, ResponseWriter } from "../message/message.js";

/** Bytes of a body that are taken in though nobody wants them. */
const MOST_SKIPPED = 2 ** 24;

/** A request as an adapter receives it. */
export interface Arrival {
  readonly head: RequestHead;
  readonly line: ResponseWriter;
  readonly flow: Flow;
  /** Let what comes of the body go there. */
  readonly feed: (body: IncomingBody) => void;
}

/** An arrival at its time. */
interface Begun extends Arrival {
  readonly remoteAddress: string;
  readonly at: number;
}

export interface ReceiverSettings {
  /** Time after which a sender that brings next to nothing is cut off. */
  readonly idleTimeoutMs: number;
  /** Where bytes of bodies are put that there is no room for in memory. */
  readonly spillDirectory: string;
}

/** Between an adapter and whoever answers: takes requests there and replies back, and knows what is going on. */
export class Receiver {
  readonly traffic = new Traffic();
  /** Whether replies say that their connection ends. */
  isLast = false;
  readonly #handler: Handler;
  readonly #silenceMs: number;
  readonly #overflowDirectory: string;

  constructor(handler: Handler, { idleTimeoutMs, spillDirectory }: ReceiverSettings) {
    this.#handler = handler;
    this.#silenceMs = idleTimeoutMs;
    this.#overflowDirectory = spillDirectory;
  }

  receive(arrival: Arrival): void {
    const { line, head } = arrival;
    const remoteAddress = this.#handler.watch?.wantsAddress ? line.remoteAddress : "";
    // What is spread comes last, here and wherever requests are answered: of objects that begin with it V8 gives each a
    // hidden class of its own, which only a collection of everything takes away.
    const request: Begun = { remoteAddress, at: performance.now(), ...arrival };
    const known = this.#handler.recall(head, line);
    const sent = known ? this.#send(request, known) : this.#serve(request);
    if (!sent) return;
    this.traffic.noteRequest(1);
    // A stream that failed is logged where it is made.
    const ended = sent.catch(() => line.cut());
    void ended.finally(() => this.traffic.noteRequest(-1));
  }

  async #serve(request: Begun): Promise<void> {
    const { line, head, flow, feed } = request;
    const { door } = this.#handler;
    const refusal = door?.refusalFor(head);
    if (refusal && !(await door!.knock())) return this.#send(request, refusal);
    const cancel = new Cancel();
    const body = createIncomingBody(flow, this.#silenceMs, this.#overflowDirectory);
    line.onGone = () => {
      body.close(new Error("The client went away"));
      cancel.abort();
    };
    if (head.method === "GET" || head.method === "HEAD") body.close();
    else {
      feed(body);
      body.begin();
    }
    const { id, method, path, query, headers, secure } = head;
    const { remoteAddress } = line;
    const requested = { id, method, path, query, headers, secure, remoteAddress, cancel, body };
    const reply = await this.#handler.answer(requested);
    // A connection that is closed with bytes unread is reset, and the reply may be lost.
    if (saysClose(head)) await body.skip(MOST_SKIPPED);
    body.close();
    await this.#send(request, reply);
  }

  #send(request: Begun, reply: HttpReply): Promise<void> | undefined {
    const { watch } = this.#handler;
    const begun = performance.now() - request.at;
    const { line } = request;
    const sent = line.send(reply, request.head.method === "HEAD", this.isLast);
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
  const { head, remoteAddress, line, at } = request;
  const { bytes, isGone } = line;
  onServed({ head, remoteAddress, reply, begun, ended: performance.now() - at, bytes, isGone });
}
