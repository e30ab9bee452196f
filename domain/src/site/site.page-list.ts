import { PATHS } from "./routes.js";

/** Subject of a path with a parameter; the catalogue decides whether it exists. */
type PageSubject =
  | "shopCategory"
  | "brand"
  | "product"
  | "event"
  | "serviceCategory"
  | "serviceBrand"
  | "serviceProduct"
  | "ngoCategory"
  | "ngoBrand"
  | "paidEvent";

/** A public page or parameterised route. */
export interface SitePage {
  /** The path; `:name` is a path parameter. */
  readonly path: string;
  /** `{name}` is the subject's name; other placeholders are event facts (FactWords). */
  readonly title: string;
  readonly description: string;
  /** Instead of the description once the stalls of its event are no longer sold. */
  readonly afterSales?: string;
  /** Path of the parent page, for the breadcrumbs; the home page has none. */
  readonly parent?: string;
  readonly subject?: PageSubject;
  /** Personal pages of a visitor or administrator, not to be indexed by search engines. */
  readonly personal?: true;
  /**
   * Name of the query parameter with which a personal page first waits for a payment's outcome, in the same words for
   * every visitor: the server renders these.
   */
  readonly waitingWith?: string;
}

/** Query name of an order's pages; they wait for its outcome. */
const ORDER_ID = "order_id";

/**
 * All public pages with their metadata for search engines and shared links. The browser's titles and the head tags
 * rendered by the API process both use it through site.pages.ts (specification 1, section 2: "page-level search-engine
 * metadata"; the route table of specification 2).
 */
