import { inProportion } from "@sakhi/domain/bookings/several-stalls.rules";
import { shortDates } from "@sakhi/domain/events/event-dates";
import { oneLine } from "@sakhi/domain/fields/characters";
import { formatDay, istDay } from "@sakhi/domain/invoices/indian-dates";
import { INVOICE_SERIES } from "@sakhi/domain/invoices/invoice-number";
import { formatPaise, type Paise, toRupees } from "@sakhi/domain/money/money";
import { drawBlockPrintBorder, drawBlockPrintRun } from "../platform/pdf/block-print.js";
import { COLOURS, PAGE, Paper, type TextStyle } from "../platform/pdf/paper.js";
import type { InvoiceContent, PrintedState } from "./invoice.content.js";
import { invoiceLabels, type InvoiceWords } from "./invoice.words.js";

const LEFT = 54;
const WIDTH = PAGE.width - 2 * LEFT;
const GAP = 18;
const HALF = (WIDTH - GAP) / 2;
const TITLE = 160;
/** Lower limit of the notes, above the footer. */
const BOTTOM = PAGE.height - 70;
/** Type scales, tried in turn until everything fits on one page. */
const SCALES = [1, 0.9, 0.8, 0.7] as const;
const SMALL: TextStyle = { size: 8.5, colour: COLOURS.muted };
const STRONG: TextStyle = { face: "strong", size: 10 };

/**
 * Renders an invoice or credit note from its frozen content: one A4 page with everything that CGST rule 46 (or 53)
 * requires. Deterministic.
 */
export async function renderInvoice(content: InvoiceContent): Promise<Buffer> {
  let pdf: Promise<Buffer> | undefined;
  for (const scale of SCALES) {
    const { paper, bottom } = await drawPage(content, scale);
    pdf = paper.finish();
    if (bottom <= BOTTOM) break;
  }
  if (pdf === undefined) throw new Error("There are no type scales.");
  return pdf;
}

async function drawPage(content: InvoiceContent, scale: number): Promise<{ paper: Paper; bottom: number }> {
  const paper = await Paper.open(
    {
      title: `${titleOf(content)} ${content.number}`,
      author: oneLine(content.seller.name),
      subject: `Order ${content.orderId}`,
      createdAt: new Date(content.issuedAt),
    },
    { scale },
  );
  paper.decorate(drawBlockPrintBorder);
  let y = drawHeading(paper, content, 52);
  y = drawDetails(paper, content, y + 12);
  y = drawRecipient(paper, content, y + 16);
  y = drawLine(paper, content, y + 18);
  y = drawTotals(paper, content, y + 16);
  const bottom = drawNotes(paper, content, y + 20);
  drawFooter(paper, content);
  return { paper, bottom };
}

function titleOf({ kind }: InvoiceContent): string {
  return invoiceLabels().english.titles[kind];
}

/** Picks a label of a language's. */
type Label = (words: InvoiceWords) => string;

/** Height of a label above its value: of the English line, and of another language's below it. */
const LABEL_HEIGHT = 13;
const LABEL_HEIGHT_OF_TWO = 26;

/** Draws a label in English, and below it in the document's other language. @returns the y below both */
function drawLabel(
  paper: Paper,
  { language }: InvoiceContent,
  label: Label,
  [x, y, width]: readonly [x: number, y: number, width: number],
  style: TextStyle,
): number {
  const { english, other } = invoiceLabels(language);
  const under = paper.text(label(english), x, y, width, style);
  const { role: _heading, ...below } = style;
  return other === undefined ? under : paper.text(label(other), x, under, width, { ...below, size: SMALL.size ?? 8.5 });
}

/** True if labels are in two languages. */
const isBilingual = ({ language }: InvoiceContent): boolean => invoiceLabels(language).other !== undefined;

