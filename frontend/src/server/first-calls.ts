import { ngoCategoryAt, resolveCategory } from "@sakhi/domain/catalogue/categories";
import { type CatalogueModule, isCatalogueModule } from "@sakhi/domain/site/modules";
import { PATHS } from "@sakhi/domain/site/routes";
import { matchRoutes } from "react-router-dom";
import { catalogueApi, type ListingsFilter } from "../api/catalogue-api";
import { screens } from "../app/routes";
import type { AppStore } from "../app/store";
import { brandListings, categoryListings, chosenCategory, freshListings } from "../features/catalogue/listing-filters";

type Dispatch = AppStore["dispatch"];
/** Asks for one answer. */
type Call = (dispatch: Dispatch) => PromiseLike<unknown>;

/** What an address says. */
interface Asked {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
}

const once = { subscribe: false } as const;
const { browseListings, highlights, listingCategories } = catalogueApi.endpoints;

const listings =
  (filter: ListingsFilter): Call =>
  (dispatch) =>
    dispatch(browseListings.initiate(filter, once));

const browser =
  (module: CatalogueModule) =>
  ({ query }: Asked): Call[] => [
    (dispatch) => dispatch(listingCategories.initiate(module, once)),
    listings(freshListings(module, chosenCategory(module, query))),
  ];

const shelf =
  (module: CatalogueModule) =>
  ({ params: { categoryId = "" } }: Asked): Call[] => [
    listings(categoryListings(module, resolveCategory(module, categoryId)?.name ?? categoryId)),
  ];

/** By the paths of the screens. What is not named here is asked for by the browser only, as is the floor plan. */
const CALLS: Readonly<Record<string, (asked: Asked) => Call[]>> = {
  [PATHS.home]: () => [(dispatch) => dispatch(highlights.initiate(undefined, once))],
  [PATHS.products]: browser("shops"),
  [PATHS.services]: browser("services"),
  [PATHS.ngo]: browser("ngos"),
  [PATHS.productCategory]: shelf("shops"),
  [PATHS.serviceCategory]: shelf("services"),
  [PATHS.ngoCategory]: ({ params: { categoryName = "" } }) => {
    const category = ngoCategoryAt(categoryName);
    return category === undefined ? [] : [listings(categoryListings("ngos", category.name))];
  },
  [PATHS.brand]: ({ params: { brandName = "" }, query }) => {
    const asked = query.get("module") ?? "";
    return [listings(brandListings(isCatalogueModule(asked) ? asked : "shops", brandName))];
  },
  [PATHS.serviceBrand]: ({ params: { brandName = "" } }) => [listings(brandListings("services", brandName))],
};

/**
 * The calls that the screen of an address makes first, all of them public. They must be just those of the screen:
 * e2e/first-view.spec.ts counts what the browser still asks for.
 */
export function firstCalls({ pathname, search }: { readonly pathname: string; readonly search: string }): Call[] {
  const match = matchRoutes(screens, pathname)?.at(-1);
  const calls = CALLS[match?.route.path ?? ""];
  return calls?.({ params: match?.params ?? {}, query: new URLSearchParams(search) }) ?? [];
}
