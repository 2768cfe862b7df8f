/** What the system refuses to do with a path, by its code. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: "this user may not",
  EPERM: "this user may not",
  EEXIST: "it is there and is no directory",
  EISDIR: "it is a directory",
  ENOENT: "it is not there",
  ENOSPC: "there is no room left",
  ENOTDIR: "part of the path is no directory",
  EROFS: "that file system is read-only",
};

const ATTEMPTS: Readonly<Record<string, string>> = {
  access: "read",
  mkdir: "make the directory",
  open: "open",
  read: "read",
  rename: "replace",
  scandir: "read the directory",
  stat: "look at",
  unlink: "remove",
  write: "write",
};

/** One sentence for an error of the file system; what Node says where there is nothing better. */
export function explainSystemError(error: NodeJS.ErrnoException & { readonly dest?: string }): string {
  const { code, syscall = "", path, dest, message } = error;
  const reason = explainCode(code);
  const attempt = ATTEMPTS[syscall];
  const place = dest ?? path;
  if (reason === undefined || attempt === undefined || place === undefined) return message;
  return `Cannot ${attempt} "${place}": ${reason}`;
}

/** Why, where it is a usual reason. */
export function explainCode(code: string | undefined): string | undefined {
  return REASONS[code ?? ""];
}