function drawHeading(paper: Paper, content: InvoiceContent, y: number): number {
  const { seller } = content;
  const rightX = LEFT + WIDTH - TITLE;
  const leftWidth = WIDTH - TITLE - GAP;
  paper.text(titleOf(content), rightX, y - 4, TITLE, {
    face: "heading",
    size: 22,
    colour: COLOURS.rani,
    align: "right",
    role: "H1",
  });
  const { other } = invoiceLabels(content.language);
  const original: TextStyle = { ...SMALL, face: "strong", align: "right" };
  const belowTitle = paper.text(invoiceLabels().english.original, rightX, y + 26, TITLE, original);
  const belowOriginal =
    other === undefined
      ? belowTitle
      : paper.text(`${other.titles[content.kind]} · ${other.original}`, rightX, belowTitle, TITLE, original);
  let under = paper.text(oneLine(seller.name), LEFT, y, leftWidth, {
    face: "heading",
    size: 15,
    colour: COLOURS.indigo,
    role: "H2",
  });
  under = paper.text(oneLine(seller.address), LEFT, under + 1, leftWidth, { size: 9.5 });
  under = paper.text(`GSTIN: ${seller.gstin}`, LEFT, under + 2, leftWidth, { ...STRONG, size: 9.5 });
  under = paper.text(`State: ${stateText(seller.state)}  ·  ${seller.email}`, LEFT, under, leftWidth, { size: 9.5 });
  const end = Math.max(under, y + 44, other === undefined ? 0 : belowOriginal) + 12;
  paper.decorate((document) => {
    drawBlockPrintRun(document, LEFT, end, WIDTH);
  });
  return end + 6;
}

/** The Mela's days; of an invoice that has its first and last day only, those between as well. */
function datesOf({ start, end, dates }: NonNullable<InvoiceContent["event"]>): string {
  const between: string[] = [];
  for (let at = Date.parse(start); at <= Date.parse(end); at += 86_400_000) {
    between.push(new Date(at).toISOString().slice(0, 10));
  }
  return shortDates({ days: (dates ?? between).map((date) => ({ date })) });
}

function drawDetails(paper: Paper, content: InvoiceContent, y: number): number {
  const against = content.credit ?? content.debit;
  const { kind } = content;
  const labelHeight = isBilingual(content) ? LABEL_HEIGHT_OF_TWO : LABEL_HEIGHT;
  const facts: [Label, string][] = [
    [({ number }) => number[kind], content.number],
    [({ date }) => date[kind], dateText(content.issuedAt)],
    [({ order }) => order, content.orderId],
    [({ placeOfSupply }) => placeOfSupply, stateText(content.placeOfSupply)],
    [({ reverseCharge }) => reverseCharge, "No"],
  ];
  if (against !== undefined) {
    const isDebitNote = calledOf(against.invoiceNumber) === "debit note";
    facts.push([
      (words) => (isDebitNote ? words.against.debitNote : words.against.invoice),
      `${against.invoiceNumber} of ${dateText(against.invoiceIssuedAt)}`,
    ]);
  } else if (content.event !== undefined) {
    facts.push([({ event }) => event, datesOf(content.event)]);
  }
  const column = (WIDTH - 24) / 3;
  const heights = [0, 3].map((from) =>
    Math.max(...facts.slice(from, from + 3).map(([, value]) => paper.heightOf(value, column - 8, STRONG))),
  );
  const rowTops = [y + 9, y + 9 + labelHeight + (heights[0] ?? 0) + 7];
  const bottom = (rowTops[1] ?? y) + labelHeight + (heights[1] ?? 0) + 8;
  paper.box(LEFT, y, WIDTH, bottom - y);
  for (const [index, [label, value]] of facts.entries()) {
    const x = LEFT + 12 + (index % 3) * column;
    const top = rowTops[Math.floor(index / 3)] ?? y;
    drawLabel(paper, content, label, [x, top, column - 8], SMALL);
    paper.text(value, x, top + labelHeight, column - 8, STRONG);
  }
  return bottom;
}

