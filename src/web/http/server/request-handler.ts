import type { HttpReply, HttpRequest, RequestHead, Watch } from "../message/message.js";
import type { LoadShedder } from "./load-shedder.js";

/** Answers the requests of a server. */
export interface Handler {
  /** Find the cached reply to a request, if it is still valid and the client may ask. */
  recall(head: RequestHead, client: Pick<HttpRequest, "remoteAddress">): HttpReply | undefined;
  /** Return the key of a client without a key of its own, by which clients share what is computed. */
  clientOf(head: RequestHead, remoteAddress: string): string;
  /** Refuses some of the uncached requests while the server is overloaded. */
  readonly loadShedder?: LoadShedder | undefined;
  /** Answer a request. Never rejects. */
  answer(request: HttpRequest): Promise<HttpReply>;
  /** Observes every request once its reply has been sent or its client has gone. */
  readonly watch: Watch | undefined;
}
