import { Badge, Button, Text } from "@chakra-ui/react";
import { resolveCategory } from "@sakhi/domain/catalogue/categories";
import { pageHead } from "@sakhi/domain/site/site.pages";
import { Link, useParams } from "react-router-dom";
import { categoryPath } from "../../../ui/category-paths";
import { BackLink, PageBody, PageHeading } from "../../../ui/page";
import { usePageHead } from "../../../ui/page-head";
import { PATHS, shopBrandPath } from "../../../ui/paths";
import { EmptyState } from "../../../ui/states";
import { strings } from "../catalogue.strings";
import { BrandList, LISTINGS_PER_PAGE } from "../parts/brand-list";
import { aboutBrand } from "../parts/brand-groups";
import type { BrandGroup } from "../parts/brand-groups";
import { BrandCard, CategoryBadges, LocationBadge } from "../parts/cards";
import { useListings } from "../parts/use-listings";

function ShopCard({ brand }: { readonly brand: BrandGroup }) {
  return (
    <BrandCard
      to={shopBrandPath(brand.name)}
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

/** /products/{categoryId}: the brands of one category. */
export function ProductCategoryPage() {
  const { categoryId = "" } = useParams();
  const category = resolveCategory("shops", categoryId);
  const name = category?.name ?? categoryId;
  const texts = strings.products;
  usePageHead(pageHead("/products/:categoryId", { name, path: categoryPath("shops", categoryId) }));
  const found = useListings({ module: "shops", category: name, limit: LISTINGS_PER_PAGE });
  return (
    <PageBody>
      <BackLink to={PATHS.products}>{texts.back}</BackLink>
      <PageHeading>{name}</PageHeading>
      <Text textStyle="lead" mt="2" mb="8" maxWidth="text">
        {category?.description ?? texts.categoryLead(name)}
      </Text>
      <BrandList
        found={found}
        card={(brand) => <ShopCard key={brand.name} brand={brand} />}
        empty={
          <EmptyState title={texts.empty}>
            <Button asChild variant="outline">
              <Link to={PATHS.products}>{texts.back}</Link>
            </Button>
          </EmptyState>
        }
      />
    </PageBody>
  );
}
