import { BlockList, isIP } from "node:net";

/** IPv4 that is not the public internet (IANA special-purpose registry), multicast and reserved included. */
const NOT_PUBLIC_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];
/** Of IPv6 only 2000::/3 is public; these parts of it are not, or carry an IPv4 address inside. */
const NOT_PUBLIC_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

function blockListOf(networks: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix = ""] = network.split("/");
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

const v4 = blockListOf(NOT_PUBLIC_V4, "ipv4");
const v6 = blockListOf(NOT_PUBLIC_V6, "ipv6");
const globalV6 = blockListOf(["2000::/3"], "ipv6");

/**
 * Whether an address is one of the public internet. Private, loopback, link-local (cloud metadata), unique local,
 * carrier-grade NAT, multicast, documentation and reserved addresses are not, nor is anything that only carries an
 * IPv4 address (mapped, NAT64, 6to4, Teredo), nor anything that is no address.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !v4.check(address, "ipv4");
    case 6:
      return globalV6.check(address, "ipv6") && !v6.check(address, "ipv6");
    default:
      return false;
  }
}
