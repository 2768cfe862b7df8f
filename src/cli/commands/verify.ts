import { type DamagedFile, verifyDirectory, type Verified } from "../../store/disk/verify.js";
import { nodeFileSystem } from "../../store/disk/file-system.js";
import { NotFound } from "../../errors/errors.js";
import { printJson, printLine } from "../terminal/terminal.js";
import type { Call } from "./call.js";

interface Options {
  readonly json?: boolean;
}

/**
 * Read all files in a data directory and check their checksums.
 * @returns the exit status: 1 if anything is damaged
 * @throws NotFound if nothing was ever written to the directory
 */
export async function verify({ place, options, terminal, signal }: Call<Options>): Promise<number> {
  const { showProgress } = terminal;
  const verifying = verifyDirectory(nodeFileSystem, place.directory, (bytesRead, bytesTotal) => {
    signal.throwIfAborted();
    showProgress?.({ bytesRead, bytesTotal });
  });
  const verified = await verifying.finally(() => showProgress?.(null));
  const { files, bytes, damages } = verified;
  if (files === 0 && damages.length === 0) throw new NotFound(`${place.directory} holds no data to verify`);
  if (options.json) printJson(terminal, { files, bytes, damages });
  else if (damages.length === 0) printLine(terminal.out, `${describeCount(verified)}: nothing is damaged`);
  else for (const damage of damages) printLine(terminal.out, describeDamage(damage));
  return damages.length > 0 ? 1 : 0;
}

function describeDamage({ datasets, error }: DamagedFile): string {
  return datasets.length > 0 ? `${error}; it holds ${datasets.join(", ")}` : error;
}

function describeCount({ files, bytes }: Verified): string {
  return `${files} files and ${(bytes / 1e6).toFixed(1)} MB read`;
}
