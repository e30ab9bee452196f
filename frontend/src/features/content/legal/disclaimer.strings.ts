import { SUPPORT_EMAIL } from "../../../ui/contacts";
import { SITE_NAME } from "../../../ui/page";
import type { LegalDocument } from "./legal-document";

/** Texts of /disclaimer. */
export const disclaimer: LegalDocument = {
  title: "Disclaimer",
  lead: `${SITE_NAME} introduces makers, service providers and initiatives to the people who look for them. Here is what we can stand for, and what we cannot.`,
  gist: [
    "Brands speak for themselves: check with them before you buy.",
    "Taking part in a pop-up carries a fee and comes with no guarantee of sales.",
  ],
  numbered: false,
  sections: [
    {
      id: "information",
      heading: "Information on this site",
      text: [
        "We put together what you read here in good faith and for general information. It can be incomplete or out of date, and it is no legal, financial, medical or other professional advice.",
      ],
    },
    {
      id: "brands",
      heading: "Brands and what they offer",
      points: [
        "Descriptions, pictures, prices and claims come from the brands, and the brands answer for them. A listing is not our recommendation.",
        "We do not make, test, store, sell or deliver what is listed. Quality, price, delivery and returns are between you and the brand.",
        "Handmade things differ from piece to piece and from picture to piece.",
        "Please ask the maker before you rely on a statement about health, ingredients, allergens or wellness, and ask a doctor where it matters.",
      ],
    },
    {
      id: "pop-ups",
      heading: "Pop-ups, fairs and melas",
      points: [
        "Participation in a pop-up, a fair or a mela carries a fee. It is named before you book, and pays for your place at the event.",
        "There is no sales guarantee: we cannot promise a number of visitors, enquiries, orders or any return on the fee.",
        "Dates, place, hours and layout may change. The event policies say what happens then.",
      ],
    },
    {
      id: "business-results",
      heading: "Business results",
      text: [
        "Stories of women who have done well are true to them. They are no promise that a listing, a course, a mentor or an event will do the same for your business.",
      ],
    },
    {
      id: "other-sites",
      heading: "Other sites",
      text: [
        "Links lead to shops, social pages and news sites that others run. We do not control them and do not answer for what they show or do.",
      ],
    },
    {
      id: "liability",
      heading: "Liability",
      text: [
        "As far as the law allows, we are not liable for loss or damage that comes from using this site, from relying on what it says, or from dealings with a listed brand. The Terms and Conditions say more.",
      ],
    },
    {
      id: "contact",
      heading: "Something is not right?",
      text: ["Tell us about a listing that misleads, or a fact that is wrong. We look into every message."],
      email: SUPPORT_EMAIL,
    },
  ],
};
