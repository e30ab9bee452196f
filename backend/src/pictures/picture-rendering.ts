import { crc32, deflateSync } from "node:zlib";
import type { PictureProblem } from "@sakhi/domain/pictures/picture.problems";
import {
  MAX_PICTURE_PIXELS,
  MAX_PICTURE_RATIO,
  MIN_PICTURE_SIDE,
  PICTURE_FORMATS,
  PICTURE_WIDTHS,
  type PictureFormat,
  pictureWidths,
} from "@sakhi/domain/pictures/picture.rules";
import sharp, { type Sharp, type SharpOptions } from "sharp";
import { decodeHeic, heicProfile, type Pixels } from "./heic.js";
import { pictureContent, type PictureType } from "./picture-content.js";

/** A file that was made of a picture. */
export interface RenderedFile {
  readonly format: PictureFormat;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** What the decoder made of an upload. */
export type Rendering =
  | {
      readonly files: readonly RenderedFile[];
      /** A data: address of a WebP, 16 pixels wide. */
      readonly placeholder: string;
    }
  | { readonly problem: PictureProblem };

const PLACEHOLDER_WIDTH = 16;
/** Quality of the files: differences to the original are hard to see at their size. */
const ENCODE: Readonly<Record<PictureFormat, (picture: Sharp) => Sharp>> = {
  avif: (picture) => picture.avif({ quality: 52, effort: 2 }),
  webp: (picture) => picture.webp({ quality: 78, effort: 4 }),
};

/** Reads whole pixels or nothing: truncated data is an error. */
const READ = { limitInputPixels: MAX_PICTURE_PIXELS, failOn: "error" } as const satisfies SharpOptions;
/** libjpeg reports missing data only as a warning. */
const READ_STRICTLY = { ...READ, failOn: "warning" } as const satisfies SharpOptions;
/** Warnings about what some phones write, whose pictures are whole. */
const HARMLESS = /Invalid SOS parameters|extraneous bytes/;

const WIDEST = Math.max(...PICTURE_WIDTHS);
const BOX = { width: WIDEST, height: WIDEST * MAX_PICTURE_RATIO, fit: "inside", withoutEnlargement: true } as const;

/** Lets libvips decode only the types we take, one picture at a time, and keep nothing. */
export function limitDecoder(): void {
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"] });
  sharp.concurrency(1);
  sharp.cache(false);
}

/**
 * Decodes an upload and makes the files of it: upright, in sRGB, without any metadata, in every width and format.
 *
 * Runs in the decoder's own process only: whatever the bytes do to it, no other process suffers.
 */
export async function renderPicture(bytes: Buffer): Promise<Rendering> {
  const content = pictureContent(bytes);
  if ("problem" in content) return content;
  try {
    const base = await decode(bytes, content.type);
    if ("problem" in base) return base;
    const files: RenderedFile[] = [];
    for (const width of pictureWidths(base.width)) {
      for (const format of PICTURE_FORMATS) files.push(await encode(base, width, format));
    }
    const tiny = await picture(base).resize({ width: PLACEHOLDER_WIDTH }).webp({ quality: 40 }).toBuffer();
    return { files, placeholder: `data:image/webp;base64,${tiny.toString("base64")}` };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

/** Decodes to pixels that fit into the widest file. */
async function decode(bytes: Buffer, type: PictureType): Promise<Pixels | { readonly problem: PictureProblem }> {
  if (type !== "heic") {
    const { width, height, pages = 1 } = await sharp(bytes, READ).metadata();
    if (pages > 1) return { problem: "animated" };
    return tooSmall(width, height) ?? (type === "jpeg" ? decodeJpeg(bytes) : fitted(sharp(bytes, READ).autoOrient()));
  }
  const decoded = decodeHeic(bytes);
  if ("problem" in decoded) return decoded;
  const small = tooSmall(decoded.width, decoded.height);
  if (small !== undefined) return small;
  const profile = heicProfile(bytes);
  const pixels = await fitted(picture(decoded));
  return profile === undefined ? pixels : await withProfile(pixels, profile);
}

async function decodeJpeg(bytes: Buffer): Promise<Pixels> {
  try {
    return await fitted(sharp(bytes, READ_STRICTLY).autoOrient());
  } catch (error) {
    if (!HARMLESS.test(String(error))) throw error;
    return fitted(sharp(bytes, READ).autoOrient());
  }
}

function tooSmall(width: number, height: number): { readonly problem: PictureProblem } | undefined {
  return Math.min(width, height) < MIN_PICTURE_SIDE ? { problem: "too_small" } : undefined;
}

function picture({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { ...READ, raw: { width, height, channels } });
}

async function fitted(source: Sharp): Promise<Pixels> {
  const { data, info } = await source
    .resize(BOX)
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels === 4 ? 4 : 3 };
}

async function encode(base: Pixels, wanted: number, format: PictureFormat): Promise<RenderedFile> {
  const resized = picture(base).resize({ width: wanted });
  const { data, info } = await ENCODE[format](resized).toBuffer({ resolveWithObject: true });
  return { format, width: info.width, height: info.height, bytes: data };
}

/**
 * Converts pixels to sRGB by an ICC profile. libvips takes profiles from files only, so the pixels travel through a PNG
 * with the profile.
 */
async function withProfile(pixels: Pixels, profile: Buffer): Promise<Pixels> {
  const png = await picture(pixels).png({ compressionLevel: 0 }).toBuffer();
  const data = Buffer.concat([Buffer.from("profile\0\0", "latin1"), deflateSync(profile)]);
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write("iCCP", 4, "latin1");
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  // After the signature and IHDR.
  const tagged = Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
  // A profile that cannot be read is ignored, as browsers do.
  return await fitted(sharp(tagged, READ)).catch(() => pixels);
}

/** What an error of libvips or libheif says about the picture. */
function problemOf(error: unknown): PictureProblem {
  const message = error instanceof Error ? error.message : String(error);
  if (/pixel limit/i.test(message)) return "too_many_pixels";
  return error instanceof RangeError || /out of memory|cannot allocate|bad_alloc/i.test(message)
    ? "too_complex"
    : "broken";
}
