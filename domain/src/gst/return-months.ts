import { AMOUNTS, type GstDocument } from "./gst-document.js";
import { tableOf } from "./gstr1.tables.js";
import { type Month, monthOf, nextMonth } from "./months.js";

/** A document as a return reports it. */
export interface Reported {
  readonly document: GstDocument;
  /** As an earlier return reported it, and the month of the one that did first; absent the first time. */
  readonly amends?: { readonly was: GstDocument; readonly first: Month };
}

/** A month that was closed, with what its return reported; it never changes again. */
export interface ClosedMonth {
  readonly month: Month;
  readonly reported: readonly Reported[];
}

/** What was last reported of a document, and the month of the return that did so first in its table. */
export interface LastReported {
  readonly document: GstDocument;
  readonly first: Month;
}

/** What these months report, by the document's number. @param months in order */
export function lastReported(months: readonly ClosedMonth[]): ReadonlyMap<string, LastReported> {
  const found = new Map<string, LastReported>();
  for (const { month, reported } of months)
    for (const { document, amends } of reported) {
      const stays = amends !== undefined && tableOf(amends.was) === tableOf(document);
      found.set(document.number, { document, first: stays ? amends.first : month });
    }
  return found;
}

/**
 * What a month's return reports. A closed month: what it reported then. Any other: the documents of its days; and the first
 * open month also what came after an earlier one was closed: documents of its days that it did not report, and documents that
 * differ from what was reported, as amendments (docs/decisions/0119).
 *
 * @param documents at least those of the month, and for the first open month all before it
 * @param closed in order
 */
export function reportedIn(
  month: Month,
  documents: readonly GstDocument[],
  closed: readonly ClosedMonth[],
): readonly Reported[] {
  const frozen = closed.find((each) => each.month === month);
  if (frozen !== undefined) return frozen.reported;
  const before = lastReported(closed);
  const through = closed.at(-1)?.month;
  const takesLate = through !== undefined && nextMonth(through) === month;
  return inOrder(documents).flatMap((document): Reported[] => {
    const known = before.get(document.number);
    if (known !== undefined) {
      if (!takesLate || isSame(document, known.document)) return [];
      return [{ document, amends: { was: known.document, first: known.first } }];
    }
    const own = monthOf(document.day);
    return own === month || (takesLate && own < month) ? [{ document }] : [];
  });
}

/** The month that can be closed next: months are closed in order. @param first the month of the first document */
export function nextToClose(closed: readonly ClosedMonth[], first: Month | undefined): Month | undefined {
  const last = closed.at(-1)?.month;
  return last === undefined ? first : nextMonth(last);
}

const inOrder = (documents: readonly GstDocument[]): readonly GstDocument[] =>
  documents.toSorted((a, b) => (a.day === b.day ? (a.number < b.number ? -1 : 1) : a.day < b.day ? -1 : 1));

/** What a return says of a document; two that agree in it are reported alike. */
const FACTS = ["kind", "day", "seller", "gstin", "place", "sac", "rate", ...AMOUNTS] as const;

const isSame = (one: GstDocument, other: GstDocument): boolean => FACTS.every((fact) => one[fact] === other[fact]);
