import { act, render } from "@testing-library/react";
import { type ReactNode, useEffect } from "react";
import { type To, UNSAFE_createMemoryHistory as createMemoryHistory, useLocation, useRoutes } from "react-router-dom";
import { forgetServerTime } from "../api/server-clock";
import { AppProviders } from "../app/providers";
import { prepare, screens, Site as WholeSite } from "../app/routes";
import { servedAnswers } from "../app/served-answers";
import type { AppStore } from "../app/store";
import { createStore } from "../app/store";
import { type GuardedHistory, guarded, SiteRouter } from "../ui/navigation";
import { loadPages } from "../ui/page-head";
import { dismissToast } from "../ui/toast";
import { loadToastCard } from "../ui/toaster";
import { FakeServer } from "./fake-server";

/** The site as a visitor meets it at an address: real routes, real store, the network faked at its edge. */
export interface Site {
  readonly server: FakeServer;
  readonly store: AppStore;
  readonly history: GuardedHistory;
  /** The paths that were shown, one after the other. */
  readonly visited: readonly string[];
  /** Goes to an address, or so many steps on or back, and waits for the screen's code. */
  readonly navigate: (to: To | number) => Promise<void>;
  /** Path and query of where the visitor is. */
  readonly address: () => string;
  readonly unmount: () => void;
}

let serving: FakeServer | undefined;

/** Opens the site at an address. */
export function openSite(address: string, server?: FakeServer): Promise<Site> {
  return openAlone(<WholeSite />, address, server);
}

function Visits({ visited }: { readonly visited: string[] }) {
  const { pathname } = useLocation();
  useEffect(() => {
    if (visited.at(-1) !== pathname) visited.push(pathname);
  }, [pathname, visited]);
  return null;
}

function BareSite() {
  return <main>{useRoutes(screens)}</main>;
}

/** Opens a screen without the layout around it: much faster, for what the layout has no part in. */
export function openScreen(address: string, server?: FakeServer): Promise<Site> {
  return openAlone(<BareSite />, address, server);
}

/** Opens what is given at an address, and no screen. */
export async function openAlone(shown: ReactNode, address: string, server = new FakeServer()): Promise<Site> {
  if (serving !== server) serving?.retire();
  serving = server;
  globalThis.fetch = server.fetch;
  dismissToast();
  forgetServerTime();
  await Promise.all([loadToastCard(), loadPages()]);
  const store = createStore(servedAnswers());
  const visited: string[] = [];
  const history = guarded(createMemoryHistory({ initialEntries: [address], v5Compat: true }));
  await prepare(history.location.pathname);
  const site = (
    <AppProviders store={store}>
      <SiteRouter history={history} prepare={prepare}>
        {shown}
        <Visits visited={visited} />
      </SiteRouter>
    </AppProviders>
  );
  const { unmount } = await act(() => Promise.resolve(render(site)));
  return {
    server,
    store,
    history,
    visited,
    unmount,
    navigate: async (to) => {
      if (typeof to === "number") history.go(to);
      else history.push(to);
      await prepare(history.location.pathname);
    },
    address: () => history.location.pathname + history.location.search,
  };
}
