import { OFFICE_LINES, ORGANISATION, SUPPORT_EMAIL, SUPPORT_PHONE } from "../../../ui/contacts";

/** Texts of the policies page. */
export const strings = {
  title: "Event Policies",
  back: "Back to Paid Events",
  tabs: { contact: "Contact Us", refunds: "Returns & Refunds", terms: "Terms & Conditions" },
  contact: {
    heading: "Talk to the people who run the event",
    text: "For anything about stalls, payments or your booking. Please have your order id at hand: it begins with MELA.",
    office: "Office",
    address: [`${ORGANISATION}, Event Office`, ...OFFICE_LINES],
    email: "E-mail",
    emailAddress: SUPPORT_EMAIL,
    phoneNumber: SUPPORT_PHONE,
  },
} as const;
