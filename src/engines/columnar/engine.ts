import type { DaySpan } from "../../core/engine/day-span.js";
import type { Bounds } from "../../core/engine/bounds.js";
import type { AmountForm, Engine, EngineReport, Reader, WorkEstimates } from "../../core/engine/engine.js";
import type { Measure, Model } from "../../core/model/cube.js";
import { isView } from "../../core/model/row-model.js";
import type { Kernel } from "../kernel/kernel.js";
import type { CubeMemory } from "../kernel/memory/cube-memory.js";
import type { ZoneMaps } from "../kernel/plan/zone-maps.js";
import { estimatesOf } from "./estimate-work.js";
import type { MemberSums } from "../../core/engine/member-sums.js";
import type { NameIndex } from "../../core/engine/name-index.js";
import type { TermCount, TermSignature } from "../../core/engine/term-signature.js";
import { countDigits, type Decimal } from "../../core/model/values/decimal.js";
import { Holds } from "../../core/engine/holds.js";
import { ZeroedArrays } from "./base/zeroed-arrays.js";
import { type ReportedView, reportMemory } from "./memory-report.js";
import { describeMemory } from "./report.js";
import { type CountQuery, type ReadVersion, viewVersion } from "./read-version.js";
import { ColumnarReader } from "./reader.js";
import { RollupAdvisor } from "./rollups/advisor.js";
import { budgetOf } from "./rollups/budget.js";
import type { Background } from "./rollups/builder.js";
import { RollupSnapshot } from "./rollups/rollup-snapshot.js";
import { Rollups } from "./rollups/rollups.js";
import { countTerm } from "./search/count-term.js";
import { signTerms } from "./search/sign-terms.js";
import { sumMembers } from "./sum-members.js";
import { SortedRowsCache } from "./search/sorted-rows-cache.js";
import { TermLookups } from "./search/term-lookups.js";
import { UnfilteredCache } from "./search/unfiltered-cache.js";
import { PostingLists } from "./select/posting-lists.js";
import { FoldedOrders } from "./table/folded-orders.js";
import { collectDays, collectYears } from "./table/collect-dates.js";
import { joinLimbs } from "./table/measure-limbs.js";
import type { ColumnarTable } from "./table/table.js";

/** Optional parts of an engine. */
export interface EngineParts {
  readonly postingLists?: PostingLists | undefined;
  /** Builds rollups for frequent queries. */
  readonly background?: Background | undefined;
  /** Counts queries, where no rollups are built. */
  readonly count?: CountQuery | undefined;
  /** Called when the version is disposed of and no reader is left. */
  readonly onFreed?: (() => void) | undefined;
}

/** Entries of a table whose words are counted at once. */
const MAX_COUNTED = 100_000;

/** A table in WebAssembly memory. One kernel call filters, groups, sums and sorts. */
export class ColumnarEngine implements Engine {
  readonly table: ColumnarTable;
  /** The rows of each member. */
  readonly postingLists: PostingLists;
  /** Pre-aggregated sums. */
  readonly rollups: Rollups;
  /** Members in sort order, sorted on first use. */
  readonly orders: FoldedOrders;
  readonly derived: RollupSnapshot | null;
  readonly estimates: WorkEstimates;
  readonly #advisor: RollupAdvisor | null;
  readonly #kernel: Kernel;
  #signed: TermSignature | null | undefined;
  readonly #version: ReadVersion;
  /** The version as models with derived dimensions see it. */
  #views: WeakMap<Model, ReadVersion> | undefined;
  /** The same views, to be listed. */
  #viewed: Set<WeakRef<ReadVersion>> | undefined;

