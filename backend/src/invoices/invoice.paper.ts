import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Fontkit from "fontkit";
import type PDFDocument from "pdfkit";

/** The site's colours, as they print. */
export const INK = {
  ink: "#241A17",
  quiet: "#5B4D47",
  rani: "#B3134F",
  indigo: "#2B2A6B",
  marigold: "#E39A0B",
  leaf: "#2C7A57",
  paper: "#FFF9EF",
  rule: "#D9CBB6",
} as const;

/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89 } as const;

/** How and where a piece of text stands; sizes and places in points. */
export interface TextStyle {
  readonly face?: Face;
  readonly size?: number;
  readonly colour?: string;
  readonly align?: "left" | "right" | "center";
  readonly lineGap?: number;
  /** What it is to a screen reader. */
  readonly role?: "P" | "H1" | "H2";
}

/** Features that place marks by anchors. */
const UNPLACED_MARKS = { mark: false, mkmk: false, abvm: false, blwm: false } as const;

/** What the document says of itself. */
interface PaperInfo {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  readonly createdAt: Date;
}

/**
 * One A4 page with our type and colours, tagged so that it can be read aloud. The same calls give the same bytes:
 * nothing in it depends on the clock.
 */
export class Paper {
  private readonly document: PDFKit.PDFDocument;
  private readonly done: Promise<Buffer>;
  private readonly root: PDFKit.PDFStructureElement;
  private readonly registered = new Set<string>();

  /**
   * An empty page.
   *
   * @param scale 1, or less for smaller type where there is much to say
   */
  static async open(info: PaperInfo, scale = 1): Promise<Paper> {
    // With the first invoice: a process that prints none starts without them.
    const [{ default: document }, fontkit] = await Promise.all([import("pdfkit"), import("fontkit")]);
    return new Paper(document, fontkit, info, scale);
  }

  private constructor(
    Document: typeof PDFDocument,
    private readonly fontkit: typeof Fontkit,
    info: PaperInfo,
    private readonly scale: number,
  ) {
    this.document = new Document({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      // Not the library's own Helvetica, which it would read each time.
      font: "",
      pdfVersion: "1.7",
      tagged: true,
      lang: "en-IN",
      displayTitle: true,
      info: {
        Title: info.title,
        Author: info.author,
        Subject: info.subject,
        Creator: info.author,
        CreationDate: info.createdAt,
        ModDate: info.createdAt,
      },
    });
    const chunks: Buffer[] = [];
    this.done = new Promise((resolve, reject) => {
      this.document.on("data", (chunk: Buffer) => chunks.push(chunk));
      this.document.on("end", () => resolve(Buffer.concat(chunks)));
      this.document.on("error", reject);
    });
    this.root = this.document.struct("Document");
    this.document.addStructure(this.root);
  }

  /** Writes text into a column and returns the y under it. */
  text(given: string, x: number, y: number, width: number, style: TextStyle = {}): number {
    const role = style.role ?? "P";
    const words = withoutEmoji(given);
    this.style(words, style);
    const options = {
      width,
      align: style.align ?? "left",
      lineGap: this.lineGap(style),
      ...this.shaping(words),
    } as const;
    const content = this.document.markStructureContent(role);
    this.document.text(words, x, y, options);
    this.document.endMarkedContent();
    // Devanagari is drawn in another order than it is spelt: what is read aloud or copied is the spelling.
    const spelling = isPlain(words) ? {} : { actual: words };
    this.root.add(this.document.struct(role, spelling, [content]));
    return y + this.document.heightOfString(words, options);
  }

  /** How high text would stand in a column. */
  heightOf(given: string, width: number, style: TextStyle = {}): number {
    const words = withoutEmoji(given);
    this.style(words, style);
    return this.document.heightOfString(words, { width, lineGap: this.lineGap(style), ...this.shaping(words) });
  }

  /** Draws something that is only decoration; readers skip it. */
  decorate(draw: (document: PDFKit.PDFDocument) => void): void {
    this.document.markContent("Artifact", { type: "Layout" });
    this.document.save();
    draw(this.document);
    this.document.restore();
    this.document.endMarkedContent();
  }

