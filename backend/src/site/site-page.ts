import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Encoding } from "../platform/http/accept-encoding.js";

const brotlied = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** What is seen of a page before any script has run: the same object for as long as it is sent. */
export interface DrawnView {
  readonly html: string;
}

/** A whole page, ready to be sent: the same for every visitor of an address. */
export class SitePageBytes {
  readonly etag: string;
  private readonly bytes: Buffer;
  private readonly compressed = new Map<Encoding, Promise<Buffer>>();

  constructor(html: string) {
    this.bytes = Buffer.from(html);
    this.etag = `W/"${createHash("sha1").update(this.bytes).digest("base64url")}"`;
  }

  /** Compressed when it is first asked for, and not again for the next visitor. */
  body(encoding: Encoding): Buffer | Promise<Buffer> {
    if (encoding === undefined) return this.bytes;
    const known = this.compressed.get(encoding);
    if (known !== undefined) return known;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: this.bytes.length };
    const body = encoding === "br" ? brotlied(this.bytes, { params }) : gzipped(this.bytes);
    this.compressed.set(encoding, body);
    return body;
  }
}