  constructor(
    kernel: Kernel,
    table: ColumnarTable,
    { postingLists, background, count, onFreed = () => {} }: EngineParts = {},
  ) {
    this.#kernel = kernel;
    this.table = table;
    this.postingLists = postingLists ?? new PostingLists(table);
    // Rollups take space from posting lists, which are faster to rebuild.
    this.rollups = new Rollups(table, (bytes) => this.postingLists.leave(bytes));
    const hasRollups = budgetOf(table, background?.share ?? 1).bytes > 0;
    this.#advisor = background && hasRollups ? new RollupAdvisor(table, this.rollups, background) : null;
    this.derived = this.#advisor && new RollupSnapshot(kernel, this, this.#advisor, background!.share);
    this.orders = new FoldedOrders(table);
    const { postingLists: lists, rollups, orders } = this;
    this.estimates = estimatesOf({ table, postingLists: lists, rollups });
    this.#version = {
      kernel,
      table,
      postingLists: lists,
      rollups,
      orders,
      estimates: this.estimates,
      count: this.#advisor ? (...query) => this.#advisor!.note(...query) : hasRollups && count ? count : null,
      indexes: new TermLookups(table),
      firstRows: new SortedRowsCache(table),
      whole: new UnfilteredCache(),
      arrays: new ZeroedArrays(),
      holds: new Holds(() => {
        this.#free();
        onFreed();
      }),
    };
  }

  get numEntries(): number {
    return this.table.rows;
  }

  /** Statistics of each block of a column. */
  get zones(): ZoneMaps {
    return this.#kernel.zones;
  }

  /** Bytes of cached results of unfiltered queries. */
  get answerBytes(): number {
    return cachedBytes(this.#version) + this.#version.arrays.bytes;
  }

  /** The views that models with derived dimensions have of it. */
  get views(): readonly ReportedView[] {
    return [...(this.#viewed ?? [])].flatMap((each) => {
      const view = each.deref();
      if (!view) this.#viewed?.delete(each);
      return view ? [{ table: view.table, answerBytes: cachedBytes(view) }] : [];
    });
  }

  /** Bytes that large queries of a memory hold outside it. */
  overflowBytesOf(memory: CubeMemory): number {
    return this.#kernel.overflowBytesOf(memory);
  }

  get numBytes(): number {
    return reportMemory(this).reduce((sum, { bytes }) => sum + bytes, 0);
  }

  get amountForms(): readonly AmountForm[] {
    return this.table.measures.map(({ scale, limbs, limbBits }) => {
      const maxAbsolutes = limbs.map(({ min, max }) => (max > -min ? max : -min));
      return { scale, mostDigits: countDigits(joinLimbs(maxAbsolutes, limbBits)) };
    });
  }

  /** Count a query that another thread has answered from the same table. */
  count(...query: Parameters<CountQuery>): void {
    this.#advisor?.note(...query);
  }

  get signature(): TermSignature | undefined {
    return this.table.signature;
  }

  get names(): NameIndex | undefined {
    return this.table.names;
  }

  get memberSums(): MemberSums | undefined {
    return this.table.memberSums;
  }

  sumMembers(): MemberSums | null {
    return this.table.memberSums ?? sumMembers(this.table);
  }

  largestOf({ index }: Measure): Decimal | null {
    const { limbs, scale } = this.table.measures[index]!;
    return limbs.length === 1 ? { unscaled: limbs[0]!.max, scale } : null;
  }

  countTerm(term: string): TermCount | null {
    if (this.table.rows > MAX_COUNTED) return null;
    return countTerm(this.table, this.#version.indexes, this.postingLists, term);
  }

  listYears(): readonly string[] {
    return collectYears(this.table);
  }

  spanDays(): DaySpan | null {
    return collectDays(this.table);
  }

  sign(): TermSignature | null {
    if (this.table.signature) return this.table.signature;
    if (this.table.rows > MAX_COUNTED) return null;
    if (this.#signed === undefined) this.#signed = signTerms(this.table, this.postingLists);
    return this.#signed;
  }

  report(): EngineReport {
    return describeMemory(this);
  }

  read(bounds: Bounds, model?: Model): Reader {
    return new ColumnarReader(model && isView(model) ? this.#viewOf(model) : this.#version, bounds);
  }

  #viewOf(model: Model): ReadVersion {
    const views = (this.#views ??= new WeakMap());
    let view = views.get(model);
    if (!view) {
      views.set(model, (view = viewVersion(this.#version, model)));
      (this.#viewed ??= new Set()).add(new WeakRef(view));
    }
    return view;
  }

  /** Wait until no rollup and no posting list is being built. */
  async settle(): Promise<void> {
    await this.#advisor?.settle();
    await this.postingLists.settle();
  }

  dispose(): void {
    this.#version.holds.dispose();
  }

  #free(): void {
    this.#advisor?.close();
    this.rollups.close();
    for (const memory of this.table.memories) memory.release();
  }
}

function cachedBytes({ firstRows, whole }: ReadVersion): number {
  return firstRows.bytes + whole.bytes;
}
