/** Bits of the flags. */
const [LOST, BEHIND, SILENT] = [1, 2, 4] as const;
/** Places of the words: flags, number of answers, and the shard, from 1 on; 0 for an unknown one. */
const [FLAGS, ANSWERS, SHARD] = [0, 1, 2] as const;
const WORDS = 3;

/** State of a node, in memory that threads share. */
export class NodeState {
  readonly buffer: SharedArrayBuffer;
  readonly #words: Int32Array;

  constructor(buffer = new SharedArrayBuffer(WORDS * Int32Array.BYTES_PER_ELEMENT)) {
    this.buffer = buffer;
    this.#words = new Int32Array(buffer);
  }

  /** True if it did not answer when it was asked last. */
  get isLost(): boolean {
    return this.#has(LOST);
  }

  set isLost(isLost: boolean) {
    this.#set(LOST, isLost);
  }

  /** True if it may lack tables that other replicas have. */
  get isBehind(): boolean {
    return this.#has(BEHIND);
  }

  set isBehind(isBehind: boolean) {
    this.#set(BEHIND, isBehind);
  }

  /** True if it did not answer the last check, nor anything since. */
  get isSilent(): boolean {
    return this.#has(SILENT);
  }

  set isSilent(isSilent: boolean) {
    this.#set(SILENT, isSilent);
  }

  /** Shard of the node, from 0 on; `null` if it is not known. */
  get shard(): number | null {
    const shard = Atomics.load(this.#words, SHARD);
    return shard === 0 ? null : shard - 1;
  }

  set shard(shard: number | null) {
    Atomics.store(this.#words, SHARD, shard === null ? 0 : shard + 1);
  }

  /** Number of answers so far; it may begin anew. */
  get answers(): number {
    return Atomics.load(this.#words, ANSWERS);
  }

  noteAnswer(): void {
    Atomics.add(this.#words, ANSWERS, 1);
    Atomics.and(this.#words, FLAGS, ~(LOST | SILENT));
  }

  #has(bit: number): boolean {
    return (Atomics.load(this.#words, FLAGS) & bit) !== 0;
  }

  #set(bit: number, isSet: boolean): void {
    if (isSet) Atomics.or(this.#words, FLAGS, bit);
    else Atomics.and(this.#words, FLAGS, ~bit);
  }
}
