import type { Disagreement } from "../../engine/disagreement.js";
import { batchOf, rowAt, type RowAmounts, type RowBatch } from "../../engine/row-batch.js";
import type { EntryInput } from "../../engine/source-row.js";
import type { RepeatRules, TableBuilder, WriteCounts, WrittenVersion } from "../../engine/storage.js";
import { planEntryId } from "../../model/entry-id.js";
import { rowModel } from "../../model/row-model.js";
import type { Model } from "../../model/cube.js";
import type { Cluster } from "../client/cluster.js";
import type { Engine } from "../../engine/engine.js";
import { checkDigits, type StoredMeasure } from "../table/amounts.js";
import type { ClusterVersion } from "../table/version.js";
import { CodedMembers } from "./coded-members.js";
import { WrittenAmounts } from "./exact-sum.js";
import { listClusterDisagreements } from "./find-disagreements.js";
import { replicateTables } from "./replicate-tables.js";
import { readFacts } from "./read-facts.js";
import { chooseOrder, settleTables } from "./settle-tables.js";
import { checkStage, countOutcomes, reportRepeats } from "./stage-queries.js";
import { StagedRows } from "./stage-rows.js";

const NO_COUNTS: WriteCounts = { created: 0, updated: 0, repeated: 0 };

/** A version that has its tables, but no engine yet. */
interface Settled {
  readonly table: string;
  readonly measures: readonly StoredMeasure[];
  readonly order: readonly number[];
}

/** A version that is about to be built. */
export interface NewVersion {
  readonly cluster: Cluster;
  /** Beginning of the names of its tables. */
  readonly table: string;
  readonly openEngine: (version: ClusterVersion) => Engine;
}

/**
 * Builds a version in tables of its own. Rows go straight to the shard of their id, into a stage; when all are there,
 * each shard makes its table of the version from the stage and from the table before. Members are coded here.
 */
export class VersionBuilder implements TableBuilder {
  readonly #cluster: Cluster;
  readonly #model: Model;
  readonly #previous: ClusterVersion | null;
  readonly #source: number;
  readonly #repeats: RepeatRules;
  readonly #table: string;
  readonly #openEngine: NewVersion["openEngine"];
  readonly #members: readonly CodedMembers[];
  readonly #amounts: readonly WrittenAmounts[];
  readonly #rows: StagedRows;
  /** Ids so far; `null` if every row counts. */
  readonly #ids: Set<string> | null;
  #settled: Promise<Settled> | null = null;
  #isReported = false;

  constructor(
    { cluster, table, openEngine }: NewVersion,
    model: Model,
    previous: ClusterVersion | null,
    source: number,
    repeats: RepeatRules = {},
  ) {
    this.#cluster = cluster.forWriting();
    this.#table = table;
    this.#openEngine = (version) => openEngine({ ...version, cluster });
    this.#model = rowModel(model);
    this.#previous = previous;
    this.#source = source;
    this.#repeats = repeats;
    this.#members = this.#model.dimensions.map((each, at) => new CodedMembers(each, previous?.members[at]));
    this.#amounts = model.measures.map(() => new WrittenAmounts());
    this.#rows = new StagedRows(this.#cluster, this.#table, previous?.facts.nextPosition ?? 1);
    this.#ids = repeats.keepFirst ? new Set() : null;
  }

  write(entries: readonly EntryInput[], source = this.#source): Promise<void> {
    return this.#write(batchOf(entries), source);
  }

  writeRows(rows: RowBatch): Promise<void> {
    return this.#write(rows, this.#source);
  }

