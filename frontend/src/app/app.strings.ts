import { PATHS } from "@sakhi/domain/site/routes";
import { FIND } from "../shared/find";

const home = { to: PATHS.home, label: "Home" };
const shopLinks = [
  { to: PATHS.products, label: "Products" },
  { to: PATHS.services, label: "Services" },
  { to: PATHS.ngo, label: "NGO" },
];
const others = [
  { to: PATHS.gifting, label: "Corporate Gifting" },
  { to: PATHS.about, label: "About" },
  { to: PATHS.awards, label: "Awards" },
  { to: PATHS.support, label: "Support" },
];
const paidEvents = { to: PATHS.events, label: "Paid Events" };
const find = { to: PATHS.findBooking, label: FIND };

/** Texts of the layout around all pages. */
export const strings = {
  skip: "Skip to the content",
  partnershipFirst: "a partnership",
  partnershipSecond: "Let's Empower Women Entrepreneurs",
  homeLink: "Sakhi Bazaar, to the home page",
  menu: "Menu",
  closeMenu: "Close menu",
  mainNavigation: "Main",
  home,
  shop: "Shop",
  shopLinks,
  navigation: [...others, paidEvents],
  /** Behind the menu of small screens; on wide ones the footer has it. */
  find,
  community: "Join Our Community",
  listBrand: { to: PATHS.join, label: "List Your Brand" },
  search: "Search",
  // Opens the home page with its search box.
  searchLink: { to: `${PATHS.home}?q=`, label: "Search" },
  closeSearch: "Close search",
  siteLinks: "Site links, contact and legal",
  footerLine: "Stalls, brands and things made well, by women across India.",
  quickLinks: "Quick links",
  quickLinkList: [home, ...shopLinks, ...others],
  mela: "The Mela",
  melaList: [
    paidEvents,
    { to: PATHS.plan, label: "The Mela floor plan" },
    find,
    { to: PATHS.policies, label: "Policies" },
    { to: PATHS.status, label: "Is everything working?" },
  ],
  legal: "Legal",
  legalList: [
    { to: PATHS.privacy, label: "Privacy Policy" },
    { to: PATHS.disclaimer, label: "Disclaimer" },
    { to: PATHS.terms, label: "Terms and Conditions" },
  ],
  contact: "Write to us",
  copyEmail: "Copy the e-mail address",
  copied: "Copied",
  notCopied: { title: "Could not copy", description: "Please select the e-mail address and copy it by hand." },
  copyright: "© 2024 Sakhi Bazaar. All rights reserved.",
  closeToast: "Close message",
  status: {
    texts: {
      paused: "Booking is paused for a short while. What you have booked and paid for is safe.",
      down: "Nothing can be booked at the moment. What you have booked and paid for is safe.",
      fail: "The payment service does not answer right now. A stall that you hold stays yours until its time is over.",
      late: "Mails arrive later than usual. Your bookings are safe.",
    },
    more: "What works right now",
  },
  notFoundTitle: "404 Page Not Found",
  notFoundText: "There is nothing at this address. It may have moved, or the link may be mistyped.",
  notFoundHome: "Go to the home page",
  notFoundMela: "See the Mela floor plan",
  partMissing: { title: "This did not open", description: "Check your connection and reload the page." },
  errorTitle: "This page did not open",
  errorText: "Something went wrong on our side, or the connection dropped. Nothing you booked is lost.",
  errorRetry: "Try again",
} as const;
