import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Encoding } from "../platform/http/accept-encoding.js";
import type { LayoutStallResponse } from "./stalls.response.js";

/** An immutable snapshot of the floor plan with its response bodies. Equal content has an equal version. */
export class Layout {
  readonly json: Buffer;
  /** Hash of the content, equal in all processes: 27 URL-safe characters. */
  readonly version: string;
  readonly etag: string;
  private brotli: Buffer | undefined;
  private gzip: Buffer | undefined;

  constructor(readonly stalls: readonly LayoutStallResponse[]) {
    this.json = Buffer.from(JSON.stringify(stalls));
    this.version = createHash("sha1").update(this.json).digest("base64url");
    this.etag = `W/"${this.version}"`;
  }

  /** The body in an encoding, compressed on first use. */
  body(encoding: Encoding): Buffer {
    switch (encoding) {
      case "br":
        return (this.brotli ??= brotliCompressSync(this.json, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: this.json.length },
        }));
      case "gzip":
        return (this.gzip ??= gzipSync(this.json));
      case undefined:
        return this.json;
    }
  }
}

/**
 * The current data of the stalls that differ from an earlier plan.
 *
 * @returns undefined if stalls were added or removed, which only the whole plan can express
 */
export function changedStalls(before: Layout, now: Layout): readonly LayoutStallResponse[] | undefined {
  if (before.version === now.version) return [];
  if (before.stalls.length !== now.stalls.length) return undefined;
  const known = new Map(before.stalls.map((stall) => [stall.stallId, JSON.stringify(stall)]));
  if (!now.stalls.every(({ stallId }) => known.has(stallId))) return undefined;
  return now.stalls.filter((stall) => known.get(stall.stallId) !== JSON.stringify(stall));
}