  async disagreements(): Promise<readonly Disagreement[]> {
    const settled = await this.#settle();
    return listClusterDisagreements(this.#cluster, this.#model, this.#members, {
      ...settled,
      stage: this.#rows.table,
    });
  }

  async finish(): Promise<WrittenVersion> {
    const settled = await this.#settle();
    const counts = await this.#count();
    await replicateTables(this.#cluster, this.#table, this.#rows.table, this.#previous?.facts.table ?? null);
    const version = await readFacts(this.#cluster, this.#model, this.#members, {
      ...settled,
      nextPosition: this.#rows.nextPosition,
    });
    await this.#cluster.drop(this.#rows.table, this.#cluster.nodes);
    return { engine: this.#openEngine(version), ...counts };
  }

  async abandon(): Promise<WriteCounts> {
    try {
      await this.#rows.create(this.#members.length, this.#amounts.length);
      await this.#rows.flush();
      await this.#report();
      return await this.#count();
    } catch {
      // A load that failed because of the cluster has no counts either.
      return NO_COUNTS;
    } finally {
      // What cannot be dropped now is dropped at the next start.
      await this.#cluster.drop(this.#table).catch(() => {});
    }
  }

  async #write(batch: RowBatch, source: number): Promise<void> {
    await this.#rows.create(this.#members.length, this.#amounts.length);
    const idOf = batch.ids ? null : planEntryId(this.#model);
    const codes = new Uint32Array(this.#members.length);
    const scales = new Uint32Array(this.#amounts.length);
    const amounts = Array.from<unknown, number | bigint>({ length: this.#amounts.length }, () => 0);
    for (let row = 0; row < batch.length; row++) {
      const id = idOf ? idOf(rowAt(batch, row)) : batch.ids![row]!;
      const isFirst = !this.#ids?.has(id);
      this.#ids?.add(id);
      this.#members.forEach((members, at) => {
        const own = batch.members[at]!;
        // A row that does not count changes no member.
        codes[at] = isFirst ? members.codeAt(own, row) : members.findCode(own, row);
      });
      this.#amounts.forEach((written, at) => {
        const { unscaled, scale } = integerAt(batch.amounts[at]!, row);
        amounts[at] = unscaled;
        scales[at] = scale;
        written.add(unscaled, scale);
      });
      this.#rows.add({ id, source, record: batch.records ? batch.records[row]! : null, codes, amounts, scales });
    }
    await this.#rows.insertFull();
  }

  #settle(): Promise<Settled> {
    return (this.#settled ??= this.#makeTables());
  }

  async #makeTables(): Promise<Settled> {
    const rows = this.#rows;
    await rows.create(this.#members.length, this.#amounts.length);
    await rows.flush();
    await checkStage(this.#cluster, rows.table, rows.counts, this.#amounts);
    await this.#report();
    const previous = this.#previous?.facts ?? null;
    const measures = this.#describeMeasures();
    const numEntries = (previous?.numEntries ?? 0) + rows.counts.reduce((sum, count) => sum + count, 0);
    for (const measure of measures) checkDigits(measure, numEntries);
    const order = previous?.order ?? chooseOrder(this.#members.map(({ length }) => length));
    await settleTables(this.#cluster, {
      table: this.#table,
      stage: rows.table,
      previous,
      source: this.#source,
      keepFirst: this.#repeats.keepFirst ?? false,
      measures,
      minScales: this.#amounts.map(({ minScale }) => minScale),
      order,
      dimensions: this.#members.length,
    });
    return { table: this.#table, measures, order };
  }

  #describeMeasures(): readonly StoredMeasure[] {
    return this.#model.measures.map(({ name }, at) => {
      const before = this.#previous?.facts.measures[at];
      const written = this.#amounts[at]!;
      const scale = Math.max(written.maxScale, before?.scale ?? 0);
      const whole = Math.max(written.wholeDigits, before ? before.mostDigits - before.scale : 0, 0);
      return { name, scale, mostDigits: Math.max(1, whole + scale) };
    });
  }

  async #report(): Promise<void> {
    const { onRepeat, keepFirst = false } = this.#repeats;
    if (!onRepeat || this.#isReported) return;
    this.#isReported = true;
    await reportRepeats(this.#cluster, this.#rows.table, this.#members, this.#amounts.length, keepFirst, onRepeat);
  }

  async #count(): Promise<WriteCounts> {
    const previous = this.#previous?.facts.table ?? null;
    const counts = await countOutcomes(this.#cluster, this.#rows.table, previous);
    return this.#repeats.keepFirst ? { ...counts, repeated: 0 } : counts;
  }
}

/** Return an amount as an integer × 10^-scale. */
function integerAt(
  { integers, scales, decimals }: RowAmounts,
  row: number,
): { readonly unscaled: number | bigint; readonly scale: number } {
  const integer = integers[row]!;
  return Number.isNaN(integer) ? decimals.get(row)! : { unscaled: integer, scale: scales[row]! };
}
