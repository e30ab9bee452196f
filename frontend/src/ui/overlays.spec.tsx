import { expect, test } from "@jest/globals";
import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useCallback, useState } from "react";
import { Link, UNSAFE_createMemoryHistory as createMemoryHistory, useLocation, useNavigate } from "react-router-dom";
import { guarded, SiteRouter, useBackCloses, useBlocker } from "./navigation";
import { overlaysOf } from "./overlays";

function Overlay({ name, onClose, children }: { name: string; onClose: () => void; children?: React.ReactNode }) {
  useBackCloses(true, onClose);
  return (
    <div role="dialog" aria-label={name}>
      <button onClick={onClose}>{`Close ${name}`}</button>
      {children}
    </div>
  );
}

/** A page with a menu, a dialog over it, one that stays while it works, and a form that asks before it is left. */
function Page() {
  const { pathname, search, key } = useLocation();
  const navigate = useNavigate();
  const [menu, setMenu] = useState(false);
  const [inner, setInner] = useState(false);
  const [busy, setBusy] = useState(false);
  const blocker = useBlocker(useCallback((next) => pathname === "/form" && next !== "/form", [pathname]));
  return (
    <>
      <p>{`at ${pathname}${search}`}</p>
      <p data-testid="key">{key}</p>
      <button onClick={() => setMenu(true)}>Open menu</button>
      <button onClick={() => setBusy(true)}>Open busy</button>
      <button onClick={() => void navigate("/replaced", { replace: true })}>Replace</button>
      {menu && (
        <Overlay name="menu" onClose={() => setMenu(false)}>
          <Link to="/other" onClick={() => setMenu(false)}>
            Other
          </Link>
          <button onClick={() => setInner(true)}>Open inner</button>
        </Overlay>
      )}
      {inner && (
        <Overlay name="inner" onClose={() => setInner(false)}>
          <button
            onClick={() => {
              setInner(false);
              setMenu(false);
              void navigate("/far");
            }}
          >
            Go far
          </button>
        </Overlay>
      )}
      {busy && <Overlay name="busy" onClose={() => undefined} />}
      {blocker !== undefined && (
        <Overlay name="leave" onClose={blocker.reset}>
          <button onClick={blocker.proceed}>Leave</button>
        </Overlay>
      )}
    </>
  );
}

function open(initialIndex = 1) {
  const entries = createMemoryHistory({
    initialEntries: ["/before", "/page", "/form", "/after"],
    initialIndex,
    v5Compat: true,
  });
  const history = guarded(entries);
  history.keepOverlays(overlaysOf);
  render(
    <SiteRouter history={history}>
      <Page />
    </SiteRouter>,
  );
  const user = userEvent.setup();
  return {
    history,
    press: (name: string) => user.click(screen.getByRole("button", { name })),
    follow: (name: string) => user.click(screen.getByRole("link", { name })),
    go: (delta: number) => act(async () => entries.go(delta)),
    at: (address: string) => screen.findByText(`at ${address}`),
    isOpen: (name: string) => screen.queryByRole("dialog", { name }) !== null,
  };
}

test("Back closes what is open, the newest first, and then leaves the page", async () => {
  const { press, go, at, isOpen } = open();
  const key = screen.getByTestId("key").textContent;
  await press("Open menu");
  await press("Open inner");
  await go(-1);
  expect([isOpen("menu"), isOpen("inner")]).toEqual([true, false]);
  await go(-1);
  expect(isOpen("menu")).toBe(false);
  // For the page nothing happened.
  expect(screen.getByTestId("key")).toHaveTextContent(key);
  await go(-1);
  expect(await at("/before")).toBeVisible();
});

test("what was closed by its button needs no Back of its own, however often it was opened", async () => {
  const { press, go, at, isOpen } = open();
  for (let time = 0; time < 3; time += 1) {
    await press("Open menu");
    await press("Close menu");
  }
  await go(-1);
  expect(await at("/before")).toBeVisible();
  await go(1);
  expect(await at("/page")).toBeVisible();
  expect(isOpen("menu")).toBe(false);
});

test.each([
  ["a link in it", "/other", ({ follow }: ReturnType<typeof open>) => follow("Other")],
  [
    "a navigation by a dialog over it",
    "/far",
    async ({ press }: ReturnType<typeof open>) => {
      await press("Open inner");
      await press("Go far");
    },
  ],
] as const)("after %s, Back leads to the page as it was before", async (_way, goal, leave) => {
  const page = open();
  await page.press("Open menu");
  await leave(page);
  expect(await page.at(goal)).toBeVisible();
  await page.go(-1);
  expect(await page.at("/page")).toBeVisible();
  expect(page.isOpen("menu")).toBe(false);
  await page.go(-1);
  expect(await page.at("/before")).toBeVisible();
});

test("a page that is replaced with something open over it is gone from the history", async () => {
  const { press, go, at } = open();
  await press("Open menu");
  await press("Replace");
  expect(await at("/replaced")).toBeVisible();
  await go(-1);
  expect(await at("/before")).toBeVisible();
});

test("what stays open while it works is closed by no Back, and leaves the page to none", async () => {
  const { press, go, at, isOpen } = open();
  await press("Open busy");
  await go(-1);
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  await go(-1);
  expect(isOpen("busy")).toBe(true);
  expect(await at("/page")).toBeVisible();
});

test.each([
  ["back", -1, "/page"],
  ["forward", 1, "/after"],
] as const)(
  "a form that asks before it is left: Back stays, and %s continues once confirmed",
  async (_way, delta, goal) => {
    const { press, go, at, isOpen } = open(2);
    await press("Open menu");
    await press("Close menu");
    await go(-1);
    expect(isOpen("leave")).toBe(true);
    await go(-1);
    expect(isOpen("leave")).toBe(false);
    expect(await at("/form")).toBeVisible();
    await go(-1);
    await press("Leave");
    expect(await at("/page")).toBeVisible();

    const other = open(2);
    await other.go(delta);
    await other.press("Leave");
    expect((await screen.findAllByText(`at ${goal}`)).at(-1)).toBeVisible();
  },
);

test("a reload with something open leaves an entry behind that the next one uses and Back skips", async () => {
  const entries = createMemoryHistory({
    initialEntries: ["/before", "/page", { pathname: "/page", state: { overlay: { page: "default", depth: 1 } } }],
    v5Compat: true,
  });
  const history = guarded(entries);
  history.keepOverlays(overlaysOf);
  render(
    <SiteRouter history={history}>
      <Page />
    </SiteRouter>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Open menu" }));
  expect(entries.index).toBe(2);
});
