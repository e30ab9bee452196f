import messages from "@sakhi/domain/generated/messages/en/app";
import { PATHS } from "@sakhi/domain/site/routes";
import { FIND } from "../shared/find";

const { links, ...texts } = messages;

const home = { to: PATHS.home, label: links.home };
const shopLinks = [
  { to: PATHS.products, label: links.products },
  { to: PATHS.services, label: links.services },
  { to: PATHS.ngo, label: links.ngo },
];
const others = [
  { to: PATHS.gifting, label: links.gifting },
  { to: PATHS.about, label: links.about },
  { to: PATHS.awards, label: links.awards },
  { to: PATHS.support, label: links.support },
];
const paidEvents = { to: PATHS.events, label: links.paidEvents };
const find = { to: PATHS.findBooking, label: FIND };

/** Texts of the layout around all pages. */
export const strings = {
  ...texts,
  home,
  shopLinks,
  navigation: [...others, paidEvents],
  /** Behind the menu of small screens; on wide ones the footer has it. */
  find,
  listBrand: { to: PATHS.join, label: links.listBrand },
  // Opens the home page with its search box.
  searchLink: { to: `${PATHS.home}?q=`, label: texts.search },
  quickLinkList: [home, ...shopLinks, ...others],
  melaList: [
    paidEvents,
    { to: PATHS.plan, label: links.plan },
    find,
    { to: PATHS.policies, label: links.policies },
    { to: PATHS.status, label: links.status },
  ],
  legalList: [
    { to: PATHS.privacy, label: links.privacy },
    { to: PATHS.disclaimer, label: links.disclaimer },
    { to: PATHS.terms, label: links.terms },
  ],
} as const;
