import { Grid } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { FailureState, Skeletons } from "../../../ui/states";
import { strings } from "../catalogue.strings";
import { groupByBrand, wholeBrands } from "./brand-groups";
import type { BrandGroup } from "./brand-groups";
import { longListStyle } from "./cards";
import { ShowMore } from "./show-more";
import type { Listings } from "./use-listings";

/** So many listings are asked for at once by pages that group them: some twenty brands. */
export const LISTINGS_PER_PAGE = 100;
/** Place-holders on lists of brands (specification 1, section 9). */
const SKELETONS = 3;

/** The brands of some listings in a grid of 1, 2 or 4, with every state it may be in. */
export function BrandList({
  found,
  empty,
  card,
}: {
  readonly found: Listings;
  /** What stands when there are none. */
  readonly empty: ReactNode;
  readonly card: (brand: BrandGroup) => ReactNode;
}) {
  const brands = wholeBrands(groupByBrand(found.listings), found.hasMore);
  const none = !found.loading && found.failure === undefined && brands.length === 0;
  return (
    <>
      <Grid
        templateColumns={{
          base: "minmax(0, 1fr)",
          sm: "repeat(2, minmax(0, 1fr))",
          lg: "repeat(4, minmax(0, 1fr))",
        }}
        gap={{ base: "4", md: "6" }}
        aria-busy={found.loading}
        // As high as a screen: the footer must not stand in view now and jump away when more than these come.
        {...(found.loading ? { minHeight: "100dvh", alignContent: "start" } : {})}
        css={longListStyle}
      >
        {found.loading && <Skeletons count={SKELETONS} ratio="3 / 4" />}
        {brands.map((brand) => card(brand))}
      </Grid>
      {none && empty}
      {found.failure !== undefined && <FailureState message={found.failure} onRetry={found.retry} />}
      <ShowMore found={found} text={strings.showing(found.listings.length, found.total)} />
    </>
  );
}
