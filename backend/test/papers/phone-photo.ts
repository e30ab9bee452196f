import type { Sharp } from "sharp";
import { noise, withSegments } from "../pictures/hostile-files.js";

/** Texts of the metadata below. */
export const PHOTO_TRACES = ["Kodak", "Asha", "2026:11", "xmpmeta", "a note", "MPF", "mp42"] as const;

/** Says where and when it was taken, by whom and with what, and how it is turned. */
export const tagged = (picture: Sharp): Sharp =>
  picture
    .withExif({
      IFD0: { Artist: "Asha", Make: "Kodak", DateTime: "2026:11:27 10:00:00" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "12/1 58/1 17/1",
        GPSLongitudeRef: "E",
        GPSLongitude: "77/1 35/1 40/1",
      },
    })
    .withIccProfile("p3")
    .withMetadata({ orientation: 6 });

/** A segment of a JPEG. */
export function segment(marker: number, text: string): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([head, Buffer.from(text, "latin1")]);
}

/** A JPEG as phones make them: EXIF with the place, XMP, a comment, a second picture and a film behind the first. */
export async function phonePhoto(progressive = false): Promise<Buffer> {
  const photo = await tagged(noise(64, 48)).jpeg({ progressive }).toBuffer();
  const whole = withSegments(
    photo,
    segment(0xe1, "http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>"),
    segment(0xe2, "MPF\0II*\0"),
    segment(0xfe, "a note"),
  );
  return Buffer.concat([whole, await noise(16, 12).jpeg().toBuffer(), Buffer.from("\0\0\0\x18ftypmp42", "latin1")]);
}
