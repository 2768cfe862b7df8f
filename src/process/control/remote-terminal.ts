import type { Socket } from "node:net";
import { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { encodeFrame, encodeJson, type FrameKind, MAX_PAYLOAD } from "./frames.js";
import type { Terminal } from "./terminal.js";

/** A terminal at the other end of a connection. Writes wait until the other end reads. */
export interface RemoteTerminal extends Terminal {
  /** End the output; resolves when all of it is sent, or the connection is lost. */
  end(): Promise<void>;
}

export function remoteTerminal(socket: Socket, watched: boolean): RemoteTerminal {
  const out = frameStream(socket, "out");
  const err = frameStream(socket, "err");
  return {
    out,
    err,
    showProgress: watched ? (progress) => socket.write(encodeJson("progress", { progress })) : undefined,
    async end() {
      out.end();
      err.end();
      await Promise.allSettled([finished(out), finished(err)]);
    },
  };
}

function frameStream(socket: Socket, kind: FrameKind): Writable {
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      for (let at = 0; at < chunk.length; at += MAX_PAYLOAD) {
        const end = at + MAX_PAYLOAD;
        socket.write(encodeFrame(kind, chunk.subarray(at, end)), end < chunk.length ? undefined : done);
      }
      if (chunk.length === 0) done();
    },
  });
  // Callers that await their writes get the error of a lost connection.
  return stream.on("error", () => {});
}
