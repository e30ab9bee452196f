import ipaddr from "ipaddr.js";

/** A range of addresses that limits count together. */
export interface Network {
  /** For example `192.0.2.1/32` or `2001:db8:0:1::/64`; other text than an address is its own network. */
  readonly name: string;
  /** Length of the prefix in bits; undefined for other text than an address. */
  readonly prefix: NetworkPrefix | undefined;
  /** A limit of a single address is multiplied by this. */
  readonly factor: number;
}

/**
 * The counted prefixes, and how often a single address's limit each may have.
 *
 * One server or household owns an IPv4 address, or an IPv6 /64; providers give their customers a /56 or a /48, which is
 * 256 or 65,536 of these. The phones of a village reach us by a few of their operator's IPv4 addresses, neighbours in
 * one /24, or by as many IPv6 /64s as there are phones.
 */
const FACTORS = { 32: 1, 24: 4, 64: 1, 56: 2, 48: 4 } as const;
/** Length of a counted prefix, in bits: 32 and 24 of IPv4, 64, 56 and 48 of IPv6. */
export type NetworkPrefix = keyof typeof FACTORS;

const IPV4_PREFIXES = [32, 24] as const satisfies NetworkPrefix[];
const IPV6_PREFIXES = [64, 56, 48] as const satisfies NetworkPrefix[];

/** Every factor that a network may have. */
export const NETWORK_FACTORS: readonly number[] = [...new Set<number>(Object.values(FACTORS))];

/** The factor of a prefix; 1 for an unknown one. */
export function networkFactor(prefix: number | undefined): number {
  const factors: Readonly<Record<number, number>> = FACTORS;
  return factors[prefix ?? 32] ?? 1;
}

/**
 * Every network that limits count an address by, the narrowest first. The owner of many addresses gets no more by using
 * them in turn.
 *
 * @param address as Fastify reports it (`request.ip`); IPv4 in IPv6 form (`::ffff:192.0.2.1`) counts as IPv4
 */
export function networksOf(address: string): readonly [Network, ...Network[]] {
  const [plain = ""] = address.split("%");
  if (!ipaddr.isValid(plain)) return [{ name: address, prefix: undefined, factor: 1 }];
  const parsed = ipaddr.process(plain);
  const bytes = parsed.toByteArray();
  const network = (prefix: NetworkPrefix): Network => {
    const kept = bytes.map((byte, index) => byte & (0xff00 >> Math.min(8, Math.max(0, prefix - index * 8))));
    return { name: `${ipaddr.fromByteArray(kept).toString()}/${prefix}`, prefix, factor: FACTORS[prefix] };
  };
  const [narrowest, ...wider] = parsed instanceof ipaddr.IPv6 ? IPV6_PREFIXES : IPV4_PREFIXES;
  return [network(narrowest), ...wider.map(network)];
}
