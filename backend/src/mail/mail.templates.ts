import type { RefundWhy } from "@sakhi/domain/payments/settlement.rules";
import { MELA_VENUE } from "@sakhi/domain/site/mela";
import { PATHS } from "@sakhi/domain/site/routes";
import { formatDays, parseDay } from "@sakhi/domain/invoices/indian-dates";
import { oneLine } from "@sakhi/domain/invoices/printed-text";
import { formatPaise, type Paise } from "@sakhi/domain/money/money";
import { STALL_SIDE_FEET, type StallType, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import {
  type MailContext,
  type MailDraft,
  type RenderedMail,
  renderMail,
  standaloneButton,
} from "./mail.layout.js";
import { enquiryConfirmed, enquiryReceived } from "./enquiry.templates.js";
import { LISTING_TEMPLATES } from "./listing.templates.js";
import {
  bookingCancelled,
  bookingMoved,
  holdExtended,
  holdReleased,
  latePaymentOffer,
  refundEnded,
} from "./booking.templates.js";
import type { MailData, MailMessage, MailTemplate } from "./mail.types.js";

/** Where the Mela is held (specification 2, section 2, Paid Events). */

/** Where a booking's owner sees how it stands. */
const BOOKING_PAGE = PATHS.bookingPaid;

type Templates = { readonly [T in MailTemplate]: (data: MailData[T], context: MailContext) => MailDraft };

/** Every mail we send, in words. */
const TEMPLATES: Templates = {
  "booking-confirmed": (data, context) => ({
    subject: `Stall ${data.stallId} is yours: Mela, ${dates(context)}`,
    preheader: `Payment received: ${rupees(data.amountPaise)} for order ${data.orderId}.`,
    heading: `Stall ${data.stallId} is yours`,
    blocks: [
      {
        kind: "paragraph",
        text: `Dear ${oneLine(data.name)}, thank you. Your payment has reached us and the stall is booked in your name.`,
      },
      {
        kind: "facts",
        title: "Your booking",
        rows: [
          ["Stall", stall(data.stallId, data.stallType)],
          ["Dates", dates(context)],
          ["Venue", MELA_VENUE],
          ["Order", data.orderId],
          ["Paid", `${rupees(data.amountPaise)}, GST included`],
          ["Tax invoice", data.invoiceNumber],
        ],
      },
      {
        kind: "paragraph",
        text: context.invoiceAttached
          ? `Your tax invoice ${data.invoiceNumber} is attached as a PDF.`
          : `Your tax invoice ${data.invoiceNumber} is still being prepared. It follows in a mail of its own; you need not do anything.`,
      },
      standaloneButton("See your stall ticket", context, BOOKING_PAGE, data.orderId),
      { kind: "heading", text: "What happens next" },
      {
        kind: "steps",
        items: [
          "Keep this mail: the order number is your proof of booking.",
          `Plan for ${STALL_SIDE_FEET} × ${STALL_SIDE_FEET} feet. We write to you about setting up before the Mela.`,
          "If a detail on the invoice is wrong, reply to this mail.",
        ],
      },
      { kind: "heading", text: "Your free listing" },
      {
        kind: "paragraph",
        text: "With your stall comes a premium listing of your brand for a year, worth ₹999, free. Choose the free Mela listing and give the phone number you booked with.",
      },
      { kind: "button", label: "List Your Brand Now", url: `${context.publicUrl}${PATHS.joinEntrepreneur}` },
    ],
  }),

  "invoice-late": (data, context) => ({
    subject: `Tax invoice ${data.invoiceNumber} for stall ${data.stallId}`,
    preheader: `The invoice for order ${data.orderId} is attached.`,
    heading: "Your tax invoice",
    blocks: [
      {
        kind: "paragraph",
        text: `Dear ${oneLine(data.name)}, here is the tax invoice for your stall that was missing from our confirmation. We are sorry that it took longer.`,
      },
      {
        kind: "facts",
        title: "The invoice",
        rows: [
          ["Tax invoice", data.invoiceNumber],
          ["Stall", data.stallId],
          ["Dates", dates(context)],
          ["Order", data.orderId],
        ],
      },
    ],
  }),

  "hold-expired": (data, context) => ({
    subject: `Your reservation of stall ${data.stallId} has ended`,
    preheader: "Nothing was charged. You can choose again at any time.",
    heading: `Stall ${data.stallId} is no longer reserved`,
    blocks: [
      {
        kind: "paragraph",
        text: `Dear ${oneLine(data.name)}, the time to pay for stall ${stall(data.stallId, data.stallType)} ran out before a payment was started, so it is free for everyone again. Nothing was charged.`,
      },
      {
        kind: "paragraph",
        text: "If you still want to be at the Mela, choose a stall again: yours may still be free.",
      },
      { kind: "button", label: "Choose a stall", url: `${context.publicUrl}${PATHS.plan}` },
    ],
  }),

  "payment-failed": (data, context) => ({
    subject: `Your payment for stall ${data.stallId} was not completed`,
    preheader: `Stall ${data.stallId} is not booked. You can pick a stall again.`,
    heading: "Your payment was not completed",
    blocks: [
      {
        kind: "paragraph",
        text: `Dear ${oneLine(data.name)}, we received no payment for your order, so stall ${data.stallId} is not booked and is free for everyone again.`,
      },
      {
        kind: "facts",
        title: "Your order",
        rows: [
          ["Order", data.orderId],
          ["Stall", data.stallId],
        ],
      },
      {
        kind: "paragraph",
        text: "If your bank shows the amount as paid, please do not pay twice. Money that reaches us late still books your stall if it is free, lets you choose another one, or goes back to you in full. We write to you either way.",
      },
      { kind: "button", label: "Pick a stall again", url: `${context.publicUrl}${PATHS.plan}` },
    ],
  }),

  "payment-refunded": (data, context) => ({
    subject: `We are returning ${rupees(data.amountPaise)} to you`,
    preheader: `The refund for order ${data.orderId} is on its way: 5–10 working days.`,
    heading: `${rupees(data.amountPaise)} is on its way back to you`,
    blocks: [
      { kind: "paragraph", text: `Dear ${oneLine(data.name)}, ${refundReason(data.why, data.stallId)}` },
      {
        kind: "facts",
        title: "Your refund",
        rows: [
          ["Amount", rupees(data.amountPaise)],
          ["Order", data.orderId],
          ["Stall", data.stallId],
          ...(data.creditNoteNumber === undefined ? [] : ([["Credit note", data.creditNoteNumber]] as const)),
          ["Arrives", "In 5–10 working days, the way you paid"],
        ],
      },
      ...(data.creditNoteNumber === undefined || !context.invoiceAttached
        ? []
        : ([
            {
              kind: "paragraph",
              text: `The credit note ${data.creditNoteNumber} for your tax invoice is attached as a PDF.`,
            },
          ] as const)),
      {
        kind: "paragraph",
        text: "You need not do anything. If the money is not there after 10 working days, reply to this mail with the order number.",
      },
      standaloneButton("See where your refund stands", context, BOOKING_PAGE, data.orderId),
      ...(data.why === "stall_taken" || data.why === "offer_expired"
        ? ([
            { kind: "button", label: "See the free stalls", url: `${context.publicUrl}${PATHS.plan}` },
          ] as const)
        : []),
    ],
  }),

  "refund-ended": refundEnded,
  "late-payment-offer": latePaymentOffer,
  "booking-moved": bookingMoved,
  "booking-cancelled": bookingCancelled,
  "hold-extended": holdExtended,
  "hold-released": holdReleased,

  "enquiry-confirmed": enquiryConfirmed,
  "enquiry-received": enquiryReceived,
  ...LISTING_TEMPLATES,
};

/** Writes a mail. */
export function writeMail(message: MailMessage, context: MailContext): RenderedMail {
  return renderMail(draftOf(message.template, message.data, context), context);
}

/** Whether a name, as it stands in a row, is one of our templates. */
export function isMailTemplate(name: string): name is MailTemplate {
  return Object.hasOwn(TEMPLATES, name);
}

function draftOf<T extends MailTemplate>(template: T, data: MailData[T], context: MailContext): MailDraft {
  return TEMPLATES[template](data, context);
}

function refundReason(why: RefundWhy, stallId: string): string {
  switch (why) {
    case "stall_taken":
      return `your payment for stall ${stallId} reached us after its time was over, and by then somebody else had the stall. We are sorry. We are returning the whole amount.`;
    case "offer_declined":
      return `you have chosen no other stall instead of ${stallId} and asked us to return your payment. We are returning the whole amount.`;
    case "offer_expired":
      return `the time to choose another stall instead of ${stallId} is over, so we are returning the whole amount, as we wrote to you.`;
    case "second_payment":
      return `stall ${stallId} was paid for twice. Your booking stands; we are returning the second payment in full.`;
    case "own_other_stall":
      return `your payment for stall ${stallId} reached us after its time was over, when you had already taken another stall. We are returning the whole amount.`;
    case "paid_twice":
      return `two payments on your order for stall ${stallId} went through. One was enough: we are returning the later one in full.`;
    case "provider":
      return `our payment provider has returned this amount of your payment for stall ${stallId}.`;
    case "operator":
      return `we have looked at your payment for stall ${stallId} and are returning this amount to you. Reply to this mail if you have a question about it.`;
  }
}

function stall(stallId: string, type: StallType): string {
  return `${stallId} (${stallTypeLabel(type)})`;
}

function dates(context: MailContext): string {
  return formatDays(parseDay(context.event.start), parseDay(context.event.end));
}

function rupees(paise: Paise): string {
  return `₹${formatPaise(paise)}`;
}
