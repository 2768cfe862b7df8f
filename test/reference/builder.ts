import type { Disagreement } from "#src/core/engine/disagreement.js";
import type { RepeatRules, TableBuilder, TableFormat, WriteCounts, WrittenVersion } from "#src/core/engine/storage.js";
import type { EntryInput } from "#src/core/engine/source-row.js";
import { rowAt, type RowBatch } from "#src/core/engine/row-batch.js";
import { planEntryId } from "#src/core/model/entry-id.js";
import type { Engine } from "#src/core/engine/engine.js";
import type { Dimension, Model } from "#src/core/model/cube.js";
import { rowModel } from "#src/core/model/row-model.js";
import type { Value } from "#src/core/model/values/value.js";
import type { Decimal } from "#src/core/model/values/decimal.js";
import { findDisagreements } from "./disagreements.js";
import { PlainEngine } from "./engine.js";
import { checkHeader, serializeTable, loadTable } from "./serialize.js";
import type { PlainDimension, PlainMeasure } from "./table.js";

export const plainFormat = {
  build(model: Model, previous: Engine | null, source: number, repeats?: RepeatRules): PlainBuilder {
    if (previous !== null && !(previous instanceof PlainEngine)) throw new TypeError("Not a table of this format");
    return new PlainBuilder(model, previous, source, repeats);
  },

  serialize(engine) {
    if (!(engine instanceof PlainEngine)) throw new TypeError("Not a table of this format");
    return serializeTable(engine.table);
  },

  open(model, header, lengths) {
    checkHeader(header, lengths);
    const parts = lengths.map((length) => new Uint8Array(length));
    return { parts, open: () => new PlainEngine(loadTable(rowModel(model), parts[0]!)), dispose: () => {} };
  },
} satisfies TableFormat;

class PlainBuilder implements TableBuilder {
  readonly #model: Model;
  readonly #source: number;
  readonly #counts = { created: 0, updated: 0, repeated: 0 };
  readonly #ids: string[] = [];
  readonly #sources: number[] = [];
  readonly #records: (number | null)[] = [];
  readonly #rows = new Map<string, number>();
  readonly #dimensions: DimensionBuilder[];
  readonly #amounts: Decimal[][];
  /** Per row: the entry that this load wrote last, or `null`. */
  readonly #written: (EntryInput | null)[] = [];
  /** Every entry that this load wrote, replaced or not. */
  readonly #all: EntryInput[] = [];
  readonly #previous: PlainEngine | null;
  readonly #repeats: RepeatRules;
  readonly #oldEntries: number;

  constructor(model: Model, previous: PlainEngine | null, source: number, repeats: RepeatRules = {}) {
    this.#previous = previous;
    this.#repeats = repeats;
    this.#model = rowModel(model);
    this.#source = source;
    const table = previous?.table;
    this.#dimensions = this.#model.dimensions.map(
      (dimension, at) => new DimensionBuilder(dimension, table?.dimensions[at]),
    );
    this.#amounts = model.measures.map((_, at) => {
      const measure = table?.measures[at];
      return (measure?.unscaled ?? []).map((unscaled) => ({ unscaled, scale: measure!.scale }));
    });
    table?.ids.forEach((id, row) => {
      this.#rows.set(id, row);
      this.#ids.push(id);
      this.#sources.push(table.sources[row]!);
      this.#records.push(table.records[row]!);
      this.#written.push(null);
    });
    this.#oldEntries = this.#ids.length;
  }

  write(entries: readonly EntryInput[], source = this.#source): void {
    for (const entry of entries) {
      const known = this.#rows.get(entry.id);
      const earlier = known === undefined ? null : this.#written[known];
      if (earlier) {
        this.#repeats.onRepeat?.({ entry, earlier: { row: earlier.row ?? null, amounts: earlier.amounts } });
        if (this.#repeats.keepFirst) continue;
      }
      this.#all.push(entry);
      this.#counts[this.#upsert(entry, source)]++;
    }
  }

  writeRows(rows: RowBatch): void {
    const idOf = planEntryId(this.#model);
    const entries = Array.from({ length: rows.length }, (_, at): EntryInput => {
      const row = rowAt(rows, at);
      return { ...row, id: rows.ids?.[at] ?? idOf(row) };
    });
    this.write(entries);
  }

  disagreements(): readonly Disagreement[] {
    const rows = this.#leftRows();
    const before = this.#previous?.table;
    const tuplesOf = (row: number, at: number): readonly Value[] => {
      const written = this.#written[row];
      if (written) return written.members[at]!;
      const { members, codes } = before!.dimensions[at]!;
      return members[codes[row]!]!;
    };
    const amountAt = this.#model.measures.findIndex(({ name }) => name === "amount");
    if (amountAt < 0) return [];
    const left = rows.map((row) => ({
      members: this.#model.dimensions.map((_, at) => tuplesOf(row, at)),
      amount: this.#amounts[amountAt]![row]!,
      isOld: !this.#written[row],
    }));
    return findDisagreements(this.#model, this.#all, left);
  }

  abandon(): WriteCounts {
    return this.#counts;
  }

  #upsert(entry: EntryInput, source: number): "created" | "updated" | "repeated" {
    const known = this.#rows.get(entry.id);
    const row = known ?? this.#ids.push(entry.id) - 1;
    if (known === undefined) this.#rows.set(entry.id, row);
    const wasWritten = (this.#written[row] ?? null) !== null;
    this.#written[row] = entry;
    this.#sources[row] = source;
    this.#records[row] = entry.row ?? null;
    this.#dimensions.forEach((dimension, at) => dimension.set(row, entry.members[at]!));
    this.#amounts.forEach((column, at) => (column[row] = entry.amounts[at]!));
    if (wasWritten) return "repeated";
    return row < this.#oldEntries ? "updated" : "created";
  }

  finish(): WrittenVersion {
    const rows = this.#leftRows();
    const engine = new PlainEngine({
      model: this.#model,
      ids: rows.map((row) => this.#ids[row]!),
      sources: rows.map((row) => this.#sources[row]!),
      records: rows.map((row) => this.#records[row]!),
      dimensions: this.#dimensions.map((dimension) => dimension.finish(rows)),
      measures: this.#amounts.map((amounts) => finishMeasure(amounts, rows)),
    });
    return { engine, ...this.#counts };
  }

  #leftRows(): number[] {
    return [...this.#ids.keys()].filter((row) => this.#written[row] || this.#sources[row] !== this.#source);
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
