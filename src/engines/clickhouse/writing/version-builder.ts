import type { Disagreement } from "../../../core/engine/disagreement.js";
import { batchOf, type RowBatch } from "../../../core/engine/row-batch.js";
import type { EntryInput } from "../../../core/engine/source-row.js";
import type { RepeatRules, TableBuilder, WriteCounts, WrittenVersion } from "../../../core/engine/storage.js";
import { rowModel } from "../../../core/model/row-model.js";
import type { Model } from "../../../core/model/cube.js";
import { ID_BYTES } from "../../columnar/base/id-index.js";
import { BatchIds } from "../../columnar/writing/batch-ids.js";
import type { Cluster } from "../client/cluster.js";
import type { Engine } from "../../../core/engine/engine.js";
import { checkDigits, type StoredMeasure } from "../table/amounts.js";
import type { ClusterVersion } from "../table/version.js";
import { type InlineRules, isBetterInline, isInlineEarly } from "./choose-inline.js";
import { WrittenAmounts } from "./exact-sum.js";
import { listClusterDisagreements } from "./find-disagreements.js";
import { replicateTables } from "./replicate-tables.js";
import { readFacts, type SettledDimension } from "./read-facts.js";
import { chooseOrder, settleTables } from "./settle-tables.js";
import { checkStage, countKnown, findRepeats, reportRepeats } from "./stage-queries.js";
import { StagedDimension } from "./staged-dimension.js";
import { integerAt, scaleAt, StagedRows } from "./stage-rows.js";
import { settleDimensions } from "./settle-dimensions.js";

const NO_COUNTS: WriteCounts = { created: 0, updated: 0, repeated: 0 };

/** A version that has its tables, but no engine yet. */
interface Settled {
  readonly table: string;
  readonly measures: readonly StoredMeasure[];
  readonly order: readonly number[];
  readonly dimensions: readonly SettledDimension[];
}

/** A version that is about to be built. */
export interface NewVersion {
  readonly cluster: Cluster;
  /** Beginning of the names of its tables. */
  readonly table: string;
  readonly inlineRules: InlineRules;
  readonly openEngine: (version: ClusterVersion) => Engine;
}

/**
 * Builds a version in tables of its own. Rows go straight to the shard of their id, into a stage; when all are there,
 * each shard makes its table of the version from the stage and from the table before. Members are coded here, those of
 * inline dimensions nowhere.
 */
export class VersionBuilder implements TableBuilder {
  readonly #cluster: Cluster;
  readonly #model: Model;
  readonly #previous: ClusterVersion | null;
  readonly #source: number;
  readonly #repeats: RepeatRules;
  readonly #table: string;
  readonly #openEngine: NewVersion["openEngine"];
  readonly #dimensions: readonly StagedDimension[];
  readonly #inlineRules: InlineRules;
  readonly #amounts: readonly WrittenAmounts[];
  readonly #rows: StagedRows;
  readonly #makeIds: BatchIds;
  /** Ids so far; `null` if every row counts. */
  readonly #ids: Set<string> | null;
  #settled: Promise<Settled> | null = null;
  #numIds: Promise<readonly number[]> | null = null;
  #isReported = false;

