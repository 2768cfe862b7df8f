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
