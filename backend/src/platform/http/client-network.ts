import ipaddr from "ipaddr.js";

/**
 * The network that limits count an address by: an IPv4 address itself, or the /64 of an IPv6 address, because one
 * household or server is given a whole /64 and can use any address in it.
 *
 * @param address as Fastify reports it (`request.ip`); IPv4 in IPv6 form (`::ffff:192.0.2.1`) counts as IPv4
 * @returns for example `192.0.2.1` or `2001:db8:0:1::/64`; the text itself if it is no address
 */
export function clientNetwork(address: string): string {
  const [plain = ""] = address.split("%");
  if (!ipaddr.isValid(plain)) return address;
  const parsed = ipaddr.process(plain);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
