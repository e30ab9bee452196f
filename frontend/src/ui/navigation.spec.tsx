import { expect, test } from "@jest/globals";
import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useCallback } from "react";
import { Link, UNSAFE_createMemoryHistory as createMemoryHistory, useLocation } from "react-router-dom";
import { guarded, SiteRouter, useBlocker, useIsScreenLoading } from "./navigation";

/** A form that asks before it is left, and other pages. */
function Page() {
  const { pathname, search } = useLocation();
  return (
    <>
      <p>{`at ${pathname}${search}, ${useIsScreenLoading() ? "fetching" : "there"}`}</p>
      <Link to="/other">Other</Link>
      <Link to="/form?step=2">Next step</Link>
      {pathname === "/form" && <Form />}
    </>
  );
}

function Form() {
  const blocker = useBlocker(useCallback((next) => next !== "/form", []));
  return blocker === undefined ? null : (
    <div role="alertdialog" aria-label="Leave?">
      <button onClick={blocker.proceed}>Leave</button>
      <button onClick={blocker.reset}>Stay</button>
    </div>
  );
}

function open(prepare?: (pathname: string) => Promise<void> | undefined) {
  const history = guarded(
    createMemoryHistory({ initialEntries: ["/before", "/form", "/after"], initialIndex: 1, v5Compat: true }),
  );
  render(
    <SiteRouter history={history} {...(prepare === undefined ? {} : { prepare })}>
      <Page />
    </SiteRouter>,
  );
  return { history, user: userEvent.setup() };
}

type OpenPage = ReturnType<typeof open>;
const NAVIGATIONS: readonly [string, (page: OpenPage) => Promise<unknown>, string][] = [
  ["a link", ({ user }) => user.click(screen.getByRole("link", { name: "Other" })), "/other"],
  ["a navigation by the page", ({ history }) => act(async () => history.replace("/other")), "/other"],
  ["the browser's back button", ({ history }) => act(async () => history.go(-1)), "/before"],
  ["the browser's forward button", ({ history }) => act(async () => history.go(1)), "/after"],
];

test.each(NAVIGATIONS)("%s is blocked until the visitor confirms, and cancelled by Stay", async (_way, go, goal) => {
  const page = open();
  await go(page);
  expect(screen.getByRole("alertdialog", { name: "Leave?" })).toBeVisible();
  expect(page.history.location.pathname).toBe("/form");
  await page.user.click(screen.getByRole("button", { name: "Stay" }));
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  expect(screen.getByText("at /form, there")).toBeVisible();
  await go(page);
  await page.user.click(screen.getByRole("button", { name: "Leave" }));
  expect(await screen.findByText(`at ${goal}, there`)).toBeVisible();
  expect(page.history.location.pathname).toBe(goal);
});

test("a navigation within the page is not blocked, and a page that was left no longer blocks", async () => {
  const { history, user } = open();
  await user.click(screen.getByRole("link", { name: "Next step" }));
  expect(await screen.findByText("at /form?step=2, there")).toBeVisible();
  await act(async () => history.go(-1));
  expect(await screen.findByText("at /form, there")).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Other" }));
  await user.click(screen.getByRole("button", { name: "Leave" }));
  await act(async () => history.push("/before"));
  expect(await screen.findByText("at /before, there")).toBeVisible();
});

test("the current screen stays until the next one's code has loaded; the last navigation wins", async () => {
  const pending = new Map<string, () => void>();
  const { history } = open((pathname) =>
    pathname === "/form"
      ? undefined
      : new Promise<void>((resolve) => {
          pending.set(pathname, resolve);
        }),
  );
  const load = (pathname: string) => act(() => Promise.resolve(pending.get(pathname)?.()));
  await userEvent.click(screen.getByRole("link", { name: "Next step" }));
  history.setGuard({ shouldBlock: () => false, onBlock: () => undefined });
  await act(async () => history.push("/first"));
  await act(async () => history.push("/second"));
  expect(screen.getByText("at /form?step=2, fetching")).toBeVisible();
  await load("/first");
  expect(screen.getByText("at /form?step=2, fetching")).toBeVisible();
  await load("/second");
  expect(await screen.findByText("at /second, there")).toBeVisible();
});
