import { lookup } from "node:dns/promises";
import { isPublicAddress } from "./public-address.js";

/** An address a name leads to. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** What the image proxy may do; tests give their own. */
export abstract class ImageProxyPolicy {
  /** Exact names of the hosts pictures are fetched from, lower case. */
  abstract readonly hosts: readonly string[];
  /** Protocols, each with the only port it may use. */
  abstract readonly ports: Readonly<Record<string, string>>;
  /** Largest picture in bytes. */
  abstract readonly maxBytes: number;
  /** Time for everything: name, redirects, picture; in ms. */
  abstract readonly timeoutMs: number;
  /** Redirects followed at most. */
  abstract readonly maxRedirects: number;
  /** Pictures fetched at one time; more wait their turn within their own time. */
  abstract readonly maxFetches: number;
  /** All addresses of a name. */
  abstract resolve(host: string): Promise<readonly ResolvedAddress[]>;
  /** Whether we connect to this address. */
  abstract allowsAddress(address: string): boolean;
}

/** What holds outside of tests. */
export function imageProxyPolicy(hosts: readonly string[]): ImageProxyPolicy {
  return {
    hosts,
    ports: { "https:": "443" },
    maxBytes: 10 * 1024 * 1024,
    timeoutMs: 8_000,
    maxRedirects: 3,
    maxFetches: 12,
    async resolve(host) {
      const found = await lookup(host, { all: true, verbatim: true });
      return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
    },
    allowsAddress: isPublicAddress,
  };
}
