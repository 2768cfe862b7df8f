import type { Worker } from "node:worker_threads";
import { startWorker } from "../assets/assets.js";
import { RecordUnpacker } from "./csv/packed-records.js";
import type { RecordBatch } from "./csv/rows.js";
import { type ReadingMessage, type ReadOn, unpackError } from "./reading-messages.js";
import type { Reading, ReadingRequest } from "./start-reading.js";

/** Begin to read the records of a source in another thread: the same records, in the same batches. */
export async function startReadingInThread(request: ReadingRequest): Promise<Reading> {
  const { source, ...rest } = request;
  const { path, name, size } = source;
  const workerData: ReadingRequest = { ...rest, source: { path, name, size } };
  const worker = startWorker("dist/ingest/reading-worker.js", { workerData });
  const messages = new Messages(worker);
  let bytes = 0;
  async function* batches(): AsyncGenerator<RecordBatch> {
    const unpacker = new RecordUnpacker();
    for (;;) {
      const message = await messages.next();
      if ("header" in message) continue;
      bytes = message.bytesRead;
      if (!("batch" in message)) return;
      const { records, ...batch } = message.batch;
      yield { ...batch, records: "codes" in records ? unpacker.open(records) : records };
      readOn(worker);
    }
  }
  const close = async (): Promise<void> => void (await worker.terminate());
  try {
    const first = await messages.next();
    if (!("header" in first)) throw new Error("The thread that reads did not begin with a header");
    return { ...first, batches: batches(), bytesRead: () => bytes, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function readOn(port: Worker): void {
  const message: ReadOn = "read on";
  port.postMessage(message);
}

type Message = Exclude<ReadingMessage, { readonly error: unknown }>;

/** Messages of a thread, in their order. */
class Messages {
  readonly #arrived: ReadingMessage[] = [];
  #failure: Error | null = null;
  #wake = (): void => {};

  constructor(worker: Worker) {
    worker.on("message", (message: ReadingMessage) => {
      this.#arrived.push(message);
      this.#wake();
    });
    worker.on("error", (error) => this.#fail(error));
    worker.on("exit", (code) => this.#fail(new Error(`The thread that reads ended with exit code ${code}`)));
  }

  /** @throws the error of the reading, after all messages before it; that of the thread at once */
  async next(): Promise<Message> {
    for (;;) {
      const message = this.#arrived.shift();
      if (message) {
        if ("error" in message) throw unpackError(message.error);
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
