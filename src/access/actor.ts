/** The caller of an operation. */
export interface Actor {
  /** Id of the account, never used again for another one; `null` for anonymous callers and the operator. */
  readonly id: string | null;
  /** Name of the account, which another account may have later; `null` like the id. */
  readonly name: string | null;
  readonly admin: boolean;
}

export const ANONYMOUS: Actor = { id: null, name: null, admin: false };

/** The operator at the command line, who owns the data directory. */
export const OPERATOR: Actor = { id: null, name: null, admin: true };

/** An actor with an account. */
export type SignedIn = Actor & { readonly id: string; readonly name: string };

/** True for a caller without an account who is not the operator. */
export function isAnonymous({ name, admin }: Actor): boolean {
  return name === null && !admin;
}

/** Return the caller that an account stands for. */
export function actorOf({ id, name, admin }: SignedIn): SignedIn {
  return { id, name, admin };
}
