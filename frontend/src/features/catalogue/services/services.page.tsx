import { PATHS } from "@sakhi/domain/site/routes";
import { pageHead } from "@sakhi/domain/site/site.pages";
import { usePageHead } from "../../../ui/page-head";
import { strings } from "../catalogue.strings";
import { CategoryBrowser } from "../parts/category-browser";

/** /services: the service categories. */
export function ServicesPage() {
  usePageHead(pageHead(PATHS.services));
  return <CategoryBrowser module="services" texts={strings.services} skeletons={10} alphabetical />;
}
