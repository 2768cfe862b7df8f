import { Cancel } from "../../web/http/message/cancel.js";
import type { Server } from "../../web/http/start-server.js";
import { Pace } from "../../core/engine/pace.js";
import { type Dataset, summarizeVersion } from "../../store/dataset.js";

/** Datasets from which on the first reader of a list would wait for what is the same for all. */
const MANY_DATASETS = 500;

/** Pages about all datasets, which the first readers ask for, and the catalogue that harvesters read. */
const PATHS = ["/", "/datasets", "/datasets.ttl"];

/**
 * Ask a server that was just started for what is about all of its many datasets, one after the other, as an anonymous reader does:
 * what threads read, count and compile for it is then there. Lists are summarized in pieces, between which others are answered.
 * @param signal aborted when the server ends
 */
export async function rehearse(
  server: Pick<Server, "ask">,
  datasets: readonly Dataset[],
  signal: AbortSignal,
): Promise<void> {
  if (datasets.length < MANY_DATASETS) return;
  const cancel = new Cancel({ client: "rehearsal" });
  const stop = (): void => cancel.abort();
  signal.addEventListener("abort", stop);
  try {
    await new Pace({ deadline: Infinity, signal: cancel }).repeat(datasets.length, (at) => {
      summarizeVersion(datasets[at]!);
    });
    for (const path of [...PATHS, searchFor(datasets[0]!)]) if (!signal.aborted) await server.ask(path, cancel);
  } catch {
    // The first reader makes what is missing.
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Return the address of a search for a word of a dataset: other searches look into the same indexes. */
function searchFor(dataset: Dataset): string {
  const { label } = summarizeVersion(dataset).metadata;
  return `/search?q=${encodeURIComponent(/\p{L}+/u.exec(label)?.[0] ?? "")}`;
}
