import { Badge, Button, Text } from "@chakra-ui/react";
import { resolveCategory } from "@sakhi/domain/catalogue/categories";
import { pageHead } from "@sakhi/domain/site/site.pages";
import { Link, useParams } from "react-router-dom";
import { categoryPath } from "../../../ui/category-paths";
import { BackLink, PageBody, PageHeading } from "../../../ui/page";
import { usePageHead } from "../../../ui/page-head";
import { PATHS, providerPath } from "../../../ui/paths";
import { EmptyState } from "../../../ui/states";
import { strings } from "../catalogue.strings";
import { BrandList, LISTINGS_PER_PAGE } from "../parts/brand-list";
import { aboutBrand } from "../parts/brand-groups";
import type { BrandGroup } from "../parts/brand-groups";
import { BrandCard, CategoryBadges, LocationBadge } from "../parts/cards";
import { useListings } from "../parts/use-listings";

function ProviderCard({ brand }: { readonly brand: BrandGroup }) {
  return (
    <BrandCard
      to={providerPath(brand.name)}
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

/** /services/{categoryId}: the providers of one category; an unknown id is used as it is given. */
export function ServiceCategoryPage() {
  const { categoryId = "" } = useParams();
  const category = resolveCategory("services", categoryId);
  const name = category?.name ?? categoryId;
  const texts = strings.services;
  usePageHead(pageHead("/services/:categoryId", { name, path: categoryPath("services", categoryId) }));
  const found = useListings({ module: "services", category: name, limit: LISTINGS_PER_PAGE });
  return (
    <PageBody>
      <BackLink to={PATHS.services}>{texts.back}</BackLink>
      <PageHeading>{name}</PageHeading>
      <Text textStyle="lead" mt="2" mb="8" maxWidth="text">
        {category?.description ?? texts.categoryLead(name)}
      </Text>
      <BrandList
        found={found}
        card={(brand) => <ProviderCard key={brand.name} brand={brand} />}
        empty={
          <EmptyState title={texts.empty}>
            <Button asChild variant="outline">
              <Link to={PATHS.services}>{texts.emptyAction}</Link>
            </Button>
          </EmptyState>
        }
      />
    </PageBody>
  );
}
