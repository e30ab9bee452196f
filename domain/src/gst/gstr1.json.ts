import { type Paise, toRupees } from "../money/money.js";
import { type Amounts, DOCUMENT_KINDS, type GstDocument, isInterState, NO_AMOUNTS } from "./gst-document.js";
import type { Figure, Line, Pack } from "./gstr1.rules.js";
import type { Gstr1Table } from "./gstr1.tables.js";
import { filingPeriod, portalDay } from "./months.js";

/** Release of the offline tool whose form this is: the first line with Table 12 in two parts (May 2025). */
const VERSION = "GST3.2.1";

/** A value of the JSON. */
type Json = string | number | readonly Json[] | { readonly [name: string]: Json };
type Section = Readonly<Record<string, Json>>;

/**
 * GSTR-1 as the portal and its offline tool take it: a file of this is uploaded, or opened in the tool. Amounts are rupees
 * with two decimals, days DD-MM-YYYY, the period MMYYYY; a section without rows is left out. The sources are in
 * docs/decisions/0119; a spec checks it against the published schema's rules.
 */
export function gstr1Json(pack: Pack): Section {
  const of = (table: Gstr1Table) => pack.lines.filter((line) => line.table === table);
  return filled({
    gstin: pack.gstin,
    fp: filingPeriod(pack.month),
    version: VERSION,
    hash: "hash",
    b2b: byRecipient(of("b2b"), "inv", invoice),
    b2cl: byPlace(of("b2cl"), invoiceToUnregistered),
    b2cs: pack.figures.filter(({ table }) => table === "b2cs").map((figure) => b2cs(figure, pack)),
    cdnr: byRecipient(of("cdnr"), "nt", note),
    cdnur: of("cdnur").map((line) => ({ typ: "B2CL", ...noteToUnregistered(line) })),
    b2ba: byRecipient(of("b2ba"), "inv", (line) => ({ ...original(line), ...invoice(line) })),
    b2cla: byPlace(of("b2cla"), (line) => ({ ...original(line), ...invoiceToUnregistered(line) })),
    b2csa: pack.revised.map(({ first, place, rate, interState, ...amounts }) => ({
      ...{ omon: filingPeriod(first), sply_ty: supplyType(interState), typ: "OE", pos: place },
      itms: [{ rt: rate, txval: toRupees(amounts.taxable), ...taxes(amounts, interState) }],
    })),
    cdnra: byRecipient(of("cdnra"), "nt", (line) => ({ ...originalNote(line), ...note(line) })),
    cdnura: of("cdnura").map((line) => ({ typ: "B2CL", ...originalNote(line), ...noteToUnregistered(line) })),
    hsn: filled({ hsn_b2b: hsn(pack, "b2b"), hsn_b2c: hsn(pack, "b2c") }),
    doc_issue: series(pack),
  });
}

/** The document as reported, and its amounts: none if it left the table. */
function reported({ gives, takes }: Line): { readonly document: GstDocument; readonly amounts: Amounts } {
  if (gives !== null) return { document: gives, amounts: gives };
  if (takes === null) throw new RangeError("A line is about a document.");
  return { document: takes, amounts: NO_AMOUNTS };
}

const invoice = (line: Line): Section => {
  const { document, amounts } = reported(line);
  return {
    ...{ inum: document.number, idt: portalDay(document.day), val: toRupees(amounts.total), pos: document.place },
    ...{ rchrg: "N", inv_typ: "R", itms: items(document, amounts) },
  };
};

const invoiceToUnregistered = (line: Line): Section => {
  const { document, amounts } = reported(line);
  return {
    ...{ inum: document.number, idt: portalDay(document.day), val: toRupees(amounts.total) },
    itms: items(document, amounts),
  };
};

const note = (line: Line): Section => ({ ...noteToUnregistered(line), rchrg: "N", inv_typ: "R" });

