/** Whoever reads versions of datasets for a while. */
export interface VersionLease {
  /** Versions that are published from now on will not be read. */
  seal(): void;
  /** Nothing is read any more. May be called again. */
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
 * Who may still be reading versions that were replaced. A version is let go of when everybody is gone who can have
 * found it: who began before it was replaced, and was not sealed before it was published.
 */
export class VersionLeases {
  readonly #readers = new Set<Reader>();
  #retired: readonly Retired[] = [];
  /** Counts what is published and retired. */
  #now = 0;

  begin(): VersionLease {
    const reader: Reader = { began: this.#now, sealed: Number.POSITIVE_INFINITY };
    this.#readers.add(reader);
    return {
      seal: () => {
        reader.sealed = Math.min(reader.sealed, this.#now);
        if (this.#retired.length > 0) this.#letGo();
      },
      end: () => {
        if (this.#readers.delete(reader) && this.#retired.length > 0) this.#letGo();
      },
    };
  }

  /**
   * A version can be found from now on.
   * @returns to be called when it no longer can, with what lets go of it
   */
  publish(): (dispose: () => void) => void {
    const published = ++this.#now;
    return (dispose) => {
      this.#retired = [...this.#retired, { published, retired: ++this.#now, dispose }];
      this.#letGo();
    };
  }

  #letGo(): void {
    const isRead = ({ published, retired }: Retired): boolean =>
      [...this.#readers].some(({ began, sealed }) => began < retired && sealed >= published);
    const free = this.#retired.filter((each) => !isRead(each));
    this.#retired = this.#retired.filter(isRead);
    for (const { dispose } of free) dispose();
  }
}
