import { ENQUIRY_ANSWERS } from "@sakhi/domain/enquiries/enquiry.rules";

/** Texts of /corporate-gifting. Titles and default messages of the overlay are the specification's (section 8). */
export const strings = {
  kicker: "Corporate gifting",
  heading: "Gifts that somebody made",
  lead: "Diwali boxes, welcome kits, thank-yous for two hundred guests: tell us what you need, and we put it together with women-led brands from all over India.",
  toForm: "Send a request",
  picture:
    "A drawn gift box tied with a marigold ribbon, with a pot, folded cloth, bangles, and two lamps around it",
  reasons: [
    {
      title: "From 20 to 2,000 pieces",
      text: "Small batches made by hand, and orders shared between makers.",
    },
    { title: "Your colours, your card", text: "Packing, labels and a card in your name, in any language." },
    {
      title: "Income for women",
      text: "What you pay goes to the women who make it, and you learn their names.",
    },
  ],
  formHeading: "Tell us what you need",
  formText: "The more you write, the better our first answer. We don't pass your details on.",
  fields: {
    firstName: "First Name",
    lastName: "Last Name",
    email: "Email Address",
    phone: "Phone Number",
    company: "Company Name",
    requirements: "Your Requirements",
  },
  requirementsHelp: "The occasion, how many, by when, and a budget if you have one.",
  member: "Are you a member?",
  memberChoices: { yes: "Yes", no: "No" },
  trap: "Leave this field empty",
  submit: "Submit Request",
  sending: "Sending...",
  overlay: {
    success: "Request Submitted Successfully!",
    successText: ENQUIRY_ANSWERS.corporate_gifting,
    failure: "Submission Failed",
    refused: "Failed to send request",
    noAnswer: "Please try again later.",
    kept: "What you typed is still in the form.",
    write: "You can also write to us at",
    close: "Close",
  },
} as const;
