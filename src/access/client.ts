import { isIPv6 } from "node:net";

/**
 * Return the key under which a client's attempts are counted: its IPv4 address, or the first 64 bits of its IPv6
 * address, because a client may choose the other 64 bits freely.
 */
export function clientOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.toLowerCase().split("%")[0]!.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const last = after.at(-1) ?? before.at(-1) ?? "";
  const width = last.includes(".") ? 7 : 8;
  const missing = tail === undefined ? 0 : width - before.length - after.length;
  const groups = [...before, ...Array<string>(missing).fill("0"), ...after].map((group) =>
    group.replace(/^0+(?=.)/, ""),
  );
  const isMapped = groups.slice(0, 5).every((group) => group === "0") && groups[5] === "ffff";
  return isMapped ? groups.slice(6).join(":") : groups.slice(0, 4).join(":");
}
