import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { rowAt, type RowBatch } from "#src/core/engine/row-batch.js";
import { planEntryId } from "#src/core/model/entry-id.js";
import type { TableBuilder, WriteCounts } from "#src/core/engine/storage.js";
import type { EntryInput } from "#src/core/engine/source-row.js";
import { ingest, type LoadOptions } from "#src/sources/ingest/load.js";
import { type LoadReport, withEntries } from "#src/sources/ingest/report.js";
import type { Model } from "#src/core/model/cube.js";
import { decimalText } from "#src/core/model/values/decimal.js";
import { parseModel } from "#src/core/model/parse/parse.js";

/** A builder that keeps the entries of one load. */
export class CollectingBuilder implements TableBuilder {
  readonly #idOf: ReturnType<typeof planEntryId>;
  readonly entries = new Map<string, EntryInput>();

  readonly #counts = { created: 0, updated: 0, repeated: 0 };

  constructor(model: Model) {
    this.#idOf = planEntryId(model);
  }

  writeRows(rows: RowBatch): void {
    this.write(
      Array.from({ length: rows.length }, (_, at) => {
        const row = rowAt(rows, at);
        return { ...row, id: rows.ids?.[at] ?? this.#idOf(row) };
      }),
    );
  }

  write(entries: readonly EntryInput[]): void {
    for (const entry of entries) {
      this.#counts[this.entries.has(entry.id) ? "repeated" : "created"]++;
      this.entries.set(entry.id, entry);
    }
  }

  disagreements(): readonly [] {
    return [];
  }

  abandon(): WriteCounts {
    return this.#counts;
  }

  finish(): never {
    throw new Error("A load leaves finishing to its caller");
  }
}

/** Columns `No` (the key), `Name`, `Amount` and `Date`; any of the definitions can be changed. */
export function smallModel(mapping: Record<string, unknown> = {}, dataset: Record<string, unknown> = {}): Model {
  return parseModel({
    dataset: { name: "small", label: "Small", description: "A small one.", currency: "EUR", ...dataset },
    mapping: {
      number: { type: "attribute", column: "No", key: true },
      name: { type: "attribute", column: "Name" },
      amount: { type: "measure", column: "Amount", datatype: "float" },
      time: { type: "date", column: "Date", datatype: "date" },
      ...mapping,
    },
  }).model;
}

export interface Loaded {
  readonly entries: readonly EntryInput[];
  readonly report: LoadReport;
  /** Number of builders that were created. */
  readonly attempts: number;
}

/** Load bytes from a temporary file. */
export async function load(
  content: string | Buffer,
  options: Partial<Omit<LoadOptions, "source" | "makeBuilder">> = {},
): Promise<Loaded> {
  return withFile(content, (file) => loadFile(file, options));
}

export async function loadFile(
  file: string,
  options: Partial<Omit<LoadOptions, "source" | "makeBuilder">> = {},
): Promise<Loaded> {
  const { model = smallModel() } = options;
  const builders: CollectingBuilder[] = [];
  const { builder, report } = await ingest({
    source: { kind: "file", path: file },
    download: { directory: path.dirname(file) },
    ...options,
    model,
    makeBuilder: () => builders[builders.push(new CollectingBuilder(model)) - 1]!,
  });
  const entries = [...(builder as CollectingBuilder).entries.values()];
  return { entries, report: withEntries(report, await builder.abandon()), attempts: builders.length };
}

export async function withFile<T>(content: string | Buffer, use: (file: string) => Promise<T>): Promise<T> {
  return withDirectory(async (directory) => {
    const file = path.join(directory, "source.csv");
    await writeFile(file, content);
    return use(file);
  });
}

/** Run with an empty directory, which is deleted afterwards. */
export async function withDirectory<T>(use: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(path.join(tmpdir(), "spendcube-ingest-"));
  try {
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true });
  }
}

export async function isEmptyDirectory(directory: string): Promise<boolean> {
  return (await readdir(directory)).length === 0;
}

/** An entry of the small model in one line: identities of its members and its amounts. */
export function summary(entry: EntryInput): string {
  const members = entry.members.map(([identity]) => String(identity));
  return [...members, ...entry.amounts.map((amount) => (amount === null ? "null" : decimalText(amount)))].join(" ");
}

/** Cut bytes into chunks of the given sizes, repeating the sizes to the end. Each is overwritten once the next is asked for. */
export async function* inChunks(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (let from = 0, at = 0; from < bytes.length; at++) {
    const size = sizes[at % sizes.length]!;
    const chunk = Buffer.from(bytes.subarray(from, from + size));
    yield chunk;
    chunk.fill(0xff);
    from += size;
  }
}

/** List items; bytes are copied. */
export async function gather<T>(items: AsyncIterable<T>): Promise<T[]> {
  const gathered: T[] = [];
  for await (const item of items) gathered.push(Buffer.isBuffer(item) ? (Buffer.from(item) as T & Buffer) : item);
  return gathered;
}
