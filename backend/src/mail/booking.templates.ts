import { formatDay, formatDays, istDay, parseDay } from "@sakhi/domain/invoices/indian-dates";
import { oneLine } from "@sakhi/domain/invoices/printed-text";
import { formatPaise, type Paise } from "@sakhi/domain/money/money";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import {
  indianTime,
  listingFooter,
  type MailContext,
  type MailDraft,
  standaloneButton,
} from "./mail.layout.js";
import type { MailData } from "./mail.types.js";
import { PATHS } from "@sakhi/domain/site/routes";

/** Money came after the release and the stall is taken: the payer may choose another one, or have the money back. */
export function latePaymentOffer(data: MailData["late-payment-offer"], context: MailContext): MailDraft {
  const { stallId, orderId } = data;
  const amount = `₹${formatPaise(data.amountPaise)}`;
  const type = stallTypeLabel(data.stallType);
  const until = `${formatDay(istDay(new Date(data.expiresAt)))}, ${indianTime(data.expiresAt)}`;
  return {
    subject: "Your payment came late: choose another stall, or a refund",
    preheader: `Your ${amount} is safe. Choose another ${type} stall, or have it returned.`,
    heading: "Your payment came late",
    blocks: [
      {
        kind: "paragraph",
        text: `Dear ${oneLine(data.name)}, your payment for stall ${stallId} reached us after its time was over, and by then somebody else had the stall. We are sorry. Your money is safe with us.`,
      },
      {
        kind: "facts",
        title: "Your payment",
        rows: [
          ["Paid", amount],
          ["Order", orderId],
          ["Stall", `${stallId} (${type}), taken`],
          ["Choose until", until],
        ],
      },
      { kind: "heading", text: "What you can do" },
      {
        kind: "paragraph",
        text: `Choose another ${type} stall of the same size and price. There is nothing more to pay.`,
      },
      { kind: "button", label: "Choose a stall", url: context.offerUrl(data.offer) },
      {
        kind: "paragraph",
        text: `On the same page you can have your money returned at once. If you do nothing until ${until}, we return all of it by ourselves, the way you paid: 5–10 working days.`,
      },
      {
        kind: "paragraph",
        text: "No stall is kept for you meanwhile: others can take them. The link is for you alone, so please do not pass this mail on.",
      },
    ],
  };
}

/** An operator has moved a booking to another stall. */
export function bookingMoved(data: MailData["booking-moved"], context: MailContext): MailDraft {
  const { fromStallId, stallId } = data;
  return {
    subject: `Your stall is now ${stallId} instead of ${fromStallId}`,
    preheader: data.sold
      ? "Same size, type and price. Your booking stands."
      : "Same size, type and price. Your time to pay goes on.",
    heading: `Your stall is now ${stallId}`,
    blocks: [
      {
        kind: "paragraph",
        text: `Dear ${oneLine(data.name)}, the Mela organiser has moved your ${data.sold ? "booking" : "reservation"} from stall ${fromStallId} to stall ${stallId}. It is of the same size, type and price.`,
      },
      {
        kind: "facts",
        title: data.sold ? "Your booking" : "Your reservation",
        rows: [
          ["Stall", `${stallId} (${stallTypeLabel(data.stallType)})`],
          ["Before", fromStallId],
          ["Dates", formatDays(parseDay(context.event.start), parseDay(context.event.end))],
        ],
      },
      {
        kind: "paragraph",
        text: whatStays(data),
      },
      ...(data.sold
        ? data.orderId === undefined
          ? []
          : [standaloneButton("See your stall ticket", context, PATHS.bookingPaid, data.orderId)]
        : ([{ kind: "button", label: "Continue", url: `${context.publicUrl}${PATHS.plan}` }] as const)),
    ],
  };
}

function whatStays({ sold, stallId, invoiceNumber, invoiceStallId }: MailData["booking-moved"]): string {
  if (!sold) return "Your time to register and to pay has not changed. Nothing was charged.";
  if (invoiceNumber === undefined) return "You need not do anything. Please keep this mail.";
  const stays = `You need not do anything. Your tax invoice ${invoiceNumber} stays valid: amount and tax are the same.`;
  if (invoiceStallId === undefined || invoiceStallId === stallId) return stays;
  return `${stays} It names stall ${invoiceStallId}, so please keep this mail with it.`;
}

/** An operator has cancelled a sold booking. */
export function bookingCancelled(data: MailData["booking-cancelled"], context: MailContext): MailDraft {
  const { stallId, orderId, creditNoteNumber } = data;
  const amount = `₹${formatPaise(data.refundPaise)}`;
  return {
    subject: `Your booking of stall ${stallId} was cancelled`,
    preheader: data.refundPaise === 0 ? `Order ${orderId}.` : `${amount} goes back to you.`,
    heading: `Your booking of stall ${stallId} was cancelled`,
    blocks: [
      {
        kind: "paragraph",
        text: `Dear ${oneLine(data.name)}, the Mela organiser has cancelled your booking of stall ${stallId} (${stallTypeLabel(data.stallType)}). The stall is no longer yours.`,
      },
      {
        kind: "facts",
        title: "Your order",
        rows: [
          ["Order", orderId],
          ["Stall", stallId],
          ["Goes back to you", data.refundPaise === 0 ? "Nothing" : amount],
          ...(creditNoteNumber === undefined
            ? []
            : ([["Credit note", creditNoteNumber]] as [string, string][])),
        ],
      },
      { kind: "paragraph", text: refundText(data, amount) },
      ...(creditNoteNumber === undefined
        ? []
        : ([
            {
              kind: "paragraph",
              text: context.invoiceAttached
                ? `The credit note ${creditNoteNumber} for your tax invoice is attached as a PDF.`
                : `Ask us for the credit note ${creditNoteNumber} by replying to this mail.`,
            },
          ] as const)),
      ...(data.refund === "none"
        ? []
        : [standaloneButton("See where your refund stands", context, PATHS.bookingPaid, orderId)]),
      { kind: "paragraph", text: "If you have a question about this, reply to this mail." },
    ],
  };
}

