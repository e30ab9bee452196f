import type * as Fontkit from "fontkit";
import type PDFDocument from "pdfkit";
import {
  allFonts,
  type Face,
  type Font,
  fontFor,
  hasGlyphs,
  inVisualOrder,
  inVisualOrderOf,
  openFont,
  parsedFont,
  RIGHT_TO_LEFT,
} from "./fonts.js";

/** The site's colours, adapted to print. */
export const COLOURS = {
  ink: "#241A17",
  muted: "#5B4D47",
  rani: "#B3134F",
  indigo: "#2B2A6B",
  marigold: "#E39A0B",
  leaf: "#2C7A57",
  paper: "#FFF9EF",
  rule: "#D9CBB6",
} as const;

/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89 } as const;

/** Style of a piece of text; sizes in points. */
export interface TextStyle {
  readonly face?: Face;
  readonly size?: number;
  readonly colour?: string;
  readonly align?: "left" | "right" | "center";
  readonly lineGap?: number;
  /** Structure role for screen readers. */
  readonly role?: "P" | "H1" | "H2";
}

/** A rectangle on a page, in points from its upper left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Turns off the OpenType features that place marks by anchors. */
const WITHOUT_ANCHORS = { mark: false, mkmk: false, abvm: false, blwm: false } as const;

/** Metadata of the document. */
interface PaperInfo {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  readonly createdAt: Date;
}

/** How the pages of a document are. */
interface PaperOptions {
  /** Of the type: 1, or less to fit more text. */
  readonly scale?: number;
  readonly landscape?: boolean;
  /** Receives the bytes as they are made, instead of {@link Paper.finish}. */
  readonly to?: (chunk: Buffer) => void;
}

/** A4 in points, on its long side. */
const LANDSCAPE = { width: PAGE.height, height: PAGE.width } as const;

/**
 * A4 pages in our fonts and colours, tagged for screen readers. Deterministic: the same calls produce the same bytes,
 * independent of the clock.
 */
export class Paper {
  private readonly document: PDFKit.PDFDocument;
  private readonly done: Promise<Buffer>;
  private readonly root: PDFKit.PDFStructureElement;
  private readonly registered = new Set<string>();
  private readonly scale: number;
  /** Of each page, in points. */
  readonly size: { readonly width: number; readonly height: number };

  /** Opens a document with an empty page. */
  static async open(info: PaperInfo, options: PaperOptions = {}): Promise<Paper> {
    // Loaded with the first document, so that other processes start without them.
    // One after the other: jest cannot link a package that two imports load at once.
    const { default: document } = await import("pdfkit");
    const fontkit = await import("fontkit");
    return new Paper(document, fontkit, info, options);
  }

  private constructor(
    Document: typeof PDFDocument,
    private readonly fontkit: typeof Fontkit,
    info: PaperInfo,
    { scale = 1, landscape = false, to }: PaperOptions,
  ) {
    this.scale = scale;
    this.size = landscape ? LANDSCAPE : PAGE;
    this.document = new Document({
      size: [this.size.width, this.size.height],
      margin: 0,
      // Without it, the library loads its own Helvetica each time.
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
      this.document.on("data", to ?? ((chunk: Buffer) => chunks.push(chunk)));
      this.document.on("end", () => resolve(Buffer.concat(chunks)));
      this.document.on("error", reject);
    });
    this.root = this.document.struct("Document");
    this.document.addStructure(this.root);
  }

  /** Draws text into a column. @returns the y below it */
  text(given: string, x: number, y: number, width: number, style: TextStyle = {}): number {
    const role = style.role ?? "P";
    const { text, runs } = this.runsOf(withoutEmoji(given), style);
    if (runs.length > 1) return this.drawRuns(text, runs, x, y, width, style);
    this.style(text, style);
    const options = {
      width,
      align: style.align ?? "left",
      lineGap: this.lineGap(style),
      ...this.shaping(text),
    } as const;
    const content = this.document.markStructureContent(role);
    const lines = this.lines(text, width);
    this.document.text(lines, x, y, options);
    this.document.endMarkedContent();
    this.addToStructure(role, text, content);
    return y + this.document.heightOfString(lines, options);
  }

