import type { CsvRecord, Records } from "./record-parser.js";

const LINE_FEED = 0x0a;

/**
 * Lines of a file on which the records of the current batch begin. Counting is cheap as long as every record is one
 * line: then a batch has as many line feeds as records. Only where there are more are the cells searched for them.
 */
export class RecordLines {
  /** Line feeds of all chunks. */
  #feeds = 0;
  /** Line feeds within cells of the records before the batch. */
  #within = 0;
  /** Records before the batch. */
  #before = 0;
  #batch: Records = [];
  #skipped = 0;
  #withinBatch = 0;
  /** The last record whose line was asked for, and the line feeds within cells of the batch before it. */
  #found = { place: 0, within: 0 };

  /**
   * Go on to the next batch.
   * @param feeds line feeds of the bytes that complete its records: see `countFeeds`
   * @param records all records of these bytes
   * @param skipped number of records that are not part of the batch
   */
  advance(feeds: number, records: Records, skipped: number): void {
    this.#before += this.#batch.length;
    this.#within += this.#withinBatch;
    this.#batch = records;
    this.#skipped = skipped;
    this.#feeds += feeds;
    const isPlain = this.#feeds - this.#within <= this.#before + records.length;
    this.#withinBatch = isPlain ? 0 : countWithin(records, 0, records.length);
    this.#found = { place: 0, within: 0 };
  }

  /**
   * Return the line of a record of the batch; 1 is the first line of the file.
   * Cost: if cells of the batch span lines, those from the record that was asked for last, or from the first.
   */
  lineOf(at: number): number {
    const place = this.#skipped + at;
    const line = 1 + this.#before + this.#within + place;
    return this.#withinBatch > 0 ? line + this.#withinBefore(place) : line;
  }

  #withinBefore(place: number): number {
    const from = place < this.#found.place ? { place: 0, within: 0 } : this.#found;
    const within = from.within + countWithin(this.#batch, from.place, place);
    this.#found = { place, within };
    return within;
  }
}

/** Count the line feeds of a chunk; those of other encodings are not found. */
export function countFeeds(chunk: Buffer): number {
  let feeds = 0;
  for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) feeds++;
  return feeds;
}

/** Count the line feeds within the cells of some records. */
function countWithin(records: Records, from: number, to: number): number {
  let feeds = 0;
  for (let at = from; at < to; at++) feeds += feedsWithin(records.at(at)!);
  return feeds;
}

function feedsWithin(record: CsvRecord): number {
  let feeds = 0;
  for (const cell of record) {
    for (let at = cell.indexOf("\n"); at >= 0; at = cell.indexOf("\n", at + 1)) feeds++;
  }
  return feeds;
}
