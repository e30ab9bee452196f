import { Box, Text } from "@chakra-ui/react";
import { PATHS } from "@sakhi/domain/site/routes";
import { useEffect } from "react";
import { useLazyGetMyBrandQuery } from "../../api/brand-api";
import { linkProblemOf, Unopened } from "../../shared/linked-page";
import { LinkButton } from "../../ui/link-button";
import { useDocumentTitle } from "../../ui/page";
import { listingsOf } from "./brand-look";
import { lookStrings as texts } from "./brand-look.strings";
import { BrandProfile } from "./brand.pages";

/** /my/brand/look: a brand's page as its owner has written it, before anyone else sees it. */
export function BrandLookPage() {
  const [read, { data: brand, error }] = useLazyGetMyBrandQuery();
  useDocumentTitle(texts.title);
  useEffect(() => {
    void read(undefined, false);
  }, [read]);
  if (brand === undefined) {
    const problem = error === undefined ? undefined : linkProblemOf(error, "brand_link_invalid");
    const retry = (): void => void read(undefined, false);
    return <Unopened texts={texts} problem={problem} findPath={PATHS.findBooking} onRetry={retry} />;
  }
  const listings = listingsOf(brand);
  const list = { listings, total: listings.length, failure: undefined, retry: () => undefined };
  const rest = { loading: false, hasMore: false, loadingMore: false, showMore: () => undefined };
  return (
    <>
      <Box role="note" bg="marigold.soft" px={{ base: "4", md: "8" }} py="3" textAlign="center">
        <Text fontWeight="600">{texts.note}</Text>
        <Box mt="2">
          <LinkButton to={PATHS.myBrand} variant="outline" label={texts.back} />
        </Box>
      </Box>
      <BrandProfile module={brand.module} name={brand.brandName} list={{ ...list, ...rest }} preview />
    </>
  );
}
