import { ENQUIRY_RESPONSES } from "@sakhi/domain/enquiries/enquiry.rules";
import { PATHS } from "@sakhi/domain/site/routes";
import { FIND } from "../../shared/find";

/** A frequently asked question. */
export interface Question {
  readonly id: string;
  readonly question: string;
  readonly answer: readonly string[];
  readonly link?: { readonly to: string; readonly label: string };
}

const questions: readonly Question[] = [
  {
    id: "entrepreneur",
    question: "How do I become an entrepreneur with you?",
    answer: [
      "Start with what you make or do well, and list it: as a product brand, a service or an NGO. You need a brand name, your story in a few sentences, and a GST number or the number of another government-approved document.",
      "Not ready for a listing? Choose to join the community for free in the third step, and list your brand whenever you are.",
    ],
    link: { to: PATHS.join, label: "List your brand" },
  },
  {
    id: "training",
    question: "Do you offer training?",
    answer: [
      "Yes: mentors, courses, cohorts and learning sessions are how we work, with previews of what a career in a craft or a trade looks like and a community that helps along the way.",
      "Write to us with the form above what you make and what you would like to learn, and we reply with what there is for you.",
    ],
  },
  {
    id: "cost",
    question: "What does it cost to list my brand?",
    answer: [
      "A listing costs 999 rupees (₹999) for one year. It goes live within 2-3 business days after approval. If your listing is not approved, you get the money back within 15 days.",
      "Anyone who has paid for a stall at the Mela gets a year's listing free. Joining the community without a listing is free too.",
    ],
    link: { to: PATHS.terms, label: "Read the terms" },
  },
];

/** Texts of /support. The toasts' titles and default texts are specified (section 8). */
export const strings = {
  heading: "How can we help?",
  booked: "Have you booked a stall, or applied for a listing, and lost our mail?",
  find: FIND,
  lead: "Ask us about a listing, a stall, a payment or anything else. A person reads every message.",
  cards: {
    email: "E-mail",
    emailText: "Answered within 24 hours.",
    office: "Headquarters",
    appointment: "Visits by appointment",
  },
  formHeading: "Ask us anything",
  fields: {
    firstName: "First Name",
    lastName: "Last Name",
    lastNameHelp: "Only an initial? Add a full stop: K. Only one name? Write it in both fields.",
    email: "Email Address",
    phone: "Phone Number",
    subject: "Subject",
    message: "Message",
  },
  optional: "(optional)",
  trap: "Leave this field empty",
  submit: "Send Message",
  sending: "Sending...",
  toasts: {
    success: { title: "Message sent successfully!", description: ENQUIRY_RESPONSES.support },
    failure: { title: "Error sending message", description: "Failed to send message" },
  },
  questionsHeading: "Frequently asked questions",
  questions,
} as const;
