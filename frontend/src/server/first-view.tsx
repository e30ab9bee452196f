import { Box } from "@chakra-ui/react";
import createCache from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import { QueryStatus } from "@reduxjs/toolkit/query";
import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { renderToStaticMarkup } from "react-dom/server";
import { UNSAFE_createMemoryHistory as createMemoryHistory, useRoutes } from "react-router-dom";
import { type AnswerSource, baseApi } from "../api/base-api";
import { AppProviders } from "../app/providers";
import { RootLayout } from "../app/root-layout";
import { prepare, Site } from "../app/routes";
import { answersElement } from "../app/served-answers";
import { type AppState, createStore } from "../app/store";
import { learnFacts } from "../ui/mela";
import { guarded, SiteRouter } from "../ui/navigation";
import { firstCalls } from "./first-calls";

/**
 * Styles without the prefixes that older browsers need for some of them, a fifth of their bytes: the site brings them. One
 * array, by which Emotion knows the rules it has written before.
 */
const stylisPlugins: [] = [];

/** An answer of the API to anybody. */
interface Answer {
  readonly json: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Asks the API by path and parameters; undefined where there is no answer to be had now. */
type Ask = (path: string, params: Readonly<Record<string, unknown>>) => Promise<Answer | undefined>;

/** The layout around a screen that only the visitor's browser can draw. */
function Frame() {
  return useRoutes([{ element: <RootLayout />, children: [{ path: "*", element: <Box minHeight="100dvh" /> }] }]);
}

/** The API without a network between. */
const sourceOf =
  (ask: Ask): AnswerSource =>
  async (args) => {
    const { url, params = {} } = typeof args === "string" ? { url: args } : args;
    const answer = await ask(url, params as Record<string, unknown>);
    if (answer === undefined) return { error: { status: 503, data: "" } };
    const meta = { request: new Request(`http://site${url}`), response: new Response(null, answer) };
    return { data: answer.json, meta };
  };

/** What the screen of an address asks for first, as a store keeps it; what failed is not in it. */
async function answersTo(location: { pathname: string; search: string }, ask: Ask): Promise<AppState> {
  const store = createStore(undefined, sourceOf(ask));
  await Promise.all(firstCalls(location).map((call) => call(store.dispatch)));
  const { queries } = store.getState().api;
  const answered = Object.entries(queries).flatMap(([key, query]) => {
    if (query?.status !== QueryStatus.fulfilled) return [];
    const { status, endpointName, originalArgs, data } = query;
    return [[key, { status, endpointName, originalArgs, data }] as const];
  });
  // Ends the timers by which it would forget them.
  store.dispatch(baseApi.util.resetApiState());
  return { api: { queries: Object.fromEntries(answered) } } as unknown as AppState;
}

/**
 * What a visitor sees at an address before any script has run: the screen as it is first drawn, with its styles and what
 * the API answers it first, which the site starts with too. The api calls it
 * (backend/src/site/first-views.service.ts); what `ask` doesn't answer is still to come, as in a browser.
 *
 * @param address path and query
 * @param whole false: header and footer only, where the screen is the visitor's own
 * @returns HTML
 */
export async function firstView(address: string, facts: PublicFacts, whole: boolean, ask: Ask): Promise<string> {
  const history = guarded(createMemoryHistory({ initialEntries: [address], v5Compat: true }));
  if (whole) await prepare(history.location.pathname);
  const answers = whole ? await answersTo(history.location, ask) : undefined;
  // Nothing is awaited from here on: the facts are everybody's.
  learnFacts(facts);
  const store = createStore(answers);
  const cache = createCache({ key: "css", stylisPlugins });
  // Styles are collected, not written beside each element.
  cache.compat = true;
  const markup = renderToStaticMarkup(
    <CacheProvider value={cache}>
      <AppProviders store={store}>
        <SiteRouter history={history} prepare={prepare}>
          {whole ? <Site /> : <Frame />}
        </SiteRouter>
      </AppProviders>
    </CacheProvider>,
  );
  const styles = Object.values(cache.inserted).filter((style) => typeof style === "string");
  const isAnswered = Object.keys(answers?.api.queries ?? {}).length > 0;
  return `<style>${styles.join("")}</style>${markup}${isAnswered ? answersElement(store.getState()) : ""}`;
}
