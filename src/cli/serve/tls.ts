import { accessSync, constants } from "node:fs";
import { CommanderError } from "commander";

export interface Tls {
  readonly certFile: string;
  readonly keyFile: string;
}

/**
 * Return the files to serve HTTPS with; `undefined` if neither is given.
 * @throws CommanderError if only one is given, the system's error if one cannot be read
 */
export function readTls(certFile: string | undefined, keyFile: string | undefined): Tls | undefined {
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined || keyFile === undefined) {
    throw new CommanderError(2, "spendcube.tls", "error: --tls-cert and --tls-key must be given together");
  }
  for (const file of [certFile, keyFile]) accessSync(file, constants.R_OK);
  return { certFile, keyFile };
}
