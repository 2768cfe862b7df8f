import { errorText } from "../../core/errors/error-text.js";
import { Conflict } from "../../core/errors/errors.js";
import { encodeFrame, encodeJson, readFrameObject } from "./frames.js";
import { readExit, type Request } from "./messages.js";
import { nextFrame, type Peer } from "./peer.js";
import type { Terminal, WorkProgress } from "./terminal.js";

/**
 * Let the owner of a data directory run a command, and show its output.
 * @param signal cancels the command; the owner still reports the result
 * @returns the exit status; `null` if the owner is about to end and has not started the command
 * @throws Conflict if the owner ends before it has answered
 */
export async function askOwner(
  { socket, frames, greeting }: Peer,
  request: Request,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<number | null> {
  const cancel = (): void => void socket.write(encodeFrame("cancel", Buffer.alloc(0)));
  socket.write(encodeJson("request", request));
  signal.addEventListener("abort", cancel);
  if (signal.aborted) cancel();
  try {
    for (let frame = await nextFrame(frames); frame; frame = await nextFrame(frames)) {
      if (frame.kind === "out") await write(terminal.out, frame.payload);
      else if (frame.kind === "err") await write(terminal.err, frame.payload);
      else if (frame.kind === "progress")
        terminal.showProgress?.(readFrameObject(frame).progress as WorkProgress | null);
      else return readExit(frame).status;
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    socket.destroy();
  }
  throw new Conflict(errorText("owner_ended", { process: greeting.pid }));
}

/** Write, and wait until the bytes are flushed. */
function write(stream: NodeJS.WritableStream, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => stream.write(bytes, (error) => (error ? reject(error) : resolve())));
}
