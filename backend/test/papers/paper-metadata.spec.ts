import { describe, expect, it } from "@jest/globals";
import sharp from "sharp";
import { paperType } from "../../src/papers/paper-content.js";
import { withoutMetadata } from "../../src/papers/paper-metadata.js";
import { noise, withChunk, withSegments } from "../pictures/hostile-files.js";
import { PHOTO_TRACES, phonePhoto, segment, tagged } from "./phone-photo.js";

const latin = (text: string) => Buffer.from(text, "latin1");
/** Whole pixels as they are seen. */
const seen = (bytes: Buffer) => sharp(bytes, { failOn: "error" }).autoOrient().raw().toBuffer();
const phonePng = async (interlaced = false) =>
  [
    ["tEXt", "Author\0Asha"],
    ["iTXt", "XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta/>"],
    ["tIME", "\x07\xea\x0b\x1b\x0a\0\0"],
    ["caBX", "a note"],
  ].reduce<Buffer>(
    (bytes, [type = "", text = ""]) => withChunk(bytes, type, latin(text)),
    await tagged(noise(64, 48)).png({ progressive: interlaced }).toBuffer(),
  );
const stripped = (bytes: Buffer) => {
  const type = paperType(bytes);
  if (type === undefined) throw new Error("not accepted");
  return withoutMetadata(bytes, type);
};

describe("withoutMetadata", () => {
  it.each<[string, () => Promise<Buffer>]>([
    ["a JPEG", () => phonePhoto()],
    ["a progressive JPEG", () => phonePhoto(true)],
    ["a PNG", () => phonePng()],
    ["an interlaced PNG", () => phonePng(true)],
  ])("keeps of %s its pixels, colours and turn, and nothing else", async (_, make) => {
    const sent = await make();
    const kept = stripped(sent);
    if (kept === undefined) throw new Error("refused");
    const before = await sharp(sent).metadata();
    const after = await sharp(kept).metadata();
    expect([before.orientation, before.exif?.includes("Kodak")]).toEqual([6, true]);
    expect(after).toMatchObject({ orientation: 6, width: 64, height: 48, icc: before.icc });
    expect((await seen(kept)).equals(await seen(sent))).toBe(true);
    // The turn, with a TIFF header and one entry.
    expect(after.exif?.length).toBeLessThanOrEqual(32);
    for (const trace of PHOTO_TRACES) expect([trace, kept.includes(trace)]).toEqual([trace, false]);
    expect(stripped(kept)?.equals(kept)).toBe(true);
  });

  it("reads the turn in either byte order, and none from what is no EXIF", async () => {
    const plain = await noise(16, 12).jpeg().toBuffer();
    const turn = async (text: string) => {
      const kept = stripped(withSegments(plain, segment(0xe1, text)));
      return kept && (await sharp(kept).metadata()).orientation;
    };
    const little = "Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x03\0\0\0";
    expect(await turn(little)).toBe(3);
    expect(await turn(little.replace("\x03\0\0\0", "\x63\0\0\0"))).toBeUndefined();
    for (const cut of [7, 13, 17, 20]) expect(await turn(little.slice(0, cut))).toBeUndefined();
    expect(await turn("Exif\0\0II*\0\xff\xff\xff\x7f")).toBeUndefined();
    expect(await turn(`Exif\0\0II*\0\x08\0\0\0\xff\xff${"\0".repeat(30)}`)).toBeUndefined();
  });

  it("keeps a PDF as it is", () => {
    const pdf = latin("%PDF-1.7\n/Author (Asha)\n%%EOF");
    expect(withoutMetadata(pdf, "application/pdf")).toBe(pdf);
  });

  it("answers to a file cut anywhere, and refuses one without pixels", async () => {
    const [photo, png] = [await phonePhoto(), await phonePng()];
    const scan = photo.indexOf(Buffer.from([0xff, 0xda]));
    for (let end = 3; end < photo.length; end += 1) {
      const kept = withoutMetadata(photo.subarray(0, end), "image/jpeg");
      if (end <= scan) expect([end, kept]).toEqual([end, undefined]);
    }
    for (let end = 8; end < png.length; end += 1)
      expect([end, withoutMetadata(png.subarray(0, end), "image/png")]).toEqual([end, undefined]);
    expect(withoutMetadata(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1, 0, 0]), "image/jpeg")).toBeUndefined();
  });
});
