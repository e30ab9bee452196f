import { act, render } from "@testing-library/react";
import { type ReactNode, useEffect } from "react";
import { type To, UNSAFE_createMemoryHistory as createMemoryHistory, useLocation, useRoutes } from "react-router-dom";
import { preloadedStore } from "../app/preloaded-state";
import { AppProviders } from "../app/providers";
import { prepare, screens, Site as WholeSite } from "../app/routes";
import type { AppStore } from "../app/store";
import { type GuardedHistory, guarded, SiteRouter } from "../ui/navigation";
import { overlaysOf } from "../ui/overlays";
import { headWriter } from "../ui/page-head";
import { toastCard } from "../ui/toaster";
import { FakeServer } from "./fake-server";

/** An open site: real routes, real store, fake API. */
export interface Site {
  readonly server: FakeServer;
  readonly store: AppStore;
  readonly history: GuardedHistory;
  /** The paths visited, in order. */
  readonly visited: readonly string[];
  /** Presses the browser's Back button. */
  readonly back: () => Promise<void>;
  /** Navigates to an address or by a number of history entries, and loads the screen's code. */
  readonly navigate: (to: To | number) => Promise<void>;
  /** Current path and query. */
  readonly address: () => string;
  readonly unmount: () => void;
}

let activeServer: FakeServer | undefined;

/** Opens the site at an address. */
export function openSite(address: string, server?: FakeServer): Promise<Site> {
  return openAlone(<WholeSite />, address, server);
}

function RecordVisits({ visited }: { readonly visited: string[] }) {
  const { pathname } = useLocation();
  useEffect(() => {
    if (visited.at(-1) !== pathname) visited.push(pathname);
  }, [pathname, visited]);
  return null;
}

function BareSite() {
  return <main>{useRoutes(screens)}</main>;
}

/** Opens a screen without the layout: much faster, for specs that don't need the layout. */
export function openScreen(address: string, server?: FakeServer): Promise<Site> {
  return openAlone(<BareSite />, address, server);
}

/** Renders a node in place of the screen at an address. */
export async function openAlone(node: ReactNode, address: string, server = new FakeServer()): Promise<Site> {
  if (activeServer !== server) activeServer?.retire();
  activeServer = server;
  globalThis.fetch = server.fetch;
  await Promise.all([toastCard.load(), headWriter.load()]);
  const store = preloadedStore();
  const visited: string[] = [];
  const entries = createMemoryHistory({ initialEntries: [address], v5Compat: true });
  const history = guarded(entries);
  history.keepOverlays(overlaysOf);
  await prepare(history.location.pathname);
  const site = (
    <AppProviders store={store}>
      <SiteRouter history={history} prepare={prepare}>
        {node}
        <RecordVisits visited={visited} />
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
    back: () => act(async () => entries.go(-1)),
    navigate: async (to) => {
      if (typeof to === "number") history.go(to);
      else history.push(to);
      await prepare(history.location.pathname);
    },
    address: () => history.location.pathname + history.location.search,
  };
}
