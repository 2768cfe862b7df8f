import { isIPv6 } from "node:net";

/**
 * What attempts of one client are counted by: an IPv4 address, or of an IPv6 address the first half, as the other one
 * is the client's to choose.
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
