import { Grid, Text } from "@chakra-ui/react";
import { categorySlug, ngoCategoryAt, resolveCategory } from "@sakhi/domain/catalogue/categories";
import { categoryLabel } from "@sakhi/domain/catalogue/category-labels";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { MODULE_PATHS, PATHS, categoryPath } from "@sakhi/domain/site/routes";
import type { ReactNode } from "react";
import { useParams } from "react-router-dom";
import { LinkButton } from "../../ui/link-button";
import { BackLink, PageBody, PageHeading } from "../../ui/page";
import { pageHead, usePageHead } from "../../ui/page-head";
import { EmptyState, FailureState, Skeletons } from "../../ui/states";
import { groupByBrand, completeBrands } from "./brand-groups";
import { BrandCard, longListStyle, NotFound, ShowMore } from "./cards";
import { strings } from "./catalogue.strings";
import { categoryListings } from "./listing-filters";
import { useListings } from "./use-listings";

/** Number of skeletons on brand lists (specification 1, section 9). */
const SKELETONS = 3;

interface CategoryBrandsProps {
  readonly module: CatalogueModule;
  readonly name: string;
  readonly lead: string;
  /** Empty state. */
  readonly empty: ReactNode;
}

/** The brands of a category in a grid of 1, 2 or 4 columns, with loading, error and empty states. */
function CategoryBrands({ module, name, lead, empty }: CategoryBrandsProps) {
  const list = useListings(categoryListings(module, name));
  const brands = completeBrands(groupByBrand(list.listings), list.hasMore);
  return (
    <PageBody>
      <BackLink to={MODULE_PATHS[module]}>{strings.back[module]}</BackLink>
      <PageHeading>{categoryLabel(name)}</PageHeading>
      <Text textStyle="lead" mt="2" mb="8" maxWidth="text">
        {lead}
      </Text>
      <Grid
        templateColumns={{ base: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))", lg: "repeat(4, minmax(0, 1fr))" }}
        gap={{ base: "4", md: "6" }}
        aria-busy={list.loading}
        // Full height while loading, so that the footer does not shift out of view when the cards arrive.
        {...(list.loading ? { minHeight: "100dvh", alignContent: "start" } : {})}
        css={longListStyle}
      >
        {list.loading && <Skeletons count={SKELETONS} ratio="3 / 4" />}
        {brands.map((brand, index) => (
          <BrandCard key={brand.name} module={module} brand={brand} eager={index === 0} />
        ))}
      </Grid>
      {!list.loading && list.failure === undefined && brands.length === 0 && empty}
      {list.failure !== undefined && <FailureState message={list.failure} onRetry={list.retry} />}
      <ShowMore key={name} list={list} text={strings.showing(list.listings.length, list.total)} />
    </PageBody>
  );
}

const MODULES = {
  shops: { path: PATHS.productCategory, texts: strings.products, emptyAction: strings.back.shops },
  services: { path: PATHS.serviceCategory, texts: strings.services, emptyAction: strings.services.emptyAction },
} as const;

/** The brands of the category in the URL; an unknown category is used verbatim. */
function CategoryPage({ module }: { readonly module: keyof typeof MODULES }) {
  const { categoryId = "" } = useParams();
  const { path, texts, emptyAction } = MODULES[module];
  const category = resolveCategory(module, categoryId);
  const name = category?.name ?? categoryId;
  const subject = { name: categoryLabel(name), path: categoryPath(module, categorySlug(module, categoryId)) };
  usePageHead(category === undefined ? { path, title: name } : pageHead(path, subject));
  return (
    <CategoryBrands
      module={module}
      name={name}
      lead={category?.description ?? texts.categoryLead(categoryLabel(name))}
      empty={
        <EmptyState title={texts.empty}>
          <LinkButton to={MODULE_PATHS[module]} variant="outline" label={emptyAction} />
        </EmptyState>
      }
    />
  );
}

/** /products/{categoryId}: the brands of one category. */
export function ProductCategoryPage() {
  return <CategoryPage module="shops" />;
}

/** /services/{categoryId}: the providers of one category. */
export function ServiceCategoryPage() {
  return <CategoryPage module="services" />;
}

/** /categories/{categoryName}: the NGO brands of one of the three categories; no call for any other. */
export function NgoCategoryPage() {
  const { categoryName = "" } = useParams();
  const texts = strings.ngos;
  const category = ngoCategoryAt(categoryName);
  usePageHead(
    category === undefined
      ? { path: PATHS.ngoCategory, title: texts.unknown }
      : pageHead(PATHS.ngoCategory, { name: categoryLabel(category.name), path: categoryPath("ngos", category.slug) }),
  );
  if (category === undefined) return <NotFound title={texts.unknown} text={texts.unknownText} />;
  return (
    <CategoryBrands
      module="ngos"
      name={category.name}
      lead={category.description}
      empty={<EmptyState title={texts.empty} />}
    />
  );
}