  /** Ends the page and begins another of the same size. */
  nextPage(): void {
    this.document.addPage();
  }

  /** Width of text on one line. */
  widthOf(given: string, style: TextStyle = {}): number {
    const { runs } = this.runsOf(withoutEmoji(given), style);
    return runs.reduce((sum, run) => sum + this.widthOfRun(run, style), 0);
  }

  /**
   * Draws text as large as it fits a box without breaking a word, in its middle. At the smallest size, words break, and
   * what does not fit is drawn below the box.
   *
   * @param sizes the largest first
   */
  fitted(text: string, box: Box, style: TextStyle, sizes: readonly number[]): void {
    const fits = (size: number): boolean => {
      const sized = { ...style, size };
      const isTooWide = text.split(" ").some((word) => this.widthOf(word, sized) > box.width);
      return !isTooWide && this.heightOf(text, box.width, sized) <= box.height;
    };
    const size = sizes.find(fits) ?? sizes.at(-1) ?? 10;
    const sized: TextStyle = { align: "center", ...style, size };
    const free = Math.max(0, box.height - this.heightOf(text, box.width, sized));
    this.text(text, box.x, box.y + free / 2, box.width, sized);
  }

  /** Height of text in a column. */
  heightOf(given: string, width: number, style: TextStyle = {}): number {
    const { text, runs } = this.runsOf(withoutEmoji(given), style);
    if (runs.length > 1) return this.layOut(text, runs, width, style).height;
    this.style(text, style);
    const options = { width, lineGap: this.lineGap(style), ...this.shaping(text) };
    return this.document.heightOfString(this.lines(text, width), options);
  }

  /** Draws decoration, which screen readers skip. */
  decorate(draw: (document: PDFKit.PDFDocument) => void): void {
    this.document.markContent("Artifact", { type: "Layout" });
    this.document.save();
    draw(this.document);
    this.document.restore();
    this.document.endMarkedContent();
  }

