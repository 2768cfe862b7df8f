import type { Actor } from "../../../access/actor.js";

/**
 * Finds the user of an `Authorization` header.
 * @throws Unauthenticated when the header is present and its key unknown
 */
export type Authenticate = (authorization: string | undefined) => Actor;
