import { describe, expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AdminServer } from "../../../test/admin-server";
import { errorResponse, gate } from "../../../test/fake-server";
import { openSite } from "../../../test/render-site";
import { reachable, settledDialog } from "../../../test/settled-dialog";

describe("the login", () => {
  const LOGIN = "/paid-events/mela/admin-login";
  const DASHBOARD = "/paid-events/mela/dashboard";
  const SESSION = { authenticated: true, username: "operator", role: "operator" } as const;

  function loggedOut(): AdminServer {
    const server = new AdminServer();
    server.endSession();
    server.on("POST /mela/admin/login", () => {
      server.session = SESSION;
      return { json: SESSION };
    });
    return server;
  }

  async function open(server = loggedOut(), address = LOGIN) {
    const site = await openSite(address, server);
    const user = userEvent.setup();
    const button = await screen.findByRole("button", { name: "Login" });
    const fill = async (username: string, password: string) => {
      if (username !== "") await user.type(screen.getByRole("textbox", { name: "Username" }), username);
      if (password !== "") await user.type(screen.getByLabelText("Password"), password);
      await user.click(button);
    };
    return { ...site, user, fill, button };
  }

  test("fields for both, a button that says Logging in..., then the welcome and the dashboard (T-211, T-213, T-216)", async () => {
    const server = loggedOut();
    const { open: answer, opened } = gate();
    server.on("POST /mela/admin/login", async () => {
      await opened;
      server.session = SESSION;
      return { json: SESSION };
    });
    const { fill, address } = await open(server);
    expect(screen.getByRole("textbox", { name: "Username" })).toHaveAttribute("autocomplete", "username");
    expect(screen.getByLabelText("Password")).toHaveAttribute("type", "password");
    await fill(" operator ", "correct horse battery");
    expect(await screen.findByRole("button", { name: "Logging in..." })).toBeDisabled();
    answer();
    expect(await screen.findByText("Login Successful")).toBeVisible();
    expect(screen.getByText("Welcome to the Mela Dashboard")).toBeVisible();
    expect(await screen.findByRole("heading", { level: 1, name: "Mela Registrations Dashboard" })).toBeVisible();
    expect(address()).toBe(DASHBOARD);
    const [call] = server.callsTo("POST /mela/admin/login");
    expect(call?.body).toEqual({ username: "operator", password: "correct horse battery" });
  });

  test.each([
    ["", ""],
    ["operator", ""],
    ["", "correct horse battery"],
    ["   ", "correct horse battery"],
  ])("an empty field: Missing Credentials, and nothing is sent (%p, %p; T-214)", async (username, password) => {
    const { server, fill } = await open();
    await fill(username, password);
    expect(await screen.findByText("Missing Credentials")).toBeVisible();
    expect(screen.getByText("Please enter both username and password")).toBeVisible();
    expect(server.callsTo("POST /mela/admin/login")).toHaveLength(0);
  });

  test("wrong credentials: the server's message in a toast, the inline sentence stays, what was typed stays (T-215)", async () => {
    const server = loggedOut();
    server.on(
      "POST /mela/admin/login",
      errorResponse(401, "login_slowed", "Too many wrong passwords. Please wait 4 seconds."),
    );
    const { fill, address } = await open(server);
    await fill("operator", "wrong");
    expect(await screen.findByText("Login Failed")).toBeVisible();
    expect(screen.getByText("Too many wrong passwords. Please wait 4 seconds.")).toBeVisible();
    expect(screen.getByRole("alert")).toHaveTextContent("Invalid credentials. Please try again.");
    expect(screen.getByRole("textbox", { name: "Username" })).toHaveValue("operator");
    expect(screen.getByLabelText("Password")).toHaveAccessibleDescription(/Invalid credentials/);
    expect(address()).toBe(LOGIN);
  });

  test("an error without a message reads Invalid username or password (T-215)", async () => {
    const server = loggedOut();
    server.on("POST /mela/admin/login", { status: 401, text: "" });
    const { fill } = await open(server);
    await fill("operator", "wrong");
    expect(await screen.findByText("Invalid username or password")).toBeVisible();
    expect(screen.getByText("Invalid credentials. Please try again.")).toBeVisible();
  });

  test("without an answer the credentials are not called invalid", async () => {
    const server = loggedOut();
    server.on("POST /mela/admin/login", "offline");
    const { fill } = await open(server);
    await fill("operator", "right");
    expect(await screen.findByText(/could not reach the server/)).toBeVisible();
    expect(screen.queryByText("Invalid credentials. Please try again.")).not.toBeInTheDocument();
  });

  test("who is logged in already goes on to the dashboard (T-212)", async () => {
    const { address } = await openSite(LOGIN, new AdminServer());
    await waitFor(() => expect(address()).toBe(DASHBOARD));
  });

  test("the password can be looked at before it is sent", async () => {
    const { user } = await open();
    await user.type(screen.getByLabelText("Password"), "secret");
    await user.click(screen.getByRole("button", { name: "Show password" }));
    expect(screen.getByLabelText("Password")).toHaveAttribute("type", "text");
  });

  test.each([
    [`${DASHBOARD}?view=plan&stall=B12`, `${DASHBOARD}?view=plan&stall=B12`],
    ["https://evil.example/", DASHBOARD],
    ["//evil.example/paid-events/mela/dashboard", DASHBOARD],
    [`${DASHBOARD}.evil.example`, DASHBOARD],
  ])("after the login back to where one was, and never elsewhere (%s)", async (next, expected) => {
    const { fill, address } = await open(loggedOut(), `${LOGIN}?${new URLSearchParams({ next })}`);
    expect(screen.getByText(/log in to continue where you were/)).toBeVisible();
    await fill("operator", "correct horse battery");
    await waitFor(() => expect(address()).toBe(expected));
  });

  test("where two steps are needed, the code is asked for after the password, and a wrong one can be tried again", async () => {
    const server = loggedOut();
    server.on("POST /mela/admin/login", ({ body }) => {
      const { password, code } = body;
      if (password !== "right password") return errorResponse(401, "login_refused", "Invalid username or password");
      if (code === undefined) return errorResponse(401, "second_factor_required", "Please enter the code.");
      if (code !== "123 456") return errorResponse(401, "second_factor_refused", "This code is not right.");
      server.session = SESSION;
      return { json: SESSION };
    });
    const { user, fill, button, address } = await open(server);
    expect(screen.queryByLabelText("Code of your authenticator app")).not.toBeInTheDocument();
    await fill("operator", "right password");
    const code = await screen.findByLabelText("Code of your authenticator app");
    // Nothing went wrong so far.
    expect(screen.queryByText("Login Failed")).not.toBeInTheDocument();
    expect(code).toHaveFocus();
    expect(code).toHaveAttribute("autocomplete", "one-time-code");
    expect(code).toHaveAccessibleDescription("Six digits, or one of your recovery codes.");
    await user.click(button);
    expect(screen.getByRole("alert")).toHaveTextContent("Please enter the code of your authenticator app");
    expect(server.callsTo("POST /mela/admin/login")).toHaveLength(1);
    await user.type(code, "000000");
    await user.click(button);
    expect(await screen.findByText("Login Failed")).toBeVisible();
    expect(screen.getByRole("alert")).toHaveTextContent("This code is not right, or was used already.");
    expect(code).toHaveAccessibleDescription(/This code is not right/);
    expect(screen.getByLabelText("Password")).not.toHaveAccessibleDescription();
    await user.clear(code);
    await user.click(code);
    await user.paste("123 456");
    await user.click(button);
    await waitFor(() => expect(address()).toBe(DASHBOARD));
    expect(server.callsTo("POST /mela/admin/login").at(-1)?.body).toEqual({
      username: "operator",
      password: "right password",
      code: "123 456",
    });
  });
});

