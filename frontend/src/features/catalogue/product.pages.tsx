import { Box, chakra, Grid, Text } from "@chakra-ui/react";
import { productAt } from "@sakhi/domain/catalogue/product-address";
import { type CatalogueModule, moduleOf } from "@sakhi/domain/site/modules";
import { brandPath, nameInPath, PATHS } from "@sakhi/domain/site/routes";
import { useParams, useSearchParams } from "react-router-dom";
import type { Listing } from "../../api/catalogue-api";
import { priceOf } from "../../shared/price";
import { ProductActions, ProductSummary, ProductPictures, ProductText } from "../../shared/product-details";
import { productHead } from "../../shared/product-head";
import { LinkButton } from "../../ui/link-button";
import { BackLink, PageBody, PageHeading } from "../../ui/page";
import { usePageHead } from "../../ui/page-head";
import { EmptyState, FailureState, Skeletons } from "../../ui/states";
import { Ask } from "./ask";
import { brandOf } from "./brand-groups";
import { NoSuchBrand, useCountedView } from "./brand.pages";
import { belowFirstScreen, gridColumns, ListingCard } from "./cards";
import { strings } from "./catalogue.strings";
import { brandListings } from "./listing-filters";
import { useListings } from "./use-listings";

/** Products of the same brand below one. */
const MAX_OTHERS = 10;

/** A brand's page without the product at the address: taken off, or a broken link. */
function NoSuchProduct({ module, brand }: { readonly module: CatalogueModule; readonly brand: string }) {
  const texts = strings.product.gone;
  usePageHead({ path: PATHS.product, title: texts.title });
  return (
    <PageBody>
      <EmptyState level="h1" title={texts.title}>
        <Text maxWidth="text" overflowWrap="anywhere">
          {texts.text(brand)}
        </Text>
        <LinkButton to={brandPath(module, brand)} label={strings.product.moreOf(brand)} />
      </EmptyState>
    </PageBody>
  );
}

function Product({
  module,
  listing,
  others,
}: {
  readonly module: CatalogueModule;
  readonly listing: Listing;
  readonly others: readonly Listing[];
}) {
  const brand = brandOf(listing);
  usePageHead(productHead(listing));
  useCountedView(module, brand);
  return (
    <PageBody>
      <BackLink to={brandPath(module, brand)}>{strings.product.moreOf(brand)}</BackLink>
      <Grid
        templateColumns={{ base: "minmax(0, 1fr)", md: "minmax(0, 1fr) minmax(0, 1fr)" }}
        gap={{ base: "5", md: "10" }}
        alignItems="start"
      >
        <ProductPictures key={listing.id} listing={listing} />
        <div>
          <PageHeading>{listing.name}</PageHeading>
          <Box mt="3">
            <ProductSummary listing={listing} />
          </Box>
          <Box my="5">
            <ProductActions listing={listing} />
          </Box>
          <ProductText listing={listing} />
        </div>
      </Grid>
      {others.length > 0 && (
        <chakra.section aria-labelledby="more" mt={{ base: "8", md: "12" }}>
          <chakra.h2 id="more" textStyle="h2" mb="5">
            {strings.product.more[module]}
          </chakra.h2>
          <Grid templateColumns={gridColumns(2, 3, 5)} gap={{ base: "3", md: "5" }} css={belowFirstScreen}>
            {others.map((other) => (
              <ListingCard key={other.id} listing={other} />
            ))}
          </Grid>
        </chakra.section>
      )}
      <Ask
        key={listing.id}
        module={module}
        name={brand}
        message={strings.product.about(listing.name, priceOf(listing))}
      />
    </PageBody>
  );
}

/** A product among the listings of its brand, which its brand's page asks for too. */
function ProductOf({ module, brandName }: { readonly module: CatalogueModule; readonly brandName: string }) {
  const key = nameInPath(useParams()["product"] ?? "");
  const list = useListings(brandListings(module, brandName));
  const products = list.listings.filter(({ isCard }) => isCard !== true);
  const listing = productAt(products, key);
  if (listing !== undefined) {
    const others = products.filter((other) => other !== listing).slice(0, MAX_OTHERS);
    return <Product module={module} listing={listing} others={others} />;
  }
  if (list.loading || list.failure !== undefined) {
    return (
      <PageBody>
        <BackLink to={brandPath(module, brandName)}>{strings.product.moreOf(brandName)}</BackLink>
        {list.failure === undefined ? (
          <Grid templateColumns={gridColumns(2, 3, 5)} gap="5" aria-busy>
            <chakra.span srOnly role="status">
              {strings.product.loading}
            </chakra.span>
            <Skeletons count={2} />
          </Grid>
        ) : (
          <FailureState message={list.failure} onRetry={list.retry} />
        )}
      </PageBody>
    );
  }
  const [first] = list.listings;
  return first === undefined ? (
    <NoSuchBrand module={module} name={brandName} />
  ) : (
    <NoSuchProduct module={module} brand={brandOf(first)} />
  );
}

/** /brands/{brandName}/products/{product}?module=: a product of any module; shops by default. */
export function ProductPage() {
  const brandName = nameInPath(useParams()["brandName"] ?? "");
  return <ProductOf module={moduleOf(useSearchParams()[0].get("module"))} brandName={brandName} />;
}

/** /services/brands/{brandName}/products/{product}: a service. */
export function ServiceProductPage() {
  return <ProductOf module="services" brandName={nameInPath(useParams()["brandName"] ?? "")} />;
}
