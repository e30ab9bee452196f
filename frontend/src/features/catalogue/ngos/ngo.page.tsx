import { PATHS } from "@sakhi/domain/site/routes";
import { Box, chakra, Grid } from "@chakra-ui/react";
import { pageHead } from "@sakhi/domain/site/site.pages";
import { useSearchParams } from "react-router-dom";
import { usePageHead } from "../../../ui/page-head";
import { strings } from "../catalogue.strings";
import { groupByBrand } from "../parts/brand-groups";
import { CategoryBrowser } from "../parts/category-browser";
import { useListings } from "../parts/use-listings";
import { NgoCard } from "./ngo-card";

/** The brand that the address asks for, before everything else. */
function AskedBrand({ name }: { readonly name: string }) {
  const { listings } = useListings({ module: "ngos", brandName: name, limit: 100 });
  const [brand] = groupByBrand(listings);
  if (brand === undefined) return null;
  return (
    <chakra.section aria-labelledby="asked" mb="10">
      <chakra.h2 id="asked" textStyle="h3" mb="4">
        {strings.ngos.asked}
      </chakra.h2>
      <Grid templateColumns={{ base: "minmax(0, 1fr)", sm: "minmax(0, 22rem)" }}>
        <Box>
          <NgoCard brand={brand} />
        </Box>
      </Grid>
    </chakra.section>
  );
}

/** /ngo: the NGO categories. */
export function NgoPage() {
  usePageHead(pageHead(PATHS.ngo));
  const brand = (useSearchParams()[0].get("brand") ?? "").trim();
  return (
    <CategoryBrowser module="ngos" texts={strings.ngos} skeletons={3} columns={3}>
      {brand !== "" && <AskedBrand name={brand} />}
    </CategoryBrowser>
  );
}
