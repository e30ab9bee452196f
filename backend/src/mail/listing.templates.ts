import {
  day,
  dear,
  listingFooter,
  type MailBlock,
  type MailContext,
  type MailDraft,
  type MailSite,
  rupees,
  says,
  standaloneButton,
} from "./mail.layout.js";
import { formatDay, istDay } from "@sakhi/domain/invoices/indian-dates";
import { oneLine } from "@sakhi/domain/invoices/printed-text";
import type { ListingMailData } from "./mail.types.js";
import { dashboardPath, PATHS } from "@sakhi/domain/site/routes";
import type { CompanyType } from "@sakhi/domain/listings/listing-application.choices";
import type { ApplicationKind } from "@sakhi/domain/listings/listing.states";
import { listingRefundEnded } from "./booking.templates.js";

/** How mails about applications are written. */
export type ListingTemplates = {
  readonly [T in keyof ListingMailData]: (data: ListingMailData[T], context: MailContext) => MailDraft;
};

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
      says("The link opens a page that shows you everything first. Nothing is charged by opening it."),
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

const KINDS: Readonly<Record<ApplicationKind, string>> = {
  paid: "Paid listing",
  free: "Free community member",
  mela_free: "Free listing with a stall",
};
const TYPES: Readonly<Record<CompanyType, string>> = { product: "Products", service: "Services", ngo: "NGO" };

/** Where the administrator decides. */
const dashboard = ({ publicUrl }: MailSite): string => `${publicUrl}${dashboardPath({ view: "listings" })}`;

/** Mails to the organisation about applications. */
export const LISTING_OFFICE_TEMPLATES = {
  "listing-new": (data: ListingMailData["listing-new"], context: MailContext): MailDraft => {
    const { kind, applicant, phone, companyType, category, stallId } = data;
    const who = oneLine(applicant.name);
    return {
      subject: `${KINDS[kind]}: ${data.brandName}`,
      preheader: `From ${who}. Reply to this mail to answer.`,
      heading: `${KINDS[kind]}: ${oneLine(data.brandName)}`,
      blocks: [
        {
          kind: "facts",
          title: "The application",
          rows: [
            ["Brand", oneLine(data.brandName)],
            ["Offers", `${TYPES[companyType]}: ${category}`],
            ["Name", who],
            ["E-mail", applicant.address],
            ["Phone", `+91 ${phone}`],
            ...(stallId === undefined ? [] : ([["Stall", stallId]] as const)),
          ],
        },
        ...(kind === "free"
          ? []
          : ([
              { kind: "paragraph", text: "It waits for your decision." },
              { kind: "button", label: "Look at it", url: dashboard(context) },
            ] as const)),
      ],
      footer: [
        `Reply to this mail to answer ${who} directly.`,
        `Sent by the form at ${context.siteName} (${context.publicUrl}).`,
      ],
    };
  },

  "listing-waiting": (data: ListingMailData["listing-waiting"], context: MailContext): MailDraft => ({
    subject: `Still waiting: ${data.brandName}`,
    preheader: `An application has been waiting since ${formatDay(istDay(new Date(data.since)))}.`,
    heading: "An application waits for you",
    blocks: [
      {
        kind: "facts",
        title: "The application",
        rows: [
          ["Brand", oneLine(data.brandName)],
          ["Kind", KINDS[data.kind]],
          ["Waiting since", formatDay(istDay(new Date(data.since)))],
        ],
      },
      {
        kind: "paragraph",
        text: "We promise an answer within a few business days. Please approve it, or reject it with a reason.",
      },
      { kind: "button", label: "Look at it", url: dashboard(context) },
    ],
    footer: [`Sent by ${context.siteName} (${context.publicUrl}).`],
  }),
};

/** What happens to an application that waits for the administrator. */
const NEXT_STEPS: MailBlock = {
  kind: "steps",
  items: [
    "We look at what you sent us.",
    "Once we approve it, your brand goes live, and we send you the link. This takes 2–3 business days.",
    "Your listing is visible for one year from that day.",
  ],
};

