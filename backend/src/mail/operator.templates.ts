import { PATHS } from "@sakhi/domain/site/routes";
import { formatDays, parseDay } from "@sakhi/domain/invoices/indian-dates";
import { oneLine } from "@sakhi/domain/invoices/printed-text";
import { formatPaise } from "@sakhi/domain/money/money";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { standaloneButton } from "./mail.layout.js";
import { indianTime } from "./indian-time.js";
import type { MailDraft } from "./mail.layout.js";
import type { MailData } from "./mail.messages.js";
import type { MailContext } from "./mail.context.js";

/** An organiser has moved a booking to another stall. */
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
        text: `Dear ${oneLine(data.name)}, the organiser has moved your ${data.sold ? "booking" : "reservation"} from stall ${fromStallId} to stall ${stallId}. It is of the same size, type and price.`,
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

/** An organiser has cancelled a sold booking. */
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
        text: `Dear ${oneLine(data.name)}, the organiser has cancelled your booking of stall ${stallId} (${stallTypeLabel(data.stallType)}). The stall is no longer yours.`,
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
      return `${amount} is given back to you by the organiser directly, as you paid directly.`;
    case "none":
      return "No money goes back for this booking.";
    case "refunded_before":
      return "Your money has gone back to you before; nothing more goes back now.";
  }
}

/** An organiser has given a reservation more time. */
export function holdExtended(data: MailData["hold-extended"], context: MailContext): MailDraft {
  const { stallId, minutes } = data;
  const until = indianTime(data.expiresAt);
  return {
    subject: `You have until ${until} to pay for stall ${stallId}`,
    preheader: `The organiser has given you ${minutes} minutes more.`,
    heading: `More time for stall ${stallId}`,
    blocks: [
      {
        kind: "paragraph",
        text: `Dear ${oneLine(data.name)}, the organiser has given you ${minutes} ${minutes === 1 ? "minute" : "minutes"} more: stall ${stallId} (${stallTypeLabel(data.stallType)}) is reserved for you until ${until}. Start your payment before then.`,
      },
      { kind: "button", label: "Continue", url: `${context.publicUrl}${PATHS.plan}` },
    ],
  };
}

/** An organiser has ended a reservation, or a payment that was not finished. */
export function holdReleased(data: MailData["hold-released"], context: MailContext): MailDraft {
  const { stallId } = data;
  return {
    subject: `Your reservation of stall ${stallId} was ended`,
    preheader: data.wasPaying ? "No payment has reached us." : "Nothing was charged.",
    heading: `Stall ${stallId} is no longer reserved`,
    blocks: [
      {
        kind: "paragraph",
        text: `Dear ${oneLine(data.name)}, the organiser has ended your reservation of stall ${stallId} (${stallTypeLabel(data.stallType)}). ${data.wasPaying ? "No payment had reached us." : "Nothing was charged."}`,
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
