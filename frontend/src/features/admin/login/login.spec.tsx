import { describe, expect, test } from "@jest/globals";
import { PATHS } from "@sakhi/domain/site/routes";
import { act, screen, waitFor, within } from "@testing-library/react";
import { toastDismissed } from "../../../api/site-state";
import type { AppStore } from "../../../app/store";
import { AdminServer } from "../../../test/admin-server";
import { quickUser } from "../../../test/clock";
import { errorResponse } from "../../../test/fake-server";
import { fillIn } from "../../../test/filling";
import { openDashboard } from "../../../test/open-dashboard";
import { openScreen } from "../../../test/render-site";
import { settledDialog } from "../../../test/settled-dialog";
import { afterLogin } from "../addresses";

const LOGIN = PATHS.adminLogin;
const DASHBOARD = PATHS.dashboard;
const POST = "POST /mela/admin/login";
const SESSION = { authenticated: true, username: "operator", role: "owner" } as const;

describe("the login page", () => {
  function loggedOut(): AdminServer {
    const server = new AdminServer();
    server.endSession();
    return server;
  }

  async function open(server = loggedOut(), address: string = LOGIN) {
    const site = await openScreen(address, server);
    const user = quickUser();
    const button = await screen.findByRole("button", { name: "Login" });
    const main = screen.getByRole("main");
    const logIn = async (username: string, password: string) => {
      fillIn(main, { Username: username, Password: password });
      await user.click(button);
    };
    return { ...site, server, user, logIn, button, main };
  }

  test('logs in, shows "Logging in..." and a welcome, and opens the dashboard (T-211, T-213, T-216)', async () => {
    const server = loggedOut();
    const respond = server.withhold(POST, () => {
      server.session = SESSION;
      return { json: SESSION };
    });
    const { user, logIn, address } = await open(server);
    const password = screen.getByLabelText("Password");
    expect(screen.getByRole("textbox", { name: "Username" })).toHaveAttribute("autocomplete", "username");
    expect(password).toHaveAttribute("type", "password");
    await user.click(screen.getByRole("button", { name: "Show password" }));
    expect(password).toHaveAttribute("type", "text");
    await logIn(" operator ", "correct horse battery");
    expect(await screen.findByRole("button", { name: "Logging in..." })).toHaveAttribute("aria-disabled", "true");
    respond();
    expect(await screen.findByText("Login Successful")).toBeVisible();
    expect(screen.getByText("Welcome to the Mela Dashboard")).toBeVisible();
    expect(await screen.findByRole("heading", { level: 1, name: "Mela Registrations Dashboard" })).toBeVisible();
    // The view holds its event.
    await waitFor(() => expect(address()).toBe(`${DASHBOARD}?event=the-mela-2099`));
    expect(server.callsTo(POST).map(({ body }) => body)).toEqual([
      { username: "operator", password: "correct horse battery" },
    ]);
  });

  test("rejects and focuses an empty field without calling the server (T-214)", async () => {
    const { server, store, logIn } = await open();
    for (const [username, password, missing] of [
      ["", "", "Username"],
      ["operator", "", "Password"],
      ["", "correct horse battery", "Username"],
      ["   ", "correct horse battery", "Username"],
    ] as const) {
      await logIn(username, password);
      expect(await screen.findByText("Missing Credentials")).toBeVisible();
      expect(screen.getByText("Please enter both username and password")).toBeVisible();
      expect(screen.getByLabelText(missing)).toHaveFocus();
      act(() => void store.dispatch(toastDismissed()));
      await waitFor(() => expect(screen.queryByText("Missing Credentials")).not.toBeInTheDocument());
    }
    expect(server.callsTo(POST)).toHaveLength(0);
  });

  test("shows the server's message after a failed login and keeps the input (T-215)", async () => {
    const { server, logIn, address } = await open();
    const invalid = "Invalid credentials. Please try again.";
    const slowed = "Too many wrong passwords. Please wait 4 seconds.";
    server.on(POST, errorResponse(401, "login_slowed", slowed));
    await logIn("operator", "wrong");
    expect(await screen.findByText("Login Failed")).toBeVisible();
    expect(screen.getByText(slowed)).toBeVisible();
    expect(screen.getByRole("alert")).toHaveTextContent(invalid);
    expect(screen.getByLabelText("Username")).toHaveValue("operator");
    expect(screen.getByLabelText("Password")).toHaveAccessibleDescription(/Invalid credentials/);
    // A response without a message.
    server.on(POST, { status: 401, text: "" });
    await logIn("operator", "wrong");
    expect(await screen.findByText("Invalid username or password")).toBeVisible();
    expect(screen.getByRole("alert")).toHaveTextContent(invalid);
    // A network error does not call the credentials invalid.
    server.on(POST, "offline");
    await logIn("operator", "right");
    expect(await screen.findByText(/could not reach the server/)).toBeVisible();
    expect(screen.queryByText(invalid)).not.toBeInTheDocument();
    expect(address()).toBe(LOGIN);
  });

  test("redirects to the dashboard if already logged in (T-212)", async () => {
    const next = `${DASHBOARD}?view=issues`;
    const { address } = await openScreen(`${LOGIN}?${new URLSearchParams({ next })}`, new AdminServer());
    await waitFor(() => expect(address()).toBe(next));
  });

  test.each([
    [`${DASHBOARD}?view=plan&stall=B12`, `${DASHBOARD}?view=plan&stall=B12`],
    ["https://evil.example/", DASHBOARD],
    ["//evil.example/paid-events/mela/dashboard", DASHBOARD],
    [`${DASHBOARD}.evil.example`, DASHBOARD],
    [null, DASHBOARD],
  ])("redirects from ?next=%s to %s", (next, expected) => {
    expect(afterLogin(next)).toBe(expected);
  });

  test("asks for the code after the password, allows a retry, and returns to the previous view", async () => {
    const server = loggedOut();
    server.on(POST, ({ body }) => {
      const { password, code } = body;
      if (password !== "right password") return errorResponse(401, "login_refused", "Invalid username or password");
      if (code === undefined) return errorResponse(401, "second_factor_required", "Please enter the code.");
      if (code !== "123 456") return errorResponse(401, "second_factor_refused", "This code is wrong.");
      server.session = SESSION;
      return { json: SESSION };
    });
    const next = `${DASHBOARD}?view=issues`;
    const { user, main, logIn, button, address } = await open(server, `${LOGIN}?${new URLSearchParams({ next })}`);
    expect(screen.getByText(/log in to continue where you were/)).toBeVisible();
    expect(screen.queryByLabelText("Code of your authenticator app")).not.toBeInTheDocument();
    await logIn("operator", "right password");
    const code = await screen.findByLabelText("Code of your authenticator app");
    // No error so far.
    expect(screen.queryByText("Login Failed")).not.toBeInTheDocument();
    expect(code).toHaveFocus();
    expect(code).toHaveAttribute("autocomplete", "one-time-code");
    expect(code).toHaveAccessibleDescription("Six digits, or one of your recovery codes.");
    await user.click(button);
    expect(screen.getByRole("alert")).toHaveTextContent("Please enter the code of your authenticator app");
    expect(server.callsTo(POST)).toHaveLength(1);
    fillIn(main, { Code: "000000" });
    await user.click(button);
    expect(await screen.findByText("Login Failed")).toBeVisible();
    expect(screen.getByRole("alert")).toHaveTextContent("This code is wrong or already used.");
    expect(code).toHaveAccessibleDescription(/This code is wrong/);
    expect(screen.getByLabelText("Password")).not.toHaveAccessibleDescription();
    fillIn(main, { Code: "123 456" });
    await user.click(button);
    await waitFor(() => expect(address()).toBe(next));
    expect(server.callsTo(POST).at(-1)?.body).toEqual({
      ...{ username: "operator", password: "right password", code: "123 456" },
    });
  });
});

