import { CacheProvider } from "@emotion/react";
import { FACTS_ELEMENT } from "@sakhi/domain/site/html";
import { StrictMode, startTransition, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { UNSAFE_createBrowserHistory as createBrowserHistory } from "react-router-dom";
import { inLanguage, specifiedPath } from "../ui/language";
import { guarded, type GuardedHistory, SiteRouter } from "../ui/navigation";
import { retried } from "../ui/retried";
import "../ui/theme/fonts.css";
import "../ui/theme/states.css";
import { cacheOfFirstStyles } from "./first-styles";
import { preloadedStore } from "./preloaded-state";
import { AppProviders } from "./providers";
import { prepare, Site } from "./routes";
import { beforeTakeOver, type Scrolled, takeOver } from "./take-over";

interface TakeOverProps {
  readonly root: HTMLElement;
  readonly scrolled: Scrolled;
  readonly history: GuardedHistory;
}

/** The first of all layout effects, so that the others measure the page without the first view. */
function TakeOver({ root, scrolled, history }: TakeOverProps) {
  useLayoutEffect(() => {
    takeOver(root, scrolled, (href) => history.replace(specifiedPath(href)));
  }, [root, scrolled, history]);
  return null;
}

/** Lets the browser answer in between: what follows is a task of its own, since a slow phone needs a tenth of a second for each. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });

async function show(): Promise<void> {
  await nextTask();
  const history = guarded(inLanguage(createBrowserHistory({ v5Compat: true })));
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no #root");
  // The server-rendered HTML (src/server/first-view.tsx) stays until the screen's code has loaded.
  await prepare(history.location.pathname);
  // The document that opens without network has no facts.
  const store =
    document.getElementById(FACTS_ELEMENT) === null
      ? (await retried(() => import("./kept-store"))).keptStore()
      : preloadedStore();
  if (store === undefined) return;
  await nextTask();
  // It may say that a file of the start was lost (start.js).
  document.getElementById("not-started")?.setAttribute("hidden", "");
  void retried(() => import("./after-start"), true).then(
    ({ afterStart }) => afterStart(store, history),
    () => undefined,
  );
  const scrolled = beforeTakeOver(root);
  // A transition renders in small time slices, so that the page stays responsive.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <CacheProvider value={cacheOfFirstStyles()}>
          <AppProviders store={store}>
            <SiteRouter history={history} prepare={prepare}>
              <TakeOver {...{ root, scrolled, history }} />
              <Site />
            </SiteRouter>
          </AppProviders>
        </CacheProvider>
      </StrictMode>,
    ),
  );
}

void show();
