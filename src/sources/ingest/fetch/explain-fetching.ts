import { BadSource } from "../../../core/errors/errors.js";
import { shownUrl } from "./address.js";

/**
 * Turn a network error into a message for the user who gave the URL. A `BadSource` is returned as it is, and so is any
 * error once the signal is aborted.
 */
export function explainFetching(url: URL, error: unknown, signal?: AbortSignal): unknown {
  if (error instanceof BadSource || signal?.aborted) return error;
  return new BadSource(`${shownUrl(url)} cannot be fetched: ${explain(error as NodeJS.ErrnoException)}`, {
    cause: error,
  });
}

function explain({ code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOTFOUND") return "there is no host of that name";
  if (code === "EAI_AGAIN") return "the host's name cannot be looked up at the moment; try again later";
  if (code === "ECONNREFUSED") return "the host refuses connections at that port";
  return message === "" ? String(code) : message;
}
