import { execFileSync } from "node:child_process";

/** The commit from which a program was built. */
export interface Commit {
  /** Hash of twelve or more digits; `null` if unknown. */
  readonly commit: string | null;
  /** Date of the commit, `YYYY-MM-DD`; `null` if unknown. */
  readonly date: string | null;
  /** True if the working tree had uncommitted changes. */
  readonly changed: boolean;
}

const UNKNOWN: Commit = { commit: null, date: null, changed: false };

/**
 * Find the commit that is checked out in a directory.
 * @returns an unknown commit without git, or if the directory is not the root of a working tree, as in an unpacked archive
 */
export function findCommit(directory: string): Commit {
  const git = (...args: string[]): string =>
    execFileSync("git", args, { cwd: directory, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    // In a subdirectory the commit would be that of an enclosing project.
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
