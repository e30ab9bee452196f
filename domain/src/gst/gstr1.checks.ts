import { isGstStateCode } from "../invoices/gst-states.js";
import { gstinState, isGstin } from "../invoices/gstin.js";
import { AMOUNTS, DOCUMENT_KINDS, type GstDocument, isInterState } from "./gst-document.js";
import { aboutOf, type Pack } from "./gstr1.rules.js";
import { lastDay, lastNoteDay, monthOf } from "./months.js";
import { type ClosedMonth, lastReported, nextToClose } from "./return-months.js";

/** Something about a return that its accountant should know before it is filed. */
export interface Finding {
  /** "refused": the portal does not take it, or it is wrong. "look": it may be right. */
  readonly level: "refused" | "look";
  readonly text: string;
  /** The documents that it is about. */
  readonly numbers: readonly string[];
}

/** Rates that the portal knows, in percent. */
const RATES = [0, 0.1, 0.25, 1, 1.5, 3, 5, 6, 7.5, 12, 18, 28, 40];
/** A document's tax may differ by this from the rate's, in paise: the portal compares rupees. */
const ROUNDING = 100;

/** What is wrong with one document, if it is. */
type Check = (document: GstDocument, pack: Pack) => boolean;

/** Checks of a document, the sentence about each that fails, and its level. */
const CHECKS: readonly (readonly [Finding["level"], string, Check])[] = [
  [
    "refused",
    "The number has more than 16 characters, or others than letters, digits, - and /.",
    ({ number }) => !/^[A-Za-z0-9][A-Za-z0-9/-]{0,15}$/.test(number),
  ],
  ["refused", "The recipient's GSTIN is not valid.", ({ gstin }) => gstin !== null && !isGstin(gstin)],
  ["refused", "The recipient's GSTIN is our own.", ({ gstin, seller }) => gstin !== null && gstin === seller],
  [
    "refused",
    "It was issued under another GSTIN of ours, which has its own return.",
    ({ seller }, pack) => seller !== pack.gstin,
  ],
  ["refused", "The place of supply is no state.", ({ place }) => !isGstStateCode(place)],
  [
    "look",
    "The place of supply is not the state of the recipient's GSTIN.",
    ({ gstin, place }) => gstin !== null && isGstin(gstin) && gstinState(gstin) !== place,
  ],
  ["refused", "The portal has no such rate of tax.", ({ rate }) => !RATES.includes(rate)],
  ["refused", "The SAC is not six digits that begin with 99.", ({ sac }) => !/^99\d{4}$/.test(sac)],
  ["refused", "An amount is below zero.", (document) => AMOUNTS.some((name) => document[name] < 0)],
  [
    "refused",
    "Taxable value and tax do not add up to the document's value.",
    ({ taxable, igst, cgst, sgst, total }) => taxable + igst + cgst + sgst !== total,
  ],
  [
    "refused",
    "The heads of tax do not fit the place of supply: IGST across states; CGST and SGST in equal halves within one.",
    (document) => {
      const { igst, cgst, sgst } = document;
      // Halves of a part may differ by a paisa each time one is rounded.
      return isInterState(document) ? cgst + sgst !== 0 : igst !== 0 || Math.abs(cgst - sgst) > 1;
    },
  ],
  [
    "look",
    "The tax differs from the rate by more than a rupee.",
    ({ taxable, igst, cgst, sgst, rate }) => Math.abs(igst + cgst + sgst - (taxable * rate) / 100) > ROUNDING,
  ],
  ["refused", "Its day is after the month of the return.", ({ day }, { month }) => day > lastDay(month)],
  ["refused", "The note is dated before its invoice.", ({ day, against }) => against !== null && day < against.day],
  [
    "refused",
    "The note names no invoice.",
    ({ kind, against }) => DOCUMENT_KINDS[kind].note !== undefined && against === null,
  ],
  [
    "look",
    "The note is too late to lower the tax: the last day is 30 November after the financial year of its invoice (section 34(2)).",
    ({ kind, day, against }) => DOCUMENT_KINDS[kind].sign === -1 && against !== null && day > lastNoteDay(against.day),
  ],
  [
    "look",
    "The buyer gave a GST number that is not valid, and was invoiced as unregistered. Correct it if she has one.",
    ({ gstNumberRefused, gstin }) => gstNumberRefused && gstin === null,
  ],
];

