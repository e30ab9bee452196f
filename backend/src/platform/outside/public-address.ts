import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The IPv6 range allocated to the public internet. */
const GLOBAL_V6 = ipaddr.parseCIDR("2000::/3");

/**
 * True for addresses on the public internet. False for private, loopback, link-local (cloud metadata), unique local,
 * carrier-grade NAT, multicast, documentation and reserved addresses, for IPv6 addresses that embed an IPv4 address
 * (mapped, NAT64, 6to4, Teredo), and for anything that is not an address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === "unicast" && (parsed.kind() === "ipv4" || parsed.match(GLOBAL_V6));
}
