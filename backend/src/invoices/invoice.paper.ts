import PDFDocument from "pdfkit";
import { fontBytes, fontFor, withoutEmoji } from "./invoice.fonts.js";
import type { Face } from "./invoice.fonts.js";

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
  private readonly registered = new Set<string>();

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
    return this.document.heightOfString(words, {
      width,
      lineGap: this.lineGap(style),
      ...this.shaping(words),
    });
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
      this.document.registerFont(font.name, fontBytes(font));
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
