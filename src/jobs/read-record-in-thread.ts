import type { FileRecord, RecordReader } from "../ingest/read-record.js";
import type { Threads } from "./threads.js";

/** Create a reader that reads each record in its own thread, so that this thread can go on answering requests. */
export function recordReaderInThread(threads: Threads): RecordReader {
  return {
    async readRecord({ signal, model, ...request }) {
      const { document, layout } = model;
      const order = { kind: "record", ...request, document: JSON.stringify(document), layout } as const;
      const { record } = (await threads.runOrder(order, { signal })) as { readonly record: FileRecord | null };
      return record;
    },
  };
}
