import { request as requestHttp } from "node:http";
import type { IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import type { LookupFunction } from "node:net";
import { Injectable } from "@nestjs/common";
import { HttpError } from "../platform/http/error-response.js";
import { ImageProxyPolicy } from "./image-proxy.policy.js";
import type { ResolvedAddress } from "./image-proxy.policy.js";
import { imageTypeOf, mayBeImage } from "./image-type.js";

/** A picture, whole, with its type by its own bytes. */
export interface FetchedImage {
  readonly bytes: Buffer;
  readonly type: string;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches a picture from one of the known hosts. What anyone may name as an address cannot be turned against us:
 * every hop must be https to a known name (never an address in numbers, in whatever notation), the name's addresses
 * must all be public, and the connection goes to the very address that was checked, so that a second answer of the
 * name service changes nothing. Nothing of our visitor's request is passed on.
 */
@Injectable()
export class ImageFetcher {
  constructor(private readonly policy: ImageProxyPolicy) {}

  /**
   * @param signal ends it, wherever it is
   * @throws HttpError one of the image_… codes
   */
  async fetch(address: string, signal: AbortSignal): Promise<FetchedImage> {
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
