import { AsyncByteQueue, type RecordBatch, RecordBatchStreamWriter, type Schema } from "apache-arrow";

/**
 * Write record batches as an Arrow IPC stream. The next batch is requested when the bytes of the last one are taken.
 */
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

/** The bytes that a writer has written. Arrow's own queue is unbounded and has no backpressure. */
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
