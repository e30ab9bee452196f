import { crc32, deflateSync } from "node:zlib";
import { type PictureProblem, sizeProblem } from "@sakhi/domain/pictures/picture.problems";
import {
  MAX_PICTURE_RATIO,
  PICTURE_FORMATS,
  PICTURE_WIDTHS,
  type PictureFormat,
  pictureWidths,
} from "@sakhi/domain/pictures/picture.rules";
import { PHOTO } from "@sakhi/domain/uploads/upload.rules";
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

/** The files that were made of a picture. */
export interface RenderedPicture {
  readonly files: readonly RenderedFile[];
  /** A data: address of a WebP, 16 pixels wide. */
  readonly placeholder: string;
}

/** What the decoder made of an upload. */
export type Rendering = RenderedPicture | { readonly problem: PictureProblem };

const PLACEHOLDER_WIDTH = 16;
/** Quality of the files: differences to the original are hard to see at their size. */
const ENCODE: Readonly<Record<PictureFormat, (picture: Sharp) => Sharp>> = {
  avif: (picture) => picture.avif({ quality: 52, effort: 2 }),
  webp: (picture) => picture.webp({ quality: 78, effort: 4 }),
};

/** Reads whole pixels or nothing: truncated data is an error. */
const READ = { limitInputPixels: PHOTO.maxPixels, failOn: "error" } as const satisfies SharpOptions;
/** libjpeg reports missing data only as a warning. */
const READ_STRICTLY = { ...READ, failOn: "warning" } as const satisfies SharpOptions;
/** Warnings about what some phones write, whose pictures are whole. */
const HARMLESS = /Invalid SOS parameters|extraneous bytes/;

const WIDEST = Math.max(...PICTURE_WIDTHS);
const SHOWN: Box = { width: WIDEST, height: WIDEST * MAX_PICTURE_RATIO };

/** What decoded pixels fit into. */
export interface Box {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

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
    const base = await decode(bytes, content.type, SHOWN, sizeProblem);
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

/**
 * Decodes to pixels that fit into a box: upright, in sRGB.
 *
 * @param problemOfSize judges the upright size, in pixels
 */
export async function decode<Problem extends string>(
  bytes: Buffer,
  type: PictureType,
  box: Box,
  problemOfSize: (width: number, height: number) => Problem | undefined,
): Promise<Pixels | { readonly problem: Problem | PictureProblem }> {
  if (type !== "heic") {
    const { autoOrient, pages = 1 } = await sharp(bytes, READ).metadata();
    if (pages > 1) return { problem: "animated" };
    const problem = problemOfSize(autoOrient.width, autoOrient.height);
    if (problem !== undefined) return { problem };
    return type === "jpeg" ? decodeJpeg(bytes, box) : fitted(sharp(bytes, READ).autoOrient(), box);
  }
  const decoded = decodeHeic(bytes);
  if ("problem" in decoded) return decoded;
  const problem = problemOfSize(decoded.width, decoded.height);
  if (problem !== undefined) return { problem };
  const profile = heicProfile(bytes);
  const pixels = await fitted(picture(decoded), box);
  return profile === undefined ? pixels : await withProfile(pixels, profile, box);
}

async function decodeJpeg(bytes: Buffer, box: Box): Promise<Pixels> {
  try {
    return await fitted(sharp(bytes, READ_STRICTLY).autoOrient(), box);
  } catch (error) {
    if (!HARMLESS.test(String(error))) throw error;
    return fitted(sharp(bytes, READ).autoOrient(), box);
  }
}

/** Pixels, to be encoded. */
export function picture({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { ...READ, raw: { width, height, channels } });
}

async function fitted(source: Sharp, box: Box): Promise<Pixels> {
  const { data, info } = await source
    .resize({ ...box, fit: "inside", withoutEnlargement: true })
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
async function withProfile(pixels: Pixels, profile: Buffer, box: Box): Promise<Pixels> {
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
  return await fitted(sharp(tagged, READ), box).catch(() => pixels);
}

/** What an error of libvips or libheif says about the picture. */
export function problemOf(error: unknown): PictureProblem {
  const message = error instanceof Error ? error.message : String(error);
  if (/pixel limit/i.test(message)) return "too_many_pixels";
  return error instanceof RangeError || /out of memory|cannot allocate|bad_alloc/i.test(message)
    ? "too_complex"
    : "broken";
}
