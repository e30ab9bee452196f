import { deflateSync, crc32 } from "node:zlib";
import { encode } from "uqr";

/** Pixels of a square of the code. */
const SCALE = 4;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Bits per sample, greyscale, and the only compression, filters and order of rows that are not interlaced. */
const GREY = [8, 0, 0, 0, 0];

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** A text as a QR code, in the form in which the provider returns them: a PNG as a data address. */
export function qrPicture(text: string): string {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const side = size * SCALE;
  const pixels = Buffer.alloc((side + 1) * side, 0xff);
  for (let y = 0; y < side; y += 1) {
    // Each row begins with its filter: none.
    pixels[y * (side + 1)] = 0;
    for (let x = 0; x < side; x += 1) {
      if (data[Math.floor(y / SCALE)]?.[Math.floor(x / SCALE)] === true) pixels[y * (side + 1) + 1 + x] = 0;
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set(GREY, 8);
  const png = Buffer.concat([
    SIGNATURE,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${png.toString("base64")}`;
}
