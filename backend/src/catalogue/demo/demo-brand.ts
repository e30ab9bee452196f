import type { CatalogueModule } from "@sakhi/domain/catalogue/modules";

/** A product, service or initiative: name, description, and its category where it is not the brand's own. */
export type DemoListing = readonly [name: string, description: string, category?: string];

/** A made-up brand of the demonstration catalogue. Names, people and texts are our own; addresses are example domains. */
export interface DemoBrand {
  readonly module: CatalogueModule;
  readonly name: string;
  /** The category's name as the domain writes it. */
  readonly category: string;
  /** Undefined for a brand that gave none: it is shown as "India". */
  readonly place?: string;
  readonly partner: string;
  readonly description: string;
  /** Brands without a website exist too. */
  readonly website?: "none";
  readonly listings: readonly DemoListing[];
}