export const SITE_PAGES: readonly SitePage[] = [
  {
    path: PATHS.home,
    title: "Handmade, well made, by women across India",
    description:
      "Discover handcrafted products, professional services and NGO initiatives by women entrepreneurs, and book a stall at the Mela in {city}.",
    afterSales:
      "Discover handcrafted products, professional services and NGO initiatives by women entrepreneurs across India.",
  },
  {
    path: PATHS.products,
    title: "Products by women-led brands",
    description: "Sarees, jewellery, food, toys, decor and more: browse handcrafted products by category.",
    parent: PATHS.home,
  },
  {
    path: PATHS.productCategory,
    title: "{name}: brands by women",
    description: "Women-led brands that make {name}. See what they make and visit their shops.",
    parent: PATHS.products,
    subject: "shopCategory",
  },
  {
    path: PATHS.brand,
    title: "{name}",
    description: "{name} on Sakhi Bazaar: what the brand makes, where it comes from and where to buy.",
    parent: PATHS.products,
    subject: "brand",
  },
  {
    path: PATHS.product,
    title: "{name}",
    description: "{name} on Sakhi Bazaar: what it costs, who makes it and how to ask for it.",
    parent: PATHS.products,
    subject: "product",
  },
  {
    path: PATHS.event,
    title: "{name}: who takes part",
    description: "Brands and products that take part in {name}.",
    parent: PATHS.home,
    subject: "event",
  },
  {
    path: PATHS.services,
    title: "Professional Services by women",
    description: "Training, legal, creative, web, wellness and more: find a women-led service provider.",
    parent: PATHS.home,
  },
  {
    path: PATHS.serviceCategory,
    title: "{name}: service providers",
    description: "Women-led service providers for {name}. Compare them and get in touch.",
    parent: PATHS.services,
    subject: "serviceCategory",
  },
  {
    path: PATHS.serviceBrand,
    title: "{name}: services",
    description: "{name} on Sakhi Bazaar: services, place and contact.",
    parent: PATHS.services,
    subject: "serviceBrand",
  },
  {
    path: PATHS.serviceProduct,
    title: "{name}",
    description: "{name} on Sakhi Bazaar: what it costs, who offers it and how to ask for it.",
    parent: PATHS.services,
    subject: "serviceProduct",
  },
  {
    path: PATHS.ngo,
    title: "NGO Initiatives",
    description: "Handloom, handicrafts and skilling: NGO initiatives that give women work and a market.",
    parent: PATHS.home,
  },
  {
    path: PATHS.ngoCategory,
    title: "{name}: NGO initiatives",
    description: "NGO initiatives in {name} that you can support by buying what they make.",
    parent: PATHS.ngo,
    subject: "ngoCategory",
  },
  {
    path: PATHS.ngoBrand,
    title: "{name}",
    description: "{name}: who is behind it, what they make and how to reach them.",
    parent: PATHS.ngo,
    subject: "ngoBrand",
  },
  {
    path: PATHS.gifting,
    title: "Corporate gifting",
    description:
      "Festive boxes, welcome kits and thank-you gifts made by women-led brands in India. Describe what you need.",
    parent: PATHS.home,
  },
  {
    path: PATHS.support,
    title: "Support",
    description: "Write to us, find our e-mail and {officeCity} address, and read what is asked most.",
    parent: PATHS.home,
  },
  {
    path: PATHS.status,
    title: "Is everything working?",
    description: "Whether booking, payments and mails work right now, and what to do if they do not.",
    parent: PATHS.home,
  },
  {
    path: PATHS.about,
    title: "About us",
    description:
      "The founders' story, vision and mission, the formula we work by, and the team behind a bazaar of women-led brands in India.",
    parent: PATHS.home,
  },
  {
    path: PATHS.awards,
    title: "Awards",
    description:
      "A gender-responsive marketplace award three years running, a top-3 social entrepreneur finalist, and a bank's women achievers award.",
    parent: PATHS.home,
  },
  {
    path: PATHS.privacy,
    title: "Privacy Policy",
    description: "What we ask of you, what we do with it, who else sees it, and what you can ask of us.",
    parent: PATHS.home,
  },
  {
    path: PATHS.disclaimer,
    title: "Disclaimer",
    description: "What the site can stand for and what it can't: brands, pop-ups, results, other sites.",
    parent: PATHS.home,
  },
  {
    path: PATHS.terms,
    title: "Terms and Conditions",
    description: "The 13 sections of our agreement with visitors and listed brands, in plain English.",
    parent: PATHS.home,
  },
  {
    path: PATHS.join,
    title: "List your brand",
    description:
      "List your product, service or NGO brand for ₹999 a year, free with a paid Mela stall, or join the community for nothing.",
    parent: PATHS.home,
  },
  {
    path: PATHS.joinEntrepreneur,
    title: "List your brand as an entrepreneur",
    description:
      "Two short forms and your brand has a page of its own, seen by buyers across India. Free with a paid Mela stall.",
    parent: PATHS.home,
  },
  {
    path: PATHS.listingPaid,
    title: "Your listing",
    description: "The receipt of your listing's payment.",
    parent: PATHS.join,
    personal: true,
    waitingWith: ORDER_ID,
  },
  {
    path: PATHS.listingUnpaid,
    title: "Payment Failed",
    description: "Your payment did not go through. Try again.",
    parent: PATHS.join,
    personal: true,
    waitingWith: ORDER_ID,
  },
  {
    path: PATHS.events,
    title: "Paid Events",
    description:
      "Take a stall at the Mela in {locality}, {city}, on {dates}: choose it on the floor plan and pay online.",
    afterSales: "The Mela in {locality}, {city}, on {dates}: its days, its place and its policies.",
    parent: PATHS.home,
  },
  {
    path: PATHS.policies,
    title: "Event Policies",
    description: "Contact, returns and refunds, and the terms and conditions of the paid events.",
    parent: PATHS.events,
  },
  {
    path: PATHS.plan,
    title: "The Mela floor plan",
    description: "See which stalls are free right now, pick yours and book it online.",
    afterSales: "The floor plan of the Mela. Its stalls can no longer be booked.",
    parent: PATHS.events,
  },
  {
    path: PATHS.register,
    title: "Stall registration",
    description: "Register for the stall that is reserved for you.",
    parent: PATHS.plan,
    personal: true,
  },
  {
    path: PATHS.bookingPaid,
    title: "Your stall booking",
    description: "The confirmation of your stall.",
    parent: PATHS.plan,
    personal: true,
    waitingWith: ORDER_ID,
  },
  {
    path: PATHS.bookingUnpaid,
    title: "Payment Failed",
    description: "Your payment did not go through. Try again.",
    parent: PATHS.plan,
    personal: true,
    waitingWith: ORDER_ID,
  },
  {
    path: PATHS.eventPlan,
    title: "{name} floor plan",
    description: "See which stalls of {name} are free right now, pick yours and book it online.",
    afterSales: "The floor plan of {name}. Its stalls can no longer be booked.",
    parent: PATHS.events,
    subject: "paidEvent",
  },
  {
    path: PATHS.eventPolicies,
    title: "{name}: event policies",
    description: "Contact, returns and refunds, and the terms and conditions of the paid events.",
    parent: PATHS.events,
    subject: "paidEvent",
  },
  {
    path: PATHS.eventRegister,
    title: "{name}: stall registration",
    description: "Register for the stall that is reserved for you.",
    parent: PATHS.events,
    subject: "paidEvent",
    personal: true,
  },
  {
    path: PATHS.eventPaid,
    title: "{name}: your stall booking",
    description: "The confirmation of your stall.",
    parent: PATHS.events,
    subject: "paidEvent",
    personal: true,
    waitingWith: ORDER_ID,
  },
  {
    path: PATHS.eventUnpaid,
    title: "{name}: payment failed",
    description: "Your payment did not go through. Try again.",
    parent: PATHS.events,
    subject: "paidEvent",
    personal: true,
    waitingWith: ORDER_ID,
  },
  {
    path: PATHS.offer,
    title: "Choose another stall",
    description: "Your payment came late: choose another stall or have it returned.",
    parent: PATHS.plan,
    personal: true,
  },
  {
    path: PATHS.waiting,
    title: "Waiting list",
    description: "Your place on the waiting list.",
    parent: PATHS.plan,
    personal: true,
  },
  {
    path: PATHS.myBooking,
    title: "My booking",
    description: "Your stall: ticket, invoice, dates and payments.",
    parent: PATHS.plan,
    personal: true,
  },
  {
    path: PATHS.findBooking,
    title: "Find my booking or listing",
    description: "Have a new link to your stall booking, or to your brand's page, sent to you by mail.",
    parent: PATHS.plan,
    personal: true,
  },
  {
    path: PATHS.myBrand,
    title: "My page",
    description: "Your brand's page: logo, pictures, products, links and invoices.",
    parent: PATHS.join,
    personal: true,
  },
  {
    path: PATHS.myBrandLook,
    title: "How my page will look",
    description: "Your brand's page as visitors will see it.",
    parent: PATHS.myBrand,
    personal: true,
  },
  {
    path: PATHS.findListing,
    title: "Find my booking or listing",
    description: "Have a new link to your stall booking, or to your brand's page, sent to you by mail.",
    parent: PATHS.join,
    personal: true,
  },
  {
    path: PATHS.adminLogin,
    title: "Administrator login",
    description: "For the people who run the Mela.",
    parent: PATHS.plan,
    personal: true,
  },
  {
    path: PATHS.adminInvitation,
    title: "Choose your password",
    description: "For the people who run the Mela.",
    parent: PATHS.plan,
    personal: true,
  },
  {
    path: PATHS.adminMails,
    title: "Mails from the dashboard",
    description: "For the people who run the Mela.",
    parent: PATHS.plan,
    personal: true,
  },
  {
    path: PATHS.dashboard,
    title: "Mela Registrations Dashboard",
    description: "For the people who run the Mela.",
    parent: PATHS.plan,
    personal: true,
  },
  {
    path: PATHS.gate,
    title: "Gate",
    description: "For the people at the gate of the Mela.",
    parent: PATHS.plan,
    personal: true,
  },
];
