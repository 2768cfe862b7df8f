/** A version, or what is derived of one, as it is kept: a small header, and large parts that are written as they lie. */
export interface SerializedVersion {
  /** Of plain objects, lists, numbers and texts: what msgpack, JSON and messages between threads hold. */
  readonly header: unknown;
  readonly parts: readonly Uint8Array[];
}
