import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { NodeResponse } from "./node-response.js";

/** Complete replies of a connection that may wait for the client to take them. */
const MAX_UNSENT = 16;
/**
 * Bytes that a client must deliver of a body that nothing reads, in each period of `restMs`: the same rate that
 * uWebSockets.js demands.
 */
const MIN_REST_BYTES = 160 * 1024;

/** A connection of Node's own server, with its responses that are not completely sent. */
export class NodeConnection {
  readonly #socket: Socket;
  readonly #idleTimeoutMs: number;
  readonly #restMs: number;
  readonly #responses = new Set<NodeResponse>();

  /**
   * @param idleTimeoutMs milliseconds after which a client that reads nothing is disconnected
   * @param restMs milliseconds after which a client that still sends an unread body, slowly, is disconnected
   */
  constructor(socket: Socket, idleTimeoutMs: number, restMs: number) {
    this.#socket = socket;
    this.#idleTimeoutMs = idleTimeoutMs;
    this.#restMs = restMs;
    // Not all responses get an event of their own: Node omits it for those that wait for their turn.
    socket.once("close", () => {
      for (const each of this.#responses) each.noteGone();
      this.#responses.clear();
    });
  }

  /**
   * Begin the response to a request. Closes the connection if an earlier request is still being answered: clients could
   * begin any number of requests without waiting for their answers.
   * @returns `undefined` if the connection is closed
   */
  begin(response: ServerResponse): NodeResponse | undefined {
    const isAhead = [...this.#responses].some((each) => !each.isWritten);
    if (isAhead || this.#responses.size >= MAX_UNSENT || this.#socket.destroyed) {
      this.#socket.destroy();
      return undefined;
    }
    const begun = new NodeResponse(response, this.#socket, this.#idleTimeoutMs);
    this.#responses.add(begun);
    response.once("finish", () => {
      this.#responses.delete(begun);
      if (!response.req.complete) this.#limitRest(response);
    });
    return begun;
  }

  /** Discard the rest of a body after its reply, and disconnect a client that sends it too slowly. */
  #limitRest({ req }: ServerResponse): void {
    const socket = this.#socket;
    let before = socket.bytesRead;
    const timer = setInterval(() => {
      const bytes = socket.bytesRead - before;
      before = socket.bytesRead;
      if (bytes < MIN_REST_BYTES) socket.destroy();
    }, this.#restMs);
    const stop = (): void => {
      clearInterval(timer);
      socket.off("close", stop);
    };
    req.once("end", stop);
    // Node does not close a request whose response is finished with its connection.
    socket.once("close", stop);
    req.resume();
  }
}
