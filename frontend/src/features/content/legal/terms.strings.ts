import { SUPPORT_EMAIL } from "../../../ui/contacts";
import { MELA } from "../../../ui/mela";
import { SITE_NAME } from "../../../ui/page";
import type { LegalDocument } from "./legal-document";

/** Texts of /terms-and-conditions: 13 sections, as specification 2, "Legal pages", lists them. */
export const terms: LegalDocument = {
  title: "Terms and Conditions",
  lead: `These terms are the agreement between you and ${SITE_NAME} when you browse the site, write to us, or list your brand. By using the site you accept them.`,
  effective: { date: "2025-10-15", text: "15 October 2025" },
  gist: [
    "You are 18 or older.",
    "We help people discover brands. Buying, paying and delivery are between the buyer and the brand.",
    "A listing costs ₹999 a year, goes live within 2-3 business days after approval, and stays for 1 year.",
    "If we do not approve your membership or listing, you get your money back within 15 days.",
  ],
  numbered: true,
  sections: [
    {
      id: "eligibility",
      heading: "Eligibility",
      points: [
        "You must be 18 or older to use the site, to become a member, or to list a brand.",
        "If you act for a business, an organisation or a group, you confirm that you are allowed to accept these terms for it.",
        "What you tell us about yourself and your business must be true, complete and up to date.",
      ],
    },
    {
      id: "nature-of-service",
      heading: "Nature of service",
      points: [
        `${SITE_NAME} is a place to discover women-led brands, service providers and NGO initiatives, and to be listed as one. It offers discovery and listing only.`,
        "We are not an e-commerce shop. We do not sell the listed products or services, take orders for them, or handle payment, packing, delivery, returns or any other fulfilment.",
        "When you buy from a listed brand, or engage one, you deal with that brand directly and on its own terms. We are not a party to that dealing.",
        "We do not promise that a listed product or service is available, or that a listing brings enquiries or sales.",
      ],
    },
    {
      id: "account-registration",
      heading: "Account registration",
      points: [
        "Browsing needs no account. To be listed, you register your brand with your name, your contact details and the facts about your business.",
        "Register with your own e-mail address and phone number, and keep both current: we reach you there about your listing.",
        "You answer for everything that is sent to us in your name. If someone else has used your details, write to us at once.",
        "One brand needs one registration. We may merge or close duplicates.",
      ],
    },
    {
      id: "membership-and-payments",
      heading: "Membership and payments",
      points: [
        "A paid listing costs ₹999 for one year. The price you are shown before you pay is the price you pay.",
        "Payment goes through a payment provider, by card or UPI on its own page. We never see or keep your card number or UPI PIN.",
        "An application that nobody pays for within 14 days is closed. You can apply again at any time.",
        "Payment alone does not list a brand. We review every application, and your listing goes live within 2-3 business days after approval.",
        "A listing is active for 1 year from the day it goes live, and ends then unless it is renewed.",
        "You can also join the community for free. If you have paid for a stall at one of our melas, you can claim a listing without a further fee.",
        `Stalls at ${MELA.name} are booked and paid for under the event policies, which you find on the Paid Events pages.`,
      ],
    },
    {
      id: "refund-policy",
      heading: "Refund policy",
      points: [
        "If your membership or listing is not approved, we refund what you paid for it within 15 days.",
        "The refund goes back the way you paid. Your bank may need a few days more to show it.",
        "The fee of an approved listing pays for its year on the site.",
        "Stall bookings are not covered here: the refund rules of the event policies apply to them.",
      ],
    },
    {
      id: "content-and-listings",
      heading: "Content and listings",
      points: [
        "What you send us stays yours: your texts, your pictures, your logo and your brand name.",
        "You give us a non-exclusive, royalty-free licence to show, copy, resize, translate and share it, on the site and where we tell of the community, to present your brand.",
        "You confirm that you own what you send or may use it, and that it breaks no law and no one else's rights.",
        "We have the right to review every listing, to correct its form, to ask for changes, and to refuse or remove content that breaks these terms.",
        "The facts in your listing are yours to keep right. Tell us when a price, a place or an address changes.",
      ],
    },
    {
      id: "prohibited-conduct",
      heading: "Prohibited conduct",
      text: ["When you use the site, you do not:"],
      points: [
        "give false facts, pass yourself off as someone else, or list a brand that is not yours;",
        "list anything that is illegal to make, sell or offer in India, or that is counterfeit or unsafe;",
        "post words or pictures that are hateful, obscene, defamatory or misleading;",
        "send unwanted advertising to the brands or visitors you find here;",
        "collect other people's details from the site, by hand or by machine, for purposes of your own;",
        "reserve stalls you do not mean to book, or misuse coupons, forms or payments;",
        "attack, overload or try to get around the security of the site.",
      ],
    },
    {
      id: "intellectual-property",
      heading: "Intellectual property",
      points: [
        `The name ${SITE_NAME}, our logo, our drawings, our texts and the software of the site belong to us or to those who let us use them.`,
        "You may share links and print pages for yourself. Anything more needs our written consent.",
        "The names, logos and pictures of listed brands belong to those brands. Ask them before you use any of it.",
        "If you believe that something on the site copies your work, write to us with the address of the page and what is yours. We look into it and remove what should not be there.",
      ],
    },
    {
      id: "limitation-of-liability",
      heading: "Limitation of liability",
      points: [
        "We run the site with care, but we offer it as it is. We do not promise that it is always available or free of mistakes.",
        "We are not liable for the products, services, statements or conduct of listed brands, or for what happens between them and their buyers.",
        "As far as the law allows, we are not liable for indirect losses, such as lost sales, lost profit or lost data.",
        "Nothing here takes away a right that the law does not allow to be taken away.",
      ],
    },
    {
      id: "termination",
      heading: "Termination",
      points: [
        "You may ask us to take down your listing at any time.",
        "We may suspend or remove a listing, or end your use of the site, if you break these terms or the law, or if others could come to harm. We tell you why, unless the law forbids it.",
        "When your listing ends, it is no longer shown.",
        "Sections 6, 8, 9 and 11 go on after the end, as far as they concern what happened before it.",
      ],
    },
    {
      id: "governing-law",
      heading: "Governing law",
      points: [
        "The law of India governs these terms.",
        "The courts of Mumbai have jurisdiction over every dispute about them.",
        "Please write to us first: most things can be settled with a conversation.",
      ],
    },
    {
      id: "contact",
      heading: "Contact",
      text: ["Questions about these terms, your listing or a payment? Our support answers by e-mail."],
      email: SUPPORT_EMAIL,
    },
    {
      id: "updates",
      heading: "Updates",
      points: [
        "We may change these terms when the site, the law or our work changes. The version on this page is the one that applies, and its date stands at the top.",
        "Look in now and then, and before you list or renew.",
        "If you go on using the site after a change has come into force, you accept it.",
      ],
    },
  ],
};
