import { isGstStateCode } from "../invoices/gst-states.js";
import { gstinState, isGstin } from "../invoices/gstin.js";
import { AMOUNTS, DOCUMENT_KINDS, type GstDocument, isInterState } from "./gst-document.js";
import { aboutOf, type Pack } from "./gstr1.rules.js";
import { lastDay, lastNoteDay, monthOf } from "./months.js";
import { type ClosedMonth, lastReported, nextToClose } from "./return-months.js";
import { type ReturnWords, returnWordsIn } from "./return-words.js";

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

/** A sentence without parameters. */
type Sentence = {
  readonly [name in keyof ReturnWords["findings"]]: ReturnWords["findings"][name] extends string ? name : never;
}[keyof ReturnWords["findings"]];

/** Checks of a document, the sentence about each that fails, and its level. */
const CHECKS: readonly (readonly [Finding["level"], Sentence, Check])[] = [
  ["refused", "number", ({ number }) => !/^[A-Za-z0-9][A-Za-z0-9/-]{0,15}$/.test(number)],
  ["refused", "gstin", ({ gstin }) => gstin !== null && !isGstin(gstin)],
  ["refused", "gstinIsOurs", ({ gstin, seller }) => gstin !== null && gstin === seller],
  ["refused", "otherSeller", ({ seller }, pack) => seller !== pack.gstin],
  ["refused", "noState", ({ place }) => !isGstStateCode(place)],
  ["look", "otherState", ({ gstin, place }) => gstin !== null && isGstin(gstin) && gstinState(gstin) !== place],
  ["refused", "rate", ({ rate }) => !RATES.includes(rate)],
  ["refused", "sac", ({ sac }) => !/^99\d{4}$/.test(sac)],
  ["refused", "amountBelowZero", (document) => AMOUNTS.some((name) => document[name] < 0)],
  ["refused", "sum", ({ taxable, igst, cgst, sgst, total }) => taxable + igst + cgst + sgst !== total],
  [
    "refused",
    "heads",
    (document) => {
      const { igst, cgst, sgst } = document;
      // Halves of a part may differ by a paisa each time one is rounded.
      return isInterState(document) ? cgst + sgst !== 0 : igst !== 0 || Math.abs(cgst - sgst) > 1;
    },
  ],
  [
    "look",
    "tax",
    ({ taxable, igst, cgst, sgst, rate }) => Math.abs(igst + cgst + sgst - (taxable * rate) / 100) > ROUNDING,
  ],
  ["refused", "afterMonth", ({ day }, { month }) => day > lastDay(month)],
  ["refused", "beforeInvoice", ({ day, against }) => against !== null && day < against.day],
  ["refused", "noInvoice", ({ kind, against }) => DOCUMENT_KINDS[kind].note !== undefined && against === null],
  [
    "look",
    "tooLate",
    ({ kind, day, against }) => DOCUMENT_KINDS[kind].sign === -1 && against !== null && day > lastNoteDay(against.day),
  ],
  ["look", "gstNumberRefused", ({ gstNumberRefused, gstin }) => gstNumberRefused && gstin === null],
];

/**
 * What the portal would refuse of a return, and what to look at before it is filed.
 *
 * @param documents as for the return
 * @param closed in order
 * @param words of the page that shows them
 */
export function findingsOf(
  pack: Pack,
  documents: readonly GstDocument[],
  closed: readonly ClosedMonth[],
  words: ReturnWords = returnWordsIn("en"),
): readonly Finding[] {
  const { findings } = words;
  const reported = new Map(pack.lines.map((line) => [aboutOf(line).number, aboutOf(line)]));
  const found = (level: Finding["level"], text: string, numbers: readonly string[]): readonly Finding[] =>
    numbers.length === 0 ? [] : [{ level, text, numbers }];
  const all = [
    ...(isGstin(pack.gstin) ? [] : [{ level: "refused" as const, text: findings.ownGstin, numbers: [] }]),
    ...CHECKS.flatMap(([level, sentence, isWrong]) =>
      found(
        level,
        findings[sentence],
        [...reported.values()].filter((document) => isWrong(document, pack)).map(({ number }) => number),
      ),
    ),
    ...lateFindings(pack, documents, closed, words),
    ...pack.series.flatMap(({ gaps }) =>
      gaps.map(({ from, to, count }): Finding => ({
        ...{ level: "look", text: findings.gap({ from, to, count }), numbers: [] },
      })),
    ),
    ...belowZero(pack, words),
  ];
  return all.toSorted((a, b) => Number(b.level === "refused") - Number(a.level === "refused"));
}

/** About documents of months that were closed before. */
function lateFindings(
  { month, lines }: Pack,
  documents: readonly GstDocument[],
  closed: readonly ClosedMonth[],
  { findings }: ReturnWords,
): readonly Finding[] {
  const late = lines.filter(({ gives, takes }) => takes === null && gives !== null && monthOf(gives.day) < month);
  const amended = lines.filter(({ takes }) => takes !== null);
  const known = new Set(documents.map(({ number }) => number));
  // Only the first open month is made of all documents before it too.
  const takesLate = nextToClose(closed, undefined) === month;
  const lost = takesLate ? [...lastReported(closed).keys()].filter((number) => !known.has(number)) : [];
  return [[late, findings.late] as const, [amended, findings.amended] as const]
    .flatMap(([some, text]): Finding[] =>
      some.length === 0
        ? []
        : [{ level: "look", text, numbers: [...new Set(some.map((line) => aboutOf(line).number))] }],
    )
    .concat(lost.length === 0 ? [] : [{ level: "refused", text: findings.lost, numbers: lost }]);
}

/** Sums that credit notes made negative. */
function belowZero({ figures, hsn }: Pack, { findings }: ReturnWords): readonly Finding[] {
  return [
    ...figures
      .filter(({ table, taxable }) => table === "b2cs" && taxable < 0)
      .map(({ title, numbers }): Finding => {
        const text = findings.sumBelowZero({ table: "7", figure: title });
        return { level: "look", text, numbers };
      }),
    ...hsn
      .filter(({ taxable }) => taxable < 0)
      .map(({ sac, side, numbers }): Finding => {
        const text = findings.sumBelowZero({ table: "12", figure: `${sac} (${side.toUpperCase()})` });
        return { level: "look", text, numbers };
      }),
  ];
}
