import { formatDay, istDay } from "@sakhi/domain/invoices/indian-dates";
import { oneLine } from "@sakhi/domain/invoices/printed-text";
import { formatPaise } from "@sakhi/domain/money/money";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { indianTime } from "./indian-time.js";
import type { MailContext } from "./mail.context.js";
import type { MailDraft } from "./mail.layout.js";
import type { MailData } from "./mail.messages.js";

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
