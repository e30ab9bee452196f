import { lookup } from "node:dns/promises";
import { isPublicAddress } from "../platform/outside/public-address.js";
import type { KnownPicturesService } from "./known-pictures.service.js";

/** An IP address that a host name resolves to. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Limits of the image proxy; tests supply their own. */
export abstract class ImageProxyPolicy {
  /** Exact names of the allowed hosts, lower case. */
  abstract readonly hosts: readonly string[];
  /** Allowed protocols, each with its only port. */
  abstract readonly ports: Readonly<Record<string, string>>;
  /** Maximum size of a picture, in bytes. */
  abstract readonly maxBytes: number;
  /** Timeout in ms for everything: queueing, DNS, redirects and download. */
  abstract readonly timeoutMs: number;
  /** Maximum number of redirects. */
  abstract readonly maxRedirects: number;
  /** Maximum number of concurrent fetches; others are queued within their timeout. */
  abstract readonly maxFetches: number;
  /** Resolves all addresses of a host name. */
  abstract resolve(host: string): Promise<readonly ResolvedAddress[]>;
  /** True if the catalogue shows the picture of this address. */
  abstract knows(picture: string): Promise<boolean>;
  /** True if connections to this address are allowed. */
  abstract allowsAddress(address: string): boolean;
}

/** The production policy. */
export function imageProxyPolicy(
  hosts: readonly string[],
  pictures: Pick<KnownPicturesService, "includes">,
): ImageProxyPolicy {
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
    knows: (picture) => pictures.includes(picture),
    allowsAddress: isPublicAddress,
  };
}
