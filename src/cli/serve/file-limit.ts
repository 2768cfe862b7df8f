import { readFileSync } from "node:fs";

/** Descriptors reserved for files, threads and control sockets. */
const RESERVED = 200;
/** Fewer connections than this are too few for a public server. */
const FEW = 1000;

/**
 * Return the limit on open files and connections of this process. Node raises it to the maximum that the system allows.
 * @param limits text of Linux's `/proc/self/limits`; on other systems it is empty, and the result is Infinity
 */
export function readFileLimit(limits = readLimits()): number {
  const soft = /^Max open files +(\S+)/m.exec(limits)?.[1];
  return soft === undefined || soft === "unlimited" ? Infinity : Number(soft);
}

/** Return the number of connections that a limit on open files allows. */
export function permittedConnections(fileLimit: number): number {
  return Math.max(1, fileLimit - RESERVED);
}

/** Return a warning if the limit allows only few connections; otherwise `undefined`. */
export function warnOfFew(fileLimit: number): string | undefined {
  const connections = permittedConnections(fileLimit);
  if (connections >= FEW) return undefined;
  return (
    `the limit of ${fileLimit} open files allows only ${connections} ` +
    `${connections === 1 ? "connection" : "connections"}; to allow more, raise LimitNOFILE= in the systemd unit, or ulimit -n`
  );
}

function readLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return "";
  }
}