function drawRecipient(paper: Paper, content: InvoiceContent, y: number): number {
  const { recipient } = content;
  const head: TextStyle = { face: "heading", size: 11.5, colour: COLOURS.indigo, role: "H2" };
  let left = drawLabel(paper, content, ({ billedTo }) => billedTo, [LEFT, y, HALF], head);
  const business = oneLine(recipient.businessName ?? "");
  if (business !== "") left = paper.text(business, LEFT, left + 2, HALF, STRONG);
  left = paper.text(oneLine(recipient.name), LEFT, left + 2, HALF, business === "" ? STRONG : {});
  const address = [oneLine(recipient.address ?? ""), pinText(recipient.pincode)].filter((part) => part !== "");
  if (address.length > 0) left = paper.text(address.join(", "), LEFT, left + 2, HALF);
  left = paper.text(`+91 ${recipient.phone}`, LEFT, left + 2, HALF);
  left = paper.text(recipient.email, LEFT, left + 2, HALF);

  const x = LEFT + HALF + GAP;
  let right = drawLabel(paper, content, (words) => words.registration, [x, y, HALF], head);
  const registration = recipient.gstin === undefined ? "Unregistered" : `GSTIN: ${recipient.gstin}`;
  right = paper.text(registration, x, right + 2, HALF, STRONG);
  if (recipient.invalidGstNumber !== undefined) {
    const warning = `The GST number given, ${recipient.invalidGstNumber}, is not a valid GSTIN. This document is therefore made out to an unregistered recipient.`;
    right = paper.text(warning, x, right + 2, HALF, SMALL);
  }
  right = drawLabel(paper, content, ({ delivered }) => delivered, [x, right + 2, HALF], SMALL);
  return Math.max(left, right);
}

function drawLine(paper: Paper, content: InvoiceContent, y: number): number {
  const { line } = content;
  const note = content.credit ?? content.debit;
  const discounted = line.discountPaise > 0;
  const columns = [
    { head: ({ description }: InvoiceWords) => description, width: discounted ? 186 : 246, align: "left" },
    { head: undefined, width: 52, align: "left" },
    { head: ({ price }: InvoiceWords) => price, width: 82, align: "right" },
    ...(discounted ? [{ head: ({ discount }: InvoiceWords) => discount, width: 70, align: "right" } as const] : []),
    { head: ({ taxable }: InvoiceWords) => taxable, width: WIDTH - (discounted ? 390 : 380) - 16, align: "right" },
  ] as const;
  const coupon = line.couponCode === undefined ? "" : `\nCoupon ${line.couponCode}`;
  const reason = note === undefined ? "" : `\n${oneLine(note.reason)}`;
  const rows = linesOf(content).map(({ description, pricePaise, discountPaise, taxablePaise }, index, { length }) => [
    `${oneLine(description)}${discounted && index === length - 1 ? coupon : ""}${index === length - 1 ? reason : ""}`,
    line.sac,
    rupees(pricePaise),
    ...(discounted ? [discountPaise === 0 ? "" : `– ${rupees(discountPaise)}`] : []),
    rupees(taxablePaise),
  ]);
  const headHeight = isBilingual(content) ? 36 : 22;
  paper.decorate((document) => {
    document.roundedRect(LEFT, y, WIDTH, headHeight, 4).fill(COLOURS.indigo);
  });
  let bottom = y + headHeight;
  for (const [row, cells] of rows.entries()) {
    const top = bottom + 7;
    let x = LEFT + 8;
    for (const [index, column] of columns.entries()) {
      const width = column.width - 6;
      const style: TextStyle = { align: column.align };
      const head: TextStyle = { ...style, face: "strong", size: 9, colour: "#FFFFFF" };
      if (row === 0 && column.head === undefined) paper.text("SAC", x, y + 4, width, head);
      else if (row === 0 && column.head !== undefined) drawLabel(paper, content, column.head, [x, y + 4, width], head);
      bottom = Math.max(bottom, paper.text(cells[index] ?? "", x, top, width, style));
      x += column.width;
    }
    bottom += 7;
    paper.rule(LEFT, bottom, WIDTH);
  }
  return bottom;
}

/** What is billed, a line for each stall of several; their taxable values sum to the document's. */
function linesOf({ line, lines, tax }: InvoiceContent) {
  if (lines === undefined) return [{ ...line, taxablePaise: tax.taxablePaise }];
  const taxable = inProportion(
    lines.map(({ pricePaise, discountPaise }) => pricePaise - discountPaise),
    tax.taxablePaise,
  );
  return lines.map((each, index) => ({ ...each, taxablePaise: taxable[index] ?? 0 }));
}

