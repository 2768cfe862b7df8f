/** The caller of an operation. */
export interface Actor {
  /** `null` for anonymous callers. */
  readonly name: string | null;
  readonly admin: boolean;
}

export const ANONYMOUS: Actor = { name: null, admin: false };

/** The operator at the command line, who owns the data directory. */
export const OPERATOR: Actor = { name: null, admin: true };
