import { expect, test } from "@jest/globals";
import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useCallback } from "react";
import { Link, UNSAFE_createMemoryHistory as createMemoryHistory, useLocation } from "react-router-dom";
import { guarded, SiteRouter, useBlocker, useBusy } from "./navigation";

/** A form that must not be left without a question, and other pages. */
function Page() {
  const { pathname, search } = useLocation();
  return (
    <>
      <p>{`at ${pathname}${search}, ${useBusy() ? "fetching" : "there"}`}</p>
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

type Opened = ReturnType<typeof open>;
const WAYS: readonly [string, (opened: Opened) => Promise<unknown>, string][] = [
  ["a link", ({ user }) => user.click(screen.getByRole("link", { name: "Other" })), "/other"],
  ["the page's own step", ({ history }) => act(async () => history.replace("/other")), "/other"],
  ["the browser's way back", ({ history }) => act(async () => history.go(-1)), "/before"],
  ["the browser's way on", ({ history }) => act(async () => history.go(1)), "/after"],
];

test.each(WAYS)("%s waits for the decision: to stay, then to leave", async (_way, go, goal) => {
  const opened = open();
  await go(opened);
  expect(screen.getByRole("alertdialog", { name: "Leave?" })).toBeVisible();
  expect(opened.history.location.pathname).toBe("/form");
  await opened.user.click(screen.getByRole("button", { name: "Stay" }));
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  expect(screen.getByText("at /form, there")).toBeVisible();
  await go(opened);
  await opened.user.click(screen.getByRole("button", { name: "Leave" }));
  expect(await screen.findByText(`at ${goal}, there`)).toBeVisible();
  expect(opened.history.location.pathname).toBe(goal);
});

test("a step within the page asks nothing, and a page that is left asks no more", async () => {
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

test("the screen before stays until the next one's code is there; the newest address wins", async () => {
  const arrivals = new Map<string, () => void>();
  const { history } = open((pathname) =>
    pathname === "/form"
      ? undefined
      : new Promise<void>((resolve) => {
          arrivals.set(pathname, resolve);
        }),
  );
  const arrive = (pathname: string) => act(() => Promise.resolve(arrivals.get(pathname)?.()));
  await userEvent.click(screen.getByRole("link", { name: "Next step" }));
  history.guardBy({ asks: () => false, ask: () => undefined });
  await act(async () => history.push("/first"));
  await act(async () => history.push("/second"));
  expect(screen.getByText("at /form?step=2, fetching")).toBeVisible();
  await arrive("/first");
  expect(screen.getByText("at /form?step=2, fetching")).toBeVisible();
  await arrive("/second");
  expect(await screen.findByText("at /second, there")).toBeVisible();
});
