import type { DaySpan } from "../../core/engine/day-span.js";
import type { Bounds } from "../../core/engine/bounds.js";
import type { AmountForm, Engine, EngineReport, Reader, WorkEstimates } from "../../core/engine/engine.js";
import type { MemberSums } from "../../core/engine/member-sums.js";
import type { NameIndex } from "../../core/engine/name-index.js";
import type { SerializedVersion } from "../../core/engine/serialized.js";
import type { LatePart, ReadLatePart } from "../../core/engine/storage.js";
import type { TermCount, TermSignature } from "../../core/engine/term-signature.js";
import type { Measure, Model } from "../../core/model/cube.js";
import type { Decimal } from "../../core/model/values/decimal.js";
import type { Kernel } from "../kernel/kernel.js";
import { isPlain, type PlainPart } from "../kernel/memory/cube-memory.js";
import type { PlainParts } from "../kernel/memory/plain-parts.js";
import { ColumnarEngine } from "./engine.js";
import { budgetOf } from "./rollups/budget.js";
import { openTable } from "./table/open-table.js";
import {
  type HeaderLayout,
  listHeaderParts,
  packHeader,
  type PackedHeader,
  unpackHeader,
  viewHeaderParts,
} from "./table/packed-header.js";
import { signatureIn } from "./table/table-header.js";

/** Facts about a table that is not read yet: plain data. */
interface LateHeader {
  readonly layout: HeaderLayout;
  readonly rows: number;
  readonly years: readonly string[];
  readonly days: DaySpan | null;
  /** The largest amount of each measure, as far as it is known: its digits and its scale. */
  readonly largest: readonly (readonly [digits: string, scale: number] | null)[];
}

/** Describe a table that can be opened later; `null` for a large one, or one of which more is known than its columns. */
export function describeLateTable(engine: Engine): SerializedVersion | null {
  if (engine instanceof LateEngine) return engine.known;
  if (!(engine instanceof ColumnarEngine)) return null;
  const { table } = engine;
  if (budgetOf(table, 1).bytes > 0 || !table.memories.every(({ shared }) => isPlain(shared))) return null;
  // Tables of earlier versions of the program have no sums.
  const memberSums = engine.sumMembers() ?? undefined;
  const { layout, parts } = listHeaderParts({ ...packHeader(table), memberSums });
  const largest = table.model.measures.map((measure) => {
    const found = engine.largestOf(measure);
    return found && ([String(found.unscaled), found.scale] as const);
  });
  const [years, days] = [engine.listYears(), engine.spanDays()];
  const header: LateHeader = { layout, rows: table.rows, years, days, largest };
  return { header, parts };
}

/**
 * A small table that is opened when it is first read. Its columns are in memory that all threads share, and that is filled from
 * its file by the thread that first reads there.
 */
export class LateEngine implements Engine {
  readonly known: SerializedVersion;
  readonly model: Model;
  readonly header: PackedHeader;
  readonly memories: readonly PlainPart[];
  readonly parts: readonly LatePart[];
  readonly #facts: LateHeader;
  readonly #kernel: Kernel;
  readonly #read: ReadLatePart;
  #opened: ColumnarEngine | null = null;
  #isDisposed = false;

  constructor(
    kernel: Kernel,
    memory: PlainParts,
    model: Model,
    known: SerializedVersion,
    parts: readonly LatePart[],
    read: ReadLatePart,
  ) {
    this.#kernel = kernel;
    this.known = known;
    this.model = model;
    this.#facts = known.header as LateHeader;
    this.header = viewHeaderParts(this.#facts.layout, known.parts);
    this.memories = parts.map(({ bytes }) => memory.take(bytes));
    this.parts = parts;
    this.#read = read;
  }

  /** The table, opened. */
  get opened(): ColumnarEngine {
    if (this.#isDisposed) throw new Error("This table was closed");
    return (this.#opened ??= this.#open());
  }

  #open(): ColumnarEngine {
    const fills = this.parts.map((part) => (contents: PlainPart) => this.#read(part, contents));
    return new ColumnarEngine(
      this.#kernel,
      openTable(this.#kernel, this.model, unpackHeader(this.header), this.memories, fills),
    );
  }

  readAll(): void {
    for (const memory of this.opened.table.memories) memory.fillNow();
  }

  get numEntries(): number {
    return this.#facts.rows;
  }

  get numBytes(): number {
    return this.#opened?.numBytes ?? this.parts.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  get amountForms(): readonly AmountForm[] {
    return this.opened.amountForms;
  }

  get estimates(): WorkEstimates {
    return this.opened.estimates;
  }

  get signature(): TermSignature | undefined {
    return signatureIn(this.header);
  }

  get names(): NameIndex | undefined {
    return this.header.names;
  }

  get memberSums(): MemberSums | undefined {
    return this.header.memberSums;
  }

  sumMembers(): MemberSums | null {
    return this.memberSums ?? this.opened.sumMembers();
  }

  largestOf({ index }: Measure): Decimal | null {
    const [digits, scale] = this.#facts.largest[index] ?? [null, 0];
    return digits === null ? null : { unscaled: BigInt(digits), scale };
  }

  listYears(): readonly string[] {
    return this.#facts.years;
  }

  spanDays(): DaySpan | null {
    return this.#facts.days;
  }

  countTerm(term: string): TermCount | null {
    return this.opened.countTerm(term);
  }

  sign(): TermSignature | null {
    return this.signature ?? this.opened.sign();
  }

  report(): EngineReport {
    return this.opened.report();
  }

  read(bounds: Bounds, model?: Model): Reader {
    return this.opened.read(bounds, model);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#opened?.dispose();
  }
}

/** Return the table of an engine, opened if need be. @throws TypeError if it is of another kind */
export function columnarOf(engine: Engine): ColumnarEngine {
  if (engine instanceof LateEngine) return engine.opened;
  if (!(engine instanceof ColumnarEngine)) throw new TypeError("Not a table of this format");
  return engine;
}
