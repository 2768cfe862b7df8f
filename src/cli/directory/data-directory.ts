import { readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Audit, AUDIT_FILE, createAuditLog } from "../../access/audit-log.js";
import { DatasetLock } from "../../calls/publishing/loads/dataset-lock.js";
import type { TableFormat } from "../../core/engine/storage.js";
import { LISTENING } from "../../process/control/listener.js";
import { Catalog } from "../../store/catalog.js";
import type { Opened, WorkplaceOptions } from "./opened.js";
import type { OpenedTables } from "./open-tables.js";

/** A data directory that this process owns. */
export interface Workplace {
  readonly directory: string;
  /** Directory of temporary downloads; it is deleted when the process ends. */
  readonly downloads: string;
  /** Directory of drafts, which are files that users are about to publish. */
  readonly drafts: string;
  /** Log of changes to the directory. */
  readonly audit: Audit;
  /** Open its datasets; they are read by the first call. */
  open(): Promise<Opened>;
  /** Open its datasets' records without reading their tables. */
  openRecords(): Promise<Pick<Opened, "catalog" | "lock">>;
}

/**
 * Use a data directory that this process owns.
 * @param options one thread is enough for commands that aggregate once
 * @param warn called with each problem of the directory
 */
export async function withWorkplace<T>(
  directory: string,
  options: WorkplaceOptions,
  warn: (reason: string) => void,
  use: (place: Workplace) => Promise<T>,
): Promise<T> {
  const downloads = join(directory, "downloads");
  const audit = createAuditLog(resolve(directory), warn, options.onAudit);
  let tables: OpenedTables | null = null;
  let opened: Promise<Opened> | null = null;
  const openCatalog = async (format: TableFormat | null): Promise<Pick<Opened, "catalog" | "lock">> => {
    const catalog = await Catalog.open(directory, format, undefined, options.keeping);
    catalog.health.reasons.forEach(warn);
    return { catalog, lock: new DatasetLock() };
  };
  const open = async (): Promise<Opened> => {
    // Half of the program, which commands on records do without.
    const { OpenedTables } = await import("./open-tables.js");
    tables = new OpenedTables(directory, options);
    return { ...(await tables.open(openCatalog)), audit };
  };
  const tidy = (): Promise<void> => rm(downloads, { recursive: true, force: true });
  try {
    await tidy();
    return await use({
      directory,
      downloads,
      drafts: join(directory, "drafts"),
      audit,
      open: () => (opened ??= open()),
      openRecords: () => opened ?? openCatalog(null),
    });
  } finally {
    await (tables as OpenedTables | null)?.close();
    // The work is done, and the next start removes what is left.
    await tidy().catch(() => {});
    await removeLoneAudit(directory).catch(() => {});
  }
}

/** Remove the audit log of a directory in which nothing was stored, so that a failed first load leaves nothing behind. */
async function removeLoneAudit(directory: string): Promise<void> {
  const names = await readdir(directory).catch((): string[] => []);
  const hasMore = names.some((name) => name !== AUDIT_FILE && !LISTENING.test(name));
  if (!hasMore && names.includes(AUDIT_FILE)) await rm(join(directory, AUDIT_FILE), { force: true });
}
