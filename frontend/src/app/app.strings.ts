import { ROUTES } from "../ui/event-facts";

/** Texts of the frame around all pages. */
export const strings = {
  skip: "Skip to the content",
  partnershipFirst: "a partnership",
  partnershipSecond: "Let's Empower Women Entrepreneurs",
  homeLink: "Sakhi Bazaar, to the home page",
  menu: "Menu",
  closeMenu: "Close menu",
  mainNavigation: "Main",
  footerNavigation: "Footer",
  navigation: [
    { to: ROUTES.home, label: "Home" },
    { to: ROUTES.events, label: "Paid Events" },
    { to: ROUTES.plan, label: "The Mela floor plan" },
    { to: ROUTES.policies, label: "Policies" },
  ],
  footerLine: "Stalls, brands and things made well, by women across India.",
  footerHelp: "Questions about a stall or a payment?",
  copyright: "© 2024 Sakhi Bazaar",
  closeToast: "Close message",
  loading: "Loading the page",
  notFoundTitle: "404 Page Not Found",
  notFoundText: "There is nothing at this address. It may have moved, or the link has a slip in it.",
  notFoundHome: "Go to the home page",
  notFoundMela: "See the Mela floor plan",
  errorTitle: "This page did not open",
  errorText: "Something went wrong on our side, or the connection dropped. Nothing you booked is lost.",
  errorRetry: "Try again",
} as const;
