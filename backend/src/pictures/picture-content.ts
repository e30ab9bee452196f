import type { PictureProblem } from "@sakhi/domain/pictures/picture.problems";
import { PHOTO } from "@sakhi/domain/uploads/upload.rules";

/** A type that is decoded. */
export type PictureType = "jpeg" | "png" | "webp" | "heic";

/** What a file is by its bytes: a picture to decode, or why it is refused. */
export type PictureContent = { readonly type: PictureType } | { readonly problem: PictureProblem };

/**
 * Judges a file by its bytes alone, before anything decodes it; neither its name nor the browser's word counts. The
 * decoder has the last word: what passes here can still be broken.
 */
export function pictureContent(bytes: Buffer): PictureContent {
  if (bytes.length === 0) return { problem: "empty" };
  if (bytes.length > PHOTO.maxBytes) return { problem: "too_large" };
  const found = typeOf(bytes);
  if ("problem" in found) return found;
  if (hasOtherContent(bytes)) return { problem: "other_content" };
  return isAnimated(bytes, found.type) ? { problem: "animated" } : found;
}

const text = (bytes: Buffer, from: number, to: number): string => bytes.toString("latin1", from, to);

function typeOf(bytes: Buffer): PictureContent {
  const head = text(bytes, 0, 16);
  if (head.startsWith("\xff\xd8\xff")) return { type: "jpeg" };
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return { type: "png" };
  if (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP") return { type: "webp" };
  if (head.slice(4, 8) === "ftyp") return typeOfBrands(bytes);
  if (/^GIF8[79]a/.test(head)) return { problem: isAnimatedGif(bytes) ? "animated" : "type_refused" };
  if (isSvg(bytes)) return { problem: "vector_drawing" };
  return { problem: OTHER_PICTURES.some((start) => head.startsWith(start)) ? "type_refused" : "not_a_picture" };
}

/** First bytes of pictures that we do not take: BMP, TIFF, icons, Photoshop, JPEG 2000, JPEG XL. */
const OTHER_PICTURES = [
  ...["BM", "II*\0", "MM\0*", "\0\0\x01\0", "8BPS"],
  ...["\0\0\0\x0cjP  ", "\xff\x4f\xff\x51", "\xff\x0a", "\0\0\0\x0cJXL "],
];

/** Brands of ISO/IEC 23008-12 whose pictures are coded with HEVC, and those of sequences. */
const HEIC_BRANDS = new Set(["heic", "heix", "heim", "heis"]);
const SEQUENCE_BRANDS = new Set(["hevc", "hevx", "hevm", "hevs", "msf1", "avis"]);

function typeOfBrands(bytes: Buffer): PictureContent {
  const size = Math.min(bytes.readUInt32BE(0), 256, bytes.length);
  const major = text(bytes, 8, 12);
  const compatible = Array.from({ length: Math.max(0, Math.floor((size - 16) / 4)) }, (_, nth) =>
    text(bytes, 16 + nth * 4, 20 + nth * 4),
  );
  if (SEQUENCE_BRANDS.has(major)) return { problem: "animated" };
  if (HEIC_BRANDS.has(major)) return { type: "heic" };
  if (major === "mif1" && compatible.some((brand) => HEIC_BRANDS.has(brand))) return { type: "heic" };
  if (["avif", "mif1", "miaf"].includes(major)) return { problem: "type_refused" };
  return { problem: "not_a_picture" };
}

/** How much of a text file is read to see whether it is an SVG, in bytes. */
const SVG_HEAD = 4096;

function isSvg(bytes: Buffer): boolean {
  // Also UTF-16, whose other bytes are NUL.
  const head = text(bytes, 0, SVG_HEAD).replaceAll("\0", "");
  return /^[\s\xef\xbb\xbf\xfe\xff]*</.test(head) && /<(?:\w{1,20}:)?svg[\s>/]/i.test(head);
}

function isAnimated(bytes: Buffer, type: PictureType): boolean {
  switch (type) {
    case "png":
      return hasPngChunk(bytes, "acTL");
    case "webp":
      // The flag of the extended header, or a frame without it.
      return (
        (text(bytes, 12, 16) === "VP8X" && ((bytes[20] ?? 0) & 0x02) !== 0) || text(bytes, 12, 4096).includes("ANMF")
      );
    case "jpeg":
    case "heic":
      return false;
  }
}

/** True if a PNG has a chunk of this type before its pixels. */
function hasPngChunk(bytes: Buffer, type: string): boolean {
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const found = text(bytes, at + 4, at + 8);
    if (found === type) return true;
    if (found === "IDAT" || found === "IEND") return false;
  }
  return false;
}

