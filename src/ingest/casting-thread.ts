import type { Worker } from "node:worker_threads";
import { startWorker } from "../assets/assets.js";
import type { DateVerdicts } from "./cast/date-columns.js";
import { RowUnpacker } from "./cast/packed-rows.js";
import type { CastBatch, CastEnd, Casting, CastRequest } from "./cast-source.js";
import { type CastingMessage, type CastOn, type SentRequest, unpackError } from "./casting-messages.js";

/** Memory for new objects: most are of one batch, so that more would be no faster. */
const YOUNG_MEGABYTES = 16;

/**
 * Begin to read the rows of a source in another thread: the same rows, in the same batches.
 * @param needsLines true if lines of good rows are asked for
 */
export async function castInThread({ source, dates, ...rest }: CastRequest, needsLines: boolean): Promise<Casting> {
  const { path, name, size } = source;
  const request: SentRequest = {
    ...rest,
    source: { path, name, size },
    dates: dates && packVerdicts(dates),
    sendsLines: needsLines,
  };
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MEGABYTES };
  const worker = startWorker("dist/ingest/casting-worker.js", { workerData: request, resourceLimits });
  const messages = new Messages(worker);
  let bytes = 0;
  let end: CastEnd | null = null;
  async function* batches(): AsyncGenerator<CastBatch> {
    const unpacker = new RowUnpacker();
    for (;;) {
      const message = await messages.next();
      if (message === "begun") continue;
      bytes = message.bytesRead;
      if ("end" in message) {
        end = message.end;
        return;
      }
      const { rows, lines, ...counts } = message.batch;
      const { records } = rows;
      yield { ...counts, rows: unpacker.open(rows), lineOf: (row) => lines?.[records.indexOf(row)] };
      castOn(worker);
    }
  }
  const close = async (): Promise<void> => void (await worker.terminate());
  try {
    if ((await messages.next()) !== "begun") throw new Error("The thread that casts did not begin");
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

function castOn(port: Worker): void {
  const message: CastOn = "go on";
  port.postMessage(message);
}

type Message = Exclude<CastingMessage, { readonly error: unknown }>;

/** Messages of a thread, in their order. */
class Messages {
  readonly #arrived: CastingMessage[] = [];
  #failure: Error | null = null;
  #wake = (): void => {};

  constructor(worker: Worker) {
    worker.on("message", (message: CastingMessage) => {
      this.#arrived.push(message);
      this.#wake();
    });
    worker.on("error", (error) => this.#fail(error));
    worker.on("exit", (code) => this.#fail(new Error(`The thread that casts ended with exit code ${code}`)));
  }

  /** @throws the error of the casting, after all messages before it; that of the thread at once */
  async next(): Promise<Message> {
    for (;;) {
      const message = this.#arrived.shift();
      if (message) {
        if (message !== "begun" && "error" in message) throw unpackError(message.error);
        return message;
      }
      if (this.#failure) throw this.#failure;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wake();
  }
}
