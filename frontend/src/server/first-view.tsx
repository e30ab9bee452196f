import { Box } from "@chakra-ui/react";
import createCache, { type EmotionCache, type StylisPlugin } from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import { QueryStatus } from "@reduxjs/toolkit/query";
import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { renderToStaticMarkup } from "react-dom/server";
import { UNSAFE_createMemoryHistory as createMemoryHistory, useRoutes } from "react-router-dom";
import { baseApi } from "../api/base-api";
import type { Transport } from "../api/sending";
import { FIRST_STYLES } from "../app/first-styles";
import { preloadedStateElement } from "../app/preloaded-state";
import { AppProviders } from "../app/providers";
import { RootLayout } from "../app/root-layout";
import { prepare, Site } from "../app/routes";
import { type AppState, createStore } from "../app/store";
import { inLanguage, pageAddress } from "../ui/language";
import { guarded, SiteRouter } from "../ui/navigation";
import { firstCalls } from "./first-calls";

/** Properties that browsers of the last five years know with a prefix only, some of them. */
const PREFIXED =
  /^(?:appearance|backdrop-filter|background-clip|box-decoration-break|hyphens|mask|mask-image|print-color-adjust|text-size-adjust|user-select)$/;

/** Prefixes only these: all that Emotion prefixes by itself would be a fifth of the styles' bytes. */
const prefixed: StylisPlugin = (element) => {
  if (element.type === "decl" && typeof element.props === "string" && PREFIXED.test(element.props))
    element.return = `-webkit-${element.value}${element.value}`;
};

/** A shared array, because Emotion caches its output by it. */
const stylisPlugins = [prefixed];

/** Response to a public API call. */
interface ApiResponse {
  readonly json: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A page before any script has run. */
interface FirstView {
  /** HTML for the head. */
  readonly styles: string;
  readonly html: string;
}

/** Calls the API by path and parameters; undefined if no response is available in time. */
type FetchJson = (path: string, params: Readonly<Record<string, unknown>>) => Promise<ApiResponse | undefined>;

/** The layout without its screen, for screens that only the visitor's browser can render. */
function LayoutOnly() {
  return useRoutes([{ element: <RootLayout />, children: [{ path: "*", element: <Box minHeight="100dvh" /> }] }]);
}

/** Calls the API in process, without the network. */
const transportOf =
  (fetchJson: FetchJson): Transport =>
  async (args) => {
    const { url, params = {} } = typeof args === "string" ? { url: args } : args;
    const response = await fetchJson(url, params as Record<string, unknown>);
    if (response === undefined) return { error: { status: 503, data: "" } };
    const meta = { request: new Request(`http://site${url}`), response: new Response(null, response) };
    return { data: response.json, meta };
  };

type Queries = AppState["api"]["queries"];

/** The responses to the first calls of an address's screen; failed calls are left out. */
async function preload(
  location: { pathname: string; search: string },
  facts: PublicFacts,
  fetchJson: FetchJson,
): Promise<Queries> {
  const store = createStore({ facts, transport: transportOf(fetchJson) });
  await Promise.all(firstCalls(location).map((call) => call(store.dispatch)));
  const { queries } = store.getState().api;
  const fulfilled = Object.entries(queries).flatMap(([key, query]) => {
    if (query?.status !== QueryStatus.fulfilled) return [];
    const { status, endpointName, originalArgs, data } = query;
    return [[key, { status, endpointName, originalArgs, data }] as const];
  });
  // Clears the timers that would evict them.
  store.dispatch(baseApi.util.resetApiState());
  return Object.fromEntries(fulfilled) as unknown as Queries;
}

/**
 * The styles of a rendered view: of all of it, which Emotion in the browser takes over, and of classes, which the site's cache knows
 * by their names (src/app/first-styles.ts).
 */
function stylesOf({ key, inserted, registered }: EmotionCache): string {
  const rules = Object.entries(inserted).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const isOfClass = ([name]: [string, string]) => `${key}-${name}` in registered;
  const ofClasses = rules.filter(isOfClass);
  const names = ofClasses.map(([name]) => name).join(" ");
  return [
    ...rules
      .filter((rule) => !isOfClass(rule))
      .map(([name, styles]) => `<style data-emotion="${key}-global ${name}" data-s="">${styles}</style>`),
    `<style id="${FIRST_STYLES}" data-names="${names}">${ofClasses.map(([, styles]) => styles).join("")}</style>`,
  ].join("");
}

/**
 * Renders the HTML of a page before any script has run: the screen's first render, its styles, and the API responses that
 * the site starts with. Called by the api (backend/src/site/page-renderer.service.ts). Where `fetchJson` returns nothing,
 * the screen is rendered as loading.
 *
 * @param address path and query, as specified; its links are in the language of the build
 * @param withScreen false: header and footer only, for a visitor's personal screens
 * @returns HTML: of the head, and of the view
 */
export async function firstView(
  address: string,
  facts: PublicFacts,
  withScreen: boolean,
  fetchJson: FetchJson,
): Promise<FirstView> {
  const history = guarded(inLanguage(createMemoryHistory({ initialEntries: [pageAddress(address)], v5Compat: true })));
  if (withScreen) await prepare(history.location.pathname);
  const queries = withScreen ? await preload(history.location, facts, fetchJson) : {};
  const store = createStore({ facts, queries });
  const cache = createCache({ key: "css", stylisPlugins });
  // Collects the styles instead of writing them beside each element.
  cache.compat = true;
  const markup = renderToStaticMarkup(
    <CacheProvider value={cache}>
      <AppProviders store={store}>
        <SiteRouter history={history} prepare={prepare}>
          {withScreen ? <Site /> : <LayoutOnly />}
        </SiteRouter>
      </AppProviders>
    </CacheProvider>,
  );
  const hasResponses = Object.keys(queries).length > 0;
  return { styles: stylesOf(cache), html: `${markup}${hasResponses ? preloadedStateElement(store.getState()) : ""}` };
}