function refundText({ refund }: MailData["booking-cancelled"], amount: string): string {
  switch (refund) {
    case "requested":
      return `${amount} is on its way back to you, the way you paid: 5–10 working days. You need not do anything.`;
    case "by_hand":
      return `${amount} is returned to you by the Mela organiser directly, as you paid directly.`;
    case "none":
      return "No money goes back for this booking.";
    case "refunded_before":
      return "Your money has gone back to you before; nothing more goes back now.";
  }
}

/** An operator has given a reservation more time. */
export function holdExtended(data: MailData["hold-extended"], context: MailContext): MailDraft {
  const { stallId, minutes } = data;
  const until = indianTime(data.expiresAt);
  return {
    subject: `You have until ${until} to pay for stall ${stallId}`,
    preheader: `The Mela organiser has given you ${minutes} minutes more.`,
    heading: `More time for stall ${stallId}`,
    blocks: [
      {
        kind: "paragraph",
        text: `Dear ${oneLine(data.name)}, the Mela organiser has given you ${minutes} ${minutes === 1 ? "minute" : "minutes"} more: stall ${stallId} (${stallTypeLabel(data.stallType)}) is reserved for you until ${until}. Start your payment before then.`,
      },
      { kind: "button", label: "Continue", url: `${context.publicUrl}${PATHS.plan}` },
    ],
  };
}

/** An operator has ended a reservation, or a payment that was not finished. */
export function holdReleased(data: MailData["hold-released"], context: MailContext): MailDraft {
  const { stallId } = data;
  return {
    subject: `Your reservation of stall ${stallId} was ended`,
    preheader: data.wasPaying ? "No payment has reached us." : "Nothing was charged.",
    heading: `Stall ${stallId} is no longer reserved`,
    blocks: [
      {
        kind: "paragraph",
        text: `Dear ${oneLine(data.name)}, the Mela organiser has ended your reservation of stall ${stallId} (${stallTypeLabel(data.stallType)}). ${data.wasPaying ? "No payment had reached us." : "Nothing was charged."}`,
      },
      ...(data.wasPaying
        ? ([
            {
              kind: "paragraph",
              text: "If your bank shows the amount as paid, please do not pay twice. Money that reaches us late still books your stall if it is free, lets you choose another one, or goes back to you in full. We write to you either way.",
            },
          ] as const)
        : []),
      {
        kind: "paragraph",
        text: "You can choose a stall again, or reply to this mail if you have a question.",
      },
      { kind: "button", label: "Choose a stall", url: `${context.publicUrl}${PATHS.plan}` },
    ],
  };
}

/** How a refund ended, for what was booked or listed. */
interface Ended {
  readonly name: string;
  readonly orderId: string;
  readonly amountPaise: Paise;
  readonly state: "succeeded" | "failed";
}

/** The refund of a stall's payment was paid out, or could not be. */
export function refundEnded(data: MailData["refund-ended"], context: MailContext): MailDraft {
  return ended(data, ["Stall", data.stallId], PATHS.bookingPaid, context);
}

/** The same of a listing's payment. */
export function listingRefundEnded(data: MailData["listing-refund-ended"], context: MailContext): MailDraft {
  const about = ["Brand", oneLine(data.brandName)] as const;
  return { ...ended(data, about, PATHS.listingPaid, context), footer: listingFooter(context) };
}

function ended(
  { name, orderId, amountPaise, state }: Ended,
  about: readonly [string, string],
  page: Parameters<typeof standaloneButton>[2],
  context: MailContext,
): MailDraft {
  const amount = `₹${formatPaise(amountPaise)}`;
  const done = state === "succeeded";
  return {
    subject: done ? `${amount} was paid back to you` : `We could not return ${amount} to you yet`,
    preheader: done
      ? `The refund for order ${orderId}.`
      : "The money is yours. We are arranging another way.",
    heading: done ? `${amount} was paid back to you` : `We still owe you ${amount}`,
    blocks: [
      {
        kind: "paragraph",
        text: done
          ? `Dear ${oneLine(name)}, the refund we wrote to you about was paid out, the way you paid. Your bank may take a few days to show it.`
          : `Dear ${oneLine(name)}, we wrote to you that this money is on its way back to you, but the bank refused it. We are sorry. The money is yours, and we are arranging another way.`,
      },
      {
        kind: "facts",
        title: "Your refund",
        rows: [["Amount", amount], ["Order", orderId], about],
      },
      {
        kind: "paragraph",
        text: done
          ? "If it is not in your account after 10 working days, reply to this mail with the order number."
          : "You need not do anything now. If you have not heard from us after 5 working days, reply to this mail with the order number.",
      },
      standaloneButton("See where your refund stands", context, page, orderId),
    ],
  };
}
