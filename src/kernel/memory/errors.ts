/** The query has more groups than it may have; the caller knows in which words to say so. */
export class TooManyGroups extends Error {
  constructor(readonly maxGroups: number) {
    super(`More than ${maxGroups} groups`);
    this.name = "TooManyGroups";
  }
}

/** The deadline passed between two pieces of work. */
export class OutOfTime extends Error {
  constructor() {
    super("The deadline passed");
    this.name = "OutOfTime";
  }
}

/** A table segment does not fit one memory, or a query's scratch does not fit beside it. */
export class OutOfMemory extends Error {
  constructor(bytes: number) {
    super(`No room for ${bytes} bytes in one memory`);
    this.name = "OutOfMemory";
  }
}

/** The process would take more memory than it may; the caller knows what for, and in which words to say so. */
export class OverMemoryLimit extends Error {
  /** Of the error, in words. */
  readonly figures: string;

  constructor(more: number, used: number, limit: number) {
    const wanted = more > 0 ? `${megabytes(more)} more are needed, and ` : "";
    const figures = `${wanted}the server takes ${megabytes(used)} of the ${megabytes(limit)} that it may take`;
    super(figures);
    this.name = "OverMemoryLimit";
    this.figures = figures;
  }
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6).toLocaleString("en")} MB`;
}

/** A query needs more room than it may have beside the table. It may have it elsewhere. */
export class NeedsOverflow extends Error {}
