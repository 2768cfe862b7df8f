import { Conflict } from "../../../core/errors/errors.js";
import type { TlsFiles } from "./listener.js";

/** Return the error for a key and a certificate that cannot be used. */
export function refuseTls({ keyFile, certFile }: TlsFiles, cause: unknown): Conflict {
  return new Conflict(
    `Cannot serve HTTPS with the key "${keyFile}" and the certificate "${certFile}": ` +
      "they must be PEM files that belong together",
    { cause },
  );
}
