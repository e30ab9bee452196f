import { SUPPORT_EMAIL } from "../../../ui/contacts";
import { SITE_NAME } from "../../../ui/page";
import type { LegalDocument } from "./legal-document";

/** Texts of /privacy-policy. It says what the product does with data: a change there is a change here. */
export const privacy: LegalDocument = {
  title: "Privacy Policy",
  lead: `What ${SITE_NAME} asks of you, what we do with it, who else sees it, and what you can ask of us.`,
  effective: { date: "2025-10-15", text: "October 15, 2025" },
  gist: [
    "We ask only for what a form needs to do its work.",
    "We do not sell your details, and we show no advertising.",
    "Your card number and UPI PIN stay with the payment provider. We never see them.",
    "The site is not for people under 18.",
  ],
  numbered: false,
  sections: [
    {
      id: "who-we-are",
      heading: "Who we are",
      text: [
        `${SITE_NAME} is a marketplace and community site for women-led brands in India, with its headquarters in Mumbai. We decide how the details described here are used, and we answer for them.`,
      ],
    },
    {
      id: "what-we-collect",
      heading: "What we collect",
      text: [
        "You can browse without telling us who you are. When you send us a form, we collect what you enter:",
      ],
      points: [
        "Support messages: your name, your e-mail address, your phone number if you give it, and what you write.",
        "Corporate gifting requests: your name, your e-mail address and phone number, your company, what you need, and whether you are a member.",
        "Brand listings: your name and contact details, and the facts, numbers and story of your business, such as its address and its GST or other document number.",
        "Stall bookings: your name, your e-mail address and phone number, your business, the billing details for the invoice, and the stall you chose.",
        "Payments: the amount, the time, the order, the way you paid and whether it succeeded, as the payment provider reports it.",
        "The network address your device connects from, to limit how often forms and reservations can be sent.",
      ],
    },
    {
      id: "how-we-use-it",
      heading: "How we use it",
      points: [
        "To answer you, and to do what you asked for: list your brand, hold and book your stall, prepare a gifting offer.",
        "To write to you about it: confirmations, invoices, and changes to what you booked.",
        "To check that a stall was paid for when someone claims the free listing that comes with it.",
        "To keep the site fair and safe, for example against people who reserve stalls in bulk.",
        "To meet our duties under tax and other law.",
      ],
    },
    {
      id: "what-is-public",
      heading: "What is public",
      text: [
        "A listing is there to be seen. When your brand goes live, its name, story, pictures, place, links and the contact details meant for customers are shown to everyone, and search engines find them. The rest of your application is not shown.",
      ],
    },
    {
      id: "who-else-sees-it",
      heading: "Who else sees it",
      points: [
        "The payment provider, when you pay: it receives your name, e-mail address, phone number, the amount and what the payment is for, and handles it under its own policy.",
        "Those who run servers and send e-mail for us, only as far as their work needs it.",
        "Authorities, when the law obliges us.",
        "Nobody else. We do not sell or rent out your details.",
      ],
    },
    {
      id: "cookies",
      heading: "Cookies and what your browser keeps",
      points: [
        "One cookie tells us that a stall you hold is yours. It is set when you come to book one, carries no name, and cannot be read by other sites.",
        "Your browser keeps a half-filled form until you close its tab, without numbers of documents, and your latest order number and recent searches until you clear them in your browser's settings. None of that is sent to us.",
        "We use no advertising or tracking cookies. The payment provider's page may set cookies of its own.",
      ],
    },
    {
      id: "how-long",
      heading: "How long we keep it",
      points: [
        "Stall registrations that were not paid for: 30 days.",
        "Messages and gifting requests: 12 months.",
        "Applications for a listing: while the listing is live, and after it has ended so that you can renew it, until you ask us to erase it; 12 months if the application was rejected, withdrawn or never paid for.",
        "Free membership of the community: until you ask us to erase it.",
        "E-mails we sent: 12 months.",
        "Paid bookings, payments and invoices: as long as tax law asks us to keep accounts, which is six years after the annual return of their year.",
        "Unpaid registrations, messages, applications and e-mails are erased automatically once that time is over.",
      ],
    },
    {
      id: "security",
      heading: "How we protect it",
      text: [
        "The site is served over encrypted connections, and only people who need your details for their work can open them. No system is perfect. Should your details be exposed, we tell you and the authorities, as the law requires.",
      ],
    },
    {
      id: "your-choices",
      heading: "Your choices and rights",
      text: ["Write to us, and we will:"],
      points: [
        "tell you what we hold about you, and give you a copy;",
        "correct what is wrong or out of date;",
        "delete what we need no longer keep, and take down your listing;",
        "stop a use of your details that you no longer agree to;",
        "look into a complaint and answer it.",
      ],
    },
    {
      id: "under-18",
      heading: "People under 18",
      text: [
        "The site is not for people under 18, and we do not knowingly collect their details. If you believe that someone under 18 has sent us details, write to us and we will delete them.",
      ],
    },
    {
      id: "other-sites",
      heading: "Links to other sites",
      text: [
        "Listings link to the brands' own shops and social pages. Those sites have policies of their own, which we do not control.",
      ],
    },
    {
      id: "changes",
      heading: "Changes to this policy",
      text: ["When our practice changes, this page changes with it, and so does the date at the top."],
    },
    {
      id: "contact",
      heading: "Contact",
      text: ["For questions about your details, or a request or complaint, write to our support."],
      email: SUPPORT_EMAIL,
    },
  ],
};
