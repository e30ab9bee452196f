import { Injectable } from "@nestjs/common";
import { HttpError } from "../platform/http/error-response.js";
import { ImageFetcher } from "./image-fetcher.js";
import type { FetchedImage } from "./image-fetcher.js";
import { ImageProxyPolicy } from "./image-proxy.policy.js";

/** Pictures kept in memory at most, in bytes. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;
/** More than so many waiting for their turn are sent away. */
const MAX_WAITING = 200;
/** How long a picture is kept, in ms; the drive's own may change. */
const KEPT_MS = 3_600_000;

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

  constructor(
    private readonly fetcher: ImageFetcher,
    private readonly policy: ImageProxyPolicy,
  ) {}

  /** @throws HttpError one of the image_… codes; errors are not kept */
  async image(address: string): Promise<FetchedImage> {
    const kept = this.kept.get(address);
    if (kept !== undefined && kept.until > Date.now()) return kept.image;
    if (kept !== undefined) this.forget(address, kept.image);
    const underWay = this.underWay.get(address);
    if (underWay !== undefined) return underWay;
    // One time for everything, the wait for its turn included: nobody is kept longer.
    const signal = AbortSignal.timeout(this.policy.timeoutMs);
    const fetching = this.inTurn(signal, () => this.fetcher.fetch(address, signal)).finally(() =>
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
    this.keptBytes += image.bytes.length;
    for (const [oldest, { image: old }] of this.kept) {
      if (this.keptBytes <= MAX_KEPT_BYTES) break;
      this.forget(oldest, old);
    }
  }

  private forget(address: string, image: FetchedImage): void {
    if (this.kept.delete(address)) this.keptBytes -= image.bytes.length;
  }
}
