import { basename, dirname } from "node:path";
import type { FileSystem, OpenFile } from "#src/store/disk/file-system.js";

export interface FileNode {
  bytes: Buffer;
}

export interface DirectoryNode {
  readonly entries: Map<string, FileNode | DirectoryNode>;
}

/** A step that changed the disk. The states that a crash can leave are computed from these. */
export type Step =
  | { readonly type: "write"; readonly file: FileNode; readonly bytes: Buffer; readonly position: number }
  | { readonly type: "sync" | "failed sync"; readonly file: FileNode }
  | {
      readonly type: "enter" | "unlink";
      readonly directory: DirectoryNode;
      readonly name: string;
      readonly node: Node;
    }
  | {
      readonly type: "rename";
      readonly directory: DirectoryNode;
      readonly from: string;
      readonly name: string;
      readonly node: Node;
    }
  | { readonly type: "sync directory"; readonly directory: DirectoryNode };

export type Node = FileNode | DirectoryNode;

export type Call = keyof FileSystem | keyof OpenFile;

/** An error that a call has instead of its effect. */
export type ValueError = { readonly code: string; readonly done?: boolean } | "short";

/**
 * A file system in memory that records every step and fails on demand. A rename into another directory is two steps: a
 * crash may leave the file in both, or in neither.
 */
export class MemoryDisk implements FileSystem {
  readonly root: DirectoryNode;
  readonly steps: Step[] = [];
  /** The contents before the first step. */
  readonly initial: ReadonlyMap<Node, FileNode | DirectoryNode>;
  /** Free bytes, as `space` tells. */
  free = 1e12;
  /** Called before every call; returns the error that it should have. */
  error: (call: Call, path: string) => ValueError | undefined = () => undefined;

  constructor(root: DirectoryNode = { entries: new Map() }) {
    this.root = root;
    this.initial = new Map(listNodes(root).map((node) => [node, copyNode(node)]));
  }

  async open(path: string): Promise<OpenFile> {
    this.#check("open", path);
    return this.#handle(path, this.#file(path));
  }

  async create(path: string): Promise<OpenFile> {
    this.#check("create", path);
    const file: FileNode = { bytes: Buffer.alloc(0) };
    this.#enter(path, file);
    return this.#handle(path, file);
  }

  async rename(from: string, to: string): Promise<void> {
    const error = this.error("rename", to);
    if (error && !(typeof error === "object" && error.done)) fail(error, "rename", to);
    const directory = this.#directory(dirname(from));
    const [old, name] = [basename(from), basename(to)];
    const node = directory.entries.get(old);
    if (!node) fail({ code: "ENOENT" }, "rename", from);
    const target = this.#directory(dirname(to));
    directory.entries.delete(old);
    target.entries.set(name, node);
    if (target === directory) this.steps.push({ type: "rename", directory, from: old, name, node });
    else {
      this.steps.push({ type: "enter", directory: target, name, node });
      this.steps.push({ type: "unlink", directory, name: old, node });
    }
    if (error) fail(error, "rename", to);
  }

  async unlink(path: string): Promise<void> {
    this.#check("unlink", path);
    const directory = this.#directory(dirname(path));
    const name = basename(path);
    const node = directory.entries.get(name);
    if (!node) fail({ code: "ENOENT" }, "unlink", path);
    directory.entries.delete(name);
    this.steps.push({ type: "unlink", directory, name, node });
  }