describe("the login dialog over an open form", () => {
  const QUERY = "?view=plan&stall=B12";

  /** Submits the form that blocks B12 just as the session ends. */
  async function endsWhileTyping() {
    const server = new AdminServer();
    // A plan with one stall renders fast.
    server.plan = server.plan.filter(({ stallId }) => stallId === "B12");
    let blocked = false;
    let ended = false;
    server.on("POST /mela/admin/stalls/B12/block", () => {
      // The session ends with this call, so that no earlier call notices first.
      if (!ended) server.endSession();
      ended = true;
      if (!server.session.authenticated) return errorResponse(401, "not_authenticated", "Please log in.");
      blocked = true;
      return { json: { stallId: "B12", blocked: true, bookingId: "x" } };
    });
    server.on(POST, ({ body }) => {
      const { username, password } = body;
      if (password !== "right") return errorResponse(401, "login_refused", "Invalid username or password");
      server.session = { authenticated: true, username, role: "owner" };
      return { json: server.session };
    });
    const { address, user, ask } = await openDashboard(QUERY, server);
    const form = await ask("Block", "Block B12");
    fillIn(form, { Reason: "First aid post" });
    await user.click(within(form).getByRole("button", { name: "Block the stall" }));
    const again = await settledDialog("alertdialog", "Your session has ended");
    return { address, user, again, isBlocked: () => blocked };
  }

  test("keeps the form's input, which can be submitted after the login", async () => {
    const { user, again, address, isBlocked } = await endsWhileTyping();
    expect(within(again).getByLabelText("Username")).toHaveValue("operator");
    await user.keyboard("{Escape}");
    fillIn(again, { Password: "wrong" });
    await user.click(within(again).getByRole("button", { name: "Login" }));
    expect(await within(again).findByText("Invalid credentials. Please try again.")).toBeVisible();
    await user.clear(within(again).getByLabelText("Password"));
    await user.type(within(again).getByLabelText("Password"), "right{Enter}");
    await waitFor(() => expect(again).not.toBeInTheDocument());
    const form = await screen.findByRole("alertdialog", { name: "Block B12" });
    expect(within(form).getByLabelText("Reason")).toHaveValue("First aid post");
    expect(isBlocked()).toBe(false);
    await user.click(within(form).getByRole("button", { name: "Block the stall" }));
    expect(await screen.findByText("B12 at The Mela 2099 is blocked.")).toBeVisible();
    expect(isBlocked()).toBe(true);
    await waitFor(() => expect(address()).toBe(`${DASHBOARD}${QUERY}&event=the-mela-2099`));
  });

  test("discards the input when another administrator logs in", async () => {
    const { user, again } = await endsWhileTyping();
    fillIn(again, { Username: "meena", Password: "right" });
    await user.click(within(again).getByRole("button", { name: "Login" }));
    await waitFor(() => expect(again).not.toBeInTheDocument());
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
    expect(await screen.findByText("meena")).toBeInTheDocument();
  });

  test("leads to the login page when the form is discarded", async () => {
    const { user, again, address } = await endsWhileTyping();
    await user.click(within(again).getByRole("button", { name: "Discard it and leave" }));
    await waitFor(() => expect(address()).toBe(LOGIN));
  });
});

