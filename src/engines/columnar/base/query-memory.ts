import { type MemoryLimit, requireMemory } from "../../kernel/memory/memory-limit.js";
import { OverMemoryLimit } from "../../kernel/memory/errors.js";

/** Bytes that a query may always take, even above the process's memory limit. */
const FREE_BYTES = 2 ** 26;
/** Maximum bytes of one query, whatever the process may take. */
const MAX_BYTES = 2 ** 30;
/** Bytes after which the process's memory is read again. */
const STEP_BYTES = 2 ** 24;

/** Count of the bytes that one query holds outside the kernel, beside the table. */
export class QueryMemory {
  readonly #limit: MemoryLimit;
  readonly #maxBytes: number;
  #bytes = 0;
  #checked = FREE_BYTES;

  /** @param limit limit of the process's memory */
  constructor(limit: MemoryLimit, maxBytes = MAX_BYTES) {
    this.#limit = limit;
    this.#maxBytes = maxBytes;
  }

  /** Bytes that are held now. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Count bytes that are about to be taken.
   * @throws OverMemoryLimit if the query or the process would take too many
   */
  readonly take = (bytes: number): void => {
    const total = this.#bytes + bytes;
    if (total > this.#maxBytes) throw new OverMemoryLimit(bytes, this.#bytes, this.#maxBytes);
    if (total > this.#checked) {
      requireMemory(this.#limit, bytes);
      this.#checked = total + STEP_BYTES;
    }
    this.#bytes = total;
  };

  /** Count bytes that are no longer held. */
  readonly release = (bytes: number): void => {
    this.#bytes -= bytes;
  };
}
