import { PATHS, categoryPath, picturePath } from "@sakhi/domain/site/routes";
import { Box, chakra, Grid, Text } from "@chakra-ui/react";
import { ALL_CATEGORIES_LABEL, listedCategories, resolveCategory } from "@sakhi/domain/catalogue/categories";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router-dom";
import { useListingCategoriesQuery } from "../../api/catalogue-api";
import { CategoryFilter } from "../../ui/category-filter";
import { pageHead, usePageHead } from "../../ui/page-head";
import { PageBody, PageHeading } from "../../ui/page";
import { EmptyState, FailureState, Skeletons } from "../../ui/states";
import { groupByBrand } from "./brand-groups";
import { BrandCard, CategoryCard, gridColumns, ListingCard } from "./cards";
import { strings } from "./catalogue.strings";
import { brandListings, chosenCategory, FRESH, freshListings } from "./listing-filters";
import { failureOf, useListings } from "./use-listings";

/** So many cards stand in view at once: the first row, on a phone two. */
const IN_VIEW = 5;

const TEXTS = { shops: strings.products, services: strings.services, ngos: strings.ngos } as const;

interface CategoryBrowserProps {
  readonly module: CatalogueModule;
  /** Place-holders while loading. */
  readonly skeletons: number;
  /** Filters in the alphabet's order and not in the list's (services). */
  readonly alphabetical?: boolean;
  /** Columns on large screens. */
  readonly columns?: 3 | 5;
  /** What stands before the categories. */
  readonly children?: ReactNode;
}

/** The module's categories with live listings, as chosen by the address's `category`, and some of their listings. */
function useBrowser(module: CatalogueModule) {
  const [params, setParams] = useSearchParams();
  const chosen = chosenCategory(module, params);
  const live = useListingCategoriesQuery(module);
  const fresh = useListings(freshListings(module, chosen));
  const counts = new Map(
    (live.currentData ?? []).map(({ name, count }) => [resolveCategory(module, name)?.slug, count]),
  );
  const available = listedCategories(module).filter(({ slug }) => counts.has(slug));
  const failure = failureOf(live) ?? fresh.failure;
  return {
    chosen,
    available,
    countOf: (slug: string) => counts.get(slug) ?? 0,
    // Both calls are reported together, so that the page neither jumps nor shows half of itself.
    loading: failure === undefined && (live.currentData === undefined || fresh.loading),
    failure,
    retry: () => {
      if (live.error !== undefined) void live.refetch();
      if (fresh.failure !== undefined) fresh.retry();
    },
    listings: fresh.listings.slice(0, FRESH),
    choose: (name: string | undefined) => setParams(name === undefined ? {} : { category: name }),
  };
}

/** A page of category cards with its filter; the filter stands in the address. */
function CategoryBrowser({ module, skeletons, alphabetical, columns = 5, children }: CategoryBrowserProps) {
  const { chosen, available, countOf, loading, failure, retry, listings, choose } = useBrowser(module);
  const texts = TEXTS[module];
  const names = available.map(({ name }) => name);
  // A category in the address without live listings is still named by the filter.
  if (chosen !== undefined && !names.includes(chosen.name)) names.push(chosen.name);
  const shown = chosen === undefined ? available : available.filter(({ slug }) => slug === chosen.slug);
  return (
    <PageBody>
      <PageHeading>{texts.title}</PageHeading>
      <Text textStyle="lead" mt="2" mb="6" maxWidth="text">
        {texts.lead}
      </Text>
      {children}
      <Box mb="6">
        <CategoryFilter
          label={texts.filter}
          all={ALL_CATEGORIES_LABEL[module]}
          names={alphabetical === true ? names.toSorted((a, b) => a.localeCompare(b, "en")) : names}
          selected={chosen?.name}
          onSelect={choose}
        />
      </Box>
      {failure !== undefined && <FailureState message={failure} onRetry={retry} />}
      <Grid templateColumns={gridColumns(2, 3, columns)} gap={{ base: "3", md: "5" }} aria-busy={loading}>
        {loading && <Skeletons count={skeletons} />}
        {!loading &&
          shown.map((category, place) => (
            <CategoryCard
              key={category.slug}
              to={categoryPath(module, category.slug)}
              name={category.name}
              description={category.description}
              image={picturePath(category, category.slug)}
              count={texts.count(countOf(category.slug))}
              eager={place < IN_VIEW}
            />
          ))}
      </Grid>
      {!loading && failure === undefined && shown.length === 0 && <EmptyState title={texts.none} />}
      {!loading && listings.length > 0 && (
        <chakra.section aria-labelledby="fresh" mt={{ base: "10", md: "14" }}>
          <chakra.h2 id="fresh" textStyle="h2" mb="5">
            {texts.fresh}
          </chakra.h2>
          <Grid templateColumns={gridColumns(2, 3, 5)} gap={{ base: "3", md: "5" }}>
            {listings.map((listing) => (
              <ListingCard key={listing.id} listing={listing} />
            ))}
          </Grid>
        </chakra.section>
      )}
    </PageBody>
  );
}

/** /products: the product categories. */
export function ProductsPage() {
  usePageHead(pageHead(PATHS.products));
  return <CategoryBrowser module="shops" skeletons={10} />;
}

/** /services: the service categories. */
export function ServicesPage() {
  usePageHead(pageHead(PATHS.services));
  return <CategoryBrowser module="services" skeletons={10} alphabetical />;
}

/** The brand that the address asks for, before everything else. */
function AskedBrand({ name }: { readonly name: string }) {
  const { listings } = useListings(brandListings("ngos", name));
  const [brand] = groupByBrand(listings);
  if (brand === undefined) return null;
  return (
    <chakra.section aria-labelledby="asked" mb="10">
      <chakra.h2 id="asked" textStyle="h3" mb="4">
        {strings.ngos.asked}
      </chakra.h2>
      <Grid templateColumns={{ base: "minmax(0, 1fr)", sm: "minmax(0, 22rem)" }}>
        <BrandCard module="ngos" brand={brand} />
      </Grid>
    </chakra.section>
  );
}

/** /ngo: the NGO categories. */
export function NgoPage() {
  usePageHead(pageHead(PATHS.ngo));
  const brand = (useSearchParams()[0].get("brand") ?? "").trim();
  return (
    <CategoryBrowser module="ngos" skeletons={3} columns={3}>
      {brand !== "" && <AskedBrand name={brand} />}
    </CategoryBrowser>
  );
}
