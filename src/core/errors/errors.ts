import { errorText } from "./error-text.js";
/**
 * An error that the user can resolve. `errors` holds one sentence for each problem found, not only the first. Any other
 * exception is a bug. Only `http` maps the families to status codes.
 */
export abstract class UserError extends Error {
  readonly errors: readonly string[];
  /** URL of a resource that describes the error further, such as the run of a load. */
  location?: string;

  constructor(errors: string | readonly string[], options?: ErrorOptions) {
    const list = typeof errors === "string" ? [errors] : [...errors];
    super(list.join("\n"), options);
    this.name = new.target.name;
    this.errors = list;
  }
}

/** A parameter or a query that cannot be parsed, or names something that does not exist. */
export class InvalidQuery extends UserError {}

/** Reason for which a computation ends without a result. */
export type CutOffReason = "deadline" | "cancelled" | "memory" | "too many cells";

/** An aggregation of more cells than the settings allow. */
export class TooManyCells extends InvalidQuery {
  constructor(maxCells: number, options?: ErrorOptions) {
    super(errorText("too_many_cells", { maximum: maxCells }), options);
  }
}

/** A link to an existing resource, offered instead of a missing one. */
export interface ResourceLink {
  readonly label: string;
  /** The list that it is, if it has no label of its own: the label is then that of its dataset, or empty. */
  readonly list?: "entries" | "versions" | "shapes";
  /** Path that begins with a slash. */
  readonly path: string;
}

/** A resource that does not exist. */
export class NotFound extends UserError {
  /** Resources with similar names, the most similar first. */
  readonly near: readonly ResourceLink[];
  /** Parent of the missing resource; `null` if that is the whole server. */
  readonly above: ResourceLink | null;

  constructor(
    errors: string | readonly string[],
    { near = [], above = null }: Partial<Pick<NotFound, "near" | "above">> = {},
  ) {
    super(errors);
    this.near = near;
    this.above = above;
  }
}

/** A resource that existed, and whose data is no longer stored. */
export class Gone extends UserError {
  /** Facts that are still known of it, as JSON. */
  readonly known: Readonly<Record<string, unknown>>;

  constructor(error: string, known: Readonly<Record<string, unknown>>) {
    super(error);
    this.known = known;
  }
}

/** Missing or wrong credentials. */
export class Unauthenticated extends UserError {}

/** A known user without the permission for the operation. */
export class Forbidden extends UserError {}

/** Too many attempts of one kind in a short time. */
export class TooManyAttempts extends UserError {
  /** Seconds until another attempt is accepted. */
  readonly retryAfter: number;

  constructor(error: string, retryAfter: number) {
    super(error);
    this.retryAfter = retryAfter;
  }
}

/** A model with errors. */
export class InvalidModel extends UserError {
  /** Keys that nothing reads, one sentence each: they may be what is missing elsewhere. */
  readonly warnings: readonly string[];

  constructor(
    errors: string | readonly string[],
    { warnings = [], ...options }: ErrorOptions & { readonly warnings?: readonly string[] } = {},
  ) {
    super(errors, options);
    this.warnings = warnings;
  }
}

/** A source that cannot be fetched, decoded or parsed. */
export class BadSource extends UserError {}

/** A source at an address that the server must not fetch from. */
export class RefusedAddress extends BadSource {}

/** An operation that the current state does not allow. */
export class Conflict extends UserError {}

/** A name for something new that something else has. */
export class TakenName extends Conflict {}

/** A file of the data directory with wrong contents. */
export class DamagedStore extends UserError {}

/** A data directory in a format that this version of the program does not know. */
export class ForeignStore extends UserError {}

/** A file of the data directory that could not be read, but is not known to be damaged. */
export class Unreadable extends UserError {}

/** A failed write to the data directory, this once or until a restart. Existing data is unchanged. */
export class Unwritable extends UserError {}

/** A request beyond the server's limits; retrying later may work. */
export class OverCapacity extends UserError {
  /** Seconds to wait before a retry. */
  readonly retryAfter: number = 1;
  /** The limit at which a computation ended; `undefined` for work that was refused before it began. */
  readonly limit: CutOffReason | undefined;

  constructor(errors: string | readonly string[], options: ErrorOptions & { readonly limit?: CutOffReason } = {}) {
    super(errors, options);
    this.limit = options.limit;
  }
}

/** Make the error of a computation that took too long. */
export function queryTooLong(cause?: unknown): OverCapacity {
  return new OverCapacity(errorText("query_too_long"), { limit: "deadline", ...(cause !== undefined && { cause }) });
}

/** Return why a computation ended without a result; `undefined` if it did not begin, or the query was wrong. */
export function cutOffReason(error: unknown): CutOffReason | undefined {
  if (error instanceof TooManyCells) return "too many cells";
  return error instanceof OverCapacity ? error.limit : undefined;
}

/** A failure of the cluster. Its message names hosts and tables: it is for the log and the command line, never for clients. */
export class ClusterFailure extends Error {}

/** An engine, or a part of one, that cannot be reached. Its data is unchanged; retrying later may work. */
export class EngineUnreachable extends UserError {
  /** Seconds to wait before a retry. */
  readonly retryAfter: number = 5;
}
