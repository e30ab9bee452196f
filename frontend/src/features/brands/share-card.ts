import { cutOf, type PictureFocus } from "@sakhi/domain/pictures/picture-focus";
import { SITE_NAME } from "@sakhi/domain/site/page-heads";
import { QR_INK, qrOf } from "../../ui/qr";

/** What a share card says. */
export interface ShareCard {
  readonly brandName: string;
  /** The owner's own words. */
  readonly words: string;
  /** Absolute address of the brand's page. */
  readonly url: string;
  /** A picture of this site, with what is kept in view of it; without one the card has words only. */
  readonly picture: { readonly url: string; readonly focus?: PictureFocus | undefined } | undefined;
}

/** Size of a card in pixels: 4 to 5, as WhatsApp and Instagram show it whole. */
const [WIDTH, HEIGHT] = [1080, 1350] as const;
const MARGIN = 72;
/** Height of the picture. */
const PICTURE = 640;
/** Side of a QR code on the card, and of one alone. */
const [ON_CARD, ALONE] = [280, 1024] as const;

const COLOURS = { paper: "#FFF9EF", ink: "#241A17", rani: "#B3134F", indigo: "#2B2A6B" } as const;
const FONTS = { heading: "Eczar Variable, Eczar, serif", text: "Mukta, sans-serif" } as const;

function contextOf(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("this browser draws nothing");
  return context;
}

function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error("no picture came of it")) : resolve(blob)), "image/png");
  });
}

function drawQr(context: CanvasRenderingContext2D, text: string, left: number, top: number, side: number): void {
  const { size, path } = qrOf(text);
  context.save();
  context.translate(left, top);
  context.scale(side / size, side / size);
  context.fillStyle = "#fff";
  context.fillRect(0, 0, size, size);
  context.fillStyle = QR_INK;
  context.fill(new Path2D(path));
  context.restore();
}

/** Words in lines of at most this width, in px; a longer word stays whole. The last of too many lines ends with "…". */
export function linesOf(
  text: string,
  width: number,
  most: number,
  measure: (line: string) => number,
): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((part) => part !== "")) {
    const last = lines.at(-1);
    if (last !== undefined && measure(`${last} ${word}`) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), `${lines[most - 1] ?? ""}…`];
}

/** Writes lines below each other. @returns the baseline after the last one */
function write(context: CanvasRenderingContext2D, lines: readonly string[], top: number, height: number): number {
  for (const [index, line] of lines.entries()) context.fillText(line, MARGIN, top + (index + 1) * height);
  return top + lines.length * height;
}

function loaded(address: string): Promise<HTMLImageElement | undefined> {
  return new Promise((resolve) => {
    const image = new Image();
    image.addEventListener("load", () => resolve(image));
    // A card without it is better than none.
    image.addEventListener("error", () => resolve(undefined));
    image.src = address;
  });
}

/** All of the frame is filled, around what its owner has chosen. */
function drawCover(context: CanvasRenderingContext2D, image: HTMLImageElement, focus: PictureFocus | undefined): void {
  const whole = { width: image.naturalWidth, height: image.naturalHeight };
  const { left, top, width, height } = cutOf(whole, { width: WIDTH, height: PICTURE }, focus);
  context.drawImage(image, left, top, width, height, 0, 0, WIDTH, PICTURE);
}

/** A brand's share card as PNG: picture, name, her words, and a QR code that leads to her page. */
export async function shareCard({ brandName, words, url, picture }: ShareCard): Promise<Blob> {
  const canvas = document.createElement("canvas");
  const context = contextOf(canvas, WIDTH, HEIGHT);
  // Fonts that the page has not used yet are not loaded.
  await Promise.all([
    document.fonts.load(`700 84px ${FONTS.heading}`, brandName),
    document.fonts.load(`400 44px ${FONTS.text}`, words),
  ]).catch(() => undefined);
  const image = picture === undefined ? undefined : await loaded(picture.url);
  context.fillStyle = COLOURS.paper;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  if (image !== undefined) drawCover(context, image, picture?.focus);
  context.fillStyle = COLOURS.rani;
  context.fillRect(0, image === undefined ? 0 : PICTURE, WIDTH, 16);
  const room = WIDTH - 2 * MARGIN;
  context.font = `700 84px ${FONTS.heading}`;
  context.fillStyle = COLOURS.indigo;
  const name = linesOf(brandName, room, 2, (line) => context.measureText(line).width);
  const below = write(context, name, image === undefined ? 160 : PICTURE + 40, 96);
  context.font = `400 44px ${FONTS.text}`;
  context.fillStyle = COLOURS.ink;
  const beside = room - ON_CARD - 40;
  write(
    context,
    linesOf(words, image === undefined ? room : beside, 5, (line) => context.measureText(line).width),
    below + 12,
    60,
  );
  drawQr(context, url, WIDTH - MARGIN - ON_CARD, HEIGHT - MARGIN - ON_CARD, ON_CARD);
  context.font = `600 36px ${FONTS.text}`;
  context.fillStyle = COLOURS.rani;
  context.fillText(SITE_NAME, MARGIN, HEIGHT - MARGIN - 12);
  return pngOf(canvas);
}

/** A QR code as PNG, large enough to be printed. */
export async function qrPicture(text: string): Promise<Blob> {
  const canvas = document.createElement("canvas");
  drawQr(contextOf(canvas, ALONE, ALONE), text, 0, 0, ALONE);
  return pngOf(canvas);
}
