import { isolated } from "@sakhi/domain/fields/isolation";

/** "1 product", "14 products". */
const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** Texts of the catalogue's screens; those of the specification are verbatim. */
export const strings = {
  india: "India",
  exploreBrand: "Explore Brand",
  exploreLabel: (brand: string) => `Explore Brand: ${isolated(brand)}`,
  showMore: "Show more",
  showing: (shown: number, total: number) => `${shown} of ${total} listings loaded`,
  showingListings: (shown: number, total: number) => `Showing ${shown} of ${total}`,
  back: { shops: "Back to Products", services: "Back to Services", ngos: "Back to NGO" },
  backTo: (category: string) => `Back to ${category}`,
  products: {
    title: "Products",
    lead: "Nineteen shelves of things made by women across India. Pick one and meet its brands.",
    filter: "Product category",
    fresh: "From the shelves",
    count: (count: number) => counted(count, "product", "products"),
    none: "The shelves are being filled",
    empty: "We're curating amazing brands for you — check back soon!",
    categoryLead: (name: string) => `The women-led brands that make ${isolated(name)}.`,
  },
  services: {
    title: "Professional Services",
    lead: "Trainers, lawyers, designers, cooks, drivers: businesses run by women, ready to work for yours.",
    filter: "Service category",
    fresh: "On offer",
    count: (count: number) => counted(count, "service", "services"),
    none: "Services are being listed",
    empty: "Exciting service providers coming soon! Meanwhile, explore other services you might love.",
    emptyAction: "Explore Other Categories",
    categoryLead: (name: string) => `Service providers for ${isolated(name)}.`,
    about: (category: string) => `This provider offers professional services in ${category}.`,
  },
  ngos: {
    title: "NGO Initiatives",
    lead: "Collectives and programmes that keep looms, crafts and livelihoods going.",
    filter: "NGO category",
    fresh: "From their workshops",
    // The total over the cards of the category's page.
    count: (count: number) => counted(count, "product", "products"),
    none: "Initiatives are being listed",
    empty: "No NGOs found for this category yet.",
    unknown: "Category Not Found",
    unknownText: "The category you're looking for doesn't exist.",
    categoryLead: (name: string) => `NGO initiatives for ${isolated(name)} and the women behind them.`,
    asked: "The initiative you are looking for",
    about: (category: string) => `A women-led initiative for ${category}.`,
    productCount: (count: number) => counted(count, "Product", "Products"),
    brandUnknown: "Brand Not Found",
    brandUnknownText: "The brand you're looking for doesn't exist.",
    contactPerson: "Contact person",
    founder: "Founder",
    email: "E-mail",
    city: "City",
    phone: "Contact number",
    write: "Write an e-mail",
    website: "Website",
    work: "Their work",
  },
  brand: {
    ask: {
      title: (brand: string) => `Write to ${isolated(brand)}`,
      text: "Ask for a price, a size or a large order. The owner gets your message by mail and answers you directly.",
      button: "Write a message",
      loading: "Opening the form...",
    },
    visit: { shops: "Visit Shop", services: "Explore Services", ngos: "View Mission" },
    gallery: { shops: "Products", services: "Services", ngos: "Products" },
    more: { shops: "More products", services: "More services", ngos: "More products" },
    unknown: {
      title: "We don't know this brand",
      text: (name: string) =>
        `Nobody called “${isolated(name)}” is listed here. The name may be mistyped, or the brand has left the site.`,
      search: "Search for it",
    },
    empty: {
      title: "Products Will Be Published Soon",
      text: "This brand is getting its pictures ready. Have a look at the others meanwhile.",
    },
    providerEmpty: {
      title: "Services Will Be Published Soon",
      text: "Meanwhile, check out other amazing service providers or come back later to explore this provider's offerings",
    },
    emptyAction: { shops: "Explore Products", services: "Explore Other Services", ngos: "Explore NGO Initiatives" },
    about: "A women-led brand on Sakhi Bazaar.",
  },
  product: {
    more: { shops: "More products", services: "More services", ngos: "More products" },
    moreOf: (brand: string) => `Everything by ${isolated(brand)}`,
    loading: "Loading the product...",
    about: (product: string, price: string | undefined) =>
      `About ${isolated(product)}${price === undefined ? "" : ` (${price})`}: `,
    gone: {
      title: "This product is no longer here",
      text: (brand: string) => `${isolated(brand)} may have taken it off its page, or the link may be incomplete.`,
    },
  },
  events: {
    loading: "Loading event details...",
    toCome: "Stalls for this edition can't be booked yet.",
    empty: "No Products Found",
    emptyText: (name: string) => `We couldn't find any products for the event "${isolated(name)}"`,
    home: "Go to the home page",
    participants: (count: number) => counted(count, "participant", "participants"),
    lead: "Who takes part, and what they bring.",
  },
} as const;