/**
 * What the portal would refuse of a return, and what to look at before it is filed.
 *
 * @param documents as for the return
 * @param closed in order
 */
export function findingsOf(
  pack: Pack,
  documents: readonly GstDocument[],
  closed: readonly ClosedMonth[],
): readonly Finding[] {
  const reported = new Map(pack.lines.map((line) => [aboutOf(line).number, aboutOf(line)]));
  const found = (level: Finding["level"], text: string, numbers: readonly string[]): readonly Finding[] =>
    numbers.length === 0 ? [] : [{ level, text, numbers }];
  const all = [
    ...(isGstin(pack.gstin) ? [] : [{ level: "refused" as const, text: "Our own GSTIN is not valid.", numbers: [] }]),
    ...CHECKS.flatMap(([level, text, isWrong]) =>
      found(
        level,
        text,
        [...reported.values()].filter((document) => isWrong(document, pack)).map(({ number }) => number),
      ),
    ),
    ...lateFindings(pack, documents, closed),
    ...pack.series.flatMap(({ gaps }) =>
      gaps.map(({ from, to, count }): Finding => {
        const text =
          count === 1
            ? `No document has the number ${from}. Table 13 counts it as cancelled.`
            : `No document has the ${count} numbers ${from} to ${to}. Table 13 counts them as cancelled.`;
        return { level: "look", text, numbers: [] };
      }),
    ),
    ...belowZero(pack),
  ];
  return all.toSorted((a, b) => Number(b.level === "refused") - Number(a.level === "refused"));
}

/** About documents of months that were closed before. */
function lateFindings(
  { month, lines }: Pack,
  documents: readonly GstDocument[],
  closed: readonly ClosedMonth[],
): readonly Finding[] {
  const late = lines.filter(({ gives, takes }) => takes === null && gives !== null && monthOf(gives.day) < month);
  const amended = lines.filter(({ takes }) => takes !== null);
  const known = new Set(documents.map(({ number }) => number));
  // Only the first open month is made of all documents before it too.
  const takesLate = nextToClose(closed, undefined) === month;
  const lost = takesLate ? [...lastReported(closed).keys()].filter((number) => !known.has(number)) : [];
  return [
    [late, "It is of a month that was closed without it, and is reported now."] as const,
    [amended, "It differs from what an earlier return reported, and is amended now."] as const,
  ]
    .flatMap(([some, text]): Finding[] =>
      some.length === 0
        ? []
        : [{ level: "look", text, numbers: [...new Set(some.map((line) => aboutOf(line).number))] }],
    )
    .concat(
      lost.length === 0
        ? []
        : [{ level: "refused", text: "An earlier return reported it, and it is no longer here.", numbers: lost }],
    );
}

/** Sums that credit notes made negative. */
function belowZero({ figures, hsn }: Pack): readonly Finding[] {
  return [
    ...figures
      .filter(({ table, taxable }) => table === "b2cs" && taxable < 0)
      .map(({ title, numbers }): Finding => {
        const text = `Table 7, ${title}: credit notes are more than the month's supplies, so the sum is below zero.`;
        return { level: "look", text, numbers };
      }),
    ...hsn
      .filter(({ taxable }) => taxable < 0)
      .map(({ sac, side, numbers }): Finding => {
        const text = `Table 12, ${sac} (${side.toUpperCase()}): credit notes are more than the month's supplies, so the sum is below zero.`;
        return { level: "look", text, numbers };
      }),
  ];
}
