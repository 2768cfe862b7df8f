import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { CodedRecords } from "./csv/coded-records.js";
import { buffersOf, RecordPacker } from "./csv/packed-records.js";
import { listRecords } from "./csv/record-parser.js";
import type { RecordBatch } from "./csv/rows.js";
import { AHEAD, packError, type ReadingMessage } from "./reading-messages.js";
import { type ReadingRequest, startReading } from "./start-reading.js";

const port = parentPort!;
/** Batches that may be sent now. */
const credit = { batches: AHEAD, onMore: (): void => {} };
port.on("message", () => {
  credit.batches++;
  credit.onMore();
});
void readAll(workerData as ReadingRequest)
  .catch((error: unknown) => send({ error: packError(error) }))
  .then(() => port.close());

async function readAll(request: ReadingRequest): Promise<void> {
  const { header, encoding, batches, bytesRead, close } = await startReading(request);
  try {
    send({ header, encoding });
    const packer = new RecordPacker();
    for await (const batch of batches) {
      if (batch.records.length === 0 && batch.feeds === 0) continue;
      if (credit.batches === 0) await new Promise<void>((resolve) => (credit.onMore = resolve));
      credit.batches--;
      sendBatch(batch, packer, bytesRead());
    }
    send({ bytesRead: bytesRead() });
  } finally {
    await close();
  }
}

function sendBatch({ records, skipped, feeds }: RecordBatch, packer: RecordPacker, bytesRead: number): void {
  if (!(records instanceof CodedRecords)) {
    return send({ batch: { records: listRecords(records), skipped, feeds }, bytesRead });
  }
  const packed = packer.pack(records);
  send({ batch: { records: packed, skipped, feeds }, bytesRead }, buffersOf(packed));
}

function send(message: ReadingMessage, buffers: ArrayBuffer[] = []): void {
  const to: MessagePort = port;
  to.postMessage(message, buffers);
}
