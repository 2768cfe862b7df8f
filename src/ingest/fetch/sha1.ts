import { hash } from "node:crypto";

/** The SHA-1 of a text in UTF-8, as 40 hexadecimal digits. */
export function sha1(text: string): string {
  return hash("sha1", text, "hex");
}
