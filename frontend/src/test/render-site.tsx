import { act, render } from "@testing-library/react";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router-dom";
import { forgetServerTime } from "../api/server-clock";
import { AppProviders } from "../app/providers";
import { routes, screens } from "../app/routes";
import type { AppStore } from "../app/store";
import { createStore } from "../app/store";
import { dismissToast } from "../ui/toast";
import { loadToastCard } from "../ui/toaster";
import { FakeServer } from "./fake-server";

/** The site as a visitor meets it at an address: real routes, real store, the network faked at its edge. */
export interface Site {
  readonly server: FakeServer;
  readonly store: AppStore;
  readonly router: ReturnType<typeof createMemoryRouter>;
  /** Path and query of where the visitor is. */
  readonly address: () => string;
  readonly unmount: () => void;
}

let serving: FakeServer | undefined;

/** Opens the site at an address. */
export function openSite(address: string, server?: FakeServer): Promise<Site> {
  return open(routes, address, server);
}

const BARE: typeof routes = [
  {
    element: (
      <main>
        <Outlet />
      </main>
    ),
    HydrateFallback: () => null,
    children: screens,
  },
];

/** Opens a screen without the layout around it: much faster, for what the layout has no part in. */
export function openScreen(address: string, server?: FakeServer): Promise<Site> {
  return open(BARE, address, server);
}

async function open(shown: typeof routes, address: string, server = new FakeServer()): Promise<Site> {
  if (serving !== server) serving?.retire();
  serving = server;
  globalThis.fetch = server.fetch;
  dismissToast();
  forgetServerTime();
  await loadToastCard();
  const store = createStore();
  const router = createMemoryRouter(shown, { initialEntries: [address] });
  const { unmount } = render(
    <AppProviders store={store}>
      <RouterProvider router={router} />
    </AppProviders>,
  );
  // The screen's own code is loaded on first use.
  await act(
    () =>
      new Promise<void>((resolve) => {
        if (router.state.initialized) resolve();
        else router.subscribe((state) => state.initialized && resolve());
      }),
  );
  return {
    server,
    store,
    router,
    unmount,
    address: () => router.state.location.pathname + router.state.location.search,
  };
}
