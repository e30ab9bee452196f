const kinds = {
  registration: "Stall registration",
  request: "Request about a booking",
  papers: "Papers for a stall",
  arrivals: "Arrivals at the gate",
  application: "Listing application",
  claim: "Application waiting for the stall's booker",
  enquiry: "Enquiry",
  "waiting place": "Place on a waiting list",
  mail: "E-mail we sent",
  "whatsapp consent": "Messages by WhatsApp",
  brand: "Published brand",
  picture: "Picture of a brand",
  page: "Page of a brand, as its owner wrote it",
  invoice: "Invoice",
} as const;

const be = (count: number) => (count === 1 ? "is" : "are");

/** The texts of the dashboard's privacy view. */
export const strings = {
  title: "Personal data",
  lead: "When somebody asks what we hold about them, or wants it corrected or erased. Search once by phone number and once by e-mail: each finds only what carries it. Every search is in the audit log.",
  contact: "Phone number or e-mail",
  search: "Find records",
  searching: "Searching...",
  failed: "We could not search. Please try again.",
  operatorsOnly: "Only operators can look up a person's data.",
  empty: { title: "Nothing found", text: "We hold no record with this phone number or e-mail address." },
  found: (count: number) => (count === 1 ? "1 record" : `${count} records`),
  kinds,
  kept: "Kept",
  erasable: "Can be erased",
  download: "Download a copy",
  fileName: "personal-data.json",
  reason: "Reason",
  reasonHelp: "For the audit log, for example: asked by e-mail on 3 March. No personal data.",
  erase: {
    button: "Erase",
    title: "Erase this person's data?",
    confirm: "Erase",
    pending: "Erasing...",
    consequence: (contact: string, erasable: number, kept: number) =>
      `${erasable} of the records of ${contact} ${be(erasable)} erased for good. ${kept} ${be(kept)} kept; each says why. This can't be undone.`,
    done: (changed: number, kept: number) => `Erased: ${changed}. Kept: ${kept}.`,
  },
  correct: {
    button: "Correct",
    title: "Correct this person's details",
    confirm: "Save the correction",
    pending: "Saving...",
    name: "New full name",
    email: "New e-mail address",
    phone: "New phone number",
    consequence: (contact: string) =>
      `The new details replace the old ones in registrations, applications and enquiries of ${contact}, and on a brand's page that shows them. Issued invoices stay as they are.`,
    done: (changed: number) => `Corrected: ${changed}.`,
  },
} as const;