  constructor(
    { cluster, table, inlineRules, openEngine }: NewVersion,
    model: Model,
    previous: ClusterVersion | null,
    source: number,
    repeats: RepeatRules = {},
  ) {
    this.#cluster = cluster.forWriting();
    this.#table = table;
    this.#openEngine = (version) => openEngine({ ...version, cluster });
    this.#inlineRules = inlineRules;
    this.#model = rowModel(model);
    this.#previous = previous;
    this.#source = source;
    this.#repeats = repeats;
    this.#dimensions = this.#model.dimensions.map((each, at) => {
      const before = previous && { stored: previous.facts.dimensions[at]!, members: previous.members[at]! };
      return new StagedDimension(each, before);
    });
    this.#amounts = model.measures.map(() => new WrittenAmounts());
    this.#rows = new StagedRows(this.#cluster, this.#table, previous?.facts.nextPosition ?? 1);
    this.#ids = repeats.keepFirst ? new Set() : null;
    this.#makeIds = new BatchIds(this.#model);
  }

  write(entries: readonly EntryInput[], source = this.#source): Promise<void> {
    return this.#write(batchOf(entries), source);
  }

  writeRows(rows: RowBatch): Promise<void> {
    return this.#write(rows, this.#source);
  }

  async disagreements(): Promise<readonly Disagreement[]> {
    const settled = await this.#settle();
    const coded = this.#dimensions.flatMap((each) => each.coded ?? []);
    return listClusterDisagreements(this.#cluster, this.#model, coded, {
      ...settled,
      stage: this.#rows.table,
    });
  }

  async finish(): Promise<WrittenVersion> {
    const settled = await this.#settle();
    const counts = await this.#count();
    await replicateTables(this.#cluster, this.#table, this.#rows.table, this.#previous?.facts.table ?? null);
    const version = await readFacts(this.#cluster, this.#model, {
      ...settled,
      nextPosition: this.#rows.nextPosition,
    });
    await this.#cluster.drop(this.#rows.table, this.#cluster.nodes);
    return { engine: this.#openEngine(version), ...counts };
  }

  async abandon(): Promise<WriteCounts> {
    try {
      await this.#create();
      await this.#rows.flush();
      await this.#countIds();
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
    await this.#create();
    if (batch.length === 0) return;
    await this.#moveTexts(isInlineEarly);
    const { length, records, members, amounts } = batch;
    const ids = this.#makeIds.of(batch);
    const counts = this.#ids && this.#markFirst(ids, length);
    // A row that does not count changes no member.
    const codes = this.#dimensions.map(({ coded }, at) => coded && coded.codesOf(members[at]!, length, counts));
    for (const [at, written] of this.#amounts.entries()) {
      const own = amounts[at]!;
      for (let row = 0; row < length; row++) written.add(integerAt(own, row), scaleAt(own, row));
    }
    this.#rows.add({ length, ids, source, records, codes, members, amounts });
    await this.#rows.insertFull();
  }

  /** Mark the rows whose ids no row before has. */
  #markFirst(ids: Buffer, rows: number): Uint8Array {
    const known = this.#ids!;
    return Uint8Array.from({ length: rows }, (_, row) => {
      const before = known.size;
      return known.add(ids.toString("latin1", row * ID_BYTES, (row + 1) * ID_BYTES)).size - before;
    });
  }

  /** Create the stage, if it is not there. */
  #create(): Promise<void> {
    const inline = this.#dimensions.flatMap(({ wasInline, dimension }) => (wasInline ? [dimension.index] : []));
    return this.#rows.create(this.#dimensions.length, this.#amounts.length, inline);
  }

  /** Number of the previous version's entries, and of the rows so far. */
  get #numRows(): number {
    return this.#rows.counts.reduce((sum, count) => sum + count, this.#previous?.facts.numEntries ?? 0);
  }

  /** Make dimensions inline that have too many members. */
  async #moveTexts(isDue: typeof isBetterInline): Promise<void> {
    for (const each of this.#dimensions) {
      if (!isDue(each.numMovable, this.#numRows, this.#inlineRules)) continue;
      const { index } = each.dimension;
      await this.#rows.addTexts(index);
      await each.moveTexts(this.#cluster, `${this.#rows.table}_n${index}`);
    }
  }

  #settle(): Promise<Settled> {
    return (this.#settled ??= this.#makeTables());
  }

  async #makeTables(): Promise<Settled> {
    const rows = this.#rows;
    await this.#create();
    await rows.flush();
    await this.#moveTexts(isBetterInline);
    await checkStage(this.#cluster, rows, this.#amounts);
    const ids = await this.#countIds();
    await this.#report();
    const previous = this.#previous?.facts ?? null;
    const measures = this.#describeMeasures();
    for (const measure of measures) checkDigits(measure, this.#numRows);
    const plan = {
      table: this.#table,
      stage: rows.table,
      previous,
      source: this.#source,
      counts: rows.counts,
      repeats: ids.map((count, shard) => rows.counts[shard]! - count),
      measures,
      minScales: this.#amounts.map(({ minScale }) => minScale),
      order: this.#chooseOrder(),
      dimensions: this.#dimensions.map(({ coded, wasInline, names }) => ({ isInline: !coded, wasInline, names })),
    };
    await settleTables(this.#cluster, plan);
    const dimensions = await settleDimensions(this.#cluster, this.#model, plan, this.#dimensions, this.#inlineRules);
    return { table: this.#table, measures, order: plan.order, dimensions };
  }

  /** Choose the dimensions to sort by: those of the previous version, as long as they have codes. */
  #chooseOrder(): readonly number[] {
    const isCoded = (at: number): boolean => this.#dimensions[at]!.coded !== null;
    const known = this.#previous?.facts.order;
    return known ? known.filter(isCoded) : chooseOrder(this.#dimensions.map(({ coded }) => coded?.length ?? Infinity));
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

  /** Find the rows with ids of earlier rows, once. @returns the number of ids on each shard */
  #countIds(): Promise<readonly number[]> {
    return (this.#numIds ??= findRepeats(this.#cluster, this.#rows, this.#repeats.keepFirst ?? false));
  }

  async #report(): Promise<void> {
    const { onRepeat, keepFirst = false } = this.#repeats;
    if (!onRepeat || this.#isReported) return;
    this.#isReported = true;
    await reportRepeats(this.#cluster, this.#rows.table, this.#dimensions, this.#amounts.length, keepFirst, onRepeat);
  }

  async #count(): Promise<WriteCounts> {
    const previous = this.#previous?.facts.table ?? null;
    const ids = (await this.#countIds()).reduce((sum, count) => sum + count, 0);
    const rows = this.#rows.counts.reduce((sum, count) => sum + count, 0);
    const updated = previous ? await countKnown(this.#cluster, this.#rows.table, previous) : 0;
    const counts = { created: ids - updated, updated, repeated: rows - ids };
    return this.#repeats.keepFirst ? { ...counts, repeated: 0 } : counts;
  }
}
