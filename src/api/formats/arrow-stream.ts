import { AsyncByteQueue, type RecordBatch, RecordBatchStreamWriter, type Schema } from "apache-arrow";

/** Record batches as an Arrow IPC stream. A batch is asked for when the bytes of the one before are taken. */
export async function* streamArrow(
  schema: Schema,
  batches: Iterable<RecordBatch> | AsyncIterable<RecordBatch>,
): AsyncGenerator<Uint8Array, void> {
  const written = new WrittenBytes();
  const writer = new RecordBatchStreamWriter();
  writer.reset(written, schema);
  for await (const batch of batches) {
    writer.write(batch);
    yield* written.take();
  }
  writer.finish();
  yield* written.take();
}

/** What a writer has written. Left to itself it fills a queue that nobody can tell to be full. */
class WrittenBytes extends AsyncByteQueue {
  #pieces: Uint8Array[] = [];

  override write(piece: Uint8Array): void {
    this.#pieces.push(piece);
  }

  take(): readonly Uint8Array[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }
}
