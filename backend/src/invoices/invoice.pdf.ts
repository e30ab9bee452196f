import { inProportion } from "@sakhi/domain/bookings/several-stalls.rules";
import { shortDates } from "@sakhi/domain/events/event-dates";
import { oneLine } from "@sakhi/domain/fields/characters";
import { formatDay, istDay } from "@sakhi/domain/invoices/indian-dates";
import { formatPaise, type Paise, toRupees } from "@sakhi/domain/money/money";
import { drawBlockPrintBorder, drawBlockPrintRun } from "../platform/pdf/block-print.js";
import { COLOURS, PAGE, Paper, type TextStyle } from "../platform/pdf/paper.js";
import type { InvoiceContent, PrintedState } from "./invoice.content.js";

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

/** What a kind of document is called on it. */
const WORDS = {
  invoice: { title: "Tax Invoice", name: "Invoice", total: "Total paid" },
  credit_note: { title: "Credit Note", name: "Credit note", total: "Total credited" },
  debit_note: { title: "Debit Note", name: "Debit note", total: "Total paid" },
} as const;

function titleOf({ kind }: InvoiceContent): string {
  return WORDS[kind].title;
}

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
  paper.text("ORIGINAL FOR RECIPIENT", rightX, y + 26, TITLE, { ...SMALL, face: "strong", align: "right" });
  let under = paper.text(oneLine(seller.name), LEFT, y, leftWidth, {
    face: "heading",
    size: 15,
    colour: COLOURS.indigo,
    role: "H2",
  });
  under = paper.text(oneLine(seller.address), LEFT, under + 1, leftWidth, { size: 9.5 });
  under = paper.text(`GSTIN: ${seller.gstin}`, LEFT, under + 2, leftWidth, { ...STRONG, size: 9.5 });
  under = paper.text(`State: ${stateText(seller.state)}  ·  ${seller.email}`, LEFT, under, leftWidth, { size: 9.5 });
  const end = Math.max(under, y + 44) + 12;
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
  const { name } = WORDS[content.kind];
  const facts: [string, string][] = [
    [`${name} number`, content.number],
    [`${name} date`, dateText(content.issuedAt)],
    ["Order", content.orderId],
    ["Place of supply", stateText(content.placeOfSupply)],
    ["Tax payable on reverse charge", "No"],
  ];
  if (against !== undefined) {
    facts.push(["Against invoice", `${against.invoiceNumber} of ${dateText(against.invoiceIssuedAt)}`]);
  } else if (content.event !== undefined) {
    facts.push(["Event", datesOf(content.event)]);
  }
  const column = (WIDTH - 24) / 3;
  const heights = [0, 3].map((from) =>
    Math.max(...facts.slice(from, from + 3).map(([, value]) => paper.heightOf(value, column - 8, STRONG))),
  );
  const rowTops = [y + 9, y + 9 + 13 + (heights[0] ?? 0) + 7];
  const bottom = (rowTops[1] ?? y) + 13 + (heights[1] ?? 0) + 8;
  paper.box(LEFT, y, WIDTH, bottom - y);
  for (const [index, [label, value]] of facts.entries()) {
    const x = LEFT + 12 + (index % 3) * column;
    const top = rowTops[Math.floor(index / 3)] ?? y;
    paper.text(label, x, top, column - 8, SMALL);
    paper.text(value, x, top + 13, column - 8, STRONG);
  }
  return bottom;
}

function drawRecipient(paper: Paper, content: InvoiceContent, y: number): number {
  const { recipient } = content;
  const head: TextStyle = { face: "heading", size: 11.5, colour: COLOURS.indigo, role: "H2" };
  let left = paper.text("Billed to", LEFT, y, HALF, head);
  const business = oneLine(recipient.businessName ?? "");
  if (business !== "") left = paper.text(business, LEFT, left + 2, HALF, STRONG);
  left = paper.text(oneLine(recipient.name), LEFT, left + 2, HALF, business === "" ? STRONG : {});
  const address = [oneLine(recipient.address ?? ""), pinText(recipient.pincode)].filter((part) => part !== "");
  if (address.length > 0) left = paper.text(address.join(", "), LEFT, left + 2, HALF);
  left = paper.text(`+91 ${recipient.phone}`, LEFT, left + 2, HALF);
  left = paper.text(recipient.email, LEFT, left + 2, HALF);

  const x = LEFT + HALF + GAP;
  let right = paper.text("GST registration of the recipient", x, y, HALF, head);
  const registration = recipient.gstin === undefined ? "Unregistered" : `GSTIN: ${recipient.gstin}`;
  right = paper.text(registration, x, right + 2, HALF, STRONG);
  if (recipient.invalidGstNumber !== undefined) {
    const warning = `The GST number given, ${recipient.invalidGstNumber}, is not a valid GSTIN. This document is therefore made out to an unregistered recipient.`;
    right = paper.text(warning, x, right + 2, HALF, SMALL);
  }
  right = paper.text("Service delivered at the place of supply above.", x, right + 2, HALF, SMALL);
  return Math.max(left, right);
}

