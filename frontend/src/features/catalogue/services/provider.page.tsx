import { pageHead } from "@sakhi/domain/site/site.pages";
import { useParams } from "react-router-dom";
import { usePageHead } from "../../../ui/page-head";
import { PATHS, providerPath } from "../../../ui/paths";
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
    pageHead("/services/brands/:brandName", {
      name: listing?.brand ?? brandName,
      path: providerPath(brandName),
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
