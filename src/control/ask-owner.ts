import { Conflict } from "../errors/errors.js";
import { encodeFrame, encodeJson, readFrameObject } from "./frames.js";
import { readExit, type Request } from "./messages.js";
import { nextFrame, type Peer } from "./peer.js";
import type { Terminal, WorkProgress } from "./terminal.js";

/**
 * Let the owner of a data directory do a command, and show what it writes.
 * @param signal cancels it; the owner still says what became of it
 * @returns the exit status; `null` when the owner is about to end and has not begun
 * @throws Conflict when the owner ends before it has answered
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
  throw new Conflict(`Process ${greeting.pid} ended before it had answered; look whether it did what was asked for`);
}

/** Resolves when there is room for more. */
function write(stream: NodeJS.WritableStream, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => stream.write(bytes, (error) => (error ? reject(error) : resolve())));
}
