import { errorText } from "../../../core/errors/error-text.js";
import { Conflict } from "../../../core/errors/errors.js";
import type { TlsFiles } from "./listener.js";

/** Return the error for a key and a certificate that cannot be used. */
export function refuseTls({ keyFile, certFile }: TlsFiles, cause: unknown): Conflict {
  return new Conflict(errorText("https_not_served", { file: keyFile, file_b: certFile }), { cause });
}
