/* oxlint-disable eslint/max-lines -- one drawing, from the letterhead to the fonts of each script */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Fontkit from "fontkit";
import type PDFDocument from "pdfkit";

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

/** Turns off the OpenType features that place marks by anchors. */
const WITHOUT_ANCHORS = { mark: false, mkmk: false, abvm: false, blwm: false } as const;

/** Metadata of the document. */
interface PaperInfo {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  readonly createdAt: Date;
}

/**
 * One A4 page in our fonts and colours, tagged for screen readers. Deterministic: the same calls produce the same bytes,
 * independent of the clock.
 */
export class Paper {
  private readonly document: PDFKit.PDFDocument;
  private readonly done: Promise<Buffer>;
  private readonly root: PDFKit.PDFStructureElement;
  private readonly registered = new Set<string>();

  /**
   * Opens an empty page.
   *
   * @param scale of the type: 1, or less to fit more text
   */
  static async open(info: PaperInfo, scale = 1): Promise<Paper> {
    // Loaded with the first invoice, so that other processes start without them.
    // One after the other: jest cannot link a package that two imports load at once.
    const { default: document } = await import("pdfkit");
    const fontkit = await import("fontkit");
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
      this.document.on("data", (chunk: Buffer) => chunks.push(chunk));
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

  /** Closes the document. @returns its bytes */
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
    const fontOf = (text: string): Font | undefined =>
      [own, ...allFonts(face)].find((font) => hasGlyphs(parsedFont(this.fontkit, font), text));
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

/** Type faces. */
type Face = "heading" | "text" | "strong";

/** Default fonts, for Latin and Devanagari. */
const DEFAULT_FONTS: Readonly<Record<Face, string>> = {
  heading: "eczar/Eczar_700Bold",
  text: "mukta/400Regular/Mukta_400Regular",
  strong: "mukta/700Bold/Mukta_700Bold",
};

/** Of Urdu, Kashmiri and Sindhi. */
const RIGHT_TO_LEFT = /\p{Script=Arabic}/u;

/** Reverses each run of right-to-left words, including numbers between them; for text whose base direction is left to right. */
export function inVisualOrder(words: readonly string[]): string[] {
  return inVisualOrderOf(words, (word) => word);
}

function inVisualOrderOf<Item>(words: readonly Item[], textOf: (word: Item) => string): Item[] {
  const ordered: Item[] = [];
  const texts = words.map(textOf);
  for (let from = 0; from < words.length;) {
    let to = from + 1;
    if (RIGHT_TO_LEFT.test(texts[from] ?? "")) {
      for (let next = to; next < words.length && !/(?!\p{Script=Arabic})\p{L}/u.test(texts[next] ?? ""); next += 1)
        if (RIGHT_TO_LEFT.test(texts[next] ?? "")) to = next + 1;
    }
    ordered.push(...words.slice(from, to).toReversed());
    from = to;
  }
  return ordered;
}

/** India's other scripts, each with its own font family, which also covers Latin. */
const SCRIPTS = [
  { name: "Kannada", pattern: /\p{Script=Kannada}/u },
  { name: "Tamil", pattern: /\p{Script=Tamil}/u },
  { name: "Telugu", pattern: /\p{Script=Telugu}/u },
  { name: "Malayalam", pattern: /\p{Script=Malayalam}/u },
  { name: "Bengali", pattern: /\p{Script=Bengali}/u },
  { name: "Gujarati", pattern: /\p{Script=Gujarati}/u },
  { name: "Gurmukhi", pattern: /\p{Script=Gurmukhi}/u },
  { name: "Oriya", pattern: /\p{Script=Oriya}/u },
  { name: "MeeteiMayek", pattern: /\p{Script=Meetei_Mayek}/u },
  { name: "OlChiki", pattern: /\p{Script=Ol_Chiki}/u },
  { name: "Arabic", pattern: RIGHT_TO_LEFT },
] as const;

/** A font file; the name identifies its bytes. */
interface Font {
  readonly name: string;
  /** Path within the scope of the font packages, without extension. */
  readonly file: string;
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

/** The font of a text: the default, or that of the first other script in it. */
function fontFor(text: string, face: Face): Font {
  const script = SCRIPTS.find(({ pattern }) => pattern.test(text))?.name;
  if (script !== undefined) return scriptFont(script, face);
  // fontkit never returns from shaping थि in Eczar.
  const safe = face === "heading" && /\p{Script=Devanagari}/u.test(text) ? "strong" : face;
  return { name: safe, file: DEFAULT_FONTS[safe] };
}

function scriptFont(script: (typeof SCRIPTS)[number]["name"], face: Face): Font {
  const weight = face === "text" ? "400Regular" : "700Bold";
  const folder = script.replace(/(?<=[a-z])[A-Z]/, (letter) => `-${letter}`).toLowerCase();
  return { name: `${script} ${weight}`, file: `noto-sans-${folder}/${weight}/NotoSans${script}_${weight}` };
}

/** Every font of a face; opened one after another until one has a character. */
function* allFonts(face: Face): Generator<Font> {
  const safe = face === "heading" ? "strong" : face;
  yield { name: safe, file: DEFAULT_FONTS[safe] };
  for (const { name } of SCRIPTS) yield scriptFont(name, face);
}

/** Joiners and selectors need no glyph. */
function hasGlyphs(font: Fontkit.Font, text: string): boolean {
  return [...text].every(
    (character) =>
      /\p{Default_Ignorable_Code_Point}/u.test(character) || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  );
}

const openFonts = new Map<string, Fontkit.Font>();

/** Opens a font for a document. */
function openFont(fontkit: typeof Fontkit, font: Font): Fontkit.Font {
  const open = parsedFont(fontkit, font);
  // A glyph remembers the letter it was first drawn for: without this, an invoice's text would depend on earlier ones.
  (open as unknown as { _glyphs: object })._glyphs = {};
  return open;
}

/** Parses a font once, because that takes longer than drawing an invoice. Documents do not modify it. */
function parsedFont({ create }: typeof Fontkit, { file }: Font): Fontkit.Font {
  const known = openFonts.get(file);
  if (known !== undefined) return known;
  const path = createRequire(import.meta.url).resolve(`@expo-google-fonts/${file}.ttf`);
  const parsed = create(readFileSync(path)) as Fontkit.Font;
  const font = file.includes("meetei-mayek") ? withoutSyllables(parsed) : spaceLast(parsed);
  openFonts.set(file, font);
  return font;
}

/**
 * Meetei Mayek is written in the order of its spelling and needs no reordering: fontkit, which reorders its syllables,
 * never returns from one with a conjunct (ꯀ꯭ꯀ).
 */
function withoutSyllables(font: Fontkit.Font): Fontkit.Font {
  const layout = font.layout.bind(font);
  font.layout = (text, features) => layout(text, features, "DFLT");
  return font;
}

/** pdfkit shapes a word together with the space that follows it: in a word from right to left, the space must stay last. */
function spaceLast(font: Fontkit.Font): Fontkit.Font {
  const layout = font.layout.bind(font);
  font.layout = (text, ...options) => {
    const run = layout(text, ...options);
    if (run.direction === "rtl" && text.endsWith(" "))
      for (const list of [run.glyphs, run.positions]) list.push(...(list.splice(0, 1) as never[]));
    return run;
  };
  return font;
}

/** Removes emoji and their joiners, which the fonts lack. */
function withoutEmoji(text: string): string {
  return text
    .replace(/(?![©®™])(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\uFE0F)\u200D?/gu, "")
    .replace(/ {2,}/g, " ");
}

const MARGIN = 20;
const BAND = 15;

/**
 * Draws the block-print border: a band of diamonds and seeds between two rules, with a flower in each corner. Vector
 * only.
 */
export function drawBlockPrintBorder(document: PDFKit.PDFDocument): void {
  const width = PAGE.width - 2 * MARGIN;
  const height = PAGE.height - 2 * MARGIN;
  document.lineWidth(0.8).rect(MARGIN, MARGIN, width, height).stroke(COLOURS.indigo);
  document.rect(MARGIN + BAND, MARGIN + BAND, width - 2 * BAND, height - 2 * BAND).stroke(COLOURS.indigo);

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

/** Draws a line of the same pattern below the heading. */
export function drawBlockPrintRun(document: PDFKit.PDFDocument, x: number, y: number, width: number): void {
  for (const [index, at] of repeats(x + 4, x + width - 4).entries()) motif(document, at, y, index);
}

/** An odd number of evenly spaced positions about 12 points apart, including both ends. */
function repeats(from: number, to: number): number[] {
  const steps = Math.max(2, 2 * Math.round((to - from) / 24));
  return Array.from({ length: steps + 1 }, (_, index) => from + ((to - from) * index) / steps);
}

function motif(document: PDFKit.PDFDocument, x: number, y: number, index: number): void {
  if (index % 2 === 0) {
    diamond(document, x, y, 4.4, COLOURS.rani);
    diamond(document, x, y, 1.7, "#FFFFFF");
    return;
  }
  for (const [dx, dy] of [
    [0, -2.6],
    [2.6, 0],
    [0, 2.6],
    [-2.6, 0],
  ] as const) {
    document.circle(x + dx, y + dy, 1.05).fill(COLOURS.indigo);
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
    document.circle(x + 4 * Math.cos(angle), y + 4 * Math.sin(angle), 1.7).fill(COLOURS.marigold);
  }
  document.circle(x, y, 2.2).fill(COLOURS.rani);
}
