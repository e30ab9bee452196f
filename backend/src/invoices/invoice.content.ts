import { eventDays, type EventFacts } from "@sakhi/domain/events/event-facts";
import { creditNoteSplit } from "@sakhi/domain/invoices/credit-note.rules";
import { type GstStateCode, gstStateName, isGstStateCode } from "@sakhi/domain/invoices/gst-states";
import type { InvoiceKind } from "@sakhi/domain/invoices/invoice-number";
import type { InvoiceRecipient } from "@sakhi/domain/invoices/invoice-recipient";
import { type InvoiceProduct, placeOfSupply } from "@sakhi/domain/invoices/place-of-supply";
import { splitTax, type TaxSplit } from "@sakhi/domain/invoices/tax-split";
import { FIRST_LANGUAGE, type LanguageCode } from "@sakhi/domain/languages/language-paths";
import { amountInWords } from "@sakhi/domain/money/amount-in-words";
import type { Paise } from "@sakhi/domain/money/money";
import type { StallType } from "@sakhi/domain/stalls/stall.types";

/** The invoiced booking, for the confirmation mail. */
export interface InvoicedBooking {
  readonly bookingId: string;
  readonly stallId: string;
  readonly stallType: StallType;
  /** The other stalls of the order. */
  readonly further?: readonly Omit<InvoicedBooking, "further">[];
}

/** A line of an invoice of several stalls. */
export interface InvoiceLine {
  readonly bookingId: string;
  readonly description: string;
  readonly pricePaise: Paise;
  readonly discountPaise: Paise;
}

/** The invoiced application, for the confirmation mail. */
export interface InvoicedApplication {
  readonly applicationId: string;
  readonly brandName: string;
  readonly purpose: "first" | "renewal";
  /** New end of a renewed listing (ISO 8601, UTC). */
  readonly liveUntil?: string | undefined;
}

/** A sale to invoice. Amounts in paise with GST included; price less discount is the total. */
export interface InvoiceRequest {
  readonly orderId: string;
  /** Of the stall; none of a listing. */
  readonly eventId?: number | undefined;
  readonly product: InvoiceProduct;
  readonly description: string;
  readonly totalPaise: Paise;
  readonly pricePaise: Paise;
  readonly discountPaise: Paise;
  readonly couponCode?: string | undefined;
  /** The stalls of an order with several, which sum to the amounts above. */
  readonly lines?: readonly InvoiceLine[] | undefined;
  readonly recipient: InvoiceRecipient;
  /** The booking of a stall. Without it no confirmation is sent. */
  readonly booking?: InvoicedBooking | undefined;
  /** The application of a listing. Without it no confirmation is sent. */
  readonly application?: InvoicedApplication | undefined;
  /** Of the payer. */
  readonly language?: LanguageCode | undefined;
}

/** What a sale costs more than was invoiced. */
export interface DebitNoteRequest {
  /** The order that pays for it. */
  readonly orderId: string;
  /** The order of the invoice. */
  readonly invoicedOrderId: string;
  readonly amountPaise: Paise;
  readonly description: string;
  /** Printed; no personal data. */
  readonly reason: string;
}

/** A state with its GST code, as printed. */
export interface PrintedState {
  readonly code: GstStateCode;
  readonly name: string;
}

/**
 * The complete content of an invoice or credit note, frozen at issue and stored as JSON: a PDF rendered years later
 * depends on nothing else (CGST rules 46 and 53). Amounts in paise, times in ISO 8601 UTC.
 */
export interface InvoiceContent {
  readonly version: 1;
  /** Its labels are in this language, too; absent for English alone. */
  readonly language?: LanguageCode | undefined;
  readonly kind: InvoiceKind;
  readonly number: string;
  readonly issuedAt: string;
  readonly orderId: string;
  readonly seller: {
    readonly name: string;
    readonly address: string;
    readonly gstin: string;
    readonly email: string;
    readonly state: PrintedState;
  };
  readonly recipient: Omit<InvoiceRecipient, "gstNumber"> & {
    /** Valid; undefined means unregistered. */
    readonly gstin?: string | undefined;
    /** The GST number as typed, if it is not valid. */
    readonly invalidGstNumber?: string | undefined;
  };
  readonly placeOfSupply: PrintedState;
  /** Never applies; printed as "No" (rule 46(p)). */
  readonly reverseCharge: false;
  readonly line: {
    readonly product: InvoiceProduct;
    readonly description: string;
    readonly sac: string;
    readonly pricePaise: Paise;
    readonly discountPaise: Paise;
    readonly couponCode?: string | undefined;
  };
  /** A line for each stall, if there are several: `line` sums them up. */
  readonly lines?: readonly InvoiceLine[] | undefined;
  readonly tax: TaxSplit;
  readonly totalInWords: string;
  /** Dates of the Mela (YYYY-MM-DD); stalls only. Invoices from before it could have gaps lack the days between. */
  readonly event?: { readonly start: string; readonly end: string; readonly dates?: readonly string[] } | undefined;
  readonly booking?: InvoicedBooking | undefined;
  readonly application?: InvoicedApplication | undefined;
  /** The corrected invoice and the refund; credit notes only. */
  readonly credit?:
    | {
        readonly invoiceNumber: string;
        readonly invoiceIssuedAt: string;
        /** Absent when no money was refunded because the invoice was replaced by a corrected one. */
        readonly refundId?: string | undefined;
        readonly reason: string;
      }
    | undefined;
  /** The supplemented invoice; debit notes only. */
  readonly debit?:
    | { readonly invoiceNumber: string; readonly invoiceIssuedAt: string; readonly reason: string }
    | undefined;
  /** The replaced invoice or debit note and its credit note; corrected ones only. */
  readonly replaces?:
    | { readonly invoiceNumber: string; readonly invoiceIssuedAt: string; readonly creditNoteNumber: string }
    | undefined;
}

