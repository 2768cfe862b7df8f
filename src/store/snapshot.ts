import { open, rename, rm } from "node:fs/promises";
import { Packr, Unpackr } from "msgpackr";
import { DamagedStore } from "../errors/errors.js";
import type { EntryInput, TableFormat } from "../engine/builder.js";
import type { Engine, Entry } from "../engine/engine.js";
import type { Model, Value } from "../model/cube.js";
import { parseModel } from "../model/parse.js";
import type { Dataset } from "./dataset.js";

const FORMAT = "spendcube-plain-1";

interface Header {
  readonly format: string;
  /** The model file as JSON text: its keys are anyone's. */
  readonly document: string;
  readonly private: boolean;
  readonly managers: readonly string[];
  readonly created: string;
  readonly lastModified: string;
  readonly version: string;
  readonly sources: readonly { readonly id: number; readonly url: string; readonly loaded: string }[];
  readonly numEntries: number;
}

/** Entries column by column. A member's values are in the first batch that has it. */
interface Batch {
  readonly ids: readonly string[];
  readonly sources: readonly number[];
  readonly dimensions: readonly { readonly codes: readonly number[]; readonly members: readonly [number, Value[]][] }[];
  /** Unscaled amounts in decimal digits, and their scales. */
  readonly measures: readonly { readonly unscaled: readonly string[]; readonly scales: readonly number[] }[];
}

/**
 * Write a dataset to a file: beside it first, then renamed over it, so that the file is the old version or the new.
 * The file is a run of packets, each a 32-bit little-endian length and a msgpack value: a header, then batches.
 */
export async function writeSnapshot(path: string, dataset: Dataset): Promise<void> {
  const beside = `${path}.tmp`;
  const packr = new Packr({ useRecords: false });
  try {
    const file = await open(beside, "w", 0o600);
    try {
      await writePacket(file, packr.pack(makeHeader(dataset)));
      for await (const batch of makeBatches(dataset.model, dataset.engine)) await writePacket(file, packr.pack(batch));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/**
 * Read what `writeSnapshot` wrote.
 * @throws DamagedStore when the file is not whole
 */
export async function readSnapshot(path: string, format: TableFormat): Promise<Dataset> {
  const packets = readPackets(path);
  const header = (await packets.next()).value as Header | undefined;
  if (header?.format !== FORMAT) throw new DamagedStore(`${path} is not a snapshot of this version of spendcube`);
  const { model } = parseModel(JSON.parse(header.document));
  const builder = format.build(model, null, 0);
  const members = model.dimensions.map(
    ({ attributes }) => new Map<number, readonly Value[]>([[NO_MEMBER, attributes.map(() => null)]]),
  );
  for await (const batch of packets) {
    for (const [entry, source] of readBatch(batch as Batch, members)) builder.upsert(entry, source);
  }
  const engine = builder.finish();
  if (engine.numEntries !== header.numEntries) throw new DamagedStore(`${path} is cut short`);
  return {
    model,
    private: header.private,
    managers: header.managers,
    created: new Date(header.created),
    lastModified: new Date(header.lastModified),
    version: header.version,
    sources: header.sources.map((source) => ({ ...source, loaded: new Date(source.loaded) })),
    engine,
  };
}

function makeHeader(dataset: Dataset): Header {
  return {
    format: FORMAT,
    document: JSON.stringify(dataset.model.document),
    private: dataset.private,
    managers: dataset.managers,
    created: dataset.created.toISOString(),
    lastModified: dataset.lastModified.toISOString(),
    version: dataset.version,
    sources: dataset.sources.map((source) => ({ ...source, loaded: source.loaded.toISOString() })),
    numEntries: dataset.engine.numEntries,
  };
}

/** Stands for no value, which has no member. */
const NO_MEMBER = 0;

async function* makeBatches(model: Model, engine: Engine): AsyncIterable<Batch> {
  const written = model.dimensions.map(() => new Set<number>([NO_MEMBER]));
  for await (const entries of engine.entries()) {
    yield {
      ids: entries.map((entry) => entry.id),
      sources: entries.map((entry) => entry.source),
      dimensions: model.dimensions.map((_, at) => makeColumn(entries, at, written[at]!)),
      measures: model.measures.map((_, at) => ({
        unscaled: entries.map(({ amounts }) => amounts[at]!.unscaled.toString()),
        scales: entries.map(({ amounts }) => amounts[at]!.scale),
      })),
    };
  }
}

function makeColumn(entries: readonly Entry[], at: number, written: Set<number>): Batch["dimensions"][number] {
  const members: [number, Value[]][] = [];
  const codes = entries.map((entry) => {
    const member = entry.members[at]!;
    if (member && !written.has(member.id)) {
      written.add(member.id);
      members.push([member.id, [...member.values]]);
    }
    return member?.id ?? NO_MEMBER;
  });
  return { codes, members };
}

function* readBatch(
  batch: Batch,
  members: readonly Map<number, readonly Value[]>[],
): Iterable<[entry: EntryInput, source: number]> {
  batch.dimensions.forEach((column, at) => {
    for (const [code, values] of column.members) members[at]!.set(code, values);
  });
  for (const [row, id] of batch.ids.entries()) {
    const entry = {
      id,
      members: batch.dimensions.map(({ codes }, at) => members[at]!.get(codes[row]!)!),
      amounts: batch.measures.map(({ unscaled, scales }) => ({
        unscaled: BigInt(unscaled[row]!),
        scale: scales[row]!,
      })),
    };
    yield [entry, batch.sources[row]!];
  }
}

type File = Awaited<ReturnType<typeof open>>;

async function writePacket(file: File, bytes: Uint8Array): Promise<void> {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  await file.writev([length, bytes]);
}

async function* readPackets(path: string): AsyncGenerator<unknown> {
  const file = await open(path);
  try {
    for (;;) {
      const length = await readBytes(file, 4);
      if (length.length === 0) return;
      if (length.length < 4) throw new DamagedStore(`${path} is cut short`);
      const bytes = await readBytes(file, length.readUInt32LE());
      if (bytes.length < length.readUInt32LE()) throw new DamagedStore(`${path} is cut short`);
      yield unpack(path, bytes);
    }
  } finally {
    await file.close();
  }
}

function unpack(path: string, bytes: Buffer): unknown {
  try {
    return new Unpackr({ useRecords: false }).unpack(bytes);
  } catch (cause) {
    throw new DamagedStore(`${path} is damaged`, { cause });
  }
}

async function readBytes(file: File, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
