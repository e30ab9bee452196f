import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import PDFDocument from "pdfkit";

/** Colours of look.md, as they print. */
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

/** Both families carry Latin and Devanagari with one voice (look.md, Type). */
const FONT_FILES = {
  heading: "@expo-google-fonts/eczar/Eczar_700Bold.ttf",
  text: "@expo-google-fonts/mukta/400Regular/Mukta_400Regular.ttf",
  strong: "@expo-google-fonts/mukta/700Bold/Mukta_700Bold.ttf",
} as const;
export type Face = keyof typeof FONT_FILES;
const FACES: readonly Face[] = ["heading", "text", "strong"];

const fontBytes = new Map<Face, Buffer>();

function fontOf(face: Face): Buffer {
  const known = fontBytes.get(face);
  if (known !== undefined) return known;
  const bytes = readFileSync(createRequire(import.meta.url).resolve(FONT_FILES[face]));
  fontBytes.set(face, bytes);
  return bytes;
}

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

/** What the document says of itself. */
export interface PaperInfo {
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

  /** @param scale 1, or less for smaller type where there is much to say */
  constructor(
    info: PaperInfo,
    private readonly scale = 1,
  ) {
    this.document = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0,
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
    for (const face of FACES) this.document.registerFont(face, fontOf(face));
    this.root = this.document.struct("Document");
    this.document.addStructure(this.root);
  }

  /** Writes text into a column and returns the y under it. */
  text(words: string, x: number, y: number, width: number, style: TextStyle = {}): number {
    const role = style.role ?? "P";
    this.style(style);
    const options = { width, align: style.align ?? "left", lineGap: this.lineGap(style) } as const;
    const content = this.document.markStructureContent(role);
    this.document.text(words, x, y, options);
    this.document.endMarkedContent();
    // Devanagari is drawn in another order than it is spelt: what is read aloud or copied is the spelling.
    const spelling = isPlain(words) ? {} : { actual: words };
    this.root.add(this.document.struct(role, spelling, [content]));
    return y + this.document.heightOfString(words, options);
  }

  /** How high text would stand in a column. */
  heightOf(words: string, width: number, style: TextStyle = {}): number {
    this.style(style);
    return this.document.heightOfString(words, { width, lineGap: this.lineGap(style) });
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

  private style(style: TextStyle): void {
    this.document
      .font(style.face ?? "text")
      .fontSize(this.sizeOf(style))
      .fillColor(style.colour ?? INK.ink);
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
