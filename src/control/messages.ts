import { BadFrame, type Frame, readFrameObject } from "./frames.js";

/** What the owner of a data directory tells whoever connects. */
export interface Greeting {
  readonly version: string;
  readonly pid: number;
  /** Whether it does commands for others; else it is about to end, and who waits until then can be the next owner. */
  readonly serves: boolean;
}

/** A command to be done by the owner, as the command line understood it. */
export interface Request {
  readonly command: string;
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  /** What stands on standard input, where the command reads that. */
  readonly input?: string;
  /** Whether somebody sees progress. */
  readonly watched: boolean;
}

/** How a command ended. */
export interface Exit {
  /** `null`: not begun, because the owner is about to end. */
  readonly status: number | null;
}

/** @throws BadFrame */
export function readGreeting(frame: Frame): Greeting {
  const { version, pid, serves } = readFrameObject(expect(frame, "greeting"));
  if (typeof version === "string" && typeof pid === "number" && typeof serves === "boolean") {
    return { version, pid, serves };
  }
  throw new BadFrame("A greeting has other fields");
}

/** @throws BadFrame */
export function readRequest(frame: Frame): Request {
  const { command, args, options, input, watched } = readFrameObject(expect(frame, "request"));
  const isObject = typeof options === "object" && options !== null && !Array.isArray(options);
  const isGiven = typeof input === "string";
  if (
    typeof command === "string" &&
    isTexts(args) &&
    isObject &&
    (isGiven || input === undefined) &&
    typeof watched === "boolean"
  ) {
    return { command, args, options: options as Request["options"], ...(isGiven ? { input } : {}), watched };
  }
  throw new BadFrame("A request has other fields");
}

/** @throws BadFrame */
export function readExit(frame: Frame): Exit {
  const { status } = readFrameObject(expect(frame, "exit"));
  if (status === null || typeof status === "number") return { status };
  throw new BadFrame("An exit has no status");
}

function expect(frame: Frame, kind: Frame["kind"]): Frame {
  if (frame.kind !== kind) throw new BadFrame(`A frame is of kind "${frame.kind}" where "${kind}" was expected`);
  return frame;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
