import { isolated } from "@sakhi/domain/fields/isolation";
/** For example 22 November 2026. */
const dateText = (version: string) => dateFormat.format(new Date(`${version}T00:00:00Z`));
const dateFormat = new Intl.DateTimeFormat("en-IN", { dateStyle: "long", timeZone: "UTC" });

/** Texts of the policies page. */
export const strings = {
  title: "Event Policies",
  back: "Back to Paid Events",
  backToEvent: (name: string) => `Back to ${isolated(name)}`,
  version: (version: string, isCurrent: boolean) =>
    isCurrent
      ? `These are the policies in force since ${dateText(version)}.`
      : `These are the policies of ${dateText(version)}, as they were accepted with bookings made then. They have been replaced. `,
  current: "Read the current policies",
  tabs: { contact: "Contact Us", refunds: "Returns & Refunds", terms: "Terms & Conditions" },
  contact: {
    heading: "Talk to the people who run the event",
    text: "For anything about stalls, payments or your booking. Please have your order id at hand: it begins with MELA.",
    office: "Office",
    officeOf: (organisation: string) => `${isolated(organisation)}, Event Office`,
    email: "E-mail",
  },
} as const;
