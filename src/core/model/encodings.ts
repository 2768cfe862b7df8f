import { encodingExists } from "iconv-lite";

/** Begin of the name of a text of which some lines are UTF-8 and the others have the encoding after it. */
export const MIXED = /^utf-?8\+/i;

/** True if an encoding, or that of the lines beside UTF-8, is known. */
export function isKnownEncoding(name: string): boolean {
  return encodingExists(name.replace(MIXED, ""));
}

/** Return the name of a text of lines of UTF-8 and of another encoding. */
export function mixedEncoding(other: string): string {
  return `utf-8+${other}`;
}
