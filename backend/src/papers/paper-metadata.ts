import { crc32 } from "node:zlib";
import type { PaperType } from "@sakhi/domain/papers/question.rules";

/**
 * The file without what a camera or program wrote beside the picture: place, time, device, owner, thumbnail, a second picture.
 * The pixels stay as they were sent, byte for byte, and so does how the picture is turned. A PDF stays as it is.
 *
 * @returns undefined if a picture's parts cannot be read
 */
export function withoutMetadata(bytes: Buffer, type: PaperType): Buffer | undefined {
  switch (type) {
    case "application/pdf":
      return bytes;
    case "image/jpeg":
      return strippedJpeg(bytes);
    case "image/png":
      return strippedPng(bytes);
  }
}

/** JPEG's markers: those without a length, and what belongs to the picture (T.81, table B.1; APP0 is JFIF, APP14 Adobe's). */
const [START, END, SCAN, APP0, APP1, APP2, APP14, COMMENT] = [0xd8, 0xd9, 0xda, 0xe0, 0xe1, 0xe2, 0xee, 0xfe];
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

function isOfPicture(marker: number, content: Buffer): boolean {
  const begins = (text: string): boolean => content.toString("latin1", 0, text.length) === text;
  switch (marker) {
    case APP0:
      return begins("JFIF\0");
    case APP2:
      return begins("ICC_PROFILE\0");
    case APP14:
      return begins("Adobe");
    default:
      return marker < APP0 || (marker > 0xef && marker !== COMMENT);
  }
}

function strippedJpeg(bytes: Buffer): Buffer | undefined {
  const kept: Buffer[] = [];
  let orientation: number | undefined;
  let hasPixels = false;
  let at = 2;
  for (;;) {
    // Any number of 0xff may precede a marker.
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1;
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker === undefined) return undefined;
    // What follows is no part of the picture: a second one, a film, a thumbnail.
    if (marker === END) break;
    if (isBare(marker)) {
      kept.push(bytes.subarray(at, at + 2));
      at += 2;
      continue;
    }
    if (at + 4 > bytes.length) return undefined;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end < at + 4 || end > bytes.length) return undefined;
    const content = bytes.subarray(at + 4, end);
    if (marker === APP1) orientation ??= exifOrientation(content);
    const pixelsEnd = marker === SCAN ? scanEnd(bytes, end) : end;
    if (isOfPicture(marker, content)) kept.push(bytes.subarray(at, pixelsEnd));
    hasPixels ||= marker === SCAN;
    at = pixelsEnd;
    // Cut off in its pixels: browsers show what has arrived.
    if (at >= bytes.length) break;
  }
  if (!hasPixels) return undefined;
  return Buffer.concat([
    Buffer.from([0xff, START]),
    orientationSegment(orientation),
    ...kept,
    Buffer.from([0xff, END]),
  ]);
}

/** Where the coded pixels end: at the first marker that is none of theirs. */
function scanEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    if (next !== 0 && next !== 0xff && !isBare(next)) return at;
  }
  return bytes.length;
}

/** EXIF's tag for how a picture is turned: 1 is upright. */
const ORIENTATION = 0x0112;

/** Undefined for a segment that is no EXIF, or says nothing of it. */
function exifOrientation(segment: Buffer): number | undefined {
  return segment.toString("latin1", 0, 6) === "Exif\0\0" ? tiffOrientation(segment.subarray(6)) : undefined;
}

function tiffOrientation(tiff: Buffer): number | undefined {
  const order = tiff.toString("latin1", 0, 2);
  if ((order !== "II" && order !== "MM") || tiff.length < 8) return undefined;
  const short = (at: number) => (order === "II" ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = order === "II" ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (first + 2 > tiff.length) return undefined;
  for (let nth = 0; nth < short(first); nth += 1) {
    const entry = first + 2 + nth * 12;
    if (entry + 12 > tiff.length) return undefined;
    if (short(entry) !== ORIENTATION) continue;
    const value = short(entry + 8);
    return value >= 2 && value <= 8 ? value : undefined;
  }
  return undefined;
}

/** A TIFF header with the orientation as its only entry. */
function orientationTiff(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write("MM\0*", 0, "latin1");
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  // One short.
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

function orientationSegment(orientation: number | undefined): Buffer {
  if (orientation === undefined) return Buffer.alloc(0);
  const content = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), orientationTiff(orientation)]);
  const head = Buffer.from([0xff, APP1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

const PNG_SIGNATURE_BYTES = 8;
/** Chunks that say how the pixels look; all others are metadata. */
const PNG_CHUNKS = new Set([
  ...["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "sBIT", "bKGD", "pHYs"],
]);

function strippedPng(bytes: Buffer): Buffer | undefined {
  const kept: Buffer[] = [bytes.subarray(0, PNG_SIGNATURE_BYTES)];
  let at = PNG_SIGNATURE_BYTES;
  for (let type = ""; type !== "IEND";) {
    if (at + 12 > bytes.length) return undefined;
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    type = bytes.toString("latin1", at + 4, at + 8);
    const orientation = type === "eXIf" ? tiffOrientation(bytes.subarray(at + 8, end - 4)) : undefined;
    if (PNG_CHUNKS.has(type)) kept.push(bytes.subarray(at, end));
    else if (orientation !== undefined) kept.push(pngChunk("eXIf", orientationTiff(orientation)));
    at = end;
  }
  return Buffer.concat(kept);
}

function pngChunk(type: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + content.length);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(type, 4, "latin1");
  content.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + content.length)), 8 + content.length);
  return chunk;
}
