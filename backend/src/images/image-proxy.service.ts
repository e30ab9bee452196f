import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { Injectable } from "@nestjs/common";
import { HttpError } from "../platform/http/error-response.js";
import { ImageProxyPolicy, type ResolvedAddress } from "./image-proxy.policy.js";
import { imageTypeOf, mayBeImage } from "./image-type.js";

/** Size limit of the cache, in bytes. */
const MAX_CACHE_BYTES = 64 * 1024 * 1024;
/** Overhead of an entry in bytes: its address (up to 2,000 characters) and map slot. */
const ENTRY_OVERHEAD_BYTES = 4096;
/** Maximum number of queued requests; further ones are rejected. */
const MAX_WAITING = 200;
/** Cache lifetime in ms; the picture on the drive may change. */
const CACHE_TTL_MS = 3_600_000;

/** A complete picture, with the type detected from its bytes. */
export interface FetchedImage {
  readonly bytes: Buffer;
  readonly type: string;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches pictures of the shared drive and caches them in memory for an hour. Concurrent requests for a picture share
 * one fetch, and concurrent fetches are limited, so that clients can neither exhaust our memory nor overload the drive.
 */
@Injectable()
export class ImageProxyService {
  private readonly cache = new Map<string, { image: FetchedImage; until: number }>();
  private cacheBytes = 0;
  private readonly inFlight = new Map<string, Promise<FetchedImage>>();
  private fetching = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly policy: ImageProxyPolicy) {}

  /** @throws HttpError one of the image_… codes; errors are not cached */
  async image(address: string): Promise<FetchedImage> {
    const cached = this.cache.get(address);
    if (cached !== undefined && cached.until > Date.now()) return cached.image;
    if (cached !== undefined) this.evict(address, cached.image);
    const inFlight = this.inFlight.get(address);
    if (inFlight !== undefined) return inFlight;
    // One timeout for everything, queueing included.
    const signal = AbortSignal.timeout(this.policy.timeoutMs);
    const fetching = this.withSlot(signal, () => this.fetch(address, signal)).finally(() =>
      this.inFlight.delete(address),
    );
    this.inFlight.set(address, fetching);
    const image = await fetching;
    this.store(address, image);
    return image;
  }

