import { chakra } from "@chakra-ui/react";
import { brandPath } from "@sakhi/domain/site/routes";
import { Link } from "react-router-dom";
import { useListBrandsAtQuery } from "../../api/catalogue-api";
import { useEventFacts } from "../../api/event-facts";
import { tapLinks } from "../../ui/card";
import { whoStrings } from "./who-is-there.strings";

/** The brands that show their stall, each with the way to its page; nothing without one. */
export function WhoIsThere() {
  const { slug, name } = useEventFacts();
  const { currentData: brands = [] } = useListBrandsAtQuery(slug);
  if (brands.length === 0) return null;
  return (
    <chakra.section aria-labelledby="who" mt={{ base: "8", md: "12" }}>
      <chakra.h2 id="who" textStyle="h3" mb="3">
        {whoStrings.title(name)}
      </chakra.h2>
      <chakra.ul
        listStyleType="none"
        display="grid"
        gridTemplateColumns={{ base: "minmax(0, 1fr)", sm: "1fr 1fr", lg: "repeat(3, 1fr)" }}
        columnGap="6"
      >
        {brands.map(({ stallId, brandName, module }) => (
          <chakra.li key={stallId} display="flex" gap="3" alignItems="center" minHeight="tap" minWidth="0">
            <chakra.strong fontVariantNumeric="tabular-nums">{stallId}</chakra.strong>
            <chakra.span css={tapLinks} minWidth="0">
              <Link to={brandPath(module, brandName)}>{brandName}</Link>
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
    </chakra.section>
  );
}
