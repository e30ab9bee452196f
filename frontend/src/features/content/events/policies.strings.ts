/** Texts of the policies page. */
export const strings = {
  title: "Event Policies",
  back: "Back to Paid Events",
  tabs: { contact: "Contact Us", refunds: "Returns & Refunds", terms: "Terms & Conditions" },
  contact: {
    heading: "Talk to the people who run the event",
    text: "For anything about stalls, payments or your booking. Please have your order id at hand: it begins with MELA.",
    office: "Office",
    officeOf: (organisation: string) => `${organisation}, Event Office`,
    email: "E-mail",
  },
} as const;
