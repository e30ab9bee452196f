import { eventDays, type EventFacts } from "@sakhi/domain/events/event-facts";
import { amountInWords } from "@sakhi/domain/money/amount-in-words";
import type { Paise } from "@sakhi/domain/money/money";
import { creditNoteSplit } from "@sakhi/domain/invoices/credit-note.rules";
import { type GstStateCode, gstStateName, isGstStateCode } from "@sakhi/domain/invoices/gst-states";
import type { InvoiceKind } from "@sakhi/domain/invoices/invoice-number";
import { type InvoiceProduct, placeOfSupply } from "@sakhi/domain/invoices/place-of-supply";
import { splitTax, type TaxSplit } from "@sakhi/domain/invoices/tax-split";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import type { Config } from "../platform/config/config.js";

/** Who is invoiced, as they registered. */
export interface InvoiceRecipient {
  readonly name: string;
  readonly businessName?: string | undefined;
  readonly email: string;
  readonly phone: string;
  /** As typed; taken as a GSTIN only when it is a valid one. */
  readonly gstNumber?: string | undefined;
  readonly address?: string | undefined;
  readonly pincode?: string | undefined;
}

/** The booking an invoice is for: what the confirmation mail needs to say. */
export interface InvoicedBooking {
  readonly bookingId: string;
  readonly stallId: string;
  readonly stallType: StallType;
}

/** The application an invoice is for: what the confirmation mail needs to say. */
export interface InvoicedApplication {
  readonly applicationId: string;
  readonly brandName: string;
  readonly purpose: "first" | "renewal";
  /** Of a renewal: the new end (ISO 8601, UTC). */
  readonly liveUntil?: string | undefined;
}

/** What was sold and to whom; amounts in paise with GST included, price less discount is the total. */
export interface InvoiceRequest {
  readonly orderId: string;
  readonly product: InvoiceProduct;
  readonly description: string;
  readonly totalPaise: Paise;
  readonly pricePaise: Paise;
  readonly discountPaise: Paise;
  readonly couponCode?: string | undefined;
  readonly recipient: InvoiceRecipient;
  /** For a stall: its booking. Without it nobody is sent a confirmation. */
  readonly booking?: InvoicedBooking | undefined;
  /** For a listing: its application. Without it nobody is sent a confirmation. */
  readonly application?: InvoicedApplication | undefined;
}

/** A state with its code, as it is printed. */
export interface PrintedState {
  readonly code: GstStateCode;
  readonly name: string;
}

/**
 * Everything an invoice or credit note says, frozen at issue and kept as JSON: what is printed years later depends
 * on nothing else (CGST rules 46 and 53). Amounts in paise, instants ISO 8601 UTC.
 */
export interface InvoiceContent {
  readonly version: 1;
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
    /** What was given instead of a valid GSTIN. */
    readonly invalidGstNumber?: string | undefined;
  };
  readonly placeOfSupply: PrintedState;
  /** Never with us; printed as "No" (rule 46(p)). */
  readonly reverseCharge: false;
  readonly line: {
    readonly product: InvoiceProduct;
    readonly description: string;
    readonly sac: string;
    readonly pricePaise: Paise;
    readonly discountPaise: Paise;
    readonly couponCode?: string | undefined;
  };
  readonly tax: TaxSplit;
  readonly totalInWords: string;
  /** Dates of the Mela (YYYY-MM-DD), for a stall. */
  readonly event?: { readonly start: string; readonly end: string } | undefined;
  readonly booking?: InvoicedBooking | undefined;
  readonly application?: InvoicedApplication | undefined;
  /** Of a credit note: what it corrects, and which refund it stands for. */
  readonly credit?:
    | {
        readonly invoiceNumber: string;
        readonly invoiceIssuedAt: string;
        /** Absent where no money went back: a new invoice with corrected facts took the invoice's place. */
        readonly refundId?: string | undefined;
        readonly reason: string;
      }
    | undefined;
  /** Of an invoice with corrected facts: the one it stands for, and the credit note that takes that one back. */
  readonly replaces?:
    | { readonly invoiceNumber: string; readonly invoiceIssuedAt: string; readonly creditNoteNumber: string }
    | undefined;
}

/** The number and instant a document was given. */
export interface IssuedNumber {
  readonly number: string;
  readonly issuedAt: Date;
}

/** The settings an invoice is made from. */
type InvoiceSettings = Pick<Config, "gstRatePercent" | "sac">;

/**
 * The content of a tax invoice.
 *
 * @param facts of the moment of issue: later changes reach later invoices only
 * @throws RangeError when price less discount is not the total, or a state does not exist
 */
