import type { FileRecord, RecordReader } from "../../sources/ingest/read-record.js";
import { withOwnDirectory } from "./own-directory.js";
import type { Threads } from "./threads.js";

/** Create a reader that reads each record in its own thread, so that this thread can go on answering requests. */
export function recordReaderInThread(threads: Pick<Threads, "runOrder">): RecordReader {
  return {
    readRecord: ({ signal, model, ...request }) =>
      withOwnDirectory(request.directory, async (directory) => {
        const { document, layout } = model;
        const order = { kind: "record", ...request, directory, document: JSON.stringify(document), layout } as const;
        const { record } = (await threads.runOrder(order, { signal })) as { readonly record: FileRecord | null };
        return record;
      }),
  };
}