/** Number and time of issue of a document. */
export interface IssuedNumber {
  readonly number: string;
  readonly issuedAt: Date;
}

/** GST rate in percent and services accounting code of what is sold. */
export interface InvoiceTax {
  readonly ratePercent: number;
  readonly sac: string;
}

/**
 * Builds the content of a tax invoice.
 *
 * @param facts current at issue; later changes affect later invoices only
 * @throws RangeError when price less discount is not the total, or a state does not exist
 */
export function invoiceContent(
  request: InvoiceRequest,
  issued: IssuedNumber,
  tax: InvoiceTax,
  facts: EventFacts,
): InvoiceContent {
  const { event, organisation } = facts;
  if (request.pricePaise - request.discountPaise !== request.totalPaise) {
    throw new RangeError("Price less discount must be the total.");
  }
  const { lines = [] } = request;
  if (lines.length > 0 && total(lines) !== request.totalPaise) throw new RangeError("The lines must sum to the total.");
  const { gstNumber, ...recipient } = request.recipient;
  const place = placeOfSupply(request.product, gstNumber, {
    eventStateCode: event.stateCode,
    sellerStateCode: organisation.gstin.slice(0, 2),
  });
  const sellerState = printedState(organisation.gstin.slice(0, 2));
  const supplyState = printedState(place.stateCode);
  return {
    version: 1,
    ...(request.language === undefined || request.language === FIRST_LANGUAGE ? {} : { language: request.language }),
    kind: "invoice",
    number: issued.number,
    issuedAt: issued.issuedAt.toISOString(),
    orderId: request.orderId,
    seller: {
      name: organisation.legalName,
      address: organisation.legalAddress,
      gstin: organisation.gstin,
      email: organisation.supportEmail,
      state: sellerState,
    },
    recipient: {
      ...recipient,
      gstin: place.gstin,
      invalidGstNumber: place.gstNumberInvalid ? gstNumber?.trim() : undefined,
    },
    placeOfSupply: supplyState,
    reverseCharge: false,
    line: {
      product: request.product,
      description: request.description,
      sac: tax.sac,
      pricePaise: request.pricePaise,
      discountPaise: request.discountPaise,
      couponCode: request.couponCode,
    },
    ...(lines.length === 0 ? {} : { lines }),
    tax: splitTax(request.totalPaise, tax.ratePercent, sellerState.code, supplyState.code),
    totalInWords: amountInWords(request.totalPaise),
    event: request.product === "stall" ? { ...eventDays(event), dates: event.days.map(({ date }) => date) } : undefined,
    booking: request.booking,
    application: request.application,
  };
}

/**
 * Builds the content of a credit note, with the seller, recipient, place of supply, heads and rates of its invoice.
 *
 * @param creditedBeforePaise sum of the invoice's earlier credit notes
 * @param refund without an id when a corrected invoice replaces this one
 * @throws RangeError when the amount exceeds the uncredited remainder
 */
export function creditNoteContent(
  original: InvoiceContent,
  creditedBeforePaise: Paise,
  refund: {
    readonly refundId?: string;
    readonly amountPaise: Paise;
    readonly reason: string;
    /** Of several stalls, the one whose share is credited; undefined if the whole invoice is. */
    readonly bookingId?: string | undefined;
  },
  issued: IssuedNumber,
): InvoiceContent {
  const line = original.lines?.find(({ bookingId }) => bookingId === refund.bookingId);
  const description = line?.description ?? original.line.description;
  return {
    ...original,
    kind: "credit_note",
    number: issued.number,
    issuedAt: issued.issuedAt.toISOString(),
    line: { ...original.line, description, pricePaise: refund.amountPaise, discountPaise: 0, couponCode: undefined },
    lines: undefined,
    tax: creditNoteSplit(original.tax, creditedBeforePaise, refund.amountPaise),
    totalInWords: amountInWords(refund.amountPaise),
    booking: undefined,
    application: undefined,
    replaces: undefined,
    debit: undefined,
    credit: {
      invoiceNumber: original.number,
      invoiceIssuedAt: original.issuedAt,
      refundId: refund.refundId,
      reason: refund.reason,
    },
  };
}

/**
 * Builds the content of a debit note (section 34(3)): what a supply costs more than its invoice says, with the seller, recipient,
 * place of supply and rate of the invoice.
 */
