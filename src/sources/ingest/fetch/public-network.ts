import { BlockList } from "node:net";

/** Networks in IANA's registry of special addresses (RFC 6890 and later), and public ones with special uses in clouds. */
const SPECIAL_IPV4: readonly (readonly [network: string, bits: number])[] = [
  ["0.0.0.0", 8], // this network, unspecified
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // shared by carriers (CGNAT); Alibaba's metadata
  ["127.0.0.0", 8], // loopback
  ["168.63.129.16", 32], // Azure's platform
  ["169.254.0.0", 16], // link-local; metadata of most clouds
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments; Oracle's metadata
  ["192.0.2.0", 24], // documentation
  ["192.88.99.0", 24], // 6to4 relays
  ["192.168.0.0", 16], // private
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, broadcast
];

/** Global unicast addresses. Mapped, compatible, NAT64, local, link-local and multicast addresses are outside. */
const GLOBAL_IPV6 = ["2000::", 3] as const;

const SPECIAL_IPV6: readonly (readonly [network: string, bits: number])[] = [
  ["2001::", 23], // protocol assignments: Teredo, ORCHID, benchmarks
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4, which holds an IPv4 address
  ["3fff::", 20], // documentation
];

const ipv4 = new BlockList();
for (const [network, bits] of SPECIAL_IPV4) ipv4.addSubnet(network, bits, "ipv4");

const globalIpv6 = new BlockList();
globalIpv6.addSubnet(...GLOBAL_IPV6, "ipv6");

const ipv6 = new BlockList();
for (const [network, bits] of SPECIAL_IPV6) ipv6.addSubnet(network, bits, "ipv6");

/**
 * True if an address is reachable from the whole Internet, so that fetching from it discloses nothing.
 * @param address as returned by a resolver
 */
export function isPublicAddress(address: string, family: number): boolean {
  if (family === 4) return !ipv4.check(address, "ipv4");
  return globalIpv6.check(address, "ipv6") && !ipv6.check(address, "ipv6");
}
