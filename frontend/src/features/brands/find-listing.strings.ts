/** Texts of the page that mails a new link. */
export const strings = {
  findTitle: "Find my listing",
  findLead: "We send a link to your page to the e-mail address of your listing.",
  findContact: "E-mail address or phone number",
  findContactHelp: "The one you applied with",
  findButton: "Send the link",
  findSending: "Sending...",
  findDone: "Look into your mail",
  findFailed: "The link could not be sent",
} as const;
