/**
 * A refusal that the user can do something about. `faults` holds every fault that was found, each a sentence;
 * everything that is not a `UserError` is a bug. What status a family gets is decided in `http` alone.
 */
export abstract class UserError extends Error {
  readonly errors: readonly string[];

  constructor(errors: string | readonly string[], options?: ErrorOptions) {
    const list = typeof errors === "string" ? [errors] : [...errors];
    super(list.join("\n"), options);
    this.name = new.target.name;
    this.errors = list;
  }
}

/** A parameter or a query that cannot be understood, or names what is not there. */
export class InvalidQuery extends UserError {}

/** An aggregation of more cells than the settings allow. */
export class TooManyCells extends InvalidQuery {
  constructor(maxCells: number, options?: ErrorOptions) {
    super(`The drilldown has more than ${maxCells} cells; cut more or drill down by less`, options);
  }
}

/** A place to go to instead of one that is not there. */
export interface Way {
  readonly label: string;
  /** Beginning with a slash. */
  readonly path: string;
}

/** A resource that does not exist. */
export class NotFound extends UserError {
  /** What may have been meant, the likeliest first. */
  readonly near: readonly Way[];
  /** What it would be a part of; `null` where that is the whole server. */
  readonly above: Way | null;

  constructor(
    errors: string | readonly string[],
    { near = [], above = null }: Partial<Pick<NotFound, "near" | "above">> = {},
  ) {
    super(errors);
    this.near = near;
    this.above = above;
  }
}

/** No key, or a key that nobody has. */
export class Unauthenticated extends UserError {}

/** A known user who may not do this. */
export class Forbidden extends UserError {}

/** Too many attempts of one kind; after some seconds another one is looked at. */
export class TooManyAttempts extends UserError {
  readonly retryAfter: number;

  constructor(error: string, retryAfter: number) {
    super(error);
    this.retryAfter = retryAfter;
  }
}

/** A model with faults. */
export class InvalidModel extends UserError {}

/** A source that cannot be read as what it claims to be. */
export class BadSource extends UserError {}

/** A source whose address may not be fetched from, whatever is there. */
export class RefusedAddress extends BadSource {}

/** An operation that the present state rules out. */
export class Conflict extends UserError {}

/** A file of the data directory that is not what it should be. */
export class DamagedStore extends UserError {}

/** A data directory that another version of the program has written, in a form that this one does not know. */
export class ForeignStore extends UserError {}

/** A file of the data directory that could not be read; nothing says that it is damaged. */
export class Unreadable extends UserError {}

/** The data directory could not be written, this once or until a restart. What was there is still there. */
export class Unwritable extends UserError {}

/** More than the settings allow at once; trying again later may work. */
export class OverCapacity extends UserError {
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number = 1;
}

/** What holds the data cannot be reached, or part of it; nothing is wrong with the data, and trying again may work. */
export class EngineUnreachable extends UserError {
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number = 5;
}
