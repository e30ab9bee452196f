import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** Text of a page and metadata of a parsed PDF. */
interface PdfFacts {
  readonly pages: number;
  /** Width and height of the page, in points. */
  readonly size: readonly [number, number];
  /** All text of the page in drawing order, pieces separated by one space. */
  readonly text: string;
  readonly title: unknown;
  readonly lang: string | null;
  /** True if every piece of text lies inside the page's border. */
  readonly insideBorder: boolean;
}

/** Margin and band of the border, in points. */
const BORDER = 35;

/** Parses a PDF. @param number of the page that is read, from 1 */
export async function readPdf(bytes: Buffer, number = 1): Promise<PdfFacts> {
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 });
  const pdf = await task.promise;
  const page = await pdf.getPage(number);
  const [, , width = 0, height = 0] = page.view;
  const { items } = await page.getTextContent();
  const texts = items.flatMap((item) => ("str" in item ? [item] : []));
  const insideBorder = texts.every((item) => {
    const [x, y] = [Number(item.transform[4]), Number(item.transform[5])];
    return x >= BORDER && x + item.width <= width - BORDER && y >= BORDER && y + item.height <= height - BORDER;
  });
  const metadata = await pdf.getMetadata();
  const info = metadata.info as Readonly<Record<string, unknown>>;
  const facts = {
    pages: pdf.numPages,
    size: [width, height] as const,
    text: texts
      .map((item) => (item.hasEOL ? `${item.str} ` : item.str))
      .join("")
      .replace(/\s+/g, " "),
    title: info["Title"],
    lang: typeof info["Language"] === "string" ? info["Language"] : null,
    insideBorder,
  };
  await task.destroy();
  return facts;
}
