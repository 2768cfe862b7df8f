import { hash } from "node:crypto";

/** Return the SHA-1 of a text in UTF-8, as 40 hexadecimal digits. */
export function sha1(text: string): string {
  return hash("sha1", text, "hex");
}
