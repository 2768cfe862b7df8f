import type { HttpReply, HttpRequest, RequestHead, Watch } from "../message/message.js";
import type { LoadShedder } from "./load-shedder.js";

/** Answers the requests that a server takes. */
export interface Handler {
  /** What was replied to the same request before, where that is still true and the client may ask. */
  recall(head: RequestHead, client: Pick<HttpRequest, "remoteAddress">): HttpReply | undefined;
  /** Keeps some of the others out while more is asked for than can be done. */
  readonly door?: LoadShedder | undefined;
  /** Never rejects. */
  answer(request: HttpRequest): Promise<HttpReply>;
  /** Told of every request when its reply has been sent, or nobody is left to take it. */
  readonly watch: Watch | undefined;
}
