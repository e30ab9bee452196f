import { isolated } from "@sakhi/domain/fields/isolation";
/** Texts of the form on a brand's page. */
export const strings = {
  fields: { name: "Name", email: "Email Address", phone: "Phone Number", message: "Message" },
  messageHelp: "For example what you would like, how many, and by when.",
  optional: "(optional)",
  trap: "Leave this field empty",
  submit: "Send Message",
  sending: "Sending...",
  consent: (brand: string) =>
    `My name, address, number and message may be passed on to ${isolated(brand)}, to be answered. `,
  privacy: "Privacy Policy",
  failed: "Error sending message",
  failedText: "Failed to send message",
} as const;
