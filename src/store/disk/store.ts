import { join } from "node:path";
import type { SerializedVersion } from "../../engine/serialized.js";
import { Unreadable, Unwritable } from "../../errors/errors.js";
import { collect } from "./remove-unreferenced.js";
import { writeDerived } from "./derived-file.js";
import { derivedName, newSegmentName, SEGMENTS, segmentPath } from "./file-names.js";
import { nameSystemError, errorCode, type FileSystem } from "./file-system.js";
import {
  EMPTY_STATE,
  type Manifest,
  segmentsOf,
  type SegmentReference,
  type State,
  writeManifest,
} from "./manifest.js";
import { describeRecovery, type Recovered, recover } from "./recover.js";
import { findSecret, makeSecret } from "./secret.js";
import { type SegmentContent, writeSegment } from "./segment.js";
import { setAside } from "./quarantine.js";
import { makeDirectory, syncDirectory, Undecided } from "./write-file.js";

export interface Health {
  /** `degraded`: an older state is served than was written. `read-only`: nothing can be written until a restart. */
  readonly status: "ok" | "degraded" | "read-only";
  /** Sentences that name no dataset. */
  readonly reasons: readonly string[];
}

/**
 * What is on the disk, generation by generation. A write is done when it survives a crash; one that is not done has
 * changed nothing. One owner at a time.
 */
export class Store {
  readonly #files: FileSystem;
  readonly #directory: string;
  #current: Manifest | null;
  #previous: Manifest | null;
  /** Numbers of generations are never used again. */
  #last: number;
  #isPrepared = false;
  #readOnly: string | null = null;
  #secret: Buffer | null = null;
  readonly #reasons: string[];
  readonly #pending = new Set<string>();
  /** The writes, one after the other. */
  #tail: Promise<unknown> = Promise.resolve();

  private constructor(files: FileSystem, directory: string, recovered: Recovered<unknown>) {
    const { current, previous, last } = recovered;
    this.#files = files;
    this.#directory = directory;
    this.#current = current;
    this.#previous = previous;
    this.#last = last;
    this.#reasons = describeRecovery(recovered);
  }

  /**
   * Open the newest whole generation of a data directory; one that does not exist is empty and stays away until
   * something is written. A damaged generation is set aside.
   * @param directory absolute
   * @param open opens what a state refers to; throws DamagedStore when any of it is damaged
   * @throws DamagedStore when no generation is whole, ForeignStore when another version has written here, Unreadable;
   * nothing has been changed then
   */
  static async open<T>(
    files: FileSystem,
    directory: string,
    open: (state: State) => Promise<T>,
  ): Promise<{ readonly store: Store; readonly opened: T }> {
    const recovered = await recover(files, directory, open);
    const store = new Store(files, directory, recovered);
    await store.#findSecret();
    if (recovered.current) await store.#settle(recovered.damages.map(({ generation }) => generation));
    return { store, opened: recovered.opened };
  }

  get state(): State {
    return this.#current?.state ?? EMPTY_STATE;
  }

