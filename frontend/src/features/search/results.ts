import { SUGGESTED_CATEGORY_NAMES, categorySlug } from "@sakhi/domain/catalogue/categories";
import { categoryLabel } from "@sakhi/domain/catalogue/category-labels";
import { suggestionsFor } from "@sakhi/domain/catalogue/suggestions";
import type { BrandName, Suggestion } from "@sakhi/domain/catalogue/suggestions";
import { isolated } from "@sakhi/domain/fields/isolation";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import {
  PATHS,
  brandPath,
  categoryPath,
  eventPath,
  eventPaths,
  searchResultBrandPath,
  ngoPathWithBrand,
} from "@sakhi/domain/site/routes";
import type { Listing, SearchReply } from "../../api/catalogue-api";
import { priceOf } from "../../shared/price";
import type { ShownPicture } from "../../ui/lazy-image";
import { strings } from "./search-panel.strings";

/** The panel's filter chips. */
export const SEARCH_FILTERS = [
  { filter: "all", label: strings.chips.all },
  { filter: "shops", label: strings.chips.shops },
  { filter: "services", label: strings.chips.services },
  { filter: "ngos", label: strings.chips.ngos },
] as const;

export type SearchFilter = (typeof SEARCH_FILTERS)[number]["filter"];

/** Action of choosing an option. */
type OptionAction =
  | { readonly kind: "go"; readonly to: string }
  | { readonly kind: "listing"; readonly listing: Listing }
  | { readonly kind: "recall"; readonly text: string };

/** An option of the list. */
export interface SearchOption {
  readonly key: string;
  readonly name: string;
  readonly detail: string;
  /** Image URL; null for a placeholder; undefined for no image. */
  readonly image?: string | null;
  /** Shown instead of `image`. */
  readonly picture?: ShownPicture | null | undefined;
  /** Whether `image` and `picture` are a logo, which is shown whole. */
  readonly isLogo?: true;
  readonly action: OptionAction;
}

/** Options under a heading. */
export interface OptionSection {
  readonly heading: string;
  readonly options: readonly SearchOption[];
}

const { headings } = strings;
const MODULE_NAMES: Readonly<Record<CatalogueModule, string>> = strings.modules;
const detailOf = (...parts: readonly (string | null | undefined)[]) =>
  parts.flatMap((part) => ((part ?? "").trim() === "" ? [] : isolated(part ?? ""))).join(" · ");
const shows = (filter: SearchFilter, module: CatalogueModule) => filter === "all" || filter === module;
const withOptions = (sections: readonly OptionSection[]) => sections.filter(({ options }) => options.length > 0);

const brandLink = (module: CatalogueModule, name: string, category: string | null) =>
  searchResultBrandPath(module, name, category?.trim() ? categorySlug("ngos", category) : undefined);

/** Link of an event: a past event's page, the booking page for a Mela, the list of events for the current one, the awards page for an award. */
function eventLink(title: string, kind: string | null | undefined, event: string | null | undefined): string {
  if (kind === "mela") return event ? eventPaths(event).plan : PATHS.events;
  return (kind ?? "award") === "award" ? PATHS.awards : eventPath(title);
}

function suggestionOption({ type, name, module, category }: Suggestion): SearchOption {
  const to =
    type === "category" ? categoryPath(module, categorySlug(module, category)) : brandLink(module, name, category);
  return {
    key: `${type}/${module}/${name}`,
    name: type === "category" ? categoryLabel(name) : name,
    detail: detailOf(MODULE_NAMES[module], type === "brand" ? categoryLabel(category) : undefined),
    action: { kind: "go", to },
  };
}

/** At most four categories, then at most four brands that match the query. */
export function suggestionSections(query: string, brands: readonly BrandName[], filter: SearchFilter): OptionSection[] {
  const names: Record<CatalogueModule, readonly string[]> = {
    shops: shows(filter, "shops") ? SUGGESTED_CATEGORY_NAMES.shops : [],
    services: shows(filter, "services") ? SUGGESTED_CATEGORY_NAMES.services : [],
    ngos: shows(filter, "ngos") ? SUGGESTED_CATEGORY_NAMES.ngos : [],
  };
  const found = suggestionsFor(
    query,
    names,
    brands.filter(({ module }) => shows(filter, module)),
  );
  return withOptions([
    { heading: headings.categories, options: found.filter(({ type }) => type === "category").map(suggestionOption) },
    { heading: headings.brands, options: found.filter(({ type }) => type === "brand").map(suggestionOption) },
  ]);
}

/** The server's results, filtered by the chip. */
export function resultSections(reply: SearchReply, filter: SearchFilter): OptionSection[] {
  const { brands, products, services, categories, ngos, events } = reply;
  return withOptions([
    {
      heading: headings.brands,
      options: brands
        .filter(({ module }) => shows(filter, module))
        .map(({ name, module, category, logo, logoPicture }) => ({
          key: `brand/${module}/${name}`,
          name,
          detail: detailOf(MODULE_NAMES[module], categoryLabel(category ?? "")),
          image: logo,
          picture: logoPicture,
          isLogo: true,
          action: { kind: "go", to: brandLink(module, name, category) },
        })),
    },
    {
      heading: headings.products,
      options: (shows(filter, "shops") ? products : []).map((listing) => ({
        key: `product/${listing.id}`,
        name: listing.name,
        detail: detailOf(
          priceOf(listing),
          listing.brand ?? listing.brandName,
          categoryLabel(listing.category),
          listing.location,
        ),
        image: listing.image ?? listing.productImages?.[0]?.imageUrl ?? null,
        picture: listing.picture,
        action: { kind: "listing", listing },
      })),
    },
    {
      heading: headings.services,
      options: (shows(filter, "services") ? services : []).map(
        ({ name, brandName, category, image, picture }, index) => ({
          key: `service/${index}/${name}`,
          name,
          detail: detailOf(brandName, categoryLabel(category)),
          image,
          picture,
          action: { kind: "go", to: brandPath("services", brandName) },
        }),
      ),
    },
    {
      heading: headings.categories,
      options: categories
        .filter(({ module }) => shows(filter, module))
        .map(({ name, module, count, slug }) => ({
          key: `category/${module}/${name}`,
          name: categoryLabel(name),
          detail: detailOf(MODULE_NAMES[module], strings.items(count)),
          action: { kind: "go", to: categoryPath(module, categorySlug(module, slug ?? name)) },
        })),
    },
    {
      heading: headings.ngos,
      options: (shows(filter, "ngos") ? ngos : []).map(({ name, brand, logo, description, logoPicture }, index) => ({
        key: `ngo/${index}/${brand}`,
        name,
        detail: detailOf(brand === name ? undefined : brand, description),
        image: logo,
        picture: logoPicture,
        isLogo: true,
        action: { kind: "go", to: ngoPathWithBrand(brand) },
      })),
    },
    {
      heading: headings.events,
      options: (filter === "all" ? events : []).map(({ id, title, awardedBy, date, kind, event }) => ({
        key: `event/${id}`,
        name: title,
        detail: detailOf(awardedBy, date),
        action: { kind: "go", to: eventLink(title, kind, event) },
      })),
    },
  ]);
}
