import "reflect-metadata";
import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "@jest/globals";
import { PICTURE_PROBLEMS } from "@sakhi/domain/pictures/picture.problems";
import sharp from "sharp";
import { pictureContent } from "../../src/pictures/picture-content.js";
import { PictureDecoderService } from "../../src/pictures/picture-decoder.service.js";
import type { RenderedFile, Rendering } from "../../src/pictures/picture-rendering.js";
import { DecoderCommand, DecoderInterrupted } from "../../src/uploads/decoder-command.js";
import { DecoderService } from "../../src/uploads/decoder.service.js";
import { HEAVY_FILES, HEIC, HOSTILE_FILES, noise, withSegments } from "./hostile-files.js";

const apart = (command: DecoderCommand) => new PictureDecoderService(new DecoderService(command));
/** Runs the build, as jobs does. */
const decoder = apart(DecoderCommand.ofBuild());
/** Most memory that any decoding took, in MiB, and by which file. */
let most = { mib: 0, name: "" };
afterAll(() => {
  console.log(`most memory of a decoder: ${most.mib} MiB, for ${most.name}`);
});

async function decoded(name: string, bytes: Buffer): Promise<Rendering> {
  const { made: rendering, peakBytes } = await decoder.decode(bytes);
  const mib = Math.round(peakBytes / 1024 / 1024);
  if (mib > most.mib) most = { mib, name };
  // The limit of its data, and Node's own code.
  expect(mib).toBeLessThan(850);
  return rendering;
}

async function filesOf(name: string, bytes: Buffer): Promise<readonly RenderedFile[]> {
  const rendering = await decoded(name, bytes);
  if ("problem" in rendering) throw new Error(`${name} was refused: ${rendering.problem}`);
  return rendering.files;
}

const widest = (files: readonly RenderedFile[]): Buffer => files.at(-1)?.bytes ?? Buffer.alloc(0);

/** A pixel of a file, in 0 to 255. */
async function pixel(bytes: Buffer, x: number, y: number): Promise<number[]> {
  return [...(await sharp(bytes).removeAlpha().extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer())];
}

const close = (found: readonly number[], wanted: readonly number[]): boolean =>
  wanted.every((value, at) => Math.abs(value - (found[at] ?? 999)) < 14);

it.each(HOSTILE_FILES)("refuses $name: $problem", async ({ name, problem, make }) => {
  const bytes = await make();
  // Most are recognized by their bytes; what passes is decoded.
  const content = pictureContent(bytes);
  expect("problem" in content ? content : await decoded(name, bytes)).toEqual({ problem });
});

it("has a clear sentence for every reason, and a file for each but the limits", () => {
  const reasons = new Set<string>(HOSTILE_FILES.map(({ problem }) => problem));
  expect(Object.keys(PICTURE_PROBLEMS).filter((code) => !reasons.has(code))).toEqual(["too_complex"]);
  for (const sentence of Object.values(PICTURE_PROBLEMS)) expect(sentence).toMatch(/^[A-Z].{20,}\.$/);
  expect(HOSTILE_FILES.length).toBeGreaterThanOrEqual(40);
});

