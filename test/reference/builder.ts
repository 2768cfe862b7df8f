import type { EntryInput, TableBuilder, TableFormat, WriteCounts, WrittenVersion } from "#src/engine/storage.js";
import type { Engine } from "#src/engine/engine.js";
import type { Dimension, Model } from "#src/model/cube.js";
import type { Value } from "#src/model/values/value.js";
import type { Decimal } from "#src/model/values/decimal.js";
import { PlainEngine } from "./engine.js";
import { checkHeader, serializeTable, loadTable } from "./serialize.js";
import type { PlainDimension, PlainMeasure } from "./table.js";

export const plainFormat = {
  build(model: Model, previous: Engine | null, source: number): PlainBuilder {
    if (previous !== null && !(previous instanceof PlainEngine)) throw new TypeError("Not a table of this format");
    return new PlainBuilder(model, previous, source);
  },

  serialize(engine) {
    if (!(engine instanceof PlainEngine)) throw new TypeError("Not a table of this format");
    return serializeTable(engine.table);
  },

  open(model, header, lengths) {
    checkHeader(header, lengths);
    const parts = lengths.map((length) => new Uint8Array(length));
    return { parts, open: () => new PlainEngine(loadTable(model, parts[0]!)), dispose: () => {} };
  },
} satisfies TableFormat;

class PlainBuilder implements TableBuilder {
  readonly #model: Model;
  readonly #source: number;
  readonly #counts = { created: 0, updated: 0, repeated: 0 };
  readonly #ids: string[] = [];
  readonly #sources: number[] = [];
  readonly #rows = new Map<string, number>();
  readonly #dimensions: DimensionBuilder[];
  readonly #amounts: Decimal[][];
  /** Per row: true if this load has written it. */
  readonly #written: boolean[] = [];
  readonly #oldEntries: number;

  constructor(model: Model, previous: PlainEngine | null, source: number) {
    this.#model = model;
    this.#source = source;
    const table = previous?.table;
    this.#dimensions = model.dimensions.map((dimension, at) => new DimensionBuilder(dimension, table?.dimensions[at]));
    this.#amounts = model.measures.map((_, at) => {
      const measure = table?.measures[at];
      return (measure?.unscaled ?? []).map((unscaled) => ({ unscaled, scale: measure!.scale }));
    });
    table?.ids.forEach((id, row) => {
      this.#rows.set(id, row);
      this.#ids.push(id);
      this.#sources.push(table.sources[row]!);
      this.#written.push(false);
    });
    this.#oldEntries = this.#ids.length;
  }

  write(entries: readonly EntryInput[], source = this.#source): void {
    for (const entry of entries) this.#counts[this.#upsert(entry, source)]++;
  }

  abandon(): WriteCounts {
    return this.#counts;
  }

  #upsert(entry: EntryInput, source: number): "created" | "updated" | "repeated" {
    const known = this.#rows.get(entry.id);
    const row = known ?? this.#ids.push(entry.id) - 1;
    if (known === undefined) this.#rows.set(entry.id, row);
    const wasWritten = this.#written[row] ?? false;
    this.#written[row] = true;
    this.#sources[row] = source;
    this.#dimensions.forEach((dimension, at) => dimension.set(row, entry.members[at]!));
    this.#amounts.forEach((column, at) => (column[row] = entry.amounts[at]!));
    if (wasWritten) return "repeated";
    return row < this.#oldEntries ? "updated" : "created";
  }

  finish(): WrittenVersion {
    const rows = [...this.#ids.keys()].filter((row) => this.#written[row] || this.#sources[row] !== this.#source);
    const engine = new PlainEngine({
      model: this.#model,
      ids: rows.map((row) => this.#ids[row]!),
      sources: rows.map((row) => this.#sources[row]!),
      dimensions: this.#dimensions.map((dimension) => dimension.finish(rows)),
      measures: this.#amounts.map((amounts) => finishMeasure(amounts, rows)),
    });
    return { engine, ...this.#counts };
  }
}

class DimensionBuilder {
  readonly #dimension: Dimension;
  readonly #codes: number[];
  readonly #members: (readonly Value[])[];
  readonly #codeOf = new Map<Value, number>();

  constructor(dimension: Dimension, previous: PlainDimension | undefined) {
    this.#dimension = dimension;
    this.#codes = [...(previous?.codes ?? [])];
    this.#members = [...(previous?.members ?? [])];
    this.#members.forEach((member, code) => this.#codeOf.set(member[dimension.identity.index]!, code));
  }

  set(row: number, member: readonly Value[]): void {
    const identity = member[this.#dimension.identity.index]!;
    let code = this.#codeOf.get(identity);
    if (code === undefined) {
      code = this.#members.length;
      this.#codeOf.set(identity, code);
    }
    this.#members[code] = member;
    this.#codes[row] = code;
  }

  /** Keeps the members that the rows have, numbered in the order in which the rows first have them. */
  finish(rows: readonly number[]): PlainDimension {
    const members: (readonly Value[])[] = [];
    const renumbered = new Map<number, number>();
    const codes = rows.map((row) => {
      const old = this.#codes[row]!;
      let code = renumbered.get(old);
      if (code === undefined) {
        code = members.push(this.#members[old]!) - 1;
        renumbered.set(old, code);
      }
      return code;
    });
    return { dimension: this.#dimension, codes, members };
  }
}

function finishMeasure(amounts: readonly Decimal[], rows: readonly number[]): PlainMeasure {
  const scale = rows.reduce((max, row) => Math.max(max, amounts[row]!.scale), 0);
  const unscaled = rows.map((row) => {
    const amount = amounts[row]!;
    return amount.unscaled * 10n ** BigInt(scale - amount.scale);
  });
  return { unscaled, scale };
}
