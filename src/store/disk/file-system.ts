import { constants } from "node:fs";
import { access, type FileHandle, mkdir, open, readdir, rename, statfs, unlink } from "node:fs/promises";

/** The operating system as the store uses it; tests replace it. */
export interface FileSystem {
  /** Open a file for reading. */
  open(path: string): Promise<OpenFile>;
  /** Create a file that only its owner may read. It must not exist yet. */
  create(path: string): Promise<OpenFile>;
  /** Rename a file atomically, replacing any file at the new path. */
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** List the names of the files and directories in a directory, in no particular order. */
  readdir(path: string): Promise<readonly string[]>;
  /** Create one directory that only its owner may enter. */
  mkdir(path: string): Promise<void>;
  /** Check that files can be created in a directory. @throws the system's error */
  checkWritable(path: string): Promise<void>;
  /** Return the bytes of a directory's disk, and those that this user may still write. */
  space(path: string): Promise<{ readonly free: number; readonly total: number }>;
  /** Make changes of a directory durable: files created, renamed and removed in it. */
  syncDirectory(path: string): Promise<void>;
}

export interface OpenFile {
  /** Read bytes. @returns number of bytes read, maybe fewer than `into` holds; 0 at the end of the file */
  read(into: Uint8Array, position: number): Promise<number>;
  /** Write bytes. @returns number of bytes written, maybe not all */
  write(bytes: Uint8Array, position: number): Promise<number>;
  /** Make the written bytes durable. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

export const nodeFileSystem: FileSystem = {
  open: async (path) => wrapHandle(await open(path, "r")),
  create: async (path) => wrapHandle(await open(path, "wx", 0o600)),
  rename,
  unlink,
  readdir: (path) => readdir(path),
  mkdir: async (path) => void (await mkdir(path, 0o700)),
  checkWritable: (path) => access(path, constants.W_OK | constants.X_OK),
  async space(path) {
    const { bsize, blocks, bavail } = await statfs(path);
    return { free: bavail * bsize, total: blocks * bsize };
  },
  async syncDirectory(path) {
    const directory = await open(path, "r");
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
  },
};

function wrapHandle(handle: FileHandle): OpenFile {
  return {
    read: async (into, position) => (await handle.read(into, 0, into.length, position)).bytesRead,
    write: async (bytes, position) => (await handle.write(bytes, 0, bytes.length, position)).bytesWritten,
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}

/** Return the code of an error of the operating system: `ENOENT`, `EIO`, …; `undefined` for other errors. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
}

const CAUSES: Readonly<Record<string, string>> = {
  ENOSPC: "no space is left",
  EDQUOT: "the quota is used up",
  EFBIG: "a file would be larger than it may be",
  EIO: "the disk failed",
  EROFS: "it is mounted read-only",
  EACCES: "permission is denied",
  EPERM: "permission is denied",
};

/** Describe an error of the operating system in plain words, with its code. */
export function nameSystemError(error: unknown): string {
  const code = errorCode(error);
  if (code === undefined) return error instanceof Error ? error.message : String(error);
  return code in CAUSES ? `${CAUSES[code]} (${code})` : code;
}