describe("logging in again", () => {
  const B12 = "/paid-events/mela/dashboard?view=plan&stall=B12";
  const LOGIN = "/paid-events/mela/admin-login";

  /** An operator blocks B12, and their session ends while they type why. */
  async function endsWhileTyping() {
    const server = new AdminServer();
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
    server.on("POST /mela/admin/login", ({ body }) => {
      const { username, password } = body;
      if (password !== "right") return errorResponse(401, "login_refused", "Invalid username or password");
      server.session = { authenticated: true, username, role: "operator" };
      return { json: server.session };
    });
    const { address } = await openSite(B12, server);
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Block" }));
    const form = await settledDialog("alertdialog", "Block B12");
    await user.type(within(form).getByLabelText("Reason"), "First aid post");
    await user.click(within(form).getByRole("button", { name: "Block the stall" }));
    const again = await settledDialog("alertdialog", "Your session has ended");
    return { address, user, again, isBlocked: () => blocked };
  }

  test("a session that ends in the middle of a form loses nothing: one logs in over it and sends it again", async () => {
    const { user, again, address, isBlocked } = await endsWhileTyping();
    expect(within(again).getByLabelText("Username")).toHaveValue("operator");
    await user.keyboard("{Escape}");
    await user.type(within(again).getByLabelText("Password"), "wrong");
    await user.click(within(again).getByRole("button", { name: "Login" }));
    expect(await within(again).findByText("Invalid credentials. Please try again.")).toBeVisible();
    await user.clear(within(again).getByLabelText("Password"));
    await user.type(within(again).getByLabelText("Password"), "right{Enter}");
    await waitFor(() => expect(again).not.toBeInTheDocument());
    const form = screen.getByRole("alertdialog", { name: "Block B12" });
    expect(within(form).getByLabelText("Reason")).toHaveValue("First aid post");
    expect(isBlocked()).toBe(false);
    await user.click(await reachable(within(form).getByRole("button", { name: "Block the stall" })));
    expect(await screen.findByText("B12 is blocked.")).toBeVisible();
    expect(isBlocked()).toBe(true);
    expect(address()).toBe(B12);
  });

  test("somebody else who logs in over it sees nothing of what was typed", async () => {
    const { user, again } = await endsWhileTyping();
    await user.clear(within(again).getByLabelText("Username"));
    await user.type(within(again).getByLabelText("Username"), "meena");
    await user.type(within(again).getByLabelText("Password"), "right{Enter}");
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
