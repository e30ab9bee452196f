import { SERVICES_HEAD } from "@sakhi/domain/site/page-heads";
import { usePageHead } from "../../../ui/page-head";
import { strings } from "../catalogue.strings";
import { CategoryBrowser } from "../parts/category-browser";

/** /services: the service categories. */
export function ServicesPage() {
  usePageHead(SERVICES_HEAD);
  return <CategoryBrowser module="services" texts={strings.services} skeletons={10} alphabetical />;
}
