import { join } from "node:path";
import type { SerializedVersion } from "../../core/engine/serialized.js";
import { errorText } from "../../core/errors/error-text.js";
import { phraseText } from "../../core/errors/phrase-text.js";
import { Unreadable, Unwritable } from "../../core/errors/errors.js";
import { leavesFiles, listGone } from "./left-behind.js";
import { removeBlocks, removeOldManifests, removeUnreferenced } from "./remove-unreferenced.js";
import { writeDerived } from "./derived-file.js";
import { derivedName, keptName, newSegmentName, SEGMENTS, segmentPath } from "./file-names.js";
import { nameSystemError, errorCode, type FileSystem } from "./file-system.js";
import { EMPTY_STATE, type Manifest, type SegmentReference, type State } from "./manifest.js";
import { writeManifest } from "./stored-manifest.js";
import { explainRecovery, type Recovered, recover } from "./recover.js";
import { explainFullDisk, isFullDisk, Reserve } from "./reserve.js";
import { hasSameRights, rightsOf, rightsSince, writeRights } from "./rights.js";
import { findSecret, makeSecret, markSecret } from "./secret.js";
import { type SegmentContent, writeSegment } from "./segment.js";
import { listPurged, type Purged, removePurged } from "./purged-files.js";
import { keepSource, type SourceCopy } from "./kept-sources.js";
import { setAside } from "./quarantine.js";
import { makeDirectory, syncDirectory, UnknownOutcome } from "./write-file.js";

export interface Health {
  /** `degraded`: something is damaged, lost or set aside. `read-only`: nothing can be written until a restart. */
  readonly status: "ok" | "degraded" | "read-only";
  /** Sentences for operators; they name no dataset. */
  readonly reasons: readonly string[];
}

/**
 * A data directory, written generation by generation. A write is complete once it would survive a crash; a failed write
 * changes nothing. Only one process may own a directory at a time.
 */
export class Store {
  readonly #files: FileSystem;
  readonly #directory: string;
  #current: Manifest | null;
  #previous: Manifest | null;
  /** The highest generation number used; numbers are never reused. */
  #last: number;
  /** A state with the rights on disk; `null` if not known. */
  #rights: State | null;
  /** The last generation on disk whose manifest has other rights than are served. */
  readonly #restored: number;
  #isPrepared = false;
  readonly #reserve: Reserve;
  #readOnly: string | null = null;
  #secret: Buffer | null = null;
  readonly #reasons: string[];
  readonly #pending = new Set<string>();
  /** Files of records that no kept generation refers to any more. */
  #goneBlocks: readonly string[] = [];
  /** True if there may be files that no kept generation refers to: to look for them takes a step for each file of all datasets. */
  #hasGarbage = true;
  /** The last of the writes, which run one after the other. */
  #tail: Promise<unknown> = Promise.resolve();

  private constructor(files: FileSystem, directory: string, recovered: Recovered<unknown>) {
    const { current, previous, last } = recovered;
    this.#files = files;
    this.#directory = directory;
    this.#current = current;
    this.#previous = previous;
    this.#last = last;
    this.#reserve = new Reserve(files, directory);
    // Nothing was ever written: there are no rights.
    this.#rights = current ? null : EMPTY_STATE;
    this.#restored = recovered.isRestored ? current!.generation : 0;
    this.#reasons = explainRecovery(recovered);
  }

  /**
   * Open the newest intact generation of a data directory, and set damaged ones aside. A directory that does not exist
   * is empty; the first write creates it.
   * @param directory absolute path
   * @param open opens the files that a state refers to; throws DamagedStore if any is damaged
   * @throws DamagedStore if no generation is intact, ForeignStore if another version of the program wrote the files,
   * Unreadable; nothing is changed then
   */
  static async open<T>(
    files: FileSystem,
    directory: string,
    open: (state: State) => Promise<T>,
  ): Promise<{ readonly store: Store; readonly opened: T }> {
    const recovered = await recover(files, directory, open);
    const store = new Store(files, directory, recovered);
    await store.#findSecret();
    await store.#checkWritable();
    if (recovered.current) await store.#settle(recovered);
    return { store, opened: recovered.opened };
  }