  /** Draws a thin horizontal rule. */
  rule(x: number, y: number, width: number, colour: string = COLOURS.rule): void {
    this.decorate((document) => {
      document
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.7)
        .stroke(colour);
    });
  }

  /** Draws a tinted box with round corners. */
  box(x: number, y: number, width: number, height: number, fill: string = COLOURS.paper): void {
    this.decorate((document) => {
      document.roundedRect(x, y, width, height, 6).fillAndStroke(fill, COLOURS.rule);
    });
  }

  /** Closes the document. @returns its bytes; none if they went elsewhere */
  async finish(): Promise<Buffer> {
    this.root.end();
    this.document.end();
    return this.done;
  }

  /** Devanagari and Urdu are drawn in another order than they are spelt; screen readers and copying use the spelling. */
  private addToStructure(role: "P" | "H1" | "H2", text: string, content: PDFKit.PDFStructureContent): void {
    const spelling = isPlain(text) ? {} : { actual: text };
    this.root.add(this.document.struct(role, spelling, [content]));
  }

  /**
   * Splits text into runs of one font. The text's own font comes first; characters that it lacks are drawn in another
   * one, without their accent if no font has it, or left out.
   *
   * @returns the drawn text and its runs, at least one
   */
  private runsOf(given: string, style: TextStyle): { readonly text: string; readonly runs: readonly Run[] } {
    const face = style.face ?? "text";
    const own = fontFor(given, face);
    const runs: Run[] = [];
    const add = (font: Font, text: string): void => {
      const last = runs.at(-1);
      if (last?.font.name === font.name) last.text += text;
      else runs.push({ font, text });
    };
    const has = (font: Font, text: string): boolean => hasGlyphs(parsedFont(this.fontkit, font), text);
    // Nearly every character is in its text's own font.
    const fontOf = (text: string): Font | undefined =>
      has(own, text) ? own : allFonts(face).find((font) => has(font, text));
    for (const { segment } of GRAPHEMES.segment(given)) {
      const font = segment === " " || segment === "\n" ? (runs.at(-1)?.font ?? own) : fontOf(segment);
      if (font !== undefined) {
        add(font, segment);
        continue;
      }
      const plain = segment.normalize("NFD").replace(/\p{M}+/gu, "");
      const plainFont = plain === "" ? undefined : fontOf(plain);
      if (plainFont !== undefined) add(plainFont, plain);
    }
    return { text: runs.map(({ text }) => text).join(""), runs: runs.length === 0 ? [{ font: own, text: "" }] : runs };
  }

  /** Breaks text of several fonts into lines of words. */
  private layOut(text: string, runs: readonly Run[], width: number, style: TextStyle): Layout {
    const words = wordsOf(runs);
    const spaceWidth = this.widthOfRun({ font: fontFor(text, style.face ?? "text"), text: " " }, style);
    const measured = words.flatMap((word) => this.narrowed(word, width, style));
    const lines: Word[][] = [[]];
    let left = width;
    for (const word of measured) {
      const line = lines.at(-1) ?? [];
      const needed = word.width + (line.length === 0 ? 0 : spaceWidth);
      if (needed <= left || line.length === 0) {
        line.push(word);
        left -= needed;
      } else {
        lines.push([word]);
        left = width - word.width;
      }
    }
    const heights = runs.map(({ font }) => {
      this.use(font, style);
      return this.document.currentLineHeight(true) + this.lineGap(style);
    });
    const lineHeight = Math.max(...heights);
    return { lines, spaceWidth, lineHeight, height: lines.length * lineHeight };
  }

  /** Measures a word, in parts if it is wider than its column. */
  private narrowed(runs: readonly Run[], width: number, style: TextStyle): Word[] {
    const parts: Word[] = [];
    let part: Run[] = [];
    let used = 0;
    const measured = runs.map((run) => ({ run, width: this.widthOfRun(run, style) }));
    if (measured.reduce((sum, run) => sum + run.width, 0) <= width) {
      return [{ runs, width: measured.reduce((sum, run) => sum + run.width, 0) }];
    }
    for (const { font, text } of runs) {
      for (const { segment } of GRAPHEMES.segment(text)) {
        const run = { font, text: segment };
        const needed = this.widthOfRun(run, style);
        if (used + needed > width && part.length > 0) {
          parts.push({ runs: part, width: used });
          part = [];
          used = 0;
        }
        part.push(run);
        used += needed;
      }
    }
    return [...parts, { runs: part, width: used }];
  }

  private widthOfRun({ font, text }: Run, style: TextStyle): number {
    this.use(font, style);
    return this.document.widthOfString(text, this.shaping(text));
  }

  /** Draws text of several fonts on common baselines. @returns the y below it */
  private drawRuns(text: string, runs: readonly Run[], x: number, y: number, width: number, style: TextStyle): number {
    const role = style.role ?? "P";
    const { lines, spaceWidth, lineHeight, height } = this.layOut(text, runs, width, style);
    const content = this.document.markStructureContent(role);
    for (const [index, line] of lines.entries()) {
      const ordered = inVisualOrderOf(line, (word) => word.runs.map((run) => run.text).join(""));
      const lineWidth = ordered.reduce((sum, word) => sum + word.width, 0) + spaceWidth * (ordered.length - 1);
      const free = width - lineWidth;
      let at = x + (style.align === "right" ? free : style.align === "center" ? free / 2 : 0);
      // The fonts' ascenders differ: the baseline stands where Latin text has it.
      const baseline = y + index * lineHeight + 0.95 * this.sizeOf(style);
      for (const word of ordered) {
        for (const run of word.runs) {
          const runWidth = this.widthOfRun(run, style);
          this.document.text(run.text, at, baseline, {
            lineBreak: false,
            baseline: "alphabetic",
            ...this.shaping(run.text),
          });
          at += runWidth;
        }
        at += spaceWidth;
      }
    }
    this.document.endMarkedContent();
    this.addToStructure(role, text, content);
    return y + height;
  }

  private style(text: string, style: TextStyle): void {
    this.use(fontFor(text, style.face ?? "text"), style);
  }

  private use(font: Font, style: TextStyle): void {
    if (!this.registered.has(font.name)) {
      // The library accepts an open font too; its types do not declare it.
      this.document.registerFont(font.name, openFont(this.fontkit, font) as unknown as Buffer);
      this.registered.add(font.name);
    }
    this.document
      .font(font.name)
      .fontSize(this.sizeOf(style))
      .fillColor(style.colour ?? COLOURS.ink);
  }

  /**
   * Falls back to the font's default mark positions for text that the library cannot shape: it throws on marks without an
   * anchor, which Gurmukhi has.
   */
  private shaping(text: string): { features?: PDFKit.Mixins.OpenTypeFeatures[] } {
    try {
      this.document.widthOfString(text);
      return {};
    } catch {
      // The library accepts an object that turns features off; its types do not declare it.
      return { features: WITHOUT_ANCHORS as unknown as PDFKit.Mixins.OpenTypeFeatures[] };
    }
  }

  /**
   * Wraps text that contains Urdu, and puts each line's words in visual order: the library shapes a word from right to
   * left, but places words from left to right.
   */
  private lines(text: string, width: number): string {
    if (!RIGHT_TO_LEFT.test(text)) return text;
    const lines: string[][] = [[]];
    for (const word of text.split(" ")) {
      const line = lines.at(-1) ?? [];
      const fits = this.document.widthOfString([...line, word].join(" ")) < width;
      if (fits || line.length === 0) line.push(word);
      else lines.push([word]);
    }
    return lines.map((words) => inVisualOrder(words).join(" ")).join("\n");
  }

  /** At least 6.5 points, which is still legible in print. */
  private sizeOf(style: TextStyle): number {
    return Math.max(6.5, (style.size ?? 10) * this.scale);
  }

  /**
   * The default families reserve space for marks above and below Devanagari; half of it suffices between lines. Most fonts
   * of other scripts reserve less: their lines are moved apart to the same distance.
   */
  private lineGap(style: TextStyle): number {
    const size = this.sizeOf(style);
    return style.lineGap ?? Math.max(-0.22 * size, 1.44 * size - this.document.currentLineHeight(true));
  }
}

