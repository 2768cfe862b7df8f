import { onOneLine } from "../../core/model/words/plain-text.js";
import { connectCluster } from "../../engines/clickhouse/client/connect-cluster.js";
import { explainEntriesDamage } from "../../engines/clickhouse/table/check-version.js";
import { tableOfHeader } from "../../engines/clickhouse/table/version-header.js";
import { type EngineOptions, readClusterOptions } from "../directory/cluster-options.js";
import { type DamagedFile, verifyDirectory } from "../../store/disk/verify.js";
import { nodeFileSystem } from "../../store/disk/file-system.js";
import { errorText } from "../../core/errors/error-text.js";
import { countText, phraseText } from "../../core/errors/phrase-text.js";
import { NotFound } from "../../core/errors/errors.js";
import { printJson, printLine, printNote } from "../terminal/terminal.js";
import type { Call } from "./call.js";

interface Options extends EngineOptions {
  readonly json?: boolean;
}

/**
 * Read all files in a data directory and check their checksums; with a cluster, also the entries there.
 * @returns the exit status: 1 if anything is damaged
 * @throws NotFound if nothing was ever written to the directory, the errors of `connectCluster` and `explainEntriesDamage`
 */
export async function verify({ place, options, terminal, signal }: Call<Options>): Promise<number> {
  const settings = readClusterOptions(options);
  const cluster = settings && (await connectCluster(settings));
  const { showProgress } = terminal;
  const onVerified = (bytesRead: number, bytesTotal: number): void => {
    signal.throwIfAborted();
    showProgress?.({ bytesRead, bytesTotal });
  };
  let numUnchecked = 0;
  const checkTable = async (header: unknown): Promise<string | null> => {
    if (tableOfHeader(header) === null) return null;
    if (cluster) return explainEntriesDamage(cluster, header, signal);
    numUnchecked++;
    return null;
  };
  const verifying = verifyDirectory(nodeFileSystem, place.directory, onVerified, checkTable);
  const verified = await verifying.finally(() => {
    showProgress?.(null);
    cluster?.close();
  });
  const { files, bytes, damages } = verified;
  if (files === 0 && damages.length === 0)
    throw new NotFound(errorText("no_data_to_verify", { directory: place.directory }));
  if (options.json) printJson(terminal, { files, bytes, damages });
  else if (damages.length === 0) {
    const amount = (bytes / 1e6).toFixed(1);
    printLine(terminal.out, phraseText("files_verified", { count: files.toLocaleString("en"), amount }));
  } else for (const damage of damages) printLine(terminal.out, onOneLine(describeDamage(damage)));
  if (numUnchecked > 0)
    printNote(terminal.err, "warning", countText(numUnchecked, "version_not_verified", "versions_not_verified"));
  return damages.length > 0 ? 1 : 0;
}

function describeDamage({ datasets, error }: DamagedFile): string {
  return datasets.length > 0 ? phraseText("damage_holds", { reason: error, names: datasets.join(", ") }) : error;
}