describe("the dashboard's frame", () => {
  /** The view that renders fastest. */
  const ISSUES = "?view=issues";

  async function open(query = ISSUES, server = new AdminServer()) {
    const site = await openDashboard(query, server);
    await screen.findByRole("heading", { level: 1, name: "Mela Registrations Dashboard" });
    return site;
  }
  const cached = (store: AppStore) => Object.keys(store.getState().api.queries);
  const returnAddress = (address: string) => new URLSearchParams(address.split("?")[1]).get("next");

  test("redirects to the login without a session, with a return address (T-218)", async () => {
    const server = new AdminServer();
    server.endSession();
    const { address } = await openDashboard("?view=plan", server);
    await waitFor(() => expect(address()).toContain(LOGIN));
    expect(returnAddress(address())).toBe(`${DASHBOARD}?view=plan`);
    expect(server.callsTo("GET /mela/admin/plan")).toHaveLength(0);
  });

  test("redirects to the login at the first call after the session has ended", async () => {
    const { server, user, address, store } = await open();
    await screen.findByRole("heading", { name: "Nothing needs you" });
    server.endSession();
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    await waitFor(() => expect(address()).toContain(LOGIN));
    expect(returnAddress(address())).toBe(DASHBOARD + ISSUES);
    expect(await screen.findByRole("button", { name: "Login" })).toBeVisible();
    expect(cached(store)).toEqual(["checkAdministrator(undefined)"]);
  });

  test("shows title and username; Logout clears all cached data (T-219, T-232)", async () => {
    const { server, user, address, store } = await open("");
    expect(screen.getByText("operator")).toBeVisible();
    expect(document.title).toBe("Mela Registrations Dashboard · Sakhi Bazaar");
    await screen.findByRole("table", { name: /All registrations/ });
    expect(JSON.stringify(store.getState())).toContain("asha@example.com");
    // Nor does a pending call delay it.
    const respond = server.withhold("GET /mela/registrations", { json: server.registrations });
    act(() => void globalThis.dispatchEvent(new Event("focus")));
    await waitFor(() => expect(server.callsTo("GET /mela/registrations")).toHaveLength(2));
    await user.click(screen.getByRole("button", { name: "Logout" }));
    expect(await screen.findByText("Logged Out")).toBeVisible();
    // Without a return address.
    await waitFor(() => expect(address()).toBe(LOGIN));
    expect(await screen.findByRole("button", { name: "Login" })).toBeVisible();
    expect(server.callsTo("POST /mela/admin/logout")).toHaveLength(1);
    expect(cached(store)).toEqual(["checkAdministrator(undefined)"]);
    await act(async () => respond());
    expect(cached(store)).toEqual(["checkAdministrator(undefined)"]);
  });

  test("shows an error after a failed logout and stays (T-233)", async () => {
    const { server, user, address } = await open();
    server.on("POST /mela/admin/logout", { status: 500, text: "" });
    await user.click(screen.getByRole("button", { name: "Logout" }));
    expect(await screen.findByText("Logout Failed")).toBeVisible();
    expect(screen.getByText("There was an error logging out. Please try again.")).toBeVisible();
    expect(address()).toBe(DASHBOARD + ISSUES);
  });

  test("links to the views, opens the first one for an unknown name, and shows the number of open issues", async () => {
    const server = new AdminServer();
    server.issues = {
      ...server.issues,
      entries: [
        {
          ...{ id: "1", kind: "mail_refused", title: "A mail was refused", meaning: "Nobody got it." },
          ...{ facts: [], raisedAt: "2026-11-21T08:00:00.000Z", resolutions: [] },
        },
      ],
    };
    const { entries } = server.issues;
    server.issues = { ...server.issues, entries: [] };
    const { user, address } = await open("?view=nonsense", server);
    // New issues show when the tab gets the focus.
    server.issues = { ...server.issues, entries };
    act(() => void globalThis.dispatchEvent(new Event("focus")));
    const menu = within(screen.getByRole("navigation", { name: "Views of the dashboard" }));
    // Links to other views keep the event from when the address names it.
    await waitFor(() =>
      expect(menu.getByRole("link", { name: "Operations" })).toHaveAttribute(
        "href",
        expect.stringContaining("event=the-mela-2099"),
      ),
    );
    expect(menu.getByRole("link", { name: "Registrations" })).toHaveAttribute("aria-current", "page");
    for (const [link, query, heading] of [
      [/^Attention.*, 1 waiting$/, "?view=issues", "Needs attention"],
      ["Operations", "?view=operations", "System status"],
    ] as const) {
      await user.click(await menu.findByRole("link", { name: link }));
      await waitFor(() => expect(address()).toBe(`${DASHBOARD}${query}&event=the-mela-2099`));
      expect(await screen.findByRole("heading", { level: 2, name: heading })).toBeVisible();
    }
  });

  test("keeps the event in the address when another view is opened before the first one named it", async () => {
    const server = new AdminServer();
    const answer = server.withhold("GET /mela/admin/events", { json: server.events });
    const { history, address } = await openDashboard("?view=registrations", server);
    await waitFor(() => expect(server.callsTo("GET /mela/admin/events")).not.toHaveLength(0));
    // The press on another view of an event comes at the moment in which the address gets the event, before it is rendered.
    const { replace } = history;
    let overtaken = false;
    Object.assign(history, {
      replace: (...entry: Parameters<typeof replace>) => {
        replace(...entry);
        if (!overtaken) history.push(`${DASHBOARD}?view=coupons`);
        overtaken = true;
      },
    });
    await act(async () => answer());
    await waitFor(() => expect(address()).toBe(`${DASHBOARD}?view=coupons&event=the-mela-2099`));
    expect(overtaken).toBe(true);
    expect(await screen.findByRole("heading", { level: 2, name: "Coupons" })).toBeVisible();
  });

  test("shows an error with a retry when the session check fails; marks viewers", async () => {
    const server = new AdminServer().asViewer();
    server.on("GET /mela/admin/check", errorResponse(503, "unavailable", "Down"));
    const { user } = await openDashboard(ISSUES, server);
    expect(await screen.findByText("We could not find out whether you are logged in.")).toBeVisible();
    server.on("GET /mela/admin/check", () => ({ json: server.session }));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("button", { name: "Logout" })).toBeVisible();
    expect(screen.getByText("Viewer")).toBeVisible();
  });
});

