import { brandPath } from "@sakhi/domain/site/routes";
import { Badge } from "@chakra-ui/react";
import { strings } from "../catalogue.strings";
import { aboutBrand } from "../parts/brand-groups";
import type { BrandGroup } from "../parts/brand-groups";
import { BrandCard, CategoryBadges, LocationBadge } from "../parts/cards";

/** An NGO brand: picture, words, where it is, and how much it makes. */
export function NgoCard({ brand }: { readonly brand: BrandGroup }) {
  return (
    <BrandCard
      to={brandPath("ngos", brand.name)}
      name={brand.name}
      cover={brand.firstImage}
      logo={brand.logo}
      description={aboutBrand(brand, "ngos")}
      action={false}
      badges={
        <>
          <LocationBadge>{brand.location}</LocationBadge>
          <Badge variant="solid">{strings.ngos.productCount(brand.listings.length)}</Badge>
          <CategoryBadges categories={brand.categories} />
        </>
      }
    />
  );
}