export function debitNoteContent(
  original: InvoiceContent,
  debit: DebitNoteRequest,
  issued: IssuedNumber,
): InvoiceContent {
  const { amountPaise, description, orderId, reason } = debit;
  const { seller, placeOfSupply: place, tax } = original;
  const ratePercent = tax.heads.reduce((sum, head) => sum + head.ratePercent, 0);
  return {
    ...original,
    kind: "debit_note",
    number: issued.number,
    issuedAt: issued.issuedAt.toISOString(),
    orderId,
    line: { ...original.line, description, pricePaise: amountPaise, discountPaise: 0, couponCode: undefined },
    lines: undefined,
    tax: splitTax(amountPaise, ratePercent, seller.state.code, place.code),
    totalInWords: amountInWords(amountPaise),
    booking: undefined,
    application: undefined,
    replaces: undefined,
    credit: undefined,
    debit: { invoiceNumber: original.number, invoiceIssuedAt: original.issuedAt, reason },
  };
}

/**
 * Builds the content of an invoice or debit note that replaces another: the same supply at the same rate, with the corrected recipient.
 * Its total is the uncredited remainder of the original.
 *
 * @param creditNote of the uncredited remainder of the original
 * @param named current name of the supply: the booking's stall, or the listed brand
 * @param eventStateCode place of supply for a stall without a valid GSTIN
 */
export function correctedContent(
  original: InvoiceContent,
  creditNote: InvoiceContent,
  recipient: InvoiceRecipient,
  named: {
    readonly stallId?: string | undefined;
    /** The booking that is on the stall; without it, the order's first. */
    readonly bookingId?: string | undefined;
    readonly brandName?: string | undefined;
  },
  issued: IssuedNumber,
  eventStateCode: string,
): InvoiceContent {
  const { gstNumber, ...printed } = recipient;
  const { line, seller, booking, application, tax } = original;
  const place = placeOfSupply(line.product, gstNumber, { eventStateCode, sellerStateCode: seller.state.code });
  const supplyState = printedState(place.stateCode);
  const { totalPaise } = creditNote.tax;
  const ratePercent = tax.heads.reduce((sum, head) => sum + head.ratePercent, 0);
  const stalls = booking === undefined ? [] : [booking, ...(booking.further ?? [])];
  const of = stalls.find(({ bookingId }) => bookingId === named.bookingId) ?? booking;
  const { stallId = of?.stallId, brandName = application?.brandName } = named;
  // With the preceding words, because a brand's name may also occur elsewhere in the description.
  const renamed = (text: string): string =>
    text
      .replace(`Stall ${of?.stallId} `, () => `Stall ${stallId} `)
      .replace(`Listing of ${application?.brandName}`, () => `Listing of ${brandName}`);
  const description = renamed(line.description);
  const isWhole = totalPaise === tax.totalPaise;
  const lines = isWhole
    ? original.lines?.map((each) => ({ ...each, description: renamed(each.description) }))
    : undefined;
  const moved = <B extends { readonly bookingId: string }>(each: B): B =>
    each.bookingId === of?.bookingId ? { ...each, stallId } : each;
  return {
    ...original,
    number: issued.number,
    issuedAt: issued.issuedAt.toISOString(),
    recipient: {
      ...printed,
      gstin: place.gstin,
      invalidGstNumber: place.gstNumberInvalid ? gstNumber?.trim() : undefined,
    },
    placeOfSupply: supplyState,
    line: {
      ...line,
      description,
      ...(isWhole ? {} : { pricePaise: totalPaise, discountPaise: 0, couponCode: undefined }),
    },
    lines,
    tax: splitTax(totalPaise, ratePercent, seller.state.code, supplyState.code),
    totalInWords: amountInWords(totalPaise),
    ...(booking === undefined || stallId === undefined
      ? {}
      : {
          booking: {
            ...moved(booking),
            ...(booking.further === undefined ? {} : { further: booking.further.map(moved) }),
          },
        }),
    ...(application === undefined || brandName === undefined ? {} : { application: { ...application, brandName } }),
    replaces: {
      invoiceNumber: original.number,
      invoiceIssuedAt: original.issuedAt,
      creditNoteNumber: creditNote.number,
    },
  };
}

/** A corrected debit note, with the invoice that it supplements from now on. */
export function supplementing(note: InvoiceContent, invoice: InvoiceContent): InvoiceContent {
  if (note.debit === undefined) throw new RangeError(`${note.number} supplements no invoice.`);
  return { ...note, debit: { ...note.debit, invoiceNumber: invoice.number, invoiceIssuedAt: invoice.issuedAt } };
}

/** A state as printed. @throws RangeError when it does not exist */
function printedState(code: string): PrintedState {
  if (!isGstStateCode(code)) throw new RangeError(`There is no state with the GST code ${code}.`);
  return { code, name: gstStateName(code) };
}

function total(lines: readonly InvoiceLine[]): Paise {
  return lines.reduce((sum, { pricePaise, discountPaise }) => sum + pricePaise - discountPaise, 0);
}
