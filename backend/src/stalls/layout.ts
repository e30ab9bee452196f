import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Encoding } from "../platform/http/accept-encoding.js";
import type { LayoutStallResponse } from "./stalls.response.js";

/** The floor plan as it was at one moment, ready to be sent. Two plans with the same content have the same version. */
export class Layout {
  readonly json: Buffer;
  /** Of the content, in any process: 27 characters, safe in an address. */
  readonly version: string;
  readonly etag: string;
  private brotli: Buffer | undefined;
  private gzipped: Buffer | undefined;

  constructor(readonly stalls: readonly LayoutStallResponse[]) {
    this.json = Buffer.from(JSON.stringify(stalls));
    this.version = createHash("sha1").update(this.json).digest("base64url");
    this.etag = `W/"${this.version}"`;
  }

  /** Compressed when it is first asked for: plans that nobody asked for in this way cost nothing. */
  body(encoding: Encoding): Buffer {
    switch (encoding) {
      case "br":
        return (this.brotli ??= brotliCompressSync(this.json, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: this.json.length },
        }));
      case "gzip":
        return (this.gzipped ??= gzipSync(this.json));
      case undefined:
        return this.json;
    }
  }
}

/**
 * The stalls that differ from an earlier plan, as they are now.
 *
 * @returns undefined where stalls were added or taken away: then only the whole plan says it
 */
export function changedStalls(before: Layout, now: Layout): readonly LayoutStallResponse[] | undefined {
  if (before.version === now.version) return [];
  if (before.stalls.length !== now.stalls.length) return undefined;
  const known = new Map(before.stalls.map((stall) => [stall.stallId, JSON.stringify(stall)]));
  if (!now.stalls.every(({ stallId }) => known.has(stallId))) return undefined;
  return now.stalls.filter((stall) => known.get(stall.stallId) !== JSON.stringify(stall));
}
