import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import { encode } from "uqr";
import type { MailAttachment } from "./mail-attachments.service.js";

/** Light modules around the code, required by ISO/IEC 18004. */
const QUIET_ZONE = 4;
/** Minimum display width in CSS px, for a phone to read it from another phone's screen. */
const MIN_DISPLAY_SIZE = 180;
/** Picture pixels per CSS px, for high-density screens. */
const DENSITY = 2;

/** A QR code as a picture for a mail. */
export interface QrPicture {
  readonly file: MailAttachment & { readonly cid: string };
  /** Width and height in CSS px; a whole number of them per module. */
  readonly displaySize: number;
}

/** Renders a text as a QR code, black on white. Deterministic: the same text gives the same picture and name. */
export function qrPicture(text: string): QrPicture {
  const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE });
  const module = Math.ceil(MIN_DISPLAY_SIZE / size);
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 32);
  return {
    file: {
      filename: "ticket-qr.png",
      contentType: "image/png",
      bytes: pngOf(data, module * DENSITY),
      cid: `qr-${digest}@sakhi-bazaar`,
    },
    displaySize: size * module,
  };
}

/** Encodes a 1-bit PNG of squares, each `side` pixels wide; true is black. */
function pngOf(squares: readonly (readonly boolean[])[], side: number): Buffer {
  const width = squares.length * side;
  const lines = squares.flatMap((row) => {
    // Each line begins with its filter type, 0 for none.
    const bits = row.map((dark) => (dark ? "0" : "1").repeat(side)).join("");
    const line = Buffer.from([0, ...(bits.match(/.{1,8}/g) ?? []).map((byte) => parseInt(byte.padEnd(8, "0"), 2))]);
    return Array<Buffer>(side).fill(line);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(width, 4);
  header.writeUInt8(1, 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(lines), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A PNG chunk: length, type, data and checksum. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
