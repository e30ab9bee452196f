import { API_PATHS } from "../site/routes.js";

/** Width of the thumbnails requested from Google Drive, in pixels (specification 1, section 7). */
const DRIVE_THUMBNAIL_WIDTH = 2000;

/** A Google Drive link; captures the part after the host. */
const DRIVE_LINK = /^https?:\/\/(?:drive\.google\.com|docs\.google\.com|drive\.usercontent\.google\.com)(\/.*)?$/i;
const FILE_ID = /(?:\/d\/|[?&]id=)([A-Za-z0-9_-]{10,})(?:$|[/?&#])/;

/** The file id in a Google Drive link; undefined for any other address. */
function driveFileId(address: string): string | undefined {
  const rest = DRIVE_LINK.exec(address)?.[1];
  return rest === undefined ? undefined : FILE_ID.exec(rest)?.[1];
}

/**
 * The address to load an image from: Google Drive links are rewritten to a thumbnail through the image proxy; Drive
 * links without a file id and all other addresses stay unchanged (specification 1, sections 4 and 5).
 */
export function imageAddress(address: string): string {
  const id = driveFileId(address.trim());
  if (id === undefined) return address;
  const thumbnail = `https://drive.google.com/thumbnail?id=${id}&sz=w${DRIVE_THUMBNAIL_WIDTH}`;
  return `${API_PATHS.imageProxy}?url=${encodeURIComponent(thumbnail)}`;
}
