import { PATHS, brandPath } from "@sakhi/domain/site/routes";
import { pageHead } from "@sakhi/domain/site/site.pages";
import { useParams } from "react-router-dom";
import { usePageHead } from "../../../ui/page-head";
import { strings } from "../catalogue.strings";
import { LISTINGS_PER_PAGE } from "../parts/brand-list";
import { BrandProfile } from "../parts/brand-profile";
import { useListings } from "../parts/use-listings";

const texts = strings.services;

/** /services/brands/{brandName}: a service provider. */
export function ProviderPage() {
  const { brandName = "" } = useParams();
  const found = useListings({ module: "services", brandName, limit: LISTINGS_PER_PAGE });
  const [listing] = found.listings;
  usePageHead(
    pageHead(PATHS.serviceBrand, {
      name: listing?.brand ?? brandName,
      path: brandPath("services", brandName),
    }),
  );
  return (
    <BrandProfile
      module="services"
      name={brandName}
      found={found}
      back={{ to: PATHS.services, label: texts.back }}
      empty={{
        title: texts.brandEmpty,
        text: texts.brandEmptyText,
        action: texts.brandEmptyAction,
        to: PATHS.services,
      }}
    />
  );
}