describe("the page of an invitation", () => {
  const READ = "POST /mela/admin/invitation/read";
  const ACCEPT = "POST /mela/admin/invitation/accept";
  const OPENED = { username: "meena", role: "viewer", isNew: true, invitedBy: "asha" } as const;

  async function open(server = new AdminServer()) {
    server.endSession();
    const site = await openScreen(`${PATHS.adminInvitation}#abc.def`, server);
    return { ...site, server, user: quickUser() };
  }

  test("takes the token out of the address, says who invites to what, sets the password and leads to the login", async () => {
    const server = new AdminServer();
    server.on(READ, { json: { ...OPENED, expiresAt: "2026-11-22T08:00:00.000Z" } });
    server.on(ACCEPT, { json: { message: 'The password of "meena" is set. Please log in.' } });
    const { user, address } = await open(server);
    const main = screen.getByRole("main");
    expect(await within(main).findByText(/asha has invited you to the Mela dashboard as viewer/)).toBeVisible();
    expect(address()).toBe(PATHS.adminInvitation);
    const submit = within(main).getByRole("button", { name: "Set the password" });
    fillIn(main, { Password: "short" });
    await user.click(submit);
    expect(within(main).getByRole("alert")).toHaveTextContent("A password has at least 12 characters.");
    fillIn(main, { Password: "copper lantern meadow" });
    await user.click(submit);
    await waitFor(() => expect(address()).toBe(LOGIN));
    expect(server.callsTo(ACCEPT).map(({ body }) => body)).toEqual([
      { token: "abc.def", password: "copper lantern meadow" },
    ]);
  });

  test("says when the link is over, and when the page was opened without one", async () => {
    const server = new AdminServer();
    server.on(READ, errorResponse(404, "invitation_over", "This link no longer works."));
    await open(server);
    expect(await screen.findByText("This link no longer works.")).toBeVisible();
    expect(screen.getByRole("link", { name: "To the login" })).toHaveAttribute("href", LOGIN);
  });
});
