import { categoryLabel } from "@sakhi/domain/catalogue/category-labels";
import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/catalogue";

const { products, services, ngos, brand, product, events } = messages;

/** Texts of the catalogue's screens; those of the specification are verbatim. */
export const strings = {
  ...messages,
  exploreLabel: (name: string) => messages.exploreLabel({ brand: isolated(name) }),
  showing: (shown: number, total: number) => messages.showing({ shown, total }),
  showingListings: (shown: number, total: number) => messages.showingListings({ shown, total }),
  backTo: (category: string) => messages.backTo({ category: categoryLabel(category) }),
  products: {
    ...products,
    count: (count: number) => products.count({ count }),
    categoryLead: (name: string) => products.categoryLead({ category: isolated(name) }),
  },
  services: {
    ...services,
    count: (count: number) => services.count({ count }),
    categoryLead: (name: string) => services.categoryLead({ category: isolated(name) }),
    about: (category: string) => services.about({ category }),
  },
  ngos: {
    ...ngos,
    // The total over the cards of the category's page.
    count: (count: number) => ngos.count({ count }),
    categoryLead: (name: string) => ngos.categoryLead({ category: isolated(name) }),
    about: (category: string) => ngos.about({ category }),
    productCount: (count: number) => ngos.productCount({ count }),
  },
  brand: {
    ...brand,
    ask: { ...brand.ask, title: (name: string) => brand.ask.title({ brand: isolated(name) }) },
    unknown: { ...brand.unknown, text: (name: string) => brand.unknown.text({ name: isolated(name) }) },
  },
  product: {
    ...product,
    moreOf: (name: string) => product.moreOf({ brand: isolated(name) }),
    about: (name: string, price: string | undefined) =>
      price === undefined
        ? product.about({ product: isolated(name) })
        : product.aboutPriced({ product: isolated(name), price }),
    gone: { ...product.gone, text: (name: string) => product.gone.text({ brand: isolated(name) }) },
  },
  events: {
    ...events,
    emptyText: (name: string) => events.emptyText({ event: isolated(name) }),
    participants: (count: number) => events.participants({ count }),
  },
} as const;
