import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import type { Actor } from "./actor.js";

/** One audited action and its user. Never holds keys or passwords. */
export type AuditEvent = AuditedAction & AuditedUser;

interface AuditedUser {
  /** Name of the user; `null` for the operator at the command line. */
  readonly by: string | null;
  /** Id of the user: another user may have had the name before. Absent for the operator. */
  readonly by_id?: string;
}

/** Describe the user of an action. */
export function auditedUser({ id, name }: Pick<Actor, "id" | "name">): AuditedUser {
  return id === null ? { by: name } : { by: name, by_id: id };
}

type AuditedAction =
  | (AuditedLoad & { readonly action: "dataset.load.begin" })
  | (AuditedLoad & {
      readonly action: "dataset.load";
      /** Entries of the dataset afterwards. */
      readonly entries: number;
      /** Rows of the source. */
      readonly rows: number;
      readonly seconds: number;
      /** Number of warnings, and the first of them; absent without any. */
      readonly warnings?: number;
      readonly warning?: string;
    })
  | (AuditedLoad & {
      readonly action: "dataset.load.failed";
      /** The first sentence of the error. */
      readonly error: string;
      /** Rows that were read of the source. */
      readonly rows: number;
      readonly seconds: number;
    })
  | {
      readonly action: "dataset.publish" | "dataset.retract" | "dataset.drop" | "dataset.rollback";
      readonly dataset: string;
    }
  | {
      readonly action: "dataset.note";
      readonly dataset: string;
      /** Number of the version. */
      readonly version: number;
    }
  | {
      readonly action: "dataset.purge";
      readonly dataset: string;
      /** Numbers of the versions. */
      readonly versions: readonly number[];
    }
  | {
      readonly action: "dataset.edit";
      readonly dataset: string;
      /** Paths of the changed texts, written as in a model's error messages. */
      readonly places: readonly string[];
      /** Number of the version that it made; absent if it made none. */
      readonly version?: number;
    }
  | {
      readonly action: "dataset.managers";
      readonly dataset: string;
      readonly added: readonly string[];
      readonly removed: readonly string[];
    }
  | { readonly action: "shapes.add" | "shapes.drop"; readonly shapes: string }
  | { readonly action: "collection.add" | "collection.drop"; readonly collection: string }
  | {
      readonly action: "collection.change";
      /** Its name before the change. */
      readonly collection: string;
      /** Its name from now on; absent if it keeps its name. */
      readonly renamed?: string;
    }
  | { readonly action: "user.add"; readonly user: string; readonly user_id?: string; readonly admin: boolean }
  | {
      readonly action: "user.remove" | "user.key" | "user.password";
      readonly user: string;
      readonly user_id?: string;
    };

interface AuditedLoad {
  readonly operation: "load" | "replace" | "remove";
  readonly dataset: string;
  /** A path or URL, without what may be secret. */
  readonly source: string;
}

export interface Audit {
  /** Write an event to disk. Never rejects: a failed write must not undo the action. */
  record(event: AuditEvent): Promise<void>;
}

export const AUDIT_FILE = "audit.log";

/**
 * Open the audit log: `audit.log` in the data directory, one JSON object per line, each with its time.
 * @param onFailure receives the error message when an event could not be written
 * @param onRecord called with every event, before it is written
 */
export function createAuditLog(
  directory: string,
  onFailure: (error: string) => void,
  onRecord: (event: AuditEvent) => void = () => {},
): Audit {
  let last: Promise<void> = Promise.resolve();
  const path = join(directory, AUDIT_FILE);
  return {
    record(event) {
      onRecord(event);
      const { user_id, by_id, ...action } = event as AuditEvent & { readonly user_id?: string };
      const line = JSON.stringify({ time: new Date().toISOString(), user_id, by_id, ...action });
      last = last.then(() =>
        append(path, line).catch((error: Error) =>
          onFailure(`${path} could not be written (${error.message}): ${line}`),
        ),
      );
      return last;
    },
  };
}

async function append(path: string, line: string): Promise<void> {
  const file = await open(path, "a+", 0o600);
  try {
    const begin = (await isCutShort(file)) ? "\n" : "";
    await file.appendFile(`${begin}${line}\n`);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** True if the last line has no newline because a crash cut it short. */
async function isCutShort(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString() !== "\n";
}

/** Remove user information, query string and fragment from an HTTP(S) URL: they may hold secrets. */
export function auditedSource(url: string): string {
  return URL.canParse(url) && /^https?:/i.test(url)
    ? url.replace(/^(\w+:\/\/)[^/?#]*@/, "$1").replace(/[?#].*$/s, "")
    : url;
}

/** Remove user information, query strings and fragments from all HTTP(S) URLs in a text. */
export function auditedText(text: string): string {
  return text.replace(/https?:\/\/[^\s"'<>]*[^\s"'<>.,:;)]/gi, auditedSource);
}
