import type { DateVerdicts } from "./cast/date-columns.js";
import { RowUnpacker } from "./cast/packed-rows.js";
import type { CastBatch, CastEnd, Casting, CastRequest } from "./cast-source.js";
import { type CastingMessage, type SentRequest, unpackError } from "./casting-messages.js";
import type { CastingThread } from "./start-casting.js";

/**
 * Begin to read the rows of a source in another thread: the same rows, in the same batches.
 * @param needsLines true if lines of good rows are asked for
 * @param thread without a request yet; it ends with the casting
 */
export async function castInThread(
  { source, dates, ...rest }: CastRequest,
  needsLines: boolean,
  thread: CastingThread,
): Promise<Casting> {
  const { path, name, size } = source;
  const request: SentRequest = {
    ...rest,
    source: { path, name, size },
    dates: dates && packVerdicts(dates),
    sendsLines: needsLines,
  };
  let bytes = 0;
  let end: CastEnd | null = null;
  async function* batches(): AsyncGenerator<CastBatch> {
    const unpacker = new RowUnpacker();
    for (;;) {
      const message = await nextMessage(thread);
      if (message === "begun") continue;
      bytes = message.bytesRead;
      if ("end" in message) {
        end = message.end;
        return;
      }
      const { rows, lines, ...counts } = message.batch;
      const { records } = rows;
      yield { ...counts, rows: unpacker.open(rows), lineOf: (row) => lines?.[records.indexOf(row)] };
      thread.send("go on");
    }
  }
  const close = (): Promise<void> => thread.close();
  try {
    thread.send(request);
    if ((await nextMessage(thread)) !== "begun") throw new Error("The thread that casts did not begin");
    return { batches: batches(), bytesRead: () => bytes, end: () => end!, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function packVerdicts(dates: DateVerdicts): SentRequest["dates"] {
  return [...dates].map(([column, verdict]) => [
    column,
    "error" in verdict ? verdict : { reading: verdict.reading.name, example: verdict.example },
  ]);
}

type Message = Exclude<CastingMessage, { readonly error: unknown }>;

/** @throws the error of the casting or of the thread, after all messages before it */
async function nextMessage(thread: CastingThread): Promise<Message> {
  const message = await thread.next();
  if (message !== "begun" && "error" in message) throw unpackError(message.error);
  return message;
}