describe("decode", () => {
  it.each(HEAVY_FILES)("takes $name, within its memory, and keeps nothing but the pixels", async ({ name, make }) => {
    for (const { bytes } of await filesOf(name, await make())) {
      const { exif, icc, xmp, iptc } = await sharp(bytes).metadata();
      expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined]);
      expect(bytes.length).toBeLessThan(2_000_000);
    }
  });

  it("makes AVIF and WebP in four widths, and a tiny placeholder", async () => {
    const rendering = await decoded("a photograph", await noise(2_000, 1_000).jpeg().toBuffer());
    if ("problem" in rendering) throw new Error(rendering.problem);
    expect(rendering.files.map(({ format, width, height }) => `${format} ${width}x${height}`)).toEqual(
      [320, 640, 1080, 1600].flatMap((width) => [`avif ${width}x${width / 2}`, `webp ${width}x${width / 2}`]),
    );
    for (const { format, width, bytes } of rendering.files) {
      const found = await sharp(bytes).metadata();
      expect([found.format === "heif" ? "avif" : found.format, found.width, found.space]).toEqual([
        format,
        width,
        "srgb",
      ]);
    }
    const tiny = Buffer.from(rendering.placeholder.split(",")[1] ?? "", "base64");
    expect((await sharp(tiny).metadata()).width).toBe(16);
    expect(rendering.placeholder.length).toBeLessThan(2_000);
  });

  it.each([
    [100, 50, "avif 100x50, webp 100x50"],
    [700, 300, "avif 320x137, webp 320x137, avif 640x274, webp 640x274, avif 700x300, webp 700x300"],
    [100, 5_000, "avif 96x4800, webp 96x4800"],
  ])("never enlarges: %i by %i pixels", async (width, height, files) => {
    const found = await filesOf("a small picture", await noise(width, height).png().toBuffer());
    expect(found.map((file) => `${file.format} ${file.width}x${file.height}`).join(", ")).toBe(files);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])("turns EXIF orientation %i upright, and removes the place", async (orientation) => {
    // Upright: red, green / blue, white. Stored as the camera holds it.
    const upright = await sharp({ create: { width: 200, height: 100, channels: 3, background: "white" } })
      .composite([
        { input: { create: { width: 100, height: 50, channels: 3, background: "#c00" } }, left: 0, top: 0 },
        { input: { create: { width: 100, height: 50, channels: 3, background: "#0a0" } }, left: 100, top: 0 },
        { input: { create: { width: 100, height: 50, channels: 3, background: "#00c" } }, left: 0, top: 50 },
      ])
      .png()
      .toBuffer();
    const stored = await held(upright, orientation);
    const tagged = await sharp(stored)
      .withExif({ IFD0: { Artist: "Asha" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "12/1 58/1 17/1" } })
      .withMetadata({ orientation })
      .jpeg({ quality: 95 })
      .toBuffer();
    expect((await sharp(tagged).metadata()).orientation).toBe(orientation);
    const files = await filesOf(`orientation ${orientation}`, tagged);
    for (const { bytes, width, height } of files) {
      expect([width, height]).toEqual([200, 100]);
      const corners = [await pixel(bytes, 20, 20), await pixel(bytes, 180, 20), await pixel(bytes, 20, 80)];
      expect([
        close(corners[0] ?? [], [204, 0, 0]),
        close(corners[1] ?? [], [0, 170, 0]),
        close(corners[2] ?? [], [0, 0, 204]),
      ]).toEqual([true, true, true]);
      const { exif, orientation: kept } = await sharp(bytes).metadata();
      expect([exif, kept, bytes.includes("Asha"), bytes.includes("GPS")]).toEqual([undefined, undefined, false, false]);
    }
  });

  it("decodes a phone's HEIC, turned upright, without its place", async () => {
    expect(HEIC.includes("Exif")).toBe(true);
    const files = await filesOf("a HEIC", HEIC);
    expect(files.map(({ format, width, height }) => [format, width, height])).toEqual([
      ["avif", 64, 96],
      ["webp", 64, 96],
    ]);
    // Stored 96 by 64 with green above left; turned clockwise it is above right.
    expect(close(await pixel(widest(files), 50, 20), [30, 200, 30])).toBe(true);
    for (const { bytes } of files) expect(bytes.includes("Exif")).toBe(false);
  });

  it.each(["display-p3.jpg", "display-p3.heic"])("converts a wide colour space to sRGB: %s", async (name) => {
    const files = await filesOf(name, readFileSync(new URL(`samples/${name}`, import.meta.url)));
    // Without the conversion it would stay 200, 100, 50.
    expect(close(await pixel(widest(files), 30, 30), P3_IN_SRGB)).toBe(true);
    expect(close([200, 100, 50], P3_IN_SRGB)).toBe(false);
  });

  it("keeps a logo's transparency, and takes CMYK, grey and 16 bits", async () => {
    const logo = await sharp({ create: { width: 80, height: 80, channels: 4, background: "#c0330080" } })
      .png()
      .toBuffer();
    expect((await sharp(widest(await filesOf("a logo", logo))).metadata()).hasAlpha).toBe(true);
    const others = [
      await noise(80, 80).toColourspace("cmyk").jpeg().toBuffer(),
      await noise(80, 80).greyscale().jpeg().toBuffer(),
      await noise(80, 80).toColourspace("rgb16").png().toBuffer(),
    ];
    for (const bytes of others)
      expect((await sharp(widest(await filesOf("other", bytes))).metadata()).space).toBe("srgb");
  });

  it("takes a motion photo: a film behind the picture is no other file", async () => {
    const film = Buffer.concat([Buffer.from("\0\0\0\x18ftypmp42\0\0\0\0isommp42", "latin1"), Buffer.alloc(50_000)]);
    const photo = withSegments(await noise(100, 100).jpeg().toBuffer());
    expect(await filesOf("a motion photo", Buffer.concat([photo, film]))).toHaveLength(2);
  });

  it("refuses what breaks the limits of memory and CPU time, and retries what was killed from outside", async () => {
    const bytes = await noise(50, 50).jpeg().toBuffer();
    const running = (code: string) => apart(new DecoderCommand(["-e", code])).decode(bytes);
    const waiting = 'process.on("message", () => undefined); process.send("ready");';
    const hungry = `${waiting} const kept = []; for (;;) kept.push(Buffer.alloc(50e6, 1));`;
    expect((await running(hungry)).made).toEqual({ problem: "too_complex" });
    const killed = `${waiting} process.kill(process.pid, "SIGKILL");`;
    await expect(running(killed)).rejects.toThrow(DecoderInterrupted);
    // An answer that is none of ours.
    const lying = `process.on("message", () => process.send({ files: [{ format: "avif", width: 320, height: 1, bytes: Buffer.from("<svg") }], placeholder: "x" })); process.send("ready");`;
    expect((await running(lying)).made).toEqual({ problem: "broken" });
  });

  it("gives the decoder none of our settings", async () => {
    const reporting = `process.on("message", () => process.send({ problem: Object.keys(process.env).some((name) => /SECRET|URL|TOKEN/.test(name)) ? "broken" : "empty" })); process.send("ready");`;
    const command = new DecoderCommand(["-e", reporting]);
    expect(process.env["DATABASE_URL"]).toBeDefined();
    expect((await apart(command).decode(Buffer.from("x"))).made).toEqual({ problem: "empty" });
  });
});

/** 200, 100, 50 of Display P3 with gamma 2.2, in sRGB, by LittleCMS. */
const P3_IN_SRGB = [216, 93, 24];

/** The pixels as a camera stores them whose EXIF orientation turns them upright. */
async function held(upright: Buffer, orientation: number): Promise<Buffer> {
  const angle = [0, 0, 0, 180, 180, 90, 270, 270, 90][orientation] ?? 0;
  const turned = await sharp(upright).rotate(angle).png().toBuffer();
  return [2, 4, 5, 7].includes(orientation) ? sharp(turned).flop().png().toBuffer() : turned;
}