/** A GIF is animated if it has two graphic control blocks, or says that it repeats. */
function isAnimatedGif(bytes: Buffer): boolean {
  const control = Buffer.from([0x21, 0xf9, 0x04]);
  const first = bytes.indexOf(control);
  return (first >= 0 && bytes.includes(control, first + 1)) || bytes.includes("NETSCAPE2.0");
}

/** Markup that a browser could run if the file were ever taken for a page. */
const MARKUP = /<(?:script|html|\?php|!doctype|iframe)[\s>]/i;
/** Archives and programs, by their first bytes. */
const SIGNATURES = [
  "Rar!\x1a\x07",
  "7z\xbc\xaf\x27\x1c",
  "\x7fELF\x02\x01\x01",
  "\x7fELF\x01\x01\x01",
  "This program cannot be run in DOS mode",
];
/** How far from the start PDF readers look for a PDF, in bytes. */
const PDF_HEAD = 1024;

/**
 * True for a picture that is another file too (a polyglot). A second picture or a short film behind the first, as phones
 * add them, is none: only the first picture's pixels are kept.
 */
function hasOtherContent(bytes: Buffer): boolean {
  const isScript = text(bytes, 0, 4) === "\xff\xd8\xff\xe0" && text(bytes, 4, 6) === "/*";
  if (isScript || /%PDF-\d/.test(text(bytes, 0, PDF_HEAD)) || hasArchive(bytes)) return true;
  return SIGNATURES.some((each) => bytes.includes(each, 0, "latin1")) || MARKUP.test(text(bytes, 0, bytes.length));
}

/** How programs and archives begin, and pages. */
const STARTS = ["MZ", "\x7fELF", "PK\x03\x04", "#!", "\xca\xfe\xba\xbe", "\xcf\xfa\xed\xfe", "\xce\xfa\xed\xfe"];
const PAGE_START = /^\s*<(?:!doctype|html|script|\?php|svg|\?xml)/i;

/**
 * True for a document that is a program, an archive or a page too: by how the file begins, by what stands outside of it, and by
 * signatures anywhere.
 *
 * @param start where the document begins, in bytes
 * @param end where it says that it ends
 */
export function isProgramOrArchive(bytes: Buffer, start: number, end: number): boolean {
  const before = text(bytes, 0, start);
  const behind = end < 0 ? "" : text(bytes, end, bytes.length);
  if (STARTS.some((each) => before.startsWith(each)) || hasArchive(bytes)) return true;
  if (PAGE_START.test(before) || MARKUP.test(before) || MARKUP.test(behind)) return true;
  return SIGNATURES.some((each) => bytes.includes(each, 0, "latin1"));
}

/** True if the file ends as a ZIP archive (also JAR, APK, Office): its directory is where its end says. */
function hasArchive(bytes: Buffer): boolean {
  for (let end = bytes.lastIndexOf("PK\x05\x06"); end >= 0; end = bytes.lastIndexOf("PK\x05\x06", end - 1)) {
    if (end + 22 <= bytes.length) {
      const directory = end - bytes.readUInt32LE(end + 12);
      if (directory >= 0 && ["PK\x01\x02", "PK\x05\x06"].includes(text(bytes, directory, directory + 4))) return true;
    }
    if (end === 0) break;
  }
  return false;
}
