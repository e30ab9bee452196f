import { PATHS } from "@sakhi/domain/site/routes";
import { oneLine } from "@sakhi/domain/invoices/printed-text";
import { formatPaise } from "@sakhi/domain/money/money";
import type { Paise } from "@sakhi/domain/money/money";
import { standaloneButton } from "./mail.layout.js";
import type { MailDraft } from "./mail.layout.js";
import { listingFooter } from "./listing.labels.js";
import type { MailContext } from "./mail.context.js";
import type { MailData } from "./mail.messages.js";

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
          ? `Dear ${oneLine(name)}, the refund we told you of was paid out, the way you paid. Your bank may take a few days to show it.`
          : `Dear ${oneLine(name)}, we told you that this money is on its way back to you, but the bank refused it. We are sorry. The money is yours, and we are arranging another way.`,
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
