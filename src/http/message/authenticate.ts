import type { Actor } from "../../access/actor.js";

/** Finds the user of an `Authorization` header. @throws Unauthenticated when the header is there and names nobody */
export type Authenticate = (authorization: string | undefined) => Actor;
