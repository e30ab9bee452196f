import { PRODUCTS_HEAD } from "@sakhi/domain/site/page-heads";
import { usePageHead } from "../../../ui/page-head";
import { strings } from "../catalogue.strings";
import { CategoryBrowser } from "../parts/category-browser";

/** /products: the product categories. */
export function ProductsPage() {
  usePageHead(PRODUCTS_HEAD);
  return <CategoryBrowser module="shops" texts={strings.products} skeletons={10} />;
}