  get state(): State {
    return this.#current?.state ?? EMPTY_STATE;
  }

  get health(): Health {
    if (this.#readOnly !== null) return { status: "read-only", reasons: [this.#readOnly, ...this.#reasons] };
    return { status: this.#reasons.length > 0 ? "degraded" : "ok", reasons: this.#reasons };
  }

  /** Return a sentence that says that the disk is full; `null` if it is not, or if nothing is written anyway. */
  async explainFullDisk(): Promise<string | null> {
    return this.#readOnly === null ? explainFullDisk(this.#files, this.#directory) : null;
  }

  /** The secret that API keys are derived from; `null` if no key was ever made or the secret is lost. */
  get secret(): Buffer | null {
    return this.#secret;
  }

  /**
   * Return the secret that API keys are derived from. The first call creates it and returns once it is safe on disk.
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
   * @param change computes it from the current state; if it throws, nothing changes
   * @param publish called once the state is safe on disk, before the next write begins
   * @param mayUseReserve true for a change that is needed on a full disk, and adds little
   * @throws Unwritable
   */
  commit(
    change: (state: State) => State | Promise<State>,
    publish: (state: State) => void = () => {},
    mayUseReserve = false,
  ): Promise<void> {
    return this.#inTurn(async () => {
      this.#refuseReadOnly();
      const state = await change(this.state);
      const purged = listPurged(state, this.state);
      const usedReserve = await this.#attempt(async () => {
        await this.#prepare();
        return this.#writeWithReserve(state, mayUseReserve);
      }, !mayUseReserve);
      publish(state);
      if (purged) await this.#purge(purged);
      // The previous generation still refers to what was dropped: write the same state once more. If that fails, a later
      // write frees the space.
      if (usedReserve || (mayUseReserve && (await this.explainFullDisk()) !== null)) {
        await this.#attempt(() => this.#write(state)).catch(() => {});
      }
      await this.#removeUnreferenced();
      await this.#renewReserve();
    });
  }

  /**
   * Write a segment, then a state that refers to it. Several segments can be written at once, states one after the
   * other.
   * @param copies of sources that the state refers to; they are moved
   * @param change computes the next state from the current one; if it throws, nothing changes
   * @param publish called once the state is safe on disk, before the next write begins
   * @throws Unwritable
   */
  async add(
    content: SegmentContent,
    copies: readonly SourceCopy[],
    change: (state: State, segment: SegmentReference) => State,
    publish: (state: State) => void,
  ): Promise<void> {
    await this.#inTurn(() => this.#attempt(() => this.#prepare()));
    const file = newSegmentName();
    const pending = [file, ...copies.map(({ digest }) => keptName(digest))];
    for (const each of pending) this.#pending.add(each);
    try {
      const segment = await this.#attempt(async () => {
        for (const copy of copies) await keepSource(this.#files, this.#directory, copy);
        return writeSegment(this.#files, this.#directory, content, file);
      }, true);
      await this.commit((state) => change(state, segment), publish);
    } catch (error) {
      this.#hasGarbage = true;
      await this.#abandon(file);
      throw error;
    } finally {
      for (const each of pending) this.#pending.delete(each);
    }
  }

  /**
   * Write derived data beside a segment, unless the segment is no longer needed. Other writes do not wait for it, and
   * its failure does not affect the store.
   * @throws Unwritable, or the system's error
   */
  async addDerived(segment: SegmentReference, derived: SerializedVersion): Promise<void> {
    this.#refuseReadOnly();
    if (!this.refersTo(segment.file)) return;
    const file = derivedName(segment.file);
    this.#pending.add(file);
    let isWritten = false;
    try {
      await writeDerived(this.#files, this.#directory, segment, derived);
      isWritten = true;
    } finally {
      this.#pending.delete(file);
      // The segment may have been removed meanwhile.
      if (!isWritten || !this.refersTo(segment.file)) {
        this.#hasGarbage = true;
        await this.#inTurn(() => this.#removeUnreferenced());
      }
    }
  }

  /**
   * Write the state once more, because the previous generation still refers to what was purged, and remove all of it.
   * @throws Unwritable if any of it is left; the next start, or the next write, tries again
   */
  async #purge(purged: Purged): Promise<void> {
    try {
      await this.#attempt(() => this.#writeWithReserve(this.state));
    } catch (cause) {
      // The versions are purged: the directory is not as it was.
      const names = purged.segments.map((file) => `${SEGMENTS}/${file}`).join(", ");
      throw new Unwritable(errorText("purged_not_removed", { names }), { cause });
    }
    await this.#removeUnreferenced();
    const left = await removePurged(this.#files, this.#directory, purged, this.state);
    if (left.length > 0) {
      throw new Unwritable(errorText("purged_not_removed", { names: left.join(", ") }));
    }
  }

  async #findSecret(): Promise<void> {
    const { secret, lost } = await findSecret(this.#files, this.#directory, this.state.secretMark);
    this.#secret = secret;
    if (lost !== null && this.state.accounts.length > 0) this.#reasons.push(lost);
  }

  async #checkWritable(): Promise<void> {
    try {
      await this.#files.checkWritable(this.#directory);
    } catch (error) {
      // The first write creates a missing directory.
      if (errorCode(error) === "ENOENT") return;
      const reason = nameSystemError(error);
      this.#readOnly = errorText("directory_read_only", { reason });
    }
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#tail.then(task);
    this.#tail = done.catch(() => {});
    return done;
  }

  #refuseReadOnly(): void {
    if (this.#readOnly !== null) throw new Unwritable(this.#readOnly);
  }

  /**
   * Create the directories, and an empty first generation: segments without a manifest would look like a lost manifest.
   */
  async #prepare(): Promise<void> {
    if (this.#isPrepared) return;
    await makeDirectory(this.#files, this.#directory);
    if (!this.#current) await this.#write(EMPTY_STATE);
    await makeDirectory(this.#files, join(this.#directory, SEGMENTS));
    this.#isPrepared = true;
  }

  async #write(written: State): Promise<void> {
    const state = this.#secret ? { ...written, secretMark: markSecret(this.#secret) } : written;
    const generation = ++this.#last;
    await this.#writeRights(generation, state);
    const stored = new Set(this.#kept().flatMap(({ blocks }) => blocks));
    const manifest = await writeManifest(this.#files, this.#directory, { generation, state }, stored);
    const last = this.#previous;
    this.#previous = this.#current;
    this.#current = manifest;
    if (!last) return;
    this.#goneBlocks = listGone([...this.#goneBlocks, ...last.blocks], this.#kept());
    if (leavesFiles(last, this.#kept())) this.#hasGarbage = true;
  }

  /** Write a state, if need be in the space of the reserve. @returns true if that was needed */
  async #writeWithReserve(state: State, mayUseReserve = true): Promise<boolean> {
    try {
      await this.#write(state);
      return false;
    } catch (error) {
      if (!mayUseReserve || !isFullDisk(error) || !(await this.#reserve.giveUp())) throw error;
      await this.#write(state);
      return true;
    }
  }

  /** Write the rights of a generation, if it changes them. They come first, so that they survive its manifest. */
  async #writeRights(generation: number, state: State): Promise<void> {
    if (!this.#rights || !hasSameRights(this.#rights, state)) {
      this.#rights = null;
      const [current, previous] = [this.#current, this.#previous];
      // Changes are told to both generations that may have to serve, as they are on disk.
      const isKnown = current && previous && previous.generation > this.#restored;
      const rights = isKnown ? rightsSince(state, [current, previous]) : rightsOf(state);
      await writeRights(this.#files, this.#directory, { generation, ...rights });
    }
    this.#rights = state;
  }

  /** @param offersDrop true to name the remedy of a full disk */
  async #attempt<T>(write: () => Promise<T>, offersDrop = false): Promise<T> {
    this.#refuseReadOnly();
    try {
      return await write();
    } catch (cause) {
      this.#hasGarbage = true;
      if (cause instanceof UnknownOutcome) throw this.#endWriting(cause);
      if (errorCode(cause) === undefined) throw cause;
      const reason = nameSystemError(cause);
      const remedy = offersDrop && isFullDisk(cause) ? phraseText("drop_to_free_space") : "";
      throw new Unwritable(errorText("directory_not_written", { directory: this.#directory, reason, remedy }), {
        cause,
      });
    }
  }

  /** Refuse all further writes: they must not build upon a write whose outcome is unknown. */
  #endWriting(cause: UnknownOutcome): Unwritable {
    this.#readOnly = errorText("nothing_written_any_more", { reason: cause.message });
    return new Unwritable([this.#readOnly, errorText("last_write_unknown")], { cause });
  }

  /** Make the last owner's changes durable before they are served: a crash may not have let them reach the disk. */
  async #settle({ damages, isRestored }: Recovered<unknown>): Promise<void> {
    if (this.#readOnly !== null) return;
    const damaged = damages.map(({ generation }) => generation);
    try {
      if (damaged.length > 0) await setAside(this.#files, this.#directory, damaged, this.#kept());
      await syncDirectory(this.#files, this.#directory);
      const purged = this.#previous && listPurged(this.state, this.#previous.state);
      if (purged) await this.#purge(purged);
      // Otherwise they would depend on traces of the lost generation, which may be deleted.
      else if (isRestored) await this.#writeWithReserve(this.state);
    } catch (error) {
      const isExpected =
        error instanceof UnknownOutcome ||
        error instanceof Unwritable ||
        error instanceof Unreadable ||
        errorCode(error) !== undefined;
      if (!isExpected) throw error;
      this.#readOnly = errorText("nothing_written", { reason: nameSystemError(error) });
    }
    await this.#removeUnreferenced();
    await this.#renewReserve();
  }

  #kept(): readonly Manifest[] {
    return [this.#current, this.#previous].filter((each) => each !== null);
  }

  /** Tell operators of damage that was found after the start. */
  noteDamage(reason: string): void {
    this.#reasons.push(reason);
  }

  /** True if a kept generation refers to a segment. */
  refersTo(file: string): boolean {
    // To list the segments of all datasets would take longer than the rest of a write.
    return this.#kept().some(({ state }) =>
      state.datasets.some(
        ({ current, earlier }) =>
          current.segment.file === file || earlier.some(({ segment }) => segment?.file === file),
      ),
    );
  }

  async #removeUnreferenced(): Promise<void> {
    if (this.#readOnly !== null) return;
    const [files, directory, kept] = [this.#files, this.#directory, this.#kept()];
    await removeOldManifests(files, directory, kept);
    const gone = this.#goneBlocks;
    this.#goneBlocks = [];
    if (!(await removeBlocks(files, directory, gone))) this.#hasGarbage = true;
    if (!this.#hasGarbage) return;
    this.#hasGarbage = false;
    // The next write tries again.
    if (!(await removeUnreferenced(files, directory, kept, this.#pending))) this.#hasGarbage = true;
  }

  async #renewReserve(): Promise<void> {
    if (this.#readOnly !== null || !this.#current) return;
    await this.#reserve.renew(this.#current.bytes);
  }

  /** Delete a segment that no generation refers to. */
  async #abandon(file: string): Promise<void> {
    if (this.#readOnly !== null || this.refersTo(file)) return;
    await this.#files.unlink(segmentPath(this.#directory, file)).catch(() => {});
  }
}
