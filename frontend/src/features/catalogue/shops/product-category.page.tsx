import { brandPath } from "@sakhi/domain/site/routes";
import { Badge } from "@chakra-ui/react";
import { strings } from "../catalogue.strings";
import { aboutBrand } from "../parts/brand-groups";
import type { BrandGroup } from "../parts/brand-groups";
import { BrandCard, CategoryBadges, LocationBadge } from "../parts/cards";
import { CategoryPage } from "../parts/category-page";

function ShopCard({ brand }: { readonly brand: BrandGroup }) {
  return (
    <BrandCard
      to={brandPath("shops", brand.name)}
      name={brand.name}
      cover={brand.firstImage}
      logo={brand.logo}
      description={aboutBrand(brand, "shops")}
      action
      badges={
        <>
          <LocationBadge>{brand.location}</LocationBadge>
          <Badge variant="solid">{strings.products.count(brand.listings.length)}</Badge>
          <CategoryBadges categories={brand.categories} />
        </>
      }
    />
  );
}

const TEXTS = { ...strings.products, emptyAction: strings.products.back };

/** /products/{categoryId}: the brands of one category. */
export function ProductCategoryPage() {
  return (
    <CategoryPage
      module="shops"
      texts={TEXTS}
      card={(brand) => <ShopCard key={brand.name} brand={brand} />}
    />
  );
}