function isPlain(text: string): boolean {
  return !/[^\u0020-\u024F\u2010-\u203A\u20B9]/u.test(text);
}

/** Text of one font. */
interface Run {
  readonly font: Font;
  text: string;
}

/** A measured word; its width is in points. */
interface Word {
  readonly runs: readonly Run[];
  readonly width: number;
}

/** Lines of words; sizes in points. */
interface Layout {
  readonly lines: readonly (readonly Word[])[];
  readonly spaceWidth: number;
  readonly lineHeight: number;
  readonly height: number;
}

const GRAPHEMES = new Intl.Segmenter("en-IN", { granularity: "grapheme" });

/** Splits runs at blanks. */
function wordsOf(runs: readonly Run[]): Run[][] {
  const words: Run[][] = [[]];
  for (const { font, text } of runs) {
    for (const [index, part] of text.split(/\s/u).entries()) {
      if (index > 0) words.push([]);
      if (part !== "") words.at(-1)?.push({ font, text: part });
    }
  }
  return words.filter((word) => word.length > 0);
}

/** Removes emoji and their joiners, which the fonts lack. */
function withoutEmoji(text: string): string {
  return text
    .replace(/(?![©®™])(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\uFE0F)\u200D?/gu, "")
    .replace(/ {2,}/g, " ");
}
