import { createRequire } from "node:module";
import type { PictureProblem } from "@sakhi/domain/pictures/picture.problems";
import { PHOTO } from "@sakhi/domain/uploads/upload.rules";

/** libheif's functions that we use; the package describes them too loosely to check a call. */
interface LibHeif {
  readonly heif_colorspace: Readonly<Record<"heif_colorspace_RGB", unknown>>;
  readonly heif_chroma: Readonly<Record<"heif_chroma_interleaved_RGB" | "heif_chroma_interleaved_RGBA", unknown>>;
  readonly HEAPU8: Uint8Array;
  heif_context_alloc(): unknown;
  heif_context_read_from_memory(context: unknown, bytes: Buffer): HeifStatus;
  heif_js_context_get_primary_image_handle(context: unknown): unknown;
  heif_image_handle_get_width(handle: unknown): number;
  heif_image_handle_get_height(handle: unknown): number;
  heif_image_handle_has_alpha_channel(handle: unknown): number;
  heif_js_decode_image2(handle: unknown, colorspace: unknown, chroma: unknown): HeifImage;
}

interface HeifStatus {
  readonly code?: { readonly value: number };
}

interface HeifImage extends HeifStatus {
  readonly channels?: readonly {
    readonly data: Uint8Array;
    readonly stride: number;
    readonly width: number;
    readonly height: number;
  }[];
}

/** Decoded pixels, upright, one row after another. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

/**
 * Decodes a HEIC picture with libheif in WebAssembly: sharp's own build has no HEVC. Its rotation and mirroring are
 * applied.
 *
 * @returns a problem if it has too many pixels or cannot be decoded
 */
export function decodeHeic(bytes: Buffer): Pixels | { readonly problem: PictureProblem } {
  // Two megabytes of WebAssembly: loaded for a HEIC only.
  const lib = createRequire(import.meta.url)("libheif-js/wasm-bundle") as LibHeif;
  const context = lib.heif_context_alloc();
  if (lib.heif_context_read_from_memory(context, bytes).code?.value !== 0) return { problem: "broken" };
  const handle = lib.heif_js_context_get_primary_image_handle(context);
  if (typeof handle === "object" && handle !== null && "code" in handle) return { problem: "broken" };
  const [width, height] = [lib.heif_image_handle_get_width(handle), lib.heif_image_handle_get_height(handle)];
  if (width < 1 || height < 1) return { problem: "broken" };
  if (width * height > PHOTO.maxPixels) return { problem: "too_many_pixels" };
  const hasAlpha = lib.heif_image_handle_has_alpha_channel(handle) !== 0;
  const { heif_colorspace_RGB: rgb } = lib.heif_colorspace;
  const { heif_chroma_interleaved_RGB: plain, heif_chroma_interleaved_RGBA: withAlpha } = lib.heif_chroma;
  const [image] = lib.heif_js_decode_image2(handle, rgb, hasAlpha ? withAlpha : plain).channels ?? [];
  if (image === undefined) return { problem: "broken" };
  return packed(image, hasAlpha ? 4 : 3);
}

/** Closes the gaps between the rows in place: a copy would double the memory. */
function packed({ data, stride, width, height }: NonNullable<HeifImage["channels"]>[number], channels: 3 | 4): Pixels {
  const row = width * channels;
  if (stride !== row)
    for (let nth = 1; nth < height; nth += 1) data.copyWithin(nth * row, nth * stride, nth * stride + row);
  return { data: Buffer.from(data.buffer, data.byteOffset, row * height), width, height, channels };
}

/** The ICC profile of a HEIC picture (box `colr` of type `prof` or `rICC`); undefined if it has none. */
export function heicProfile(bytes: Buffer): Buffer | undefined {
  for (const type of ["colrprof", "colrrICC"]) {
    const at = bytes.indexOf(type, 0, "latin1");
    if (at < 4) continue;
    const size = bytes.readUInt32BE(at - 4);
    const end = at - 4 + size;
    if (size > 12 && size <= MAX_PROFILE_BYTES && end <= bytes.length) return bytes.subarray(at + 8, end);
  }
  return undefined;
}

/** Largest profile that is applied, in bytes; phones' have half a kilobyte. */
const MAX_PROFILE_BYTES = 1024 * 1024;
