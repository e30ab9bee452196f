import type { UploadState } from "../uploads/upload.rules.js";

/** Rules of the pictures that brands upload: limits, states, and the names of the files that are served. */

/** Shortest side, in pixels: of the upload, and of every file that is made of it. */
export const MIN_PICTURE_SIDE = 32;
/** Most pictures of a brand that are not refused or deleted: 60, a logo and a cover. */
export const MAX_PICTURES = 62;
/** Longest description of a picture in words, in characters. */
export const MAX_ALT_LENGTH = 300;

/** Widths that every picture is served in, in pixels; a narrower picture has its own width instead of the wider ones. */
export const PICTURE_WIDTHS = [320, 640, 1080, 1600] as const;
/** A picture is at most this many times as high as it is wide; a higher one is served narrower. */
export const MAX_PICTURE_RATIO = 3;

/** Size of a picture's smallest file, in pixels. @param width,height of the upload, upright */
export function smallestShown(width: number, height: number): { readonly width: number; readonly height: number } {
  const widest = Math.max(...PICTURE_WIDTHS);
  const scale = Math.min(1, widest / width, (widest * MAX_PICTURE_RATIO) / height);
  const [narrowest = 0] = pictureWidths(Math.round(width * scale));
  return { width: narrowest, height: Math.round((narrowest * height) / width) };
}

/** How many times a picture may be as wide as it is high, so that its smallest file is no line. */
export const MAX_WIDE_RATIO = Math.min(...PICTURE_WIDTHS) / MIN_PICTURE_SIDE;

/** Formats that every picture is served in, the smallest first. */
export const PICTURE_FORMATS = ["avif", "webp"] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** Content type of a format. */
export const PICTURE_TYPES: Readonly<Record<PictureFormat, string>> = { avif: "image/avif", webp: "image/webp" };

/** State of a picture: that of its upload. */
export type PictureState = UploadState;

/** Whose picture it is: a brand's, or of an application to be listed that has no brand yet. */
export const PICTURE_SUBJECTS = ["brand", "application"] as const;
export type PictureSubjectType = (typeof PICTURE_SUBJECTS)[number];

/** Owner of pictures. */
export interface PictureSubject {
  readonly type: PictureSubjectType;
  /** Id of the brand or the application. */
  readonly id: string;
}

/** Path that files are served under. */
export const PICTURE_FILES_PATH = "/pictures";

const FILE_NAME = /^[0-9a-f]{40}-[1-9]\d{0,3}\.(?<format>avif|webp)$/;

/**
 * Name of a served file: it never changes its content, so it can be cached forever.
 *
 * @param digest of the file's bytes, in hexadecimal, at least 40 digits
 * @param width in pixels
 */
export function pictureFileName(digest: string, width: number, format: PictureFormat): string {
  return `${digest.slice(0, 40)}-${width}.${format}`;
}

/** The format of a served file by its name; undefined for any other text. */
export function pictureFormatOf(name: string): PictureFormat | undefined {
  const format = FILE_NAME.exec(name)?.groups?.["format"];
  return PICTURE_FORMATS.find((each) => each === format);
}

/** Address of a file, from the root of the site. */
export function pictureFilePath(name: string): string {
  return `${PICTURE_FILES_PATH}/${name}`;
}

/** Widths to render of a picture that is `width` pixels wide. */
export function pictureWidths(width: number): readonly number[] {
  const narrower = PICTURE_WIDTHS.filter((each) => each < width);
  return [...narrower, Math.min(width, Math.max(...PICTURE_WIDTHS))];
}

/**
 * Width of the file that stands for a picture where only one address is possible: the specification's `image`, link
 * previews, structured data.
 */
const SINGLE_FILE_WIDTH = 1080;

/** A file of a picture, as answers have it. */
export interface PictureFile {
  readonly format: PictureFormat;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly url: string;
}

/** The one file that stands for a picture: WebP, which every browser and messenger reads; undefined without any. */
export function singleFile(files: readonly PictureFile[]): PictureFile | undefined {
  const webp = files.filter(({ format }) => format === "webp").toSorted((a, b) => a.width - b.width);
  return webp.findLast(({ width }) => width <= SINGLE_FILE_WIDTH) ?? webp[0];
}
