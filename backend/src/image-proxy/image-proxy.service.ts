import { Injectable } from "@nestjs/common";
import { HttpRefusal } from "../platform/http/error-answer.js";
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

  /** @throws HttpRefusal one of the image_… codes; refusals are not kept */
  async image(address: string): Promise<FetchedImage> {
    const kept = this.kept.get(address);
    if (kept !== undefined && kept.until > Date.now()) return kept.image;
    if (kept !== undefined) this.forget(address, kept.image);
    const underWay = this.underWay.get(address);
    if (underWay !== undefined) return underWay;
    const fetching = this.inTurn(() => this.fetcher.fetch(address)).finally(() =>
      this.underWay.delete(address),
    );
    this.underWay.set(address, fetching);
    const image = await fetching;
    this.keep(address, image);
    return image;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.fetching >= this.policy.maxFetches) {
      if (this.waiting.length >= MAX_WAITING)
        throw new HttpRefusal("rate_limited", {}, { "retry-after": "5" });
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    this.fetching += 1;
    try {
      return await work();
    } finally {
      this.fetching -= 1;
      this.waiting.shift()?.();
    }
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
