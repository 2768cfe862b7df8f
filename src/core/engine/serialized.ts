/** A version or its derived data for storage: a small header, and large parts that are written without conversion. */
export interface SerializedVersion {
  /** Plain objects, lists, numbers and texts, for msgpack, JSON and messages between threads. */
  readonly header: unknown;
  readonly parts: readonly Uint8Array[];
}
