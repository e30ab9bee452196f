import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { Injectable } from "@nestjs/common";
import { HttpError } from "../platform/http/error-response.js";
import { ImageProxyPolicy, type ResolvedAddress } from "./image-proxy.policy.js";
import { imageTypeOf, mayBeImage } from "./image-type.js";

/** Pictures kept in memory at most, in bytes. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;
/** What a kept picture takes beside its bytes, in bytes: its address, of up to 2,000 letters, and its place. */
const BESIDE_BYTES = 4096;
/** More than so many waiting for their turn are sent away. */
const MAX_WAITING = 200;
/** How long a picture is kept, in ms; the drive's own may change. */
const KEPT_MS = 3_600_000;

/** A picture, whole, with its type by its own bytes. */
export interface FetchedImage {
  readonly bytes: Buffer;
  readonly type: string;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Pictures of the shared drive, kept in memory for an hour. One picture is fetched once however many ask for it,
 * and only so many at a time, so that nobody can make us fill our memory or knock on the drive's door too hard.
 */
@Injectable()
export class ImageProxyService {
  private readonly kept = new Map<string, { image: FetchedImage; until: number }>();
  private keptBytes = 0;
  private readonly underWay = new Map<string, Promise<FetchedImage>>();
  private fetching = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly policy: ImageProxyPolicy) {}

  /** @throws HttpError one of the image_… codes; errors are not kept */
  async image(address: string): Promise<FetchedImage> {
    const kept = this.kept.get(address);
    if (kept !== undefined && kept.until > Date.now()) return kept.image;
    if (kept !== undefined) this.forget(address, kept.image);
    const underWay = this.underWay.get(address);
    if (underWay !== undefined) return underWay;
    // One time for everything, the wait for its turn included: nobody is kept longer.
    const signal = AbortSignal.timeout(this.policy.timeoutMs);
    const fetching = this.inTurn(signal, () => this.fetch(address, signal)).finally(() =>
      this.underWay.delete(address),
    );
    this.underWay.set(address, fetching);
    const image = await fetching;
    this.keep(address, image);
    return image;
  }

  private async inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.fetching < this.policy.maxFetches) this.fetching += 1;
    else await this.turn(signal);
    try {
      return await work();
    } finally {
      // The place goes to who waits longest, and is free only when nobody does.
      const next = this.waiting.shift();
      if (next === undefined) this.fetching -= 1;
      else next();
    }
  }

  /** @throws HttpError rate_limited when too many wait, or the time runs out before the turn comes */
  private turn(signal: AbortSignal): Promise<void> {
    const apiError = new HttpError("rate_limited", {}, { "retry-after": "5" });
    if (this.waiting.length >= MAX_WAITING) return Promise.reject(apiError);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(mine), 1);
        reject(apiError);
      };
      const mine = (): void => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      this.waiting.push(mine);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  private keep(address: string, image: FetchedImage): void {
    this.kept.set(address, { image, until: Date.now() + KEPT_MS });
    this.keptBytes += BESIDE_BYTES + image.bytes.length;
    for (const [oldest, { image: old }] of this.kept) {
      if (this.keptBytes <= MAX_KEPT_BYTES) break;
      this.forget(oldest, old);
    }
  }

  private forget(address: string, image: FetchedImage): void {
    if (this.kept.delete(address)) this.keptBytes -= BESIDE_BYTES + image.bytes.length;
  }

  /**
   * @param signal ends it, wherever it is
   * @throws HttpError one of the image_… codes
   */
  protected async fetch(address: string, signal: AbortSignal): Promise<FetchedImage> {
    let url = this.allowed(address);
    for (let hop = 0; hop <= this.policy.maxRedirects; hop += 1) {
      const answer = await this.ask(url, signal);
      const location = answer.headers.location;
      if (!REDIRECTS.has(answer.statusCode ?? 0) || location === undefined) return this.picture(answer);
      answer.destroy();
      url = this.allowed(location, url);
    }
    throw new HttpError("image_unavailable");
  }

  /** The address, if it is one we may ask. The parser has already written every notation of an IP in its plain form. */
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

  private async ask(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const checked = await this.checkedAddress(url.hostname, signal);
    // However the client asks for the name again, it gets the checked address.
    const lookup: LookupFunction = (_host, options, done) => {
      if (options.all === true) done(null, [checked]);
      else done(null, checked.address, checked.family);
    };
    const request = url.protocol === "https:" ? requestHttps : requestHttp;
    return new Promise((resolve, reject) => {
      const asked = request(
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
      asked.once("error", () => reject(new HttpError("image_unavailable")));
      asked.end();
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
    // One private address among public ones is enough: the name is not to be trusted.
    if (!found.every(({ address }) => this.policy.allowsAddress(address))) {
      throw new HttpError("image_network_refused");
    }
    const [first] = found;
    if (first === undefined) throw new HttpError("image_unavailable");
    return first;
  }

  private async picture(answer: IncomingMessage): Promise<FetchedImage> {
    try {
      if (answer.statusCode !== 200) throw new HttpError("image_unavailable");
      if (answer.headers["content-encoding"] !== undefined || !mayBeImage(answer.headers["content-type"])) {
        throw new HttpError("image_type_refused");
      }
      const bytes = await this.whole(answer);
      const type = imageTypeOf(bytes);
      if (type === undefined) throw new HttpError("image_type_refused");
      return { bytes, type };
    } finally {
      answer.destroy();
    }
  }

  private async whole(answer: IncomingMessage): Promise<Buffer> {
    if (Number(answer.headers["content-length"] ?? 0) > this.policy.maxBytes) {
      throw new HttpError("image_too_large");
    }
    const chunks: Buffer[] = [];
    let length = 0;
    try {
      for await (const chunk of answer as AsyncIterable<Buffer>) {
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
