import { dashboardPath } from "@sakhi/domain/site/routes";
import { formatDay, istDay } from "@sakhi/domain/invoices/indian-dates";
import { oneLine } from "@sakhi/domain/invoices/printed-text";
import type { CompanyType } from "@sakhi/domain/listings/listing-application.choices";
import type { ApplicationKind } from "@sakhi/domain/listings/listing.states";
import type { MailDraft, MailSite } from "./mail.layout.js";
import type { ListingMailData } from "./listing-mails.types.js";
import type { MailContext } from "./mail.context.js";

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
