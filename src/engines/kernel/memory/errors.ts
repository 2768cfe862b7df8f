import { phraseText } from "../../../core/errors/phrase-text.js";

/** The query has more groups than allowed. The caller words the message for the user. */
export class TooManyGroups extends Error {
  constructor(readonly maxGroups: number) {
    super(`More than ${maxGroups} groups`);
    this.name = "TooManyGroups";
  }
}

/** The deadline passed before the last piece of work. */
export class OutOfTime extends Error {
  constructor() {
    super("The deadline passed");
    this.name = "OutOfTime";
  }
}

/** A table segment does not fit one memory, or a query's scratch does not fit beside it. */
export class OutOfMemory extends Error {
  constructor(bytes: number) {
    super(`${bytes} bytes do not fit in one memory`);
    this.name = "OutOfMemory";
  }
}

/** The process would exceed its memory limit. The caller words the message for the user. */
export class OverMemoryLimit extends Error {
  /** The needed, used and allowed memory, as part of a sentence. */
  readonly figures: string;

  constructor(more: number, used: number, limit: number) {
    const values = { size: megabytes(used), maximum: megabytes(limit) };
    const figures =
      more > 0
        ? phraseText("memory_needed", { bytes: megabytes(more), ...values })
        : phraseText("memory_taken", values);
    super(figures);
    this.name = "OverMemoryLimit";
    this.figures = figures;
  }
}

function megabytes(bytes: number): string {
  return Math.ceil(bytes / 1e6).toLocaleString("en");
}

/** A query needs more scratch memory than it may take beside the table; it is repeated in overflow memory. */
export class NeedsOverflow extends Error {}
