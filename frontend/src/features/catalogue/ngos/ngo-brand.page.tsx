import { PATHS, ngoBrandPath } from "@sakhi/domain/site/routes";
import { Button, Text } from "@chakra-ui/react";
import { resolveCategory } from "@sakhi/domain/catalogue/categories";
import { ngoBrandOf } from "@sakhi/domain/catalogue/ngo-brands";
import { slugOf } from "@sakhi/domain/site/slug";
import { pageHead } from "@sakhi/domain/site/site.pages";
import { Link, useParams } from "react-router-dom";
import { useSearchQuery } from "../../../api/catalogue-api";
import { PageBody } from "../../../ui/page";
import { usePageHead } from "../../../ui/page-head";
import { EmptyState } from "../../../ui/states";
import { strings } from "../catalogue.strings";
import { backOfBrand } from "../parts/back-of-brand";
import { brandOf } from "../parts/brand-groups";
import { LISTINGS_PER_PAGE } from "../parts/brand-list";
import { BrandProfile } from "../parts/brand-profile";
import { useListings } from "../parts/use-listings";
import type { Listings } from "../parts/use-listings";
import { StaticNgoBrand } from "./static-ngo-brand";

/** The most that one answer holds: the category is looked through for the slug. */
const MAX_LISTINGS = 500;

function Unknown() {
  usePageHead({ ...pageHead(PATHS.ngo), title: strings.ngos.brandUnknown });
  return (
    <PageBody>
      <EmptyState level="h1" title={strings.ngos.brandUnknown}>
        <Text>{strings.ngos.brandUnknownText}</Text>
        <Button asChild variant="outline">
          <Link to={PATHS.ngo}>{strings.ngos.back}</Link>
        </Button>
      </EmptyState>
    </PageBody>
  );
}

/** The name of the live brand with this slug; undefined while it is sought or when there is none. */
function useBrandName(category: string, slug: string): Listings & { readonly name: string | undefined } {
  // The category's listings first; where it has more than one answer holds, the search is asked too.
  const found = useListings({ module: "ngos", category, limit: MAX_LISTINGS });
  const listing = found.listings.find((candidate) => slugOf(brandOf(candidate)) === slug);
  const words = slug.replaceAll("-", " ");
  const search = useSearchQuery(words, { skip: listing !== undefined || !found.hasMore || words.length < 2 });
  const brand = search.currentData?.brands.find(
    ({ module, name }) => module === "ngos" && slugOf(name) === slug,
  );
  const name = listing === undefined ? brand?.name : brandOf(listing);
  return { ...found, loading: found.loading || search.isFetching, name };
}

/** A live NGO brand by its slug, where the address names none of the three with a page of their own. */
function LiveNgoBrand({ slug, category }: { readonly slug: string; readonly category: string }) {
  const sought = useBrandName(category, slug);
  const own = useListings(
    sought.name === undefined
      ? undefined
      : { brandName: sought.name, module: "ngos", limit: LISTINGS_PER_PAGE },
  );
  const known = resolveCategory("ngos", category);
  const found = sought.name === undefined ? { ...sought, listings: [] } : own;
  if (!sought.loading && sought.failure === undefined && sought.name === undefined) return <Unknown />;
  return (
    <>
      <Head name={sought.name ?? slug} path={ngoBrandPath(known?.slug ?? "", slug)} />
      <BrandProfile
        module="ngos"
        name={sought.name ?? slug.replaceAll("-", " ")}
        found={found}
        back={backOfBrand("ngos", known)}
        empty={{
          title: strings.brand.empty,
          text: strings.brand.emptyText,
          action: strings.brand.emptyAction.ngos,
          to: PATHS.ngo,
        }}
      />
    </>
  );
}

function Head({ name, path }: { readonly name: string; readonly path: string }) {
  usePageHead(pageHead(PATHS.ngoBrand, { name, path }));
  return null;
}

/** /categories/{categoryName}/{brandSlug}: one of the three static NGO brands, or a live one. */
export function NgoBrandPage() {
  const { categoryName = "", brandSlug = "" } = useParams();
  const brand = ngoBrandOf(brandSlug);
  const category = resolveCategory("ngos", categoryName);
  if (category === undefined) return <Unknown />;
  if (brand !== undefined) return <StaticNgoBrand brand={brand} />;
  return <LiveNgoBrand key={brandSlug} slug={brandSlug} category={category.name} />;
}
