/** Reasons of the file system to refuse a path, by error code. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EEXIST: "it exists and is not a directory",
  EISDIR: "it is a directory",
  ENOENT: "it does not exist",
  ENOSPC: "no space is left on the disk",
  ENOTDIR: "part of the path is not a directory",
  EROFS: "that file system is read-only",
};

const ATTEMPTS: Readonly<Record<string, string>> = {
  access: "read",
  mkdir: "create the directory",
  open: "open",
  read: "read",
  rename: "replace",
  scandir: "read the directory",
  stat: "read",
  unlink: "remove",
  write: "write",
};

/** Explain an error of the file system in one sentence; Node's own message if the error is unusual. */
export function explainSystemError(error: NodeJS.ErrnoException & { readonly dest?: string }): string {
  const { code, syscall = "", path, dest, message } = error;
  const reason = explainCode(code);
  const attempt = ATTEMPTS[syscall];
  const place = dest ?? path;
  if (reason === undefined || attempt === undefined || place === undefined) return message;
  const remedy = code === "EACCES" || code === "EPERM" ? "; run this as the user that owns it (sudo -u USER …)" : "";
  return `Cannot ${attempt} "${place}": ${reason}${remedy}`;
}

/** Return the reason for an error code; `undefined` if it is unusual. */
export function explainCode(code: string | undefined): string | undefined {
  return REASONS[code ?? ""];
}
