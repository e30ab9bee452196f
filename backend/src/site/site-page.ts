import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Encoding } from "../platform/http/accept-encoding.js";

const brotlied = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Server-rendered HTML of a page. The same instance is returned while it is cached. */
export interface RenderedView {
  /** For the page's head. */
  readonly styles: string;
  readonly html: string;
}

/** A complete page, the same for every visitor of an address. */
export class CompressedPage {
  readonly etag: string;
  private readonly bytes: Buffer;
  private readonly compressed = new Map<Encoding, Promise<Buffer>>();

  constructor(html: string) {
    this.bytes = Buffer.from(html);
    this.etag = `W/"${createHash("sha1").update(this.bytes).digest("base64url")}"`;
  }

  /** The body in this encoding; compressed on first use, then cached. */
  body(encoding: Encoding): Buffer | Promise<Buffer> {
    if (encoding === undefined) return this.bytes;
    const cached = this.compressed.get(encoding);
    if (cached !== undefined) return cached;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: this.bytes.length };
    const body = encoding === "br" ? brotlied(this.bytes, { params }) : gzipped(this.bytes);
    this.compressed.set(encoding, body);
    return body;
  }
}