  private async withSlot<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.fetching < this.policy.maxFetches) this.fetching += 1;
    else await this.waitForSlot(signal);
    try {
      return await work();
    } finally {
      // Pass the slot to the longest waiting request; free it only if none waits.
      const next = this.waiting.shift();
      if (next === undefined) this.fetching -= 1;
      else next();
    }
  }

  /** @throws HttpError rate_limited if too many requests wait, or the timeout passes first */
  private waitForSlot(signal: AbortSignal): Promise<void> {
    const apiError = new HttpError("rate_limited", {}, { "retry-after": "5" });
    if (this.waiting.length >= MAX_WAITING) return Promise.reject(apiError);
    return new Promise((resolve, reject) => {
      const abandon = (): void => {
        this.waiting.splice(this.waiting.indexOf(grant), 1);
        reject(apiError);
      };
      const grant = (): void => {
        signal.removeEventListener("abort", abandon);
        resolve();
      };
      this.waiting.push(grant);
      signal.addEventListener("abort", abandon, { once: true });
    });
  }

  private store(address: string, image: FetchedImage): void {
    this.cache.set(address, { image, until: Date.now() + CACHE_TTL_MS });
    this.cacheBytes += ENTRY_OVERHEAD_BYTES + image.bytes.length;
    for (const [oldest, { image: old }] of this.cache) {
      if (this.cacheBytes <= MAX_CACHE_BYTES) break;
      this.evict(oldest, old);
    }
  }

  private evict(address: string, image: FetchedImage): void {
    if (this.cache.delete(address)) this.cacheBytes -= ENTRY_OVERHEAD_BYTES + image.bytes.length;
  }

  /**
   * @param signal aborts it at any stage
   * @throws HttpError one of the image_… codes
   */
  protected async fetch(address: string, signal: AbortSignal): Promise<FetchedImage> {
    let url = this.allowed(address);
    if (!(await this.policy.knows(address))) throw new HttpError("image_unknown");
    for (let hop = 0; hop <= this.policy.maxRedirects; hop += 1) {
      const response = await this.get(url, signal);
      const location = response.headers.location;
      if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined) return this.readPicture(response);
      response.destroy();
      url = this.allowed(location, url);
    }
    throw new HttpError("image_unavailable");
  }

  /** Parses an address and checks that it may be fetched. The URL parser has normalized every notation of an IP. */
  private allowed(address: string, base?: URL): URL {
    if (!URL.canParse(address, base?.href)) throw new HttpError("image_address_invalid");
    const url = new URL(address, base?.href);
    const port = this.policy.ports[url.protocol];
    if (port === undefined || url.username !== "" || url.password !== "") {
      throw new HttpError("image_address_invalid");
    }
    const isNumber = isIP(url.hostname.replace(/^\[|\]$/g, "")) !== 0;
    if (isNumber || !this.policy.hosts.includes(url.hostname)) throw new HttpError("image_host_refused");
    if (url.port !== "" && url.port !== port) throw new HttpError("image_address_invalid");
    return url;
  }

  private async get(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const checked = await this.checkedAddress(url.hostname, signal);
    // Every lookup by the client returns the checked address (no DNS rebinding).
    const lookup: LookupFunction = (_host, options, done) => {
      if (options.all === true) done(null, [checked]);
      else done(null, checked.address, checked.family);
    };
    const request = url.protocol === "https:" ? requestHttps : requestHttp;
    return new Promise((resolve, reject) => {
      const outgoing = request(
        url,
        {
          agent: false,
          lookup,
          signal,
          headers: {
            accept: "image/avif,image/webp,image/png,image/jpeg,image/gif",
            "accept-encoding": "identity",
            "user-agent": "sakhi-bazaar-images/1",
          },
          port: url.port === "" ? this.policy.ports[url.protocol] : url.port,
          maxHeaderSize: 16 * 1024,
        },
        resolve,
      );
      outgoing.once("error", () => reject(new HttpError("image_unavailable")));
      outgoing.end();
    });
  }

  private async checkedAddress(host: string, signal: AbortSignal): Promise<ResolvedAddress> {
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(new HttpError("image_unavailable")), { once: true });
    });
    aborted.catch(() => undefined);
    const found = await Promise.race([this.policy.resolve(host), aborted]).catch(() => {
      throw new HttpError("image_unavailable");
    });
    // A single private address disqualifies the name.
    if (!found.every(({ address }) => this.policy.allowsAddress(address))) {
      throw new HttpError("image_network_refused");
    }
    const [first] = found;
    if (first === undefined) throw new HttpError("image_unavailable");
    return first;
  }

  private async readPicture(response: IncomingMessage): Promise<FetchedImage> {
    try {
      if (response.statusCode !== 200) throw new HttpError("image_unavailable");
      if (response.headers["content-encoding"] !== undefined || !mayBeImage(response.headers["content-type"])) {
        throw new HttpError("image_type_refused");
      }
      const bytes = await this.readBody(response);
      const type = imageTypeOf(bytes);
      if (type === undefined) throw new HttpError("image_type_refused");
      return { bytes, type };
    } finally {
      response.destroy();
    }
  }

  private async readBody(response: IncomingMessage): Promise<Buffer> {
    if (Number(response.headers["content-length"] ?? 0) > this.policy.maxBytes) {
      throw new HttpError("image_too_large");
    }
    const chunks: Buffer[] = [];
    let length = 0;
    try {
      for await (const chunk of response as AsyncIterable<Buffer>) {
        length += chunk.length;
        if (length > this.policy.maxBytes) throw new HttpError("image_too_large");
        chunks.push(chunk);
      }
    } catch (error) {
      throw error instanceof HttpError ? error : new HttpError("image_unavailable");
    }
    return Buffer.concat(chunks);
  }
}
