import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** All of IPv6 that is given out to the public internet. */
const GLOBAL_V6 = ipaddr.parseCIDR("2000::/3");

/**
 * Whether an address is one of the public internet. Private, loopback, link-local (cloud metadata), unique local,
 * carrier-grade NAT, multicast, documentation and reserved addresses are not, nor is anything that only carries an
 * IPv4 address (mapped, NAT64, 6to4, Teredo), nor anything that is no address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === "unicast" && (parsed.kind() === "ipv4" || parsed.match(GLOBAL_V6));
}