function drawLine(paper: Paper, content: InvoiceContent, y: number): number {
  const { line } = content;
  const note = content.credit ?? content.debit;
  const discounted = line.discountPaise > 0;
  const columns = [
    { head: "Description of service", width: discounted ? 186 : 246, align: "left" },
    { head: "SAC", width: 52, align: "left" },
    { head: "Price incl. GST", width: 82, align: "right" },
    ...(discounted ? [{ head: "Discount", width: 70, align: "right" } as const] : []),
    { head: "Taxable value", width: WIDTH - (discounted ? 390 : 380) - 16, align: "right" },
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
  const headHeight = 22;
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
      if (row === 0) paper.text(column.head, x, y + 4, width, { ...style, face: "strong", size: 9, colour: "#FFFFFF" });
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
  const rows: [string, string, Paise][] = [
    ["Taxable value", "", tax.taxablePaise],
    ...tax.heads.map((head): [string, string, Paise] => [head.name, `${head.ratePercent}%`, head.paise]),
  ];
  let right = y;
  for (const [name, rate, paise] of rows) {
    paper.text(name, x, right, 90);
    paper.text(rate, x + 90, right, 46, { align: "right" });
    right = paper.text(rupees(paise), x + 140, right, HALF - 148, { align: "right" }) + 3;
  }
  paper.box(x, right + 4, HALF, 40, COLOURS.paper);
  paper.text(WORDS[content.kind].total, x + 10, right + 14, 90, { face: "strong", size: 11 });
  paper.text(rupees(tax.totalPaise), x + 90, right + 8, HALF - 98, {
    face: "heading",
    size: 18,
    colour: COLOURS.rani,
    align: "right",
  });
  right += 48;

  let left = paper.text("Amount in words", LEFT, y, HALF, SMALL);
  left = paper.text(content.totalInWords, LEFT, left + 2, HALF, { face: "strong", size: 10.5 });
  const sum = tax.heads.reduce((whole, head) => whole + head.paise, 0);
  left = paper.text(`Tax included: ${rupees(sum)}`, LEFT, left + 6, HALF, SMALL);
  return Math.max(left, right);
}

function drawNotes(paper: Paper, content: InvoiceContent, y: number): number {
  const { replaces, credit, kind } = content;
  const notes =
    kind === "debit_note"
      ? [
          "Issued under section 34 of the CGST Act, 2017, for what the other stall costs more. It adds to the invoice above, which stays valid.",
          "Prices include GST. Paid in full online; nothing remains to be paid.",
          "This is a computer-generated debit note under the Information Technology Act, 2000 and needs no signature.",
        ]
      : kind === "invoice"
        ? [
            ...(replaces === undefined
              ? []
              : [
                  `Issued with corrected details in place of invoice ${replaces.invoiceNumber} of ${dateText(replaces.invoiceIssuedAt)}, which credit note ${replaces.creditNoteNumber} takes back.`,
                ]),
            "Prices include GST. Paid in full online; nothing remains to be paid.",
            "This is a computer-generated invoice under the Information Technology Act, 2000 and needs no signature.",
          ]
        : [
            "Issued under section 34 of the CGST Act, 2017. If you claimed input tax credit on the invoice, please reverse it in proportion.",
            ...(credit?.refundId === undefined
              ? ["No money goes back: a new invoice takes the place of the one above."]
              : []),
            "This is a computer-generated credit note under the Information Technology Act, 2000 and needs no signature.",
          ];
  paper.rule(LEFT, y, WIDTH);
  let under = y + 8;
  for (const note of notes) under = paper.text(note, LEFT, under, WIDTH, SMALL) + 3;
  return under;
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
