import { ngoCategoryAt, resolveCategory } from "@sakhi/domain/catalogue/categories";
import { type CatalogueModule, moduleOf } from "@sakhi/domain/site/modules";
import { nameInPath, PATHS } from "@sakhi/domain/site/routes";
import { matchRoutes } from "react-router-dom";
import { catalogueApi, type ListingsFilter } from "../api/catalogue-api";
import { melaApi } from "../api/mela-api";
import { screens } from "../app/routes";
import type { AppStore } from "../app/store";
import {
  brandListings,
  categoryListings,
  chosenCategory,
  recentListings,
  requestedBrand,
} from "../features/catalogue/listing-filters";

type Dispatch = AppStore["dispatch"];
/** Dispatches one API call. */
type Call = (dispatch: Dispatch) => PromiseLike<unknown>;

/** Path parameters and query of an address. */
interface Match {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
}

const once = { subscribe: false } as const;
const { browseListings, highlights, listingCategories } = catalogueApi.endpoints;

const listings =
  (filter: ListingsFilter): Call =>
  (dispatch) =>
    dispatch(browseListings.initiate(filter, once));

const browsePage =
  (module: CatalogueModule) =>
  ({ query }: Match): Call[] => [
    (dispatch) => dispatch(listingCategories.initiate(module, once)),
    listings(recentListings(module, chosenCategory(module, query))),
  ];

const categoryPage =
  (module: CatalogueModule) =>
  ({ params: { categoryId = "" } }: Match): Call[] => [
    listings(categoryListings(module, resolveCategory(module, categoryId)?.name ?? categoryId)),
  ];

/** Of a brand, and of its products: they are found among its listings. */
const brandPage = ({ params: { brandName = "" }, query }: Match): Call[] => [
  listings(brandListings(moduleOf(query.get("module")), nameInPath(brandName))),
];
const providerPage = ({ params: { brandName = "" } }: Match): Call[] => [
  listings(brandListings("services", nameInPath(brandName))),
];

/** Calls by path. Screens not listed here make their calls in the browser only. */
const CALLS_BY_PATH: Readonly<Record<string, (match: Match) => Call[]>> = {
  [PATHS.home]: () => [(dispatch) => dispatch(highlights.initiate(undefined, once))],
  [PATHS.products]: browsePage("shops"),
  [PATHS.services]: browsePage("services"),
  [PATHS.ngo]: (match) => {
    const brand = requestedBrand(match.query);
    return [...browsePage("ngos")(match), ...(brand === "" ? [] : [listings(brandListings("ngos", brand))])];
  },
  [PATHS.productCategory]: categoryPage("shops"),
  [PATHS.serviceCategory]: categoryPage("services"),
  [PATHS.ngoCategory]: ({ params: { categoryName = "" } }) => {
    const category = ngoCategoryAt(categoryName);
    return category === undefined ? [] : [listings(categoryListings("ngos", category.name))];
  },
  [PATHS.brand]: brandPage,
  [PATHS.product]: brandPage,
  [PATHS.serviceBrand]: providerPage,
  [PATHS.serviceProduct]: providerPage,
  [PATHS.events]: () => [(dispatch) => dispatch(melaApi.endpoints.listPublicEvents.initiate(undefined, once))],
  [PATHS.eventPlan]: ({ params: { event = "" } }) => [
    (dispatch) => dispatch(melaApi.endpoints.getEventFacts.initiate(event.toLowerCase(), once)),
    (dispatch) => dispatch(melaApi.endpoints.getLayout.initiate(event.toLowerCase(), once)),
  ],
  [PATHS.eventPolicies]: ({ params: { event = "" } }) => [
    (dispatch) => dispatch(melaApi.endpoints.getEventFacts.initiate(event.toLowerCase(), once)),
  ],
  [PATHS.plan]: () => [(dispatch) => dispatch(melaApi.endpoints.getLayout.initiate(undefined, once))],
};

/**
 * The first API calls of the screen at an address, all public. They must match the screen's own:
 * e2e/first-view.spec.ts counts the calls that the browser still makes.
 */
export function firstCalls({ pathname, search }: { readonly pathname: string; readonly search: string }): Call[] {
  const match = matchRoutes(screens, pathname)?.at(-1);
  const calls = CALLS_BY_PATH[match?.route.path ?? ""];
  return calls?.({ params: match?.params ?? {}, query: new URLSearchParams(search) }) ?? [];
}