const noteToUnregistered = (line: Line): Section => {
  const { document, amounts } = reported(line);
  return {
    ...{ ntty: DOCUMENT_KINDS[document.kind].note ?? "C", nt_num: document.number, nt_dt: portalDay(document.day) },
    ...{ val: toRupees(amounts.total), pos: document.place, itms: items(document, amounts) },
  };
};

/** Number and day under which an earlier return reported what is amended. */
const original = ({ takes }: Line): Section =>
  takes === null ? {} : { oinum: takes.number, oidt: portalDay(takes.day) };
const originalNote = ({ takes }: Line): Section =>
  takes === null ? {} : { ont_num: takes.number, ont_dt: portalDay(takes.day) };

function items(document: GstDocument, amounts: Amounts): Json {
  const { rate, taxable } = { rate: document.rate, taxable: amounts.taxable };
  return [{ num: 1, itm_det: { rt: rate, txval: toRupees(taxable), ...taxes(amounts, isInterState(document)) } }];
}

/** Inter-state supplies have IGST only, the others CGST and SGST (which stands for UTGST). No cess is levied on services. */
function taxes({ igst, cgst, sgst }: Amounts, interState: boolean): Section {
  const heads: Readonly<Record<string, Paise>> = interState ? { iamt: igst } : { camt: cgst, samt: sgst };
  return { ...Object.fromEntries(Object.entries(heads).map(([name, paise]) => [name, toRupees(paise)])), csamt: 0 };
}

const supplyType = (interState: boolean): string => (interState ? "INTER" : "INTRA");

function b2cs(figure: Figure, { gstin }: Pack): Section {
  const [place = "", rate = ""] = figure.key.split(":");
  const interState = isInterState({ seller: gstin, place });
  return {
    ...{ sply_ty: supplyType(interState), rt: Number(rate), typ: "OE", pos: place },
    ...{ txval: toRupees(figure.taxable), ...taxes(figure, interState) },
  };
}

/** Services have no unit and no quantity: "NA" and 0. */
function hsn({ hsn: figures }: Pack, side: "b2b" | "b2c"): Json[] {
  return figures
    .filter((figure) => figure.side === side)
    .map(({ sac, rate, taxable, igst, cgst, sgst }, index) => ({
      ...{ num: index + 1, hsn_sc: sac, uqc: "NA", qty: 0, rt: rate, txval: toRupees(taxable) },
      ...{ iamt: toRupees(igst), camt: toRupees(cgst), samt: toRupees(sgst), csamt: 0 },
    }));
}

function series({ series: all }: Pack): Section {
  const natures = new Map<number, { readonly words: string; readonly docs: Section[] }>();
  for (const { kind, from, to, total, cancelled } of all) {
    const [number, words] = DOCUMENT_KINDS[kind].nature;
    const nature = natures.get(number) ?? { words, docs: [] };
    nature.docs.push({
      ...{ num: nature.docs.length + 1, from, to, totnum: total, cancel: cancelled, net_issue: total - cancelled },
    });
    natures.set(number, nature);
  }
  return filled({
    doc_det: [...natures].map(([number, { words, docs }]) => ({ doc_num: number, doc_typ: words, docs })),
  });
}

function byRecipient(lines: readonly Line[], name: string, each: (line: Line) => Section): Json[] {
  const recipients = new Map<string, Section[]>();
  for (const line of lines) {
    const { gstin } = reported(line).document;
    recipients.set(gstin ?? "", [...(recipients.get(gstin ?? "") ?? []), each(line)]);
  }
  return [...recipients].map(([ctin, documents]) => ({ ctin, [name]: documents }));
}

function byPlace(lines: readonly Line[], each: (line: Line) => Section): Json[] {
  const places = new Map<string, Section[]>();
  for (const line of lines) {
    const { place } = reported(line).document;
    places.set(place, [...(places.get(place) ?? []), each(line)]);
  }
  return [...places].map(([pos, inv]) => ({ pos, inv }));
}

/** Without empty sections. */
function filled(section: Section): Section {
  return Object.fromEntries(
    Object.entries(section).filter(([, value]) => typeof value !== "object" || Object.keys(value).length > 0),
  );
}
