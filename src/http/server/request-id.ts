import { randomBytes } from "node:crypto";

// Module state: ids are unique in the process, whatever servers it has.
const PROCESS = randomBytes(6).toString("base64url");
let last = 0;

/** An id unlike that of any other request, cheap enough for every one. */
export function nextRequestId(): string {
  last++;
  return `${PROCESS}-${last.toString(36)}`;
}
