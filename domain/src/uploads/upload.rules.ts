import messages from "../generated/messages/en/upload-formats.js";

/**
 * The one list of what can be uploaded, for every upload of the product: formats, sizes, and the words that say so. A file
 * input's `accept`, the sentences on pages and in errors, and the server's checks all follow from it.
 */

const MEGABYTE = 1024 * 1024;

/** Photos and drawings: what phones and cameras make. Some systems know HEIC by its ending only. */
export const PHOTO = {
  maxBytes: 20 * MEGABYTE,
  /** Width times height. */
  maxPixels: 50_000_000,
  words: messages.photoFormats,
  accept: "image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif",
} as const;

/** Documents; papers only. */
export const PDF = { maxBytes: 10 * MEGABYTE, maxPages: 50, accept: "application/pdf,.pdf" } as const;

/** A size as people read it. @param bytes whole megabytes */
export function megabytes(bytes: number): string {
  return messages.size({ count: Math.floor(bytes / MEGABYTE) });
}

/** What a picture can be, for `accept` and in words. */
export const PICTURE_UPLOAD = {
  accept: PHOTO.accept,
  maxBytes: PHOTO.maxBytes,
  words: messages.picture({ formats: PHOTO.words, size: megabytes(PHOTO.maxBytes) }),
} as const;

/** What a paper can be, for `accept` and in words: a photo of it, or a PDF. */
export const PAPER_UPLOAD = {
  accept: `${PDF.accept},${PHOTO.accept}`,
  maxBytes: Math.max(PHOTO.maxBytes, PDF.maxBytes),
  words: messages.paper({ photo: PICTURE_UPLOAD.words, size: megabytes(PDF.maxBytes) }),
} as const;

/**
 * States of an upload: `uploading` until its last byte has arrived; `checking` until it is decoded; then `ready`, or `refused`
 * with a reason. `deleted`: by its owner, with her data, or an upload that never ended.
 */
export const UPLOAD_STATES = ["uploading", "checking", "ready", "refused", "deleted"] as const;
export type UploadState = (typeof UPLOAD_STATES)[number];

/** Validity of an owner's or holder's ticket to upload, in seconds: an upload on a slow phone takes minutes. */
export const UPLOAD_TICKET_SECONDS = 3600;

/** Path of the resumable uploads (tus 1.0); an upload has an id of its own below it. */
export const UPLOADS_PATH = "/api/v1/uploads";