  /** A thin rule across. */
  rule(x: number, y: number, width: number, colour: string = INK.rule): void {
    this.decorate((document) => {
      document
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.7)
        .stroke(colour);
    });
  }

  /** A tinted box with round corners. */
  box(x: number, y: number, width: number, height: number, fill: string = INK.paper): void {
    this.decorate((document) => {
      document.roundedRect(x, y, width, height, 6).fillAndStroke(fill, INK.rule);
    });
  }

  /** Closes the document and gives its bytes. */
  async finish(): Promise<Buffer> {
    this.root.end();
    this.document.end();
    return this.done;
  }

  private style(words: string, style: TextStyle): void {
    const font = fontFor(words, style.face ?? "text");
    if (!this.registered.has(font.name)) {
      // An open font will do as well, which the types do not know.
      this.document.registerFont(font.name, openFont(this.fontkit, font) as unknown as Buffer);
      this.registered.add(font.name);
    }
    this.document
      .font(font.name)
      .fontSize(this.sizeOf(style))
      .fillColor(style.colour ?? INK.ink);
  }

  /**
   * The library fails on a mark that its font gives no anchor for, as Gurmukhi has some: such words are drawn with
   * their marks where the font puts them by itself. An invoice is never lost over it.
   */
  private shaping(words: string): { features?: PDFKit.Mixins.OpenTypeFeatures[] } {
    try {
      this.document.widthOfString(words);
      return {};
    } catch {
      // As an object it turns features off, which the types do not know.
      return { features: UNPLACED_MARKS as unknown as PDFKit.Mixins.OpenTypeFeatures[] };
    }
  }

  /** Never under 6.5 points, which a printer can still show. */
  private sizeOf(style: TextStyle): number {
    return Math.max(6.5, (style.size ?? 10) * this.scale);
  }

  /** Both families leave room for signs over and under Devanagari; half of it is enough between lines. */
  private lineGap(style: TextStyle): number {
    return style.lineGap ?? -0.22 * this.sizeOf(style);
  }
}

function isPlain(words: string): boolean {
  return !/[^\u0020-\u024F\u2010-\u203A\u20B9]/u.test(words);
}

/** How a piece of text is set. */
const FACES = ["heading", "text", "strong"] as const;
type Face = (typeof FACES)[number];

/** Both families carry Latin and Devanagari with one voice. */
const OWN: Readonly<Record<Face, string>> = {
  heading: "eczar/Eczar_700Bold",
  text: "mukta/400Regular/Mukta_400Regular",
  strong: "mukta/700Bold/Mukta_700Bold",
};

/** India's other scripts, each with the family that carries it (and Latin, for words between). */
const SCRIPTS = [
  { name: "Kannada", written: /\p{Script=Kannada}/u },
  { name: "Tamil", written: /\p{Script=Tamil}/u },
  { name: "Telugu", written: /\p{Script=Telugu}/u },
  { name: "Malayalam", written: /\p{Script=Malayalam}/u },
  { name: "Bengali", written: /\p{Script=Bengali}/u },
  { name: "Gujarati", written: /\p{Script=Gujarati}/u },
  { name: "Gurmukhi", written: /\p{Script=Gurmukhi}/u },
  { name: "Oriya", written: /\p{Script=Oriya}/u },
] as const;

/** A face of a family; the same name is the same bytes. */
interface Font {
  readonly name: string;
  /** Its file, under the folder of the font packages. */
  readonly file: string;
}

/**
 * The font that draws these words: ours, or that of the first other script in them. Words of two other scripts in
 * one line show boxes for the second: nobody writes a name so.
 */
function fontFor(words: string, face: Face): Font {
  const script = SCRIPTS.find(({ written }) => written.test(words))?.name;
  if (script === undefined) return { name: face, file: OWN[face] };
  const weight = face === "text" ? "400Regular" : "700Bold";
  const file = `noto-sans-${script.toLowerCase()}/${weight}/NotoSans${script}_${weight}`;
  return { name: `${script} ${weight}`, file };
}

