import { brandPath } from "@sakhi/domain/site/routes";
import { Badge } from "@chakra-ui/react";
import { strings } from "../catalogue.strings";
import { aboutBrand } from "../parts/brand-groups";
import type { BrandGroup } from "../parts/brand-groups";
import { BrandCard, CategoryBadges, LocationBadge } from "../parts/cards";
import { CategoryPage } from "../parts/category-page";

function ProviderCard({ brand }: { readonly brand: BrandGroup }) {
  return (
    <BrandCard
      to={brandPath("services", brand.name)}
      name={brand.name}
      cover={brand.firstImage}
      logo={brand.logo}
      description={aboutBrand(brand, "services")}
      action
      badges={
        <>
          <LocationBadge>{brand.location}</LocationBadge>
          <Badge variant="solid">{strings.services.count(brand.serviceCount)}</Badge>
          <CategoryBadges categories={brand.categories} desktopOnly />
        </>
      }
    />
  );
}

/** /services/{categoryId}: the providers of one category. */
export function ServiceCategoryPage() {
  return (
    <CategoryPage
      module="services"
      texts={strings.services}
      card={(brand) => <ProviderCard key={brand.name} brand={brand} />}
    />
  );
}
