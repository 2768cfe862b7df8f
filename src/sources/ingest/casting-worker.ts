import { type MessagePort, parentPort } from "node:worker_threads";
import { DATE_READINGS } from "../../core/model/values/date-readings.js";
import type { DateVerdicts } from "./cast/date-columns.js";
import type { DateVerdict } from "./cast/date-evidence.js";
import { buffersOf, RowPacker } from "./cast/packed-rows.js";
import { type CastBatch, castSource } from "./cast-source.js";
import {
  AHEAD,
  type CastingMessage,
  type CastOn,
  packError,
  type SentBatch,
  type SentRequest,
} from "./casting-messages.js";

const port = parentPort!;
/** Batches that may be sent now. */
const credit = { batches: AHEAD, onMore: (): void => {} };
port.on("message", (message: SentRequest | CastOn) => {
  if (message !== "go on") {
    void castAll(message)
      .catch((error: unknown) => send({ error: packError(error) }))
      .then(() => port.close());
    return;
  }
  credit.batches++;
  credit.onMore();
});

async function castAll({ sendsLines, dates, ...request }: SentRequest): Promise<void> {
  const { batches, bytesRead, end, close } = await castSource({ ...request, dates: dates && openVerdicts(dates) });
  try {
    send("begun");
    const packer = new RowPacker();
    for await (const batch of batches) {
      const isEmpty = batch.rows.length === 0 && batch.rowsRead === 0;
      if (isEmpty) continue;
      if (credit.batches === 0) await new Promise<void>((resolve) => (credit.onMore = resolve));
      credit.batches--;
      const sent = packBatch(batch, packer, sendsLines);
      send({ batch: sent, bytesRead: bytesRead() }, [
        ...buffersOf(sent.rows),
        ...(sent.lines ? [sent.lines.buffer] : []),
      ]);
    }
    send({ end: end(), bytesRead: bytesRead() });
  } finally {
    await close();
  }
}

function packBatch({ rows, lineOf, ...batch }: CastBatch, packer: RowPacker, sendsLines: boolean): SentBatch {
  const packed = packer.pack(rows);
  const hasLines = sendsLines && packed.length > 0 && lineOf(packed.records[0]!) !== undefined;
  return { ...batch, rows: packed, lines: hasLines ? packed.records.map((record) => lineOf(record)!) : null };
}

function openVerdicts(dates: NonNullable<SentRequest["dates"]>): DateVerdicts {
  return new Map(
    dates.map(([column, verdict]): [string, DateVerdict] => {
      if ("error" in verdict) return [column, verdict];
      const reading = DATE_READINGS.find(({ name }) => name === verdict.reading)!;
      return [column, { ...verdict, reading }];
    }),
  );
}

function send(message: CastingMessage, buffers: ArrayBuffer[] = []): void {
  const to: MessagePort = port;
  to.postMessage(message, buffers);
}
