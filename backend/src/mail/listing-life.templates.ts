import { PATHS } from "@sakhi/domain/site/routes";
import { oneLine } from "@sakhi/domain/invoices/printed-text";
import { standaloneButton } from "./mail.layout.js";
import type { MailBlock } from "./mail.layout.js";
import type { ListingMailData } from "./listing-mails.types.js";
import { day, dear, listingFooter, rupees, says } from "./listing.labels.js";
import type { ListingTemplates } from "./listing.labels.js";
import type { MailContext } from "./mail.context.js";

/** Mails about a listing's life: the decision, the year, its end. */
export const LISTING_LIFE_TEMPLATES: Pick<
  ListingTemplates,
  "listing-live" | "listing-rejected" | "listing-withdrawn" | "listing-ending" | "listing-expired"
> = {
  "listing-live": (data, context) => ({
    subject: `${data.brandName} is live`,
    preheader: `On our site until ${day(data.liveUntil)}.`,
    heading: "Your listing is live",
    blocks: [
      dear(data.name, `${oneLine(data.brandName)} is now on ${context.siteName}, for everyone to find.`),
      {
        kind: "facts",
        title: "Your listing",
        rows: [
          ["Brand", oneLine(data.brandName)],
          ["Listed until", day(data.liveUntil)],
        ],
      },
      { kind: "button", label: "See your page", url: data.url },
      says("We write to you before the year ends. If something on your page is wrong, reply to this mail."),
    ],
    footer: listingFooter(context),
  }),

  "listing-rejected": (data, context) => ({
    subject: `Your application for ${data.brandName} was not approved`,
    preheader:
      data.refund === undefined
        ? "Here is why."
        : `${rupees(data.refund.amountPaise)} is on its way back to you.`,
    heading: "Your application was not approved",
    blocks: [
      dear(
        data.name,
        `we have looked at your application for ${oneLine(data.brandName)} and cannot list it. The reason:`,
      ),
      { kind: "quote", text: data.reason },
      ...refunded(data.refund, context, "all you paid"),
      says("If you think that this is a mistake, or that you can put it right, reply to this mail."),
    ],
    footer: listingFooter(context),
  }),

  "listing-withdrawn": (data, context) => ({
    subject: `${data.brandName} is no longer listed`,
    preheader:
      data.refund === undefined
        ? "Here is why."
        : `${rupees(data.refund.amountPaise)} is on its way back to you.`,
    heading: "Your listing was taken down",
    blocks: [
      dear(
        data.name,
        `${oneLine(data.brandName)} is not, or no longer, listed on ${context.siteName}. The reason:`,
      ),
      { kind: "quote", text: data.reason },
      ...refunded(data.refund, context, "of what you paid"),
      says("If you have a question about it, reply to this mail."),
    ],
    footer: listingFooter(context),
  }),

  "listing-ending": (data, context) => ({
    subject: `The listing of ${data.brandName} ends on ${day(data.liveUntil)}`,
    preheader: "Renew it for another year with one click and ₹999.",
    heading: data.which === "first" ? "Your year is nearly over" : "Your listing ends in a few days",
    blocks: [
      dear(
        data.name,
        `${oneLine(data.brandName)} is on ${context.siteName} until ${day(data.liveUntil)}. Renew it, and the next year begins where this one ends: you lose no day.`,
      ),
      { kind: "button", label: "Renew for ₹999", url: data.renewUrl },
      says("The link opens a page that tells you everything first. Nothing is charged by opening it."),
    ],
    footer: listingFooter(context),
  }),

  "listing-expired": (data, context) => ({
    subject: `The listing of ${data.brandName} has ended`,
    preheader: "You can bring it back for another year.",
    heading: "Your listing has ended",
    blocks: [
      dear(
        data.name,
        `the year of ${oneLine(data.brandName)} was over on ${day(data.liveUntil)}, so it is off our site. Your page is kept: renew within 60 days, and it is back at once for a full year.`,
      ),
      { kind: "button", label: "Renew for ₹999", url: data.renewUrl },
    ],
    footer: listingFooter(context),
  }),
};

function refunded(
  refund: ListingMailData["listing-rejected"]["refund"],
  context: MailContext,
  share: string,
): readonly MailBlock[] {
  if (refund === undefined) return [];
  const { amountPaise, orderId, creditNoteNumber } = refund;
  return [
    {
      kind: "facts",
      title: "Your refund",
      rows: [
        ["Amount", `${rupees(amountPaise)}, ${share}`],
        ["Order", orderId],
        ...(creditNoteNumber === undefined ? [] : ([["Credit note", creditNoteNumber]] as const)),
        ["Arrives", "In 5–10 working days, the way you paid"],
      ],
    },
    ...(context.invoiceAttached && creditNoteNumber !== undefined
      ? [says(`The credit note ${creditNoteNumber} is attached as a PDF.`)]
      : []),
    standaloneButton("See where your refund stands", context, PATHS.listingPaid, orderId),
  ];
}
