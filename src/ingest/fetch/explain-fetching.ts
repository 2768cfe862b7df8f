import { BadSource } from "../../errors/errors.js";
import { shownUrl } from "./address.js";

/** What an error of the network means to whoever gave the URL; what is a refusal already stays as it is. */
export function explainFetching(url: URL, error: unknown, signal?: AbortSignal): unknown {
  if (error instanceof BadSource || signal?.aborted) return error;
  return new BadSource(`${shownUrl(url)} cannot be fetched: ${explain(error as NodeJS.ErrnoException)}`, {
    cause: error,
  });
}

function explain({ code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOTFOUND") return "there is no host of that name";
  if (code === "EAI_AGAIN") return "the host's name cannot be looked up at present";
  if (code === "ECONNREFUSED") return "the host is there, but nobody answers at that port";
  return message === "" ? String(code) : message;
}
