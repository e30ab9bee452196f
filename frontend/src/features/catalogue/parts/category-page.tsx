import { MODULE_PATHS, PATHS, categoryPath } from "@sakhi/domain/site/routes";
import { Button, Text } from "@chakra-ui/react";
import { categorySlug, resolveCategory } from "@sakhi/domain/catalogue/categories";
import { pageHead } from "@sakhi/domain/site/site.pages";
import type { ReactNode } from "react";
import { Link, useParams } from "react-router-dom";
import { BackLink, PageBody, PageHeading } from "../../../ui/page";
import { usePageHead } from "../../../ui/page-head";
import { EmptyState } from "../../../ui/states";
import type { BrandGroup } from "./brand-groups";
import { BrandList, LISTINGS_PER_PAGE } from "./brand-list";
import { useListings } from "./use-listings";

interface CategoryPageProps {
  readonly module: "shops" | "services";
  readonly texts: {
    readonly back: string;
    readonly empty: string;
    readonly emptyAction: string;
    readonly categoryLead: (name: string) => string;
  };
  readonly card: (brand: BrandGroup) => ReactNode;
}

const ROUTES = { shops: PATHS.productCategory, services: PATHS.serviceCategory } as const;

/** The brands of the category in the address; an unknown one is used as it is given. */
export function CategoryPage({ module, texts, card }: CategoryPageProps) {
  const { categoryId = "" } = useParams();
  const category = resolveCategory(module, categoryId);
  const name = category?.name ?? categoryId;
  usePageHead(
    pageHead(ROUTES[module], { name, path: categoryPath(module, categorySlug(module, categoryId)) }),
  );
  const found = useListings({ module, category: name, limit: LISTINGS_PER_PAGE });
  return (
    <PageBody>
      <BackLink to={MODULE_PATHS[module]}>{texts.back}</BackLink>
      <PageHeading>{name}</PageHeading>
      <Text textStyle="lead" mt="2" mb="8" maxWidth="text">
        {category?.description ?? texts.categoryLead(name)}
      </Text>
      <BrandList
        found={found}
        card={card}
        empty={
          <EmptyState title={texts.empty}>
            <Button asChild variant="outline">
              <Link to={MODULE_PATHS[module]}>{texts.emptyAction}</Link>
            </Button>
          </EmptyState>
        }
      />
    </PageBody>
  );
}
