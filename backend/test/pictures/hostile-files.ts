import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { crc32, deflateSync, gzipSync } from "node:zlib";
import type { PictureProblem } from "@sakhi/domain/pictures/picture.problems";
import { PHOTO } from "@sakhi/domain/uploads/upload.rules";
import sharp, { type Sharp } from "sharp";

/** A small picture with an odd rotation, GPS in its EXIF, coded by a phone's encoder. */
export const HEIC = readFileSync(new URL("samples/small.heic", import.meta.url));

/** A picture of noise, which does not compress. */
export function noise(width: number, height: number): Sharp {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 }, limitInputPixels: false });
}

/** A picture of one colour. */
export function plain(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: "#c33" }, limitInputPixels: false });
}

const latin = (text: string): Buffer => Buffer.from(text, "latin1");
const jpeg = (): Promise<Buffer> => noise(200, 150).jpeg().toBuffer();
const png = (): Promise<Buffer> => noise(200, 150).png().toBuffer();
const webp = (): Promise<Buffer> => noise(200, 150).webp().toBuffer();
const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length / 2);

/** A segment of a JPEG. */
function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** Puts segments behind a JPEG's first two bytes. */
export const withSegments = (bytes: Buffer, ...segments: readonly Buffer[]): Buffer =>
  Buffer.concat([bytes.subarray(0, 2), ...segments, bytes.subarray(2)]);

function pngChunk(type: string, content: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), latin(type), content, Buffer.alloc(4)]);
  chunk.writeUInt32BE(content.length, 0);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

/** Puts a chunk behind a PNG's header. */
export const withChunk = (bytes: Buffer, type: string, content: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, 33), pngChunk(type, content), bytes.subarray(33)]);

/** A PNG whose header claims this size. */
function claimingPng(bytes: Buffer, width: number, height: number): Buffer {
  const header = Buffer.from(bytes.subarray(16, 29));
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([bytes.subarray(0, 8), pngChunk("IHDR", header), bytes.subarray(33)]);
}

/** A JPEG whose frame claims this size. */
function claimingJpeg(bytes: Buffer, width: number, height: number): Buffer {
  const claimed = Buffer.from(bytes);
  const frame = claimed.indexOf(Buffer.from([0xff, 0xc0]));
  claimed.writeUInt16BE(height, frame + 5);
  claimed.writeUInt16BE(width, frame + 7);
  return claimed;
}

/** A HEIC whose boxes claim this size. */
function claimingHeic(width: number, height: number): Buffer {
  const claimed = Buffer.from(HEIC);
  for (let at = claimed.indexOf("ispe"); at >= 0; at = claimed.indexOf("ispe", at + 4)) {
    claimed.writeUInt32BE(width, at + 8);
    claimed.writeUInt32BE(height, at + 12);
  }
  return claimed;
}

/** A HEIC with another major brand. */
const branded = (brand: string): Buffer => Buffer.concat([HEIC.subarray(0, 8), latin(brand), HEIC.subarray(12)]);

/** A ZIP archive with one stored file. */
function zip(): Buffer {
  const local = Buffer.concat([latin("PK\x03\x04"), Buffer.alloc(26), latin("<p>hi</p>")]);
  const entry = Buffer.concat([latin("PK\x01\x02"), Buffer.alloc(42)]);
  const end = Buffer.concat([latin("PK\x05\x06"), Buffer.alloc(18)]);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, entry, end]);
}

