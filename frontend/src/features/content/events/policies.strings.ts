import { OFFICE_LINES, SUPPORT_EMAIL } from "../../../ui/contacts";

/** One headed part of a policy: paragraphs, and points where a list reads better. */
export interface PolicySection {
  readonly heading: string;
  readonly text?: readonly string[];
  readonly points?: readonly string[];
}

const refunds: readonly PolicySection[] = [
  {
    heading: "Once you have paid",
    text: [
      "There are no refunds once your registration is confirmed and paid. Please check the stall, the type and the dates before you pay.",
    ],
  },
  {
    heading: "Handing your stall to someone else",
    text: [
      "If you cannot come, another person may take your place only when the organizer has approved it beforehand. Write to us with your order id and the name of the person who will run the stall.",
    ],
  },
  {
    heading: "If the organizer cancels",
    text: [
      "Should the organizer have to cancel the event because of something unforeseen or beyond anyone's control (force majeure), you get a partial refund: what you paid, less the expenses already made for the event.",
    ],
  },
  {
    heading: "If the event is rescheduled",
    text: ["Your registration stays valid for the new date. A change of date does not lead to a refund."],
  },
  {
    heading: "How refunds are paid",
    text: [
      "An approved refund is processed within 30 business days, by the same mode of payment you used for the booking.",
    ],
  },
];

const terms: readonly PolicySection[] = [
  {
    heading: "1. Stall allocation and setup",
    points: [
      "Your stall is the one on your confirmation. The layout is tentative, and the organizer may adjust positions where safety or the hall demands it.",
      "Every stall is 10' x 10'. Keep your display, stock and seating inside it and leave the walkways clear.",
      "Set up before the doors open and stay until they close. Packing up early spoils the hall for your neighbours.",
    ],
  },
  {
    heading: "2. Prohibited items",
    points: [
      "No alcohol, tobacco, weapons, fireworks or open flames, no counterfeit goods, and nothing that is illegal to sell in India.",
      "A stall that shows or sells prohibited items is removed from the event without a refund.",
    ],
  },
  {
    heading: "3. Cleanliness and conduct",
    points: [
      "Keep your stall clean and take your waste to the points provided.",
      "Treat visitors, staff and the other stall owners with respect. The organizer may ask anyone to leave who does not.",
    ],
  },
  {
    heading: "4. Indemnity and liability",
    points: [
      "You are responsible for your goods, your staff and what happens in your stall.",
      "The organizer is not liable for loss, theft, damage or injury there, and you keep the organizer free from claims that arise from it.",
    ],
  },
  {
    heading: "5. Insurance",
    text: ["Insurance of goods, fittings and people at the stall is for the stall owner to arrange."],
  },
  {
    heading: "6. Force majeure",
    text: [
      "The organizer is not in default when the event cannot take place as planned because of natural disaster, epidemic, strike, an order of the authorities or anything else beyond its control.",
    ],
  },
  {
    heading: "7. Cancellation",
    points: [
      "There is no refund if you cancel or do not come.",
      "If the organizer cancels, you are refunded what you paid less the expenses made, within 30 working days.",
    ],
  },
  {
    heading: "8. Food stalls",
    text: [
      "FSSAI certification is mandatory for every stall that serves or sells food. Bring the certificate and show it at the stall.",
    ],
  },
  {
    heading: "9. Damage",
    text: [
      "For damage to the hall, its fittings or hired furniture the organizer may request payment within 7 days after the event.",
    ],
  },
  {
    heading: "10. Legal",
    points: [
      "Indemnification: you make good any loss the organizer suffers because these terms were broken at your stall.",
      "Waiver: if the organizer does not insist on a term once, the term still stands.",
      "Governing law: the law of India applies, and the courts of Mumbai have jurisdiction.",
      "Disputes: mediation or arbitration in Mumbai comes first, before any court.",
      "This agreement is non-transferable: it is yours alone.",
    ],
  },
];

/** Texts of the policies page. */
export const strings = {
  title: "Event Policies",
  back: "Back to Paid Events",
  tabs: { contact: "Contact Us", refunds: "Returns & Refunds", terms: "Terms & Conditions" },
  contact: {
    heading: "Talk to the people who run the event",
    text: "For anything about stalls, payments or your booking. Please have your order id at hand: it begins with MELA.",
    office: "Office",
    address: ["Sakhi Bazaar, Event Office", ...OFFICE_LINES],
    email: "E-mail",
    emailAddress: SUPPORT_EMAIL,
  },
  refunds,
  terms,
} as const;
