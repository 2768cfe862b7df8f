import { BadFrame, type Frame, readFrameObject } from "./frames.js";

/** The first message of a directory's owner on each connection. */
export interface Greeting {
  readonly version: string;
  readonly pid: number;
  /** True if the owner runs commands for others; otherwise it will end soon, and a waiting process can be the next owner. */
  readonly serves: boolean;
}

/** A command for the owner to run, as parsed from the command line. */
export interface Request {
  readonly command: string;
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  /** First line of standard input, if the command reads it. */
  readonly input?: string;
  /** True if the sender shows progress. */
  readonly watched: boolean;
}

/** The result of a command. */
export interface Exit {
  /** Exit status; `null` if the command was not started because the owner is about to end. */
  readonly status: number | null;
}

/** Read a greeting. @throws BadFrame if the frame is not one */
export function readGreeting(frame: Frame): Greeting {
  const { version, pid, serves } = readFrameObject(expect(frame, "greeting"));
  if (typeof version === "string" && typeof pid === "number" && typeof serves === "boolean") {
    return { version, pid, serves };
  }
  throw new BadFrame("A greeting has missing or invalid fields");
}

/** Read a request. @throws BadFrame if the frame is not one */
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
  throw new BadFrame("A request has missing or invalid fields");
}

/** Read the result of a command. @throws BadFrame if the frame is not one */
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
