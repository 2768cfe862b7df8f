import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";

/** What somebody did. Never keys or passwords. */
export type AuditEvent = AuditedAction & {
  /** Name of the user; `null` for the operator at the command line. */
  readonly by: string | null;
};

type AuditedAction =
  | {
      readonly action: "dataset.load";
      readonly operation: "load" | "replace" | "remove";
      readonly dataset: string;
      readonly source: string;
      readonly entries: number;
    }
  | {
      readonly action: "dataset.publish" | "dataset.retract" | "dataset.drop" | "dataset.rollback";
      readonly dataset: string;
    }
  | {
      readonly action: "dataset.edit";
      readonly dataset: string;
      /** What was written over, as faults of a model name it. */
      readonly places: readonly string[];
    }
  | {
      readonly action: "dataset.managers";
      readonly dataset: string;
      readonly added: readonly string[];
      readonly removed: readonly string[];
    }
  | { readonly action: "user.add"; readonly user: string; readonly admin: boolean }
  | { readonly action: "user.remove" | "user.key" | "user.password"; readonly user: string };

export interface Audit {
  /** Resolves when the event is on the disk, or could not be: what was done is done. */
  record(event: AuditEvent): Promise<void>;
}

export const AUDIT_FILE = "audit.log";

/**
 * Append what is done to `audit.log` in the data directory, an event a line, each with its time, as JSON.
 * @param onFailure told why an event could not be written
 */
export function createAuditLog(directory: string, onFailure: (error: string) => void): Audit {
  let last: Promise<void> = Promise.resolve();
  const path = join(directory, AUDIT_FILE);
  return {
    record(event) {
      const line = JSON.stringify({ time: new Date().toISOString(), ...event });
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

/** Whether a crash has left a line without its end. */
async function isCutShort(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString() !== "\n";
}

/** A source without what only its owner may know. */
export function auditedSource(url: string): string {
  return URL.canParse(url) && /^https?:/i.test(url)
    ? url.replace(/^(\w+:\/\/)[^/?#]*@/, "$1").replace(/[?#].*$/s, "")
    : url;
}
