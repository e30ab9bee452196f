import { PATHS } from "@sakhi/domain/site/routes";
import { pageHead } from "@sakhi/domain/site/site.pages";
import { usePageHead } from "../../../ui/page-head";
import { strings } from "../catalogue.strings";
import { CategoryBrowser } from "../parts/category-browser";

/** /products: the product categories. */
export function ProductsPage() {
  usePageHead(pageHead(PATHS.products));
  return <CategoryBrowser module="shops" texts={strings.products} skeletons={10} />;
}
