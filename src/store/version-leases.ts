/** A lease that keeps the versions of datasets that its reader may have found. */
export interface VersionLease {
  /** Exclude versions that are published from now on. */
  seal(): void;
  /** End the lease. May be called again. */
  end(): void;
}

interface Reader {
  readonly began: number;
  sealed: number;
}

interface Retired {
  readonly published: number;
  readonly retired: number;
  readonly dispose: () => void;
}

/**
 * The leases on versions, and the replaced versions that they may still use. A version is disposed of when no lease is
 * left that began before it was replaced and was not sealed before it was published.
 */
export class VersionLeases {
  readonly #readers = new Set<Reader>();
  #retired: readonly Retired[] = [];
  /** Logical clock: the number of versions published and retired so far. */
  #now = 0;

  begin(): VersionLease {
    const reader: Reader = { began: this.#now, sealed: Number.POSITIVE_INFINITY };
    this.#readers.add(reader);
    return {
      seal: () => {
        reader.sealed = Math.min(reader.sealed, this.#now);
        if (this.#retired.length > 0) this.#disposeUnused();
      },
      end: () => {
        if (this.#readers.delete(reader) && this.#retired.length > 0) this.#disposeUnused();
      },
    };
  }

  /**
   * Note that a version becomes visible.
   * @returns a function to call when it no longer is, with a function that disposes of it
   */
  publish(): (dispose: () => void) => void {
    const published = ++this.#now;
    return (dispose) => {
      this.#retired = [...this.#retired, { published, retired: ++this.#now, dispose }];
      this.#disposeUnused();
    };
  }

  #disposeUnused(): void {
    const isRead = ({ published, retired }: Retired): boolean =>
      [...this.#readers].some(({ began, sealed }) => began < retired && sealed >= published);
    const free = this.#retired.filter((each) => !isRead(each));
    this.#retired = this.#retired.filter(isRead);
    for (const { dispose } of free) dispose();
  }
}
