import { execFileSync } from "node:child_process";

/** What a program was built from. */
export interface Commit {
  /** Twelve or more digits; `null` where nobody knows. */
  readonly commit: string | null;
  /** The day of the commit, `YYYY-MM-DD`. */
  readonly date: string | null;
  /** Whether files were not as they were committed. */
  readonly changed: boolean;
}

const UNKNOWN: Commit = { commit: null, date: null, changed: false };

/**
 * The commit that is checked out in a directory.
 * @returns unknown where there is no git, or the directory is no working tree of its own, as in an unpacked archive
 */
export function findCommit(directory: string): Commit {
  const git = (...args: string[]): string =>
    execFileSync("git", args, { cwd: directory, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    // Not that of a project which this one lies in.
    if (git("rev-parse", "--show-prefix") !== "") return UNKNOWN;
    return {
      commit: git("rev-parse", "--short=12", "HEAD"),
      date: git("show", "--no-patch", "--format=%cs", "HEAD"),
      changed: git("status", "--porcelain") !== "",
    };
  } catch {
    return UNKNOWN;
  }
}