function drawTotals(paper: Paper, content: InvoiceContent, y: number): number {
  const { tax } = content;
  const x = LEFT + HALF + GAP;
  const rows: [Label | string, string, Paise][] = [
    [({ taxable }) => taxable, "", tax.taxablePaise],
    ...tax.heads.map((head): [Label | string, string, Paise] => [head.name, `${head.ratePercent}%`, head.paise]),
  ];
  let right = y;
  for (const [name, rate, paise] of rows) {
    const below =
      typeof name === "string"
        ? paper.text(name, x, right, 90)
        : drawLabel(paper, content, name, [x, right, isBilingual(content) ? 130 : 90], {});
    paper.text(rate, x + 90, right, 46, { align: "right" });
    const beside = paper.text(rupees(paise), x + 140, right, HALF - 148, { align: "right" });
    right = (isBilingual(content) ? Math.max(below, beside) : beside) + 3;
  }
  paper.box(x, right + 4, HALF, 40, COLOURS.paper);
  const totalAt = [x + 10, right + (isBilingual(content) ? 6 : 14), 90] as const;
  drawLabel(paper, content, ({ total }) => total[content.kind], totalAt, { face: "strong", size: 11 });
  paper.text(rupees(tax.totalPaise), x + 90, right + 8, HALF - 98, {
    face: "heading",
    size: 18,
    colour: COLOURS.rani,
    align: "right",
  });
  right += 48;

  let left = drawLabel(paper, content, ({ inWords }) => inWords, [LEFT, y, HALF], SMALL);
  left = paper.text(content.totalInWords, LEFT, left + 2, HALF, { face: "strong", size: 10.5 });
  const sum = tax.heads.reduce((whole, head) => whole + head.paise, 0);
  left = paper.text(`Tax included: ${rupees(sum)}`, LEFT, left + 6, HALF, SMALL);
  return Math.max(left, right);
}

function drawNotes(paper: Paper, content: InvoiceContent, y: number): number {
  const { credit, kind } = content;
  const notes =
    kind === "debit_note"
      ? [
          ...insteadOf(content),
          "Issued under section 34 of the CGST Act, 2017, for what the other stall costs more. It adds to the invoice above, which stays valid.",
          invoiceLabels().english.paid,
          "This is a computer-generated debit note under the Information Technology Act, 2000 and needs no signature.",
        ]
      : kind === "invoice"
        ? [
            ...insteadOf(content),
            invoiceLabels().english.paid,
            "This is a computer-generated invoice under the Information Technology Act, 2000 and needs no signature.",
          ]
        : [
            "Issued under section 34 of the CGST Act, 2017. If you claimed input tax credit on the invoice, please reverse it in proportion.",
            ...(credit?.refundId === undefined
              ? [`No money goes back: a new ${calledOf(credit?.invoiceNumber)} takes the place of the one above.`]
              : []),
            "This is a computer-generated credit note under the Information Technology Act, 2000 and needs no signature.",
          ];
  const { other } = invoiceLabels(content.language);
  paper.rule(LEFT, y, WIDTH);
  let under = y + 8;
  for (const note of kind === "credit_note" || other === undefined ? notes : [...notes, other.paid])
    under = paper.text(note, LEFT, under, WIDTH, SMALL) + 3;
  return under;
}

/** What a document with this number is: a debit note's refund credits the debit note. */
function calledOf(number = ""): string {
  return number.startsWith(`${INVOICE_SERIES.debit_note}/`) ? "debit note" : "invoice";
}

/** What a corrected document takes the place of. */
function insteadOf({ kind, replaces }: InvoiceContent): readonly string[] {
  if (replaces === undefined) return [];
  const { invoiceNumber, invoiceIssuedAt, creditNoteNumber } = replaces;
  const what = kind === "debit_note" ? "debit note" : "invoice";
  return [
    `Issued with corrected details in place of ${what} ${invoiceNumber} of ${dateText(invoiceIssuedAt)}, which credit note ${creditNoteNumber} takes back.`,
  ];
}

function drawFooter(paper: Paper, content: InvoiceContent): void {
  const footer = `${titleOf(content)} ${content.number}  ·  Questions: ${content.seller.email}`;
  paper.text(footer, LEFT, PAGE.height - 64, WIDTH, { ...SMALL, align: "center" });
}

function stateText(state: PrintedState): string {
  return `${state.name} (${state.code})`;
}

function dateText(instant: string): string {
  return formatDay(istDay(new Date(instant)));
}

function pinText(pincode: string | undefined): string {
  return pincode === undefined || pincode === "" ? "" : `PIN ${pincode}`;
}

/** Always with paise, because amounts such as 30,508.47 and 36,000.00 are aligned in columns. */
function rupees(paise: Paise): string {
  const text = formatPaise(paise);
  return `₹ ${Number.isInteger(toRupees(paise)) ? `${text}.00` : text}`;
}
