import { readFileSync } from "node:fs";

/** For files, threads, owners' sockets and what else is open beside connections. */
const OTHERS = 200;
/** With fewer a server is of little use to more than its owner. */
const FEW = 1000;

/**
 * How many files and connections this process may have open at once; Node has raised it to what the system allows.
 * @param limits as Linux tells them; elsewhere nothing is known
 */
export function readFileLimit(limits = readLimits()): number {
  const soft = /^Max open files +(\S+)/m.exec(limits)?.[1];
  return soft === undefined || soft === "unlimited" ? Infinity : Number(soft);
}

/** How many of them may be connections. */
export function permittedConnections(fileLimit: number): number {
  return Math.max(1, fileLimit - OTHERS);
}

/** What is to be said of that; `undefined` where there are enough. */
export function warnOfFew(fileLimit: number): string | undefined {
  const connections = permittedConnections(fileLimit);
  if (connections >= FEW) return undefined;
  return (
    `this process may have ${fileLimit} files open and so ${connections} ` +
    `${connections === 1 ? "connection" : "connections"}; for more, raise LimitNOFILE= of its unit, or ulimit -n`
  );
}

function readLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return "";
  }
}
