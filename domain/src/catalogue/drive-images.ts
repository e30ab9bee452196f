import { API_PATHS } from "../site/routes.js";

/** Width in pixels that is asked of the shared drive (specification 1, section 7). */
const DRIVE_THUMBNAIL_WIDTH = 2000;

/** Scheme, host and the rest of a shared-drive link. */
const DRIVE_LINK = /^https?:\/\/(?:drive\.google\.com|docs\.google\.com|drive\.usercontent\.google\.com)(\/.*)?$/i;
const FILE_ID = /(?:\/d\/|[?&]id=)([A-Za-z0-9_-]{10,})(?:$|[/?&#])/;

/** The id of the file that a shared-drive link means; undefined for any other address. */
function driveFileId(address: string): string | undefined {
  const rest = DRIVE_LINK.exec(address)?.[1];
  return rest === undefined ? undefined : FILE_ID.exec(rest)?.[1];
}

/**
 * The address to show an image from: a shared-drive link becomes its thumbnail through the image proxy; a drive
 * link without a file id and any other address stay as they are (specification 1, sections 4 and 5).
 */
export function imageAddress(address: string): string {
  const id = driveFileId(address.trim());
  if (id === undefined) return address;
  const thumbnail = `https://drive.google.com/thumbnail?id=${id}&sz=w${DRIVE_THUMBNAIL_WIDTH}`;
  return `${API_PATHS.imageProxy}?url=${encodeURIComponent(thumbnail)}`;
}