/** Every mail about an application to be listed, in words. */
export const LISTING_TEMPLATES: ListingTemplates = {
  ...LISTING_OFFICE_TEMPLATES,
  ...LISTING_LIFE_TEMPLATES,

  "listing-refund-ended": listingRefundEnded,

  "listing-joined": ({ name, brandName }, context) => ({
    subject: `Welcome to the ${context.siteName} community`,
    preheader: `${oneLine(brandName)} is now part of our community.`,
    heading: "Welcome to our community",
    blocks: [
      dear(
        name,
        `thank you for joining us with ${oneLine(brandName)}. You are now a free member of our community and hear from us about events and trainings.`,
      ),
      says(
        "A community membership is not a listing: your brand does not appear on our site. A year's listing costs ₹999, and you can add it whenever you like.",
      ),
      { kind: "button", label: "List your brand", url: `${context.publicUrl}${PATHS.join}` },
    ],
    footer: listingFooter(context),
  }),

  "listing-received": ({ name, brandName }, context) => ({
    subject: `We have your application for ${brandName}`,
    preheader: "The free listing that comes with your stall.",
    heading: "We have your application",
    blocks: [
      dear(
        name,
        `thank you. You applied to list ${oneLine(brandName)} with the free listing that comes with your stall at the Mela. There is nothing to pay.`,
      ),
      { kind: "heading", text: "What happens next" },
      NEXT_STEPS,
    ],
    footer: listingFooter(context),
  }),

  "listing-claimed": ({ name, brandName, stallId }) => ({
    subject: `The free listing of stall ${stallId} was claimed`,
    preheader: `For the brand ${oneLine(brandName)}. If that was not you, let us know.`,
    heading: `The free listing of stall ${stallId} was claimed`,
    blocks: [
      dear(
        name,
        `somebody who knows the phone number of your booking has just claimed the free listing that comes with stall ${stallId}.`,
      ),
      {
        kind: "facts",
        title: "The claim",
        rows: [
          ["Stall", stallId],
          ["Brand", oneLine(brandName)],
        ],
      },
      says("If that was you, you need not do anything."),
      says("If it was not you, reply to this mail. We take the claim back, and the listing is yours again."),
    ],
  }),

  "listing-paid": (data, context) => ({
    subject:
      data.purpose === "renewal"
        ? `${data.brandName} is listed for another year`
        : `Payment received: ${data.brandName}`,
    preheader: `${rupees(data.amountPaise)} for order ${data.orderId}.`,
    heading: data.purpose === "renewal" ? "Another year is paid for" : "Your payment has reached us",
    blocks: [
      dear(
        data.name,
        data.purpose === "renewal"
          ? `thank you for staying with us. ${oneLine(data.brandName)} stays on our site.`
          : `thank you. Your application to list ${oneLine(data.brandName)} is complete.`,
      ),
      {
        kind: "facts",
        title: "Your payment",
        rows: [
          ["Brand", oneLine(data.brandName)],
          ["Order", data.orderId],
          ["Paid", `${rupees(data.amountPaise)}, GST included`],
          ...(data.liveUntil === undefined ? [] : ([["Listed until", day(data.liveUntil)]] as const)),
          ...(data.invoiceNumber === undefined ? [] : ([["Tax invoice", data.invoiceNumber]] as const)),
        ],
      },
      ...(data.invoiceNumber === undefined
        ? []
        : [
            says(
              context.invoiceAttached
                ? `Your tax invoice ${data.invoiceNumber} is attached as a PDF.`
                : `Your tax invoice ${data.invoiceNumber} is still being prepared. It follows in a mail of its own; you need not do anything.`,
            ),
          ]),
      ...(data.purpose === "first"
        ? [{ kind: "heading", text: "What happens next" } as const, NEXT_STEPS]
        : []),
      ...(data.purpose === "first"
        ? [says("Should we not approve your listing, you get the whole amount back within 15 days.")]
        : []),
    ],
    footer: listingFooter(context),
  }),

  "listing-invoice-late": (data, context) => ({
    subject: `Tax invoice ${data.invoiceNumber} for the listing of ${data.brandName}`,
    preheader: `The invoice for order ${data.orderId} is attached.`,
    heading: "Your tax invoice",
    blocks: [
      dear(
        data.name,
        "here is the tax invoice for your listing that was missing from our confirmation. We are sorry that it took longer.",
      ),
      {
        kind: "facts",
        title: "The invoice",
        rows: [
          ["Tax invoice", data.invoiceNumber],
          ["Brand", oneLine(data.brandName)],
          ["Order", data.orderId],
        ],
      },
    ],
    footer: listingFooter(context),
  }),

  "listing-payment-failed": (data, context) => ({
    subject: `Your payment for ${data.brandName} was not completed`,
    preheader: "No payment has reached us. You can try again at any time.",
    heading: "Your payment was not completed",
    blocks: [
      dear(
        data.name,
        data.renewUrl === undefined
          ? `we received no payment for your application, so ${oneLine(data.brandName)} is not listed.`
          : `we received no payment for another year of ${oneLine(data.brandName)}.`,
      ),
      {
        kind: "facts",
        title: "Your order",
        rows: [
          ["Order", data.orderId],
          ["Brand", oneLine(data.brandName)],
        ],
      },
      says(
        "If your bank shows the amount as paid, please do not pay twice. Money that reaches us late still counts, or goes back to you in full.",
      ),
      { kind: "button", label: "Try again", url: data.renewUrl ?? `${context.publicUrl}${PATHS.join}` },
    ],
    footer: listingFooter(context),
  }),

  "listing-lapsed": ({ name, brandName }, context) => ({
    subject: `Your application for ${brandName} is closed`,
    preheader: "No payment has reached us. You can apply again at any time.",
    heading: "Your application is closed",
    blocks: [
      dear(
        name,
        `for two weeks no payment has reached us for your application, so we have closed it: ${oneLine(brandName)} is not listed.`,
      ),
      says(
        "You can apply again whenever you like. On the device you used, the form still has what you filled in. If your bank shows the amount as paid, do not pay again, but reply to this mail: money that reaches us still counts.",
      ),
      { kind: "button", label: "Apply again", url: `${context.publicUrl}${PATHS.join}` },
    ],
    footer: listingFooter(context),
  }),

  "listing-payment-refunded": (data, context) => ({
    subject: `We are returning ${rupees(data.amountPaise)} to you`,
    preheader: `The refund for order ${data.orderId} is on its way: 5–10 working days.`,
    heading: `${rupees(data.amountPaise)} is on its way back to you`,
    blocks: [
      dear(
        data.name,
        data.why === "second_payment"
          ? `the listing of ${oneLine(data.brandName)} was paid for twice. The first payment stands; we are returning the second one in full.`
          : data.why === "paid_twice"
            ? `two payments on your order for ${oneLine(data.brandName)} went through. One was enough: we are returning the later one in full.`
            : data.why === "provider"
              ? `our payment provider has returned this amount of your payment for ${oneLine(data.brandName)}.`
              : data.why === "operator"
                ? `we have looked at your payment for ${oneLine(data.brandName)} and are returning this amount to you. Reply to this mail if you have a question about it.`
                : `your payment for ${oneLine(data.brandName)} reached us after the application had ended. We are returning the whole amount.`,
      ),
      {
        kind: "facts",
        title: "Your refund",
        rows: [
          ["Amount", rupees(data.amountPaise)],
          ["Order", data.orderId],
          ...(data.creditNoteNumber === undefined ? [] : ([["Credit note", data.creditNoteNumber]] as const)),
          ["Arrives", "In 5–10 working days, the way you paid"],
        ],
      },
      ...(data.creditNoteNumber === undefined || !context.invoiceAttached
        ? []
        : [says(`The credit note ${data.creditNoteNumber} for your tax invoice is attached as a PDF.`)]),
      says(
        "You need not do anything. If the money is not there after 10 working days, reply to this mail with the order number.",
      ),
      standaloneButton("See where your refund stands", context, PATHS.listingPaid, data.orderId),
    ],
    footer: listingFooter(context),
  }),
};