  get health(): Health {
    if (this.#readOnly !== null) return { status: "read-only", reasons: [this.#readOnly, ...this.#reasons] };
    return { status: this.#reasons.length > 0 ? "degraded" : "ok", reasons: this.#reasons };
  }

  /** What keys are made with; `null` where no key was ever made, or it is lost. */
  get secret(): Buffer | null {
    return this.#secret;
  }

  /**
   * What keys are made with, made when it is first needed: safe on disk before anybody has it.
   * @throws Unwritable
   */
  requireSecret(): Promise<Buffer> {
    return this.#inTurn(async () => {
      this.#secret ??= await this.#attempt(async () => {
        await this.#prepare();
        return makeSecret(this.#files, this.#directory);
      });
      return this.#secret;
    });
  }

  /**
   * Write the next state.
   * @param change makes it of the one before; what it throws leaves everything as it was
   * @param publish called once the state is safe, before the next write begins
   * @throws Unwritable
   */
  commit(change: (state: State) => State | Promise<State>, publish: (state: State) => void = () => {}): Promise<void> {
    return this.#inTurn(async () => {
      this.#refuseReadOnly();
      const state = await change(this.state);
      await this.#attempt(async () => {
        await this.#prepare();
        await this.#write(state);
      });
      publish(state);
      await this.#collect();
    });
  }

  /**
   * Write a segment, then a state that refers to it. Only the second waits for its turn.
   * @param change makes the state of the one before; what it throws leaves everything as it was
   * @param publish called once the state is safe, before the next write begins
   * @throws Unwritable
   */
  async add(
    content: SegmentContent,
    change: (state: State, segment: SegmentReference) => State,
    publish: (state: State) => void,
  ): Promise<void> {
    await this.#inTurn(() => this.#attempt(() => this.#prepare()));
    const file = newSegmentName();
    this.#pending.add(file);
    try {
      const segment = await this.#attempt(() => writeSegment(this.#files, this.#directory, content, file));
      await this.commit((state) => change(state, segment), publish);
    } catch (error) {
      await this.#abandon(file);
      throw error;
    } finally {
      this.#pending.delete(file);
    }
  }

  /**
   * Write what goes with a segment, as long as that is kept. No other write waits for it, and whatever becomes of it, the
   * store is what it was.
   * @throws Unwritable, or what the system said
   */
  async addDerived(segment: SegmentReference, derived: SerializedVersion): Promise<void> {
    this.#refuseReadOnly();
    if (!this.#refersTo(segment.file)) return;
    const file = derivedName(segment.file);
    this.#pending.add(file);
    try {
      await writeDerived(this.#files, this.#directory, segment, derived);
    } finally {
      this.#pending.delete(file);
      // The segment may be gone meanwhile.
      await this.#inTurn(() => this.#collect());
    }
  }

  async #findSecret(): Promise<void> {
    const { secret, lost } = await findSecret(this.#files, this.#directory);
    this.#secret = secret;
    if (lost !== null && this.state.accounts.length > 0) this.#reasons.push(lost);
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#tail.then(task);
    this.#tail = done.catch(() => {});
    return done;
  }

  #refuseReadOnly(): void {
    if (this.#readOnly !== null) throw new Unwritable(this.#readOnly);
  }

  /** Make what every generation needs. The first one is empty: without it segments could be those of a lost one. */
  async #prepare(): Promise<void> {
    if (this.#isPrepared) return;
    await makeDirectory(this.#files, this.#directory);
    if (!this.#current) await this.#write(EMPTY_STATE);
    await makeDirectory(this.#files, join(this.#directory, SEGMENTS));
    this.#isPrepared = true;
  }

  async #write(state: State): Promise<void> {
    const manifest = { generation: ++this.#last, state };
    await writeManifest(this.#files, this.#directory, manifest);
    this.#previous = this.#current;
    this.#current = manifest;
  }

  async #attempt<T>(write: () => Promise<T>): Promise<T> {
    this.#refuseReadOnly();
    try {
      return await write();
    } catch (cause) {
      if (cause instanceof Undecided) throw this.#endWriting(cause);
      if (errorCode(cause) === undefined) throw cause;
      const said = nameSystemError(cause);
      throw new Unwritable(`${this.#directory} could not be written and is as it was: ${said}`, { cause });
    }
  }

  /** What one write left undecided the next ones must not build upon. */
  #endWriting(cause: Undecided): Unwritable {
    this.#readOnly = `Nothing is written any more until a restart: ${cause.message}`;
    return new Unwritable(
      [
        `${this.#readOnly}`,
        "What was there goes on being served; this write may or may not be there after the restart",
      ],
      { cause },
    );
  }

  /** After a crash nothing may have become of what the last owner did last: settle it before it is read. */
  async #settle(damaged: readonly number[]): Promise<void> {
    try {
      if (damaged.length > 0) await setAside(this.#files, this.#directory, damaged, this.#kept());
      await syncDirectory(this.#files, this.#directory);
    } catch (error) {
      const isExpected = error instanceof Undecided || error instanceof Unreadable || errorCode(error) !== undefined;
      if (!isExpected) throw error;
      const said = nameSystemError(error);
      this.#readOnly = `Nothing is written until a restart: ${said}`;
    }
    await this.#collect();
  }

  #kept(): readonly Manifest[] {
    return [this.#current, this.#previous].filter((each) => each !== null);
  }

  /** Whether a generation that is kept needs a segment. */
  #refersTo(file: string): boolean {
    return this.#kept().some(({ state }) => segmentsOf(state).some((segment) => segment.file === file));
  }

  async #collect(): Promise<void> {
    if (this.#readOnly === null) await collect(this.#files, this.#directory, this.#kept(), this.#pending);
  }

  /** Give back the room of a segment that nothing refers to. */
  async #abandon(file: string): Promise<void> {
    if (this.#readOnly !== null || this.#refersTo(file)) return;
    await this.#files.unlink(segmentPath(this.#directory, file)).catch(() => {});
  }
}
