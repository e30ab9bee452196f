import { PATHS, categoryPath } from "@sakhi/domain/site/routes";
import { Button, Text } from "@chakra-ui/react";
import { NGO_CATEGORIES } from "@sakhi/domain/catalogue/category-lists";
import { pageHead } from "@sakhi/domain/site/site.pages";
import { Link, useParams } from "react-router-dom";
import { BackLink, PageBody, PageHeading } from "../../../ui/page";
import { usePageHead } from "../../../ui/page-head";
import { EmptyState } from "../../../ui/states";
import { strings } from "../catalogue.strings";
import { BrandList, LISTINGS_PER_PAGE } from "../parts/brand-list";
import { useListings } from "../parts/use-listings";
import { NgoCard } from "./ngo-card";

const texts = strings.ngos;

/** /categories/{categoryName}: the NGO brands of one of the three categories; no call for any other. */
export function NgoCategoryPage() {
  const { categoryName = "" } = useParams();
  const category = NGO_CATEGORIES.find(({ slug }) => slug === categoryName.toLowerCase());
  usePageHead(
    category === undefined
      ? { ...pageHead(PATHS.ngo), title: texts.unknown }
      : pageHead(PATHS.ngoCategory, {
          name: category.name,
          path: categoryPath("ngos", category.slug),
        }),
  );
  const found = useListings(
    category === undefined
      ? undefined
      : { module: "ngos", category: category.name, limit: LISTINGS_PER_PAGE },
  );
  if (category === undefined) {
    return (
      <PageBody>
        <EmptyState level="h1" title={texts.unknown}>
          <Text>{texts.unknownText}</Text>
          <Button asChild variant="outline">
            <Link to={PATHS.ngo}>{texts.back}</Link>
          </Button>
        </EmptyState>
      </PageBody>
    );
  }
  return (
    <PageBody>
      <BackLink to={PATHS.ngo}>{texts.back}</BackLink>
      <PageHeading>{category.name}</PageHeading>
      <Text textStyle="lead" mt="2" mb="8" maxWidth="text">
        {category.description}
      </Text>
      <BrandList
        found={found}
        card={(brand) => <NgoCard key={brand.name} brand={brand} />}
        empty={<EmptyState title={texts.empty} />}
      />
    </PageBody>
  );
}
