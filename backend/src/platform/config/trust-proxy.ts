import ipaddr from "ipaddr.js";

/** Most proxies one after another that anybody has. */
const MAX_HOPS = 10;

/** Whose X-Forwarded-For is believed: nobody's, that of so many proxies before us, or of proxies in these networks. */
export type TrustedProxies = false | number | readonly string[];

/**
 * Reads TRUST_PROXY: `off`, a number of proxies, or their addresses and networks with commas between. Never everybody:
 * a proxy that adds to the header leaves what the client wrote in it, and every limit would count what clients invent.
 *
 * @returns what is trusted, or undefined where the text is none of these
 */
export function trustedProxies(text: string): TrustedProxies | undefined {
  if (text === "off") return false;
  if (/^\d{1,2}$/.test(text)) {
    const hops = Number(text);
    if (hops > MAX_HOPS) return undefined;
    return hops === 0 ? false : hops;
  }
  const networks = text.split(",").map((network) => network.trim());
  return networks.every(isNetwork) ? networks : undefined;
}

/** An address or a network; not one that holds every address there is. */
function isNetwork(text: string): boolean {
  if (ipaddr.isValidCIDR(text)) return !text.endsWith("/0");
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/**
 * What Fastify asks of each address, from the connection's (hop 0) outwards. A count believes a nearest proxy on this
 * machine or in a private network only: somebody on the internet who reaches us past the proxy could write what they
 * like. (Fastify itself believes nobody where it is given a mere count.)
 */
export function trustOf(
  trusted: TrustedProxies,
): false | string[] | ((address: string, hop: number) => boolean) {
  if (trusted === false) return false;
  if (typeof trusted !== "number") return [...trusted];
  return (address, hop) => hop < trusted && (hop > 0 || isNear(address));
}

const NEAR = ["loopback", "private", "uniqueLocal", "linkLocal"];

function isNear(address: string): boolean {
  const [plain = ""] = address.split("%");
  return ipaddr.isValid(plain) && NEAR.includes(ipaddr.process(plain).range());
}
