import { Box, chakra, Grid, Text } from "@chakra-ui/react";
import { ALL_CATEGORIES_LABEL, listedCategories, resolveCategory } from "@sakhi/domain/catalogue/categories";
import { categoryLabel } from "@sakhi/domain/catalogue/category-labels";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { PATHS, categoryPath, picturePath } from "@sakhi/domain/site/routes";
import { type ReactElement, type UIEvent, useLayoutEffect, useRef } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import { useListingCategoriesQuery } from "../../api/catalogue-api";
import { CategoryFilter } from "../../ui/category-filter";
import { useHistory, visitOf } from "../../ui/navigation";
import { PageBody, PageHeading } from "../../ui/page";
import { pageHead, usePageHead } from "../../ui/page-head";
import { EmptyState, FailureState, Skeletons } from "../../ui/states";
import { groupByBrand } from "./brand-groups";
import { BrandCard, CategoryCard, gridColumns, ListingCard } from "./cards";
import { strings } from "./catalogue.strings";
import { brandListings, chosenCategory, RECENT_COUNT, recentListings, requestedBrand } from "./listing-filters";
import { failureOf, useListings } from "./use-listings";

/** On phones one row to swipe, so that products are in the first view; a grid on larger screens. */
const categoryGrid = (columns: 3 | 5) =>
  ({
    templateColumns: { ...gridColumns(2, 3, columns), base: "none" },
    autoFlow: { base: "column", md: "row" },
    autoColumns: { base: "8.5rem", md: "auto" },
    overflowX: { base: "auto", md: "visible" },
    // The row continues to the screen's edge.
    mx: { base: "-4", md: "0" },
    px: { base: "4", md: "0" },
    pb: { base: "2", md: "0" },
    gap: { base: "3", md: "5" },
  }) as const;

/** Number of cards initially in view: the first row. */
const EAGER_CARDS = 5;

/** Products and services below it that a phone shows at once: their pictures come with the document. */
const EAGER_LISTINGS = 2;

const TEXTS = { shops: strings.products, services: strings.services, ngos: strings.ngos } as const;

interface CategoryBrowserProps {
  readonly module: CatalogueModule;
  /** Number of skeletons. */
  readonly skeletons: number;
  /** Sorts the filter alphabetically (services). */
  readonly alphabetical?: boolean;
  /** Columns on large screens. */
  readonly columns?: 3 | 5;
  /** Content above the categories. */
  readonly children?: ReactElement | false;
}

/** The module's categories with live listings, filtered by the query's `category`, and some of their listings. */
function useBrowser(module: CatalogueModule) {
  const [params, setParams] = useSearchParams();
  const chosen = chosenCategory(module, params);
  const live = useListingCategoriesQuery(module);
  const recent = useListings(recentListings(module, chosen));
  const counts = new Map((live.currentData ?? []).map((found) => [resolveCategory(module, found.name)?.slug, found]));
  const available = listedCategories(module).filter(({ slug }) => counts.has(slug));
  const failure = failureOf(live) ?? recent.failure;
  return {
    chosen,
    available,
    countOf: (slug: string) => counts.get(slug)?.count ?? 0,
    pictureOf: (slug: string) => counts.get(slug)?.picture,
    // Waits for both calls, so that the layout does not shift.
    loading: failure === undefined && (live.currentData === undefined || recent.loading),
    failure,
    retry: () => {
      if (live.error !== undefined) void live.refetch();
      if (recent.failure !== undefined) recent.retry();
    },
    listings: recent.listings.slice(0, RECENT_COUNT),
    choose: (name: string | undefined) => setParams(name === undefined ? {} : { category: name }),
  };
}

/** Back leads to where she had swiped the row of categories to, as it does to the place on the page. */
function useKeptRow(isShown: boolean) {
  const row = useRef<HTMLDivElement>(null);
  const { scrollPositions } = useHistory();
  const place = `${visitOf(useLocation())} categories`;
  useLayoutEffect(() => {
    if (isShown && row.current !== null) row.current.scrollLeft = scrollPositions.get(place) ?? 0;
  }, [isShown, place, scrollPositions]);
  const onScroll = ({ currentTarget }: UIEvent) => {
    if (isShown) scrollPositions.set(place, currentTarget.scrollLeft);
  };
  return { ref: row, onScroll };
}

/** A page of category cards; its filter is stored in the URL. */
function CategoryBrowser({ module, skeletons, alphabetical, columns = 5, children }: CategoryBrowserProps) {
  const { chosen, available, countOf, pictureOf, loading, failure, retry, listings, choose } = useBrowser(module);
  const row = useKeptRow(!loading);
  const texts = TEXTS[module];
  const names = available.map(({ name }) => name);
  // The filter also lists the category in the URL if it has no live listings.
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
      <Grid {...categoryGrid(columns)} {...row} aria-busy={loading}>
        {loading && <Skeletons count={skeletons} />}
        {!loading &&
          shown.map((category, index) => (
            <CategoryCard
              key={category.slug}
              to={categoryPath(module, category.slug)}
              name={categoryLabel(category.name)}
              description={category.description}
              image={picturePath(category, category.slug)}
              picture={pictureOf(category.slug)}
              count={texts.count(countOf(category.slug))}
              eager={index < EAGER_CARDS}
            />
          ))}
      </Grid>
      {/* Keeps the footer out of view, which the listings will push down. */}
      {loading && <Box hideFrom="md" minHeight="100dvh" />}
      {!loading && failure === undefined && shown.length === 0 && <EmptyState title={texts.none} />}
      {!loading && listings.length > 0 && (
        <chakra.section aria-labelledby="fresh" mt={{ base: "6", md: "14" }}>
          <chakra.h2 id="fresh" textStyle="h2" mb="5">
            {texts.fresh}
          </chakra.h2>
          <Grid templateColumns={gridColumns(2, 3, 5)} gap={{ base: "3", md: "5" }}>
            {listings.map((listing, index) => (
              <ListingCard key={listing.id} listing={listing} eager={index < EAGER_LISTINGS} />
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

/** The brand named in the URL, above everything else. */
function RequestedBrand({ name }: { readonly name: string }) {
  const { listings, loading } = useListings(brandListings("ngos", name));
  const [brand] = groupByBrand(listings);
  if (brand === undefined && !loading) return null;
  return (
    <chakra.section aria-labelledby="asked" mb="10">
      <chakra.h2 id="asked" textStyle="h3" mb="4">
        {strings.ngos.asked}
      </chakra.h2>
      <Grid templateColumns={{ base: "minmax(0, 1fr)", sm: "minmax(0, 22rem)" }}>
        {brand === undefined ? <Skeletons count={1} ratio="3 / 4" /> : <BrandCard module="ngos" brand={brand} eager />}
      </Grid>
    </chakra.section>
  );
}

/** /ngo: the NGO categories. */
export function NgoPage() {
  usePageHead(pageHead(PATHS.ngo));
  const brand = requestedBrand(useSearchParams()[0]);
  return (
    <CategoryBrowser module="ngos" skeletons={3} columns={3}>
      {brand !== "" && <RequestedBrand name={brand} />}
    </CategoryBrowser>
  );
}
