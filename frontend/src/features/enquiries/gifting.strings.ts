import { ENQUIRY_RESPONSES } from "@sakhi/domain/enquiries/enquiry.rules";
import { CLOSE } from "../../ui/leave";

/** Texts of /corporate-gifting. The overlay's titles and default messages are specified (section 8). */
export const strings = {
  kicker: "Corporate gifting",
  heading: "Gifts that somebody made",
  lead: "Diwali boxes, welcome kits, thank-yous for two hundred guests: describe what you need, and we put it together with women-led brands from all over India.",
  toForm: "Send a request",
  picture: "A drawn gift box tied with a marigold ribbon, with a pot, folded cloth, bangles, and two lamps around it",
  reasons: [
    { title: "Made by hand", text: "By women-led brands, so no two pieces are quite alike." },
    { title: "Put together for you", text: "One request to us, instead of twenty to as many makers." },
    { title: "Income for women", text: "Every order is work for the women who make the gifts." },
  ],
  formHeading: "Describe what you need",
  formText: "The more you write, the better our first answer.",
  fields: {
    firstName: "First Name",
    lastName: "Last Name",
    lastNameHelp: "Only an initial? Add a full stop: K. Only one name? Write it in both fields.",
    email: "Email Address",
    phone: "Phone Number",
    company: "Company Name",
    requirements: "Your Requirements",
  },
  requirementsHelp: "The occasion, how many, by when, and a budget if you have one.",
  member: "Are you a member?",
  memberChoices: [
    ["yes", "Yes"],
    ["no", "No"],
  ],
  trap: "Leave this field empty",
  submit: "Submit Request",
  sending: "Sending...",
  overlay: {
    success: "Request Submitted Successfully!",
    successText: ENQUIRY_RESPONSES.corporate_gifting,
    failure: "Submission Failed",
    refused: "Failed to send request",
    noResponse: "Please try again later.",
    kept: "What you typed is still in the form.",
    write: "You can also write to us at",
    close: CLOSE,
  },
} as const;