/** A progressive JPEG with one scan thousands of times: each is a few bytes, and hours of work in all. */
async function manyScans(): Promise<Buffer> {
  const bytes = await plain(6000, 6000).jpeg({ progressive: true }).toBuffer();
  const scans: number[] = [];
  for (let at = bytes.indexOf("\xff\xda", 0, "latin1"); at >= 0; at = bytes.indexOf("\xff\xda", at + 2, "latin1"))
    scans.push(at);
  const last = bytes.subarray(scans.at(-1), -2);
  return Buffer.concat([bytes.subarray(0, -2), ...Array.from({ length: 4000 }, () => last), bytes.subarray(-2)]);
}

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="150"><rect width="200" height="150"/></svg>`;
const SCRIPT = "<script>alert(document.cookie)</script>";
const ELF = "\x7fELF\x02\x01\x01";

/** A file that must not become a picture. */
export interface HostileFile {
  readonly name: string;
  readonly problem: PictureProblem;
  readonly make: () => Buffer | Promise<Buffer>;
}

/** Zeroes compressed, so that they grow a thousandfold. */
const inflating = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes));

const files: readonly (readonly [name: string, problem: PictureProblem, make: () => Buffer | Promise<Buffer>])[] = [
  ["nothing at all", "empty", () => Buffer.alloc(0)],
  ["a byte more than 20 MB", "too_large", async () => Buffer.concat([await jpeg(), Buffer.alloc(PHOTO.maxBytes)])],
  ["a strip of 12000 by 300 pixels", "too_wide", () => noise(12_000, 300).jpeg().toBuffer()],
  ["a strip of 60 by 12000 pixels", "too_tall", () => noise(60, 12_000).jpeg().toBuffer()],
  ["a text", "not_a_picture", () => latin("Dear Sakhi Bazaar, here is my picture.")],
  ["random bytes", "not_a_picture", () => Buffer.concat([Buffer.from([0]), randomBytes(50_000)])],
  ["a page called .jpg", "not_a_picture", () => latin(`<!doctype html><html>${SCRIPT}</html>`)],
  ["a PDF", "not_a_picture", () => latin("%PDF-1.7\n1 0 obj <<>> endobj")],
  ["a ZIP archive", "not_a_picture", zip],
  ["a gzip bomb", "not_a_picture", () => gzipSync(Buffer.alloc(64 * 1024 * 1024))],
  ["a program", "not_a_picture", () => Buffer.concat([latin(ELF), Buffer.alloc(500)])],
  ["a film", "not_a_picture", () => Buffer.concat([latin("\0\0\0\x18ftypisom\0\0\0\0isommp42"), randomBytes(500)])],
  ["an SVG", "vector_drawing", () => latin(SVG)],
  ["an SVG with a script", "vector_drawing", () => latin(SVG.replace("<rect", `${SCRIPT}<rect`))],
  ["an SVG in UTF-16", "vector_drawing", () => Buffer.from(`\uFEFF${SVG}`, "utf16le")],
  [
    "an SVG with an entity bomb",
    "vector_drawing",
    () => latin(`<?xml version="1.0"?><!DOCTYPE s [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${SVG}`),
  ],
  ["a still GIF", "type_refused", () => noise(50, 50).gif().toBuffer()],
  ["a moving GIF", "animated", () => moving().gif().toBuffer()],
  ["a moving WebP", "animated", () => moving().webp().toBuffer()],
  ["a moving PNG", "animated", async () => withChunk(await png(), "acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))],
  ["a HEIC sequence", "animated", () => branded("hevc")],
  ["an AVIF sequence", "animated", () => branded("avis")],
  ["an AVIF", "type_refused", () => noise(64, 64).avif({ effort: 0 }).toBuffer()],
  ["a TIFF", "type_refused", () => noise(64, 64).tiff().toBuffer()],
  ["a BMP", "type_refused", () => Buffer.concat([latin("BM"), randomBytes(500)])],
  ["an icon", "type_refused", () => Buffer.concat([latin("\0\0\x01\0\x01\0"), randomBytes(500)])],
  ["a Photoshop file", "type_refused", () => Buffer.concat([latin("8BPS\0\x01"), randomBytes(500)])],
  ["a JPEG XL", "type_refused", () => Buffer.concat([latin("\0\0\0\x0cJXL \r\n\x87\n"), randomBytes(500)])],
  ["half a JPEG", "broken", async () => half(await jpeg())],
  ["the start of a JPEG", "broken", async () => (await jpeg()).subarray(0, 20)],
  ["half a PNG", "broken", async () => half(await png())],
  ["a PNG with damaged pixels", "broken", async () => (await png()).fill(0x55, 2_000, 2_400)],
  ["half a WebP", "broken", async () => half(await webp())],
  ["a HEIC without its end", "broken", () => HEIC.subarray(0, HEIC.length - 60)],
  ["a HEIC with damaged boxes", "broken", () => Buffer.from(HEIC).fill(0xff, 40, 200)],
  ["a HEIC that claims 900 megapixels", "too_many_pixels", () => claimingHeic(30_000, 30_000)],
  ["a JPEG of 100 megapixels", "too_many_pixels", () => plain(10_000, 10_000).jpeg().toBuffer()],
  ["a PNG of 100 megapixels", "too_many_pixels", () => plain(10_000, 10_000).png({ compressionLevel: 9 }).toBuffer()],
  ["a WebP of 100 megapixels", "too_many_pixels", () => plain(10_000, 10_000).webp({ effort: 0 }).toBuffer()],
  ["a PNG that claims 2500 megapixels", "too_many_pixels", async () => claimingPng(await png(), 50_000, 50_000)],
  ["a PNG that claims 49 megapixels", "broken", async () => claimingPng(await png(), 7_000, 7_000)],
  ["a JPEG that claims 4290 megapixels", "too_many_pixels", async () => claimingJpeg(await jpeg(), 65_500, 65_500)],
  ["a JPEG that claims 49 megapixels", "broken", async () => claimingJpeg(await jpeg(), 7_000, 7_000)],
  ["a JPEG with thousands of scans", "broken", manyScans],
  ["a JPEG that is a ZIP archive", "other_content", async () => Buffer.concat([await jpeg(), zip()])],
  ["a JPEG with a page", "other_content", async () => withSegments(await jpeg(), segment(0xfe, latin(SCRIPT)))],
  ["a JPEG that is a script", "other_content", async () => scriptJpeg(await jpeg())],
  ["a JPEG that is a PDF", "other_content", async () => withSegments(await jpeg(), segment(0xfe, latin("%PDF-1.4\n")))],
  ["a PNG with PHP", "other_content", async () => withChunk(await png(), "tEXt", latin("a\0<?php echo 1; ?>"))],
  ["a PNG with a program", "other_content", async () => Buffer.concat([await png(), latin(ELF), Buffer.alloc(99)])],
  ["a WebP with an archive", "other_content", async () => Buffer.concat([await webp(), latin("Rar!\x1a\x07\0")])],
  ["a picture of one pixel", "too_small", () => plain(1, 1).png().toBuffer()],
  ["a line", "too_small", () => plain(2_000, 8).png().toBuffer()],
];

/** Files that must not become pictures, with the reason that their owner is given. */
export const HOSTILE_FILES: readonly HostileFile[] = files.map(([name, problem, make]) => ({ name, problem, make }));

/** A JPEG whose first segment's length reads as the start of a comment of JavaScript. */
function scriptJpeg(bytes: Buffer): Buffer {
  const start = latin("\xff\xd8\xff\xe0/*");
  return Buffer.concat([start, Buffer.alloc(0x2f2a - 2), bytes.subarray(2), latin("*/=alert(1)")]);
}

function moving(): Sharp {
  const frame = (background: string) => ({ create: { width: 40, height: 40, channels: 3, background } }) as const;
  return sharp(
    [frame("#c33"), frame("#3c3")].map((input) => ({ ...input }) as never),
    { join: { animated: true } },
  );
}

/** Files that carry something heavy or private, but are pictures: they are taken, and nothing of it remains. */
export const HEAVY_FILES: readonly { readonly name: string; readonly make: () => Promise<Buffer> }[] = [
  {
    name: "a JPEG with 8 MB of EXIF",
    make: async () =>
      withSegments(
        await jpeg(),
        ...Array.from({ length: 128 }, () => segment(0xe1, Buffer.concat([latin("Exif\0\0"), randomBytes(65_000)]))),
      ),
  },
  {
    name: "a PNG whose profile grows to 512 MB",
    make: async () => withChunk(await png(), "iCCP", Buffer.concat([latin("bomb\0\0"), inflating(512 * 1024 * 1024)])),
  },
  {
    name: "a PNG whose text grows to 512 MB",
    make: async () => withChunk(await png(), "zTXt", Buffer.concat([latin("bomb\0\0"), inflating(512 * 1024 * 1024)])),
  },
  { name: "a JPEG of 49 megapixels", make: () => plain(7_000, 7_000).jpeg({ progressive: true }).toBuffer() },
];