export function invoiceContent(
  request: InvoiceRequest,
  issued: IssuedNumber,
  settings: InvoiceSettings,
  facts: EventFacts,
): InvoiceContent {
  const { event, organisation } = facts;
  if (request.pricePaise - request.discountPaise !== request.totalPaise) {
    throw new RangeError("Price less discount must be the total.");
  }
  const { gstNumber, ...recipient } = request.recipient;
  const place = placeOfSupply(request.product, gstNumber, {
    eventStateCode: event.stateCode,
    sellerStateCode: organisation.gstin.slice(0, 2),
  });
  const sellerState = printedState(organisation.gstin.slice(0, 2));
  const supplyState = printedState(place.stateCode);
  return {
    version: 1,
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
      sac: settings.sac[request.product],
      pricePaise: request.pricePaise,
      discountPaise: request.discountPaise,
      couponCode: request.couponCode,
    },
    tax: splitTax(request.totalPaise, settings.gstRatePercent, sellerState.code, supplyState.code),
    totalInWords: amountInWords(request.totalPaise),
    event: request.product === "stall" ? eventDays(event) : undefined,
    booking: request.booking,
    application: request.application,
  };
}

/**
 * The content of a credit note: seller, recipient, place of supply, heads and rates are those of its invoice.
 *
 * @param creditedBeforePaise sum of the earlier credit notes of this invoice
 * @param refund without an id where a new invoice with corrected facts takes its place
 * @throws RangeError when more is credited than is left
 */
export function creditNoteContent(
  original: InvoiceContent,
  creditedBeforePaise: Paise,
  refund: { readonly refundId?: string; readonly amountPaise: Paise; readonly reason: string },
  issued: IssuedNumber,
): InvoiceContent {
  return {
    ...original,
    kind: "credit_note",
    number: issued.number,
    issuedAt: issued.issuedAt.toISOString(),
    line: { ...original.line, pricePaise: refund.amountPaise, discountPaise: 0, couponCode: undefined },
    tax: creditNoteSplit(original.tax, creditedBeforePaise, refund.amountPaise),
    totalInWords: amountInWords(refund.amountPaise),
    booking: undefined,
    application: undefined,
    replaces: undefined,
    credit: {
      invoiceNumber: original.number,
      invoiceIssuedAt: original.issuedAt,
      refundId: refund.refundId,
      reason: refund.reason,
    },
  };
}

/**
 * The content of an invoice that takes the place of another one: the same supply at the same rate, to the corrected
 * recipient. What was refunded before is credited already: the new one is for what is left.
 *
 * @param creditNote of all that is left of the original
 * @param named by what the supply is named now: the stall that the booking stands on, or the listed brand
 * @param eventStateCode the place of supply where no valid GSTIN is given for a stall
 */
export function correctedContent(
  original: InvoiceContent,
  creditNote: InvoiceContent,
  recipient: InvoiceRecipient,
  named: { readonly stallId?: string | undefined; readonly brandName?: string | undefined },
  issued: IssuedNumber,
  eventStateCode: string,
): InvoiceContent {
  const { gstNumber, ...printed } = recipient;
  const { line, seller, booking, application, tax } = original;
  const place = placeOfSupply(line.product, gstNumber, { eventStateCode, sellerStateCode: seller.state.code });
  const supplyState = printedState(place.stateCode);
  const { totalPaise } = creditNote.tax;
  const ratePercent = tax.heads.reduce((sum, head) => sum + head.ratePercent, 0);
  const { stallId = booking?.stallId, brandName = application?.brandName } = named;
  // With the words before it: a brand may be called by a word of its own description.
  const description = line.description
    .replace(`Stall ${booking?.stallId}`, () => `Stall ${stallId}`)
    .replace(`Listing of ${application?.brandName}`, () => `Listing of ${brandName}`);
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
      ...(totalPaise === tax.totalPaise ? {} : { pricePaise: totalPaise, discountPaise: 0, couponCode: undefined }),
    },
    tax: splitTax(totalPaise, ratePercent, seller.state.code, supplyState.code),
    totalInWords: amountInWords(totalPaise),
    ...(booking === undefined || stallId === undefined ? {} : { booking: { ...booking, stallId } }),
    ...(application === undefined || brandName === undefined ? {} : { application: { ...application, brandName } }),
    replaces: {
      invoiceNumber: original.number,
      invoiceIssuedAt: original.issuedAt,
      creditNoteNumber: creditNote.number,
    },
  };
}

/** A state as it is printed. @throws RangeError when it does not exist */
function printedState(code: string): PrintedState {
  if (!isGstStateCode(code)) throw new RangeError(`There is no state with the GST code ${code}.`);
  return { code, name: gstStateName(code) };
}