  async readdir(path: string): Promise<readonly string[]> {
    this.#check("readdir", path);
    return [...this.#directory(path).entries.keys()];
  }

  async mkdir(path: string): Promise<void> {
    this.#check("mkdir", path);
    this.#enter(path, { entries: new Map() });
  }

  async checkWritable(path: string): Promise<void> {
    this.#directory(path);
    this.#check("checkWritable", path);
  }

  async space(path: string): Promise<{ readonly free: number; readonly total: number }> {
    this.#check("space", path);
    return { free: this.free, total: 1e12 };
  }

  async syncDirectory(path: string): Promise<void> {
    this.#check("syncDirectory", path);
    this.steps.push({ type: "sync directory", directory: this.#directory(path) });
  }

  /** Let another program write a file, without an error; it does not fsync it. */
  put(path: string, bytes: Buffer): void {
    const file: FileNode = { bytes };
    this.#enter(path, file);
    this.steps.push({ type: "write", file, bytes, position: 0 });
  }

  /** Copy the disk as it is now. */
  copy(): MemoryDisk {
    return new MemoryDisk(copyTree(this.root));
  }

  /** Every file by its path. */
  get files(): ReadonlyMap<string, FileNode> {
    return new Map(listFiles(this.root, ""));
  }

  #handle(path: string, file: FileNode): OpenFile {
    return {
      read: async (into, position) => {
        const short = this.#check("read", path);
        const end = position + (short ? Math.ceil(into.length / 2) : into.length);
        const bytes = file.bytes.subarray(position, end);
        into.set(bytes);
        return bytes.length;
      },
      write: async (bytes, position) => {
        const short = this.#check("write", path);
        const written = Buffer.from(short ? bytes.subarray(0, Math.ceil(bytes.length / 2)) : bytes);
        file.bytes = writeAt(file.bytes, written, position);
        this.steps.push({ type: "write", file, bytes: written, position });
        return written.length;
      },
      sync: async () => {
        const error = this.error("sync", path);
        this.steps.push({ type: error ? "failed sync" : "sync", file });
        if (error) fail(error, "sync", path);
      },
      close: async () => void this.#check("close", path),
    };
  }

  /** @returns true if the call should read or write less than requested */
  #check(call: Call, path: string): boolean {
    const error = this.error(call, path);
    if (error === "short") return true;
    if (error) fail(error, call, path);
    return false;
  }

  #enter(path: string, node: Node): void {
    const directory = this.#directory(dirname(path));
    const name = basename(path);
    if (directory.entries.has(name) || path === "/") fail({ code: "EEXIST" }, "create", path);
    directory.entries.set(name, node);
    this.steps.push({ type: "enter", directory, name, node });
  }

  #directory(path: string): DirectoryNode {
    let node: Node | undefined = this.root;
    for (const name of path.split("/").filter(Boolean)) {
      node = node && "entries" in node ? node.entries.get(name) : undefined;
    }
    if (!node || !("entries" in node)) fail({ code: "ENOENT" }, "find", path);
    return node;
  }

  #file(path: string): FileNode {
    const node = this.#directory(dirname(path)).entries.get(basename(path));
    if (!node || !("bytes" in node)) fail({ code: "ENOENT" }, "open", path);
    return node;
  }
}

/** Overwrite bytes from a position on, filling a gap with zeros. */
export function writeAt(bytes: Buffer, written: Buffer, position: number): Buffer {
  const all = Buffer.alloc(Math.max(bytes.length, position + written.length));
  all.set(bytes);
  all.set(written, position);
  return all;
}

function fail(error: ValueError, call: string, path: string): never {
  const code = error === "short" ? "EINVAL" : error.code;
  throw Object.assign(new Error(`${code}: ${call} ${path}`), { code, syscall: call });
}

function listNodes(node: Node): readonly Node[] {
  return "entries" in node ? [node, ...[...node.entries.values()].flatMap(listNodes)] : [node];
}

/** Copy a node. The copy of a directory holds the same nodes. */
function copyNode(node: Node): Node {
  return "entries" in node ? { entries: new Map(node.entries) } : { bytes: node.bytes };
}

function copyTree({ entries }: DirectoryNode): DirectoryNode {
  const copies = [...entries].map(([name, node]): [string, Node] => [
    name,
    "entries" in node ? copyTree(node) : { bytes: Buffer.from(node.bytes) },
  ]);
  return { entries: new Map(copies) };
}

function* listFiles({ entries }: DirectoryNode, path: string): Iterable<[string, FileNode]> {
  for (const [name, node] of entries) {
    if ("entries" in node) yield* listFiles(node, `${path}/${name}`);
    else yield [`${path}/${name}`, node];
  }
}
