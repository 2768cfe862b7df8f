import { randomBytes } from "node:crypto";

// Module state: ids are unique in the process, even with several servers.
const PROCESS = randomBytes(6).toString("base64url");
let last = 0;

/** Return a new id, unique among the requests of all processes. Cheap: counts up. */
export function nextRequestId(): string {
  last++;
  return `${PROCESS}-${last.toString(36)}`;
}
