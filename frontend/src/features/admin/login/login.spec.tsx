import { describe, expect, test } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import { PATHS } from "@sakhi/domain/site/routes";
import { AdminServer } from "../../../test/admin-server";
import { quickUser } from "../../../test/clock";
import { errorResponse, gate } from "../../../test/fake-server";
import { fillIn } from "../../../test/filling";
import { openDashboard } from "../../../test/open-dashboard";
import { openScreen } from "../../../test/render-site";
import { settledDialog } from "../../../test/settled-dialog";
import { dismissToast } from "../../../ui/toast";
import { afterLogin } from "../addresses";

const LOGIN = PATHS.adminLogin;
const DASHBOARD = PATHS.dashboard;
const POST = "POST /mela/admin/login";
const SESSION = { authenticated: true, username: "operator", role: "operator" } as const;

describe("the login", () => {
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

  test("fields for both, a button that says Logging in..., then the welcome and the dashboard (T-211, T-213, T-216)", async () => {
    const server = loggedOut();
    const { open: answer, opened } = gate();
    server.on(POST, async () => {
      await opened;
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
    expect(await screen.findByRole("button", { name: "Logging in..." })).toBeDisabled();
    answer();
    expect(await screen.findByText("Login Successful")).toBeVisible();
    expect(screen.getByText("Welcome to the Mela Dashboard")).toBeVisible();
    expect(await screen.findByRole("heading", { level: 1, name: "Mela Registrations Dashboard" })).toBeVisible();
    expect(address()).toBe(DASHBOARD);
    expect(server.callsTo(POST).map(({ body }) => body)).toEqual([
      { username: "operator", password: "correct horse battery" },
    ]);
  });

  test("an empty field: Missing Credentials, the focus goes to it, and nothing is sent (T-214)", async () => {
    const { server, logIn } = await open();
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
      act(() => dismissToast());
      await waitFor(() => expect(screen.queryByText("Missing Credentials")).not.toBeInTheDocument());
    }
    expect(server.callsTo(POST)).toHaveLength(0);
  });

  test("a login that fails: the server's message in a toast, and what was typed stays (T-215)", async () => {
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
    // Without a message.
    server.on(POST, { status: 401, text: "" });
    await logIn("operator", "wrong");
    expect(await screen.findByText("Invalid username or password")).toBeVisible();
    expect(screen.getByRole("alert")).toHaveTextContent(invalid);
    // Without an answer the credentials are not called invalid.
    server.on(POST, "offline");
    await logIn("operator", "right");
    expect(await screen.findByText(/could not reach the server/)).toBeVisible();
    expect(screen.queryByText(invalid)).not.toBeInTheDocument();
    expect(address()).toBe(LOGIN);
  });

  test("who is logged in already goes on to the dashboard (T-212)", async () => {
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
  ])("after the login back to where one was, and never elsewhere (%s)", (next, expected) => {
    expect(afterLogin(next)).toBe(expected);
  });

  test("where two steps are needed, the code is asked for after the password, and a wrong one can be tried again; then back to where one was", async () => {
    const server = loggedOut();
    server.on(POST, ({ body }) => {
      const { password, code } = body;
      if (password !== "right password") return errorResponse(401, "login_refused", "Invalid username or password");
      if (code === undefined) return errorResponse(401, "second_factor_required", "Please enter the code.");
      if (code !== "123 456") return errorResponse(401, "second_factor_refused", "This code is not right.");
      server.session = SESSION;
      return { json: SESSION };
    });
    const next = `${DASHBOARD}?view=issues`;
    const { user, main, logIn, button, address } = await open(server, `${LOGIN}?${new URLSearchParams({ next })}`);
    expect(screen.getByText(/log in to continue where you were/)).toBeVisible();
    expect(screen.queryByLabelText("Code of your authenticator app")).not.toBeInTheDocument();
    await logIn("operator", "right password");
    const code = await screen.findByLabelText("Code of your authenticator app");
    // Nothing went wrong so far.
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
    expect(screen.getByRole("alert")).toHaveTextContent("This code is not right, or was used already.");
    expect(code).toHaveAccessibleDescription(/This code is not right/);
    expect(screen.getByLabelText("Password")).not.toHaveAccessibleDescription();
    fillIn(main, { Code: "123 456" });
    await user.click(button);
    await waitFor(() => expect(address()).toBe(next));
    expect(server.callsTo(POST).at(-1)?.body).toEqual({
      ...{ username: "operator", password: "right password", code: "123 456" },
    });
  });
});

describe("logging in again", () => {
  const QUERY = "?view=plan&stall=B12";

  /** An operator blocks B12, and their session ends while they type why. */
  async function endsWhileTyping() {
    const server = new AdminServer();
    // With one stall the plan behind the dialogs is drawn fast.
    server.plan = server.plan.filter(({ stallId }) => stallId === "B12");
    let blocked = false;
    let ended = false;
    server.on("POST /mela/admin/stalls/B12/block", () => {
      // It ends with this call: one that is still under way from before would otherwise be the first to notice.
      if (!ended) server.endSession();
      ended = true;
      if (!server.session.authenticated) return errorResponse(401, "not_authenticated", "Please log in.");
      blocked = true;
      return { json: { stallId: "B12", blocked: true, bookingId: "x" } };
    });
    server.on(POST, ({ body }) => {
      const { username, password } = body;
      if (password !== "right") return errorResponse(401, "login_refused", "Invalid username or password");
      server.session = { authenticated: true, username, role: "operator" };
      return { json: server.session };
    });
    const { address, user, ask } = await openDashboard(QUERY, server);
    const form = await ask("Block", "Block B12");
    fillIn(form, { Reason: "First aid post" });
    await user.click(within(form).getByRole("button", { name: "Block the stall" }));
    const again = await settledDialog("alertdialog", "Your session has ended");
    return { address, user, again, isBlocked: () => blocked };
  }

  test("a session that ends in the middle of a form loses nothing: one logs in over it and sends it again", async () => {
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
    expect(await screen.findByText("B12 is blocked.")).toBeVisible();
    expect(isBlocked()).toBe(true);
    expect(address()).toBe(DASHBOARD + QUERY);
  });

  test("somebody else who logs in over it sees nothing of what was typed", async () => {
    const { user, again } = await endsWhileTyping();
    fillIn(again, { Username: "meena", Password: "right" });
    await user.click(within(again).getByRole("button", { name: "Login" }));
    await waitFor(() => expect(again).not.toBeInTheDocument());
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
    expect(await screen.findByText("meena")).toBeInTheDocument();
  });

  test("anyone who gives the form up is led to the login", async () => {
    const { user, again, address } = await endsWhileTyping();
    await user.click(within(again).getByRole("button", { name: "Discard it and leave" }));
    await waitFor(() => expect(address()).toBe(LOGIN));
  });
});

describe("the dashboard's frame", () => {
  /** The view that is drawn fastest, for what each view has around it. */
  const ISSUES = "?view=issues";

  async function open(query = ISSUES, server = new AdminServer()) {
    const site = await openDashboard(query, server);
    await screen.findByRole("heading", { level: 1, name: "Mela Registrations Dashboard" });
    return site;
  }
  const wayBack = (address: string) => new URLSearchParams(address.split("?")[1]).get("next");

  test("without a session it leads to the login, which knows the way back (T-218)", async () => {
    const server = new AdminServer();
    server.endSession();
    const { address } = await openDashboard("?view=plan", server);
    await waitFor(() => expect(address()).toContain(LOGIN));
    expect(wayBack(address())).toBe(`${DASHBOARD}?view=plan`);
    expect(server.callsTo("GET /mela/admin/plan")).toHaveLength(0);
  });

  test("a session that ends shows at the next call, and the login leads back", async () => {
    const { server, user, address } = await open();
    await screen.findByRole("heading", { name: "Nothing needs you" });
    server.endSession();
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    await waitFor(() => expect(address()).toContain(LOGIN));
    expect(wayBack(address())).toBe(DASHBOARD + ISSUES);
  });

  test("title, who is logged in, and Logout, which leaves nothing to the next; the title stands in the tab (T-219, T-232)", async () => {
    const { server, user, address, store } = await open("");
    expect(screen.getByText("operator")).toBeVisible();
    expect(document.title).toBe("Mela Registrations Dashboard · Sakhi Bazaar");
    await screen.findByRole("table", { name: /All registrations/ });
    expect(JSON.stringify(store.getState())).toContain("asha@example.com");
    await user.click(screen.getByRole("button", { name: "Logout" }));
    expect(await screen.findByText("Logged Out")).toBeVisible();
    // Without a way back.
    await waitFor(() => expect(address()).toBe(LOGIN));
    expect(await screen.findByRole("button", { name: "Login" })).toBeVisible();
    expect(server.callsTo("POST /mela/admin/logout")).toHaveLength(1);
    await waitFor(() => expect(JSON.stringify(store.getState())).not.toContain("asha@example.com"));
  });

  test("a failed logout says so and leaves everything as it is (T-233)", async () => {
    const { server, user, address } = await open();
    server.on("POST /mela/admin/logout", { status: 500, text: "" });
    await user.click(screen.getByRole("button", { name: "Logout" }));
    expect(await screen.findByText("Logout Failed")).toBeVisible();
    expect(screen.getByText("There was an error logging out. Please try again.")).toBeVisible();
    expect(address()).toBe(DASHBOARD + ISSUES);
  });

  test("the menu leads to the views; the first is the default, an unknown one is it too; how much waits stands in it", async () => {
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
    // What comes meanwhile shows as one comes back to the tab.
    server.issues = { ...server.issues, entries };
    act(() => void globalThis.dispatchEvent(new Event("focus")));
    const menu = within(screen.getByRole("navigation", { name: "Views of the dashboard" }));
    expect(menu.getByRole("link", { name: "Registrations" })).toHaveAttribute("aria-current", "page");
    for (const [link, query, heading] of [
      [/^Attention.*, 1 waiting$/, "?view=issues", "Needs attention"],
      ["Operations", "?view=operations", "System status"],
    ] as const) {
      await user.click(await menu.findByRole("link", { name: link }));
      expect(address()).toBe(DASHBOARD + query);
      expect(await screen.findByRole("heading", { level: 2, name: heading })).toBeVisible();
    }
  });

  test("when nobody can say who is logged in, it says so and tries again; a viewer sees that they can only look", async () => {
    const server = new AdminServer().asViewer();
    server.on("GET /mela/admin/check", errorResponse(503, "unavailable", "Down"));
    const { user } = await openDashboard(ISSUES, server);
    expect(await screen.findByText("We could not find out whether you are logged in.")).toBeVisible();
    server.on("GET /mela/admin/check", () => ({ json: server.session }));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("button", { name: "Logout" })).toBeVisible();
    expect(screen.getByText("may look, not change")).toBeVisible();
  });
});