const openFonts = new Map<string, Fontkit.Font>();

/**
 * A font, opened once: what it says of its scripts takes longer to read than an invoice to draw. A document changes
 * nothing in it.
 */
function openFont({ create }: typeof Fontkit, { file }: Font): Fontkit.Font {
  const known = openFonts.get(file);
  if (known !== undefined) return known;
  const path = createRequire(import.meta.url).resolve(`@expo-google-fonts/${file}.ttf`);
  const font = create(readFileSync(path)) as Fontkit.Font;
  openFonts.set(file, font);
  return font;
}

/** Without what no font of ours draws and nobody misses on an invoice: emoji and what joins them. */
function withoutEmoji(words: string): string {
  return words
    .replace(/(?![©®™])(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\uFE0F)\u200D?/gu, "")
    .replace(/ {2,}/g, " ");
}

const MARGIN = 20;
const BAND = 15;

/**
 * The block-print border: a band of diamonds and seeds between two rules, as a hand-cut block leaves them, with a
 * flower in each corner. Vector only.
 */
export function drawBlockPrintBorder(document: PDFKit.PDFDocument): void {
  const width = PAGE.width - 2 * MARGIN;
  const height = PAGE.height - 2 * MARGIN;
  document.lineWidth(0.8).rect(MARGIN, MARGIN, width, height).stroke(INK.indigo);
  document.rect(MARGIN + BAND, MARGIN + BAND, width - 2 * BAND, height - 2 * BAND).stroke(INK.indigo);

  const half = BAND / 2;
  const left = MARGIN + half;
  const top = MARGIN + half;
  const right = PAGE.width - MARGIN - half;
  const bottom = PAGE.height - MARGIN - half;
  for (const [index, x] of repeats(left + BAND, right - BAND).entries()) {
    for (const y of [top, bottom]) motif(document, x, y, index);
  }
  for (const [index, y] of repeats(top + BAND, bottom - BAND).entries()) {
    for (const x of [left, right]) motif(document, x, y, index);
  }
  for (const x of [left, right]) for (const y of [top, bottom]) flower(document, x, y);
}

/** A short run of the same pattern, to part the heading from the rest. */
export function drawBlockPrintRun(document: PDFKit.PDFDocument, x: number, y: number, width: number): void {
  for (const [index, place] of repeats(x + 4, x + width - 4).entries()) motif(document, place, y, index);
}

/** Places at an even distance of about 12 points, both ends included, an odd number of them. */
function repeats(from: number, to: number): number[] {
  const steps = Math.max(2, 2 * Math.round((to - from) / 24));
  return Array.from({ length: steps + 1 }, (_, index) => from + ((to - from) * index) / steps);
}

function motif(document: PDFKit.PDFDocument, x: number, y: number, index: number): void {
  if (index % 2 === 0) {
    diamond(document, x, y, 4.4, INK.rani);
    diamond(document, x, y, 1.7, "#FFFFFF");
    return;
  }
  for (const [dx, dy] of [
    [0, -2.6],
    [2.6, 0],
    [0, 2.6],
    [-2.6, 0],
  ] as const) {
    document.circle(x + dx, y + dy, 1.05).fill(INK.indigo);
  }
}

function diamond(document: PDFKit.PDFDocument, x: number, y: number, reach: number, colour: string): void {
  document
    .moveTo(x, y - reach)
    .lineTo(x + reach, y)
    .lineTo(x, y + reach)
    .lineTo(x - reach, y)
    .closePath()
    .fill(colour);
}

function flower(document: PDFKit.PDFDocument, x: number, y: number): void {
  for (let petal = 0; petal < 8; petal += 1) {
    const angle = (petal * Math.PI) / 4;
    document.circle(x + 4 * Math.cos(angle), y + 4 * Math.sin(angle), 1.7).fill(INK.marigold);
  }
  document.circle(x, y, 2.2).fill(INK.rani);
}
