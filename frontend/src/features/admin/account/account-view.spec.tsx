import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { AdminServer } from "../../../test/admin-server";
import { errorResponse } from "../../../test/fake-server";
import { fillIn } from "../../../test/filling";
import { openDashboard, openView } from "../../../test/open-dashboard";
import { settledDialog } from "../../../test/settled-dialog";

const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const CODES = Array.from({ length: 10 }, (_, n) => `abcd-efgh-jkmn-pqrs-tuvw-xy${n}2`);
const CONFIRM = "POST /mela/admin/account/second-factor/confirm";
const RENEW = "POST /mela/admin/account/second-factor/recovery-codes";

/** Opens the view; with the frame, which renders required first steps, if one is required. */
const open = (server = new AdminServer()) =>
  (server.session.step === undefined ? openView : openDashboard)("?view=account", server);

/** Adds the calls that set up a second factor. */
function withSetUp(server: AdminServer): AdminServer {
  server.on("POST /mela/admin/account/second-factor/begin", ({ body }) =>
    body.currentPassword === "my password"
      ? { json: { secret: SECRET, uri: `otpauth://totp/Sakhi%20Bazaar:operator?secret=${SECRET}` } }
      : errorResponse(403, "password_refused", "This is not your current password."),
  );
  server.on(CONFIRM, ({ body }) => {
    if (body.code !== "123456") return errorResponse(403, "code_refused", "This code is wrong or already used.");
    server.account = { ...server.account, secondFactorSince: "2026-11-21T09:00:00.000Z", recoveryCodesLeft: 10 };
    delete server.session.step;
    return { json: { codes: CODES } };
  });
  return server;
}

test("sets up two-step verification with the password, a QR code or key, and a first code", async () => {
  const { user, server, ask, press } = await open(withSetUp(new AdminServer()));
  const dialog = await ask("Set up an authenticator app", "Set up two-step verification");
  fillIn(dialog, { "Current password": "not mine" });
  await press(dialog, "Continue");
  expect(await within(dialog).findByText("This is not your current password.")).toBeVisible();
  fillIn(dialog, { "Current password": "my password" });
  await press(dialog, "Continue");
  expect(await screen.findByRole("img", { name: /^QR code/ })).toBeInTheDocument();
  expect(screen.getByLabelText("Key")).toHaveTextContent("JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP");
  expect(server.callsTo("POST /mela/admin/account/second-factor/begin")).toHaveLength(2);

  const main = screen.getByRole("main");
  const code = screen.getByLabelText("Code");
  expect(code).toHaveAttribute("autocomplete", "one-time-code");
  await press(main, "Confirm");
  expect(await screen.findByText("Please enter the six digits that your app shows")).toBeVisible();
  fillIn(main, { Code: "999999" });
  await press(main, "Confirm");
  await waitFor(() => expect(code).toHaveAccessibleDescription(/This code is wrong/));
  fillIn(main, { Code: "123456" });
  await press(main, "Confirm");
  expect(await screen.findByRole("heading", { name: "Your recovery codes" })).toHaveFocus();
  for (const each of CODES) expect(screen.getByText(each)).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Copy all" }));
  expect(await navigator.clipboard.readText()).toBe(CODES.join("\n"));
  await user.click(screen.getByRole("button", { name: "I have saved them" }));
  expect(screen.queryByText(CODES[0] ?? "")).not.toBeInTheDocument();
  expect(await screen.findByText(/On since 21 Nov 2026.*10 recovery codes are left/)).toBeVisible();
  for (const name of ["Use another app or phone", "New recovery codes", "Turn it off"])
    expect(screen.getByRole("button", { name })).toBeVisible();
});

test("requires the password and a code for new recovery codes", async () => {
  const server = new AdminServer();
  server.account = { ...server.account, secondFactorSince: "2026-11-21T09:00:00.000Z", recoveryCodesLeft: 2 };
  server.on(RENEW, { json: { codes: CODES } });
  const { ask, press } = await open(server);
  const dialog = await ask("New recovery codes", "New recovery codes");
  expect(screen.getByText(/Make new ones soon/)).toBeInTheDocument();
  await press(dialog, "Make new codes");
  expect(await within(dialog).findByText("Please enter your current password")).toBeVisible();
  fillIn(dialog, { "Current password": "my password", "Code of your authenticator app": "123456" });
  await press(dialog, "Make new codes");
  expect(await screen.findByRole("heading", { name: "Your recovery codes" })).toBeVisible();
  expect(server.callsTo(RENEW).map(({ body }) => body)).toEqual([{ currentPassword: "my password", code: "123456" }]);
});

/** Sets up a required second factor, and lets the session end while the recovery codes are shown. */
async function endsAtRecoveryCodes() {
  const server = withSetUp(new AdminServer());
  server.session = { ...server.session, step: "second_factor_setup_required" };
  server.account = { ...server.account, secondFactorRequired: true };
  const { user, ask, press } = await open(server);
  expect(await screen.findByRole("heading", { name: "Set up two-step verification" })).toBeVisible();
  expect(screen.queryByRole("navigation", { name: "Views of the dashboard" })).not.toBeInTheDocument();
  const dialog = await ask("Set up an authenticator app", "Set up two-step verification");
  fillIn(dialog, { "Current password": "my password" });
  await press(dialog, "Continue");
  await screen.findByLabelText("Code");
  const main = await screen.findByRole("main");
  fillIn(main, { Code: "123456" });
  await press(main, "Confirm");
  // The codes stay in view when the session is checked again on focus.
  await screen.findByText(CODES[0] ?? "");
  globalThis.dispatchEvent(new Event("visibilitychange"));
  // They also survive the end of the session, behind the login dialog.
  const { session } = server;
  server.endSession();
  globalThis.dispatchEvent(new Event("focus"));
  const again = await settledDialog("alertdialog", "Your session has ended");
  expect(screen.getByText(CODES[0] ?? "")).toBeInTheDocument();
  const logIn = async (as: AdminServer["session"]) => {
    server.on("POST /mela/admin/login", () => {
      server.session = as;
      return { json: as };
    });
    fillIn(again, { Password: "my password" });
    await press(again, "Login");
    await waitFor(() => expect(again).not.toBeInTheDocument());
  };
  return { server, user, session, logIn };
}
const menu = () => screen.findByRole("navigation", { name: "Views of the dashboard" });

test("requires two-step verification before the dashboard opens, and keeps the recovery codes over a new login", async () => {
  const { server, user, session, logIn } = await endsAtRecoveryCodes();
  await logIn(session);
  await user.click(screen.getByRole("button", { name: "I have saved them" }));
  expect(screen.queryByRole("button", { name: "Turn it off" })).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Continue to the dashboard" }));
  expect(await menu()).toBeVisible();
  expect(server.callsTo("GET /mela/registrations")).toHaveLength(0);
});

test("opens the dashboard for another administrator, of whom no first step is required", async () => {
  const { logIn } = await endsAtRecoveryCodes();
  await logIn({ authenticated: true, username: "meena", role: "viewer" });
  expect(await menu()).toBeVisible();
});

test("requires a new password in place of a generated one, then leads to the login", async () => {
  const server = new AdminServer();
  server.session = { ...server.session, step: "password_change_required" };
  server.on("POST /mela/admin/password", ({ body }) => {
    const sentence = "This password is too easy to guess. This is like a commonly used password.";
    if (body.newPassword === "password1234")
      return errorResponse(400, "invalid_request", sentence, { fields: { newPassword: [sentence] } });
    server.endSession();
    return { json: { message: "Your password was changed. Please log in with the new one." } };
  });
  const { ask, press, address } = await open(server);
  expect(await screen.findByRole("heading", { name: "Choose a password of your own" })).toBeVisible();
  const dialog = await ask("Change my password", "Change your password");
  const next = within(dialog).getByLabelText("New password");
  for (const [password, problem] of [
    ["short", /A password has at least 12 characters/],
    ["password1234", /too easy to guess/],
  ] as const) {
    fillIn(dialog, { "Current password": "the old one", "New password": password });
    await press(dialog, "Change the password");
    await waitFor(() => expect(next).toHaveAccessibleDescription(problem));
  }
  fillIn(dialog, { "New password": "monsoon kettle violin" });
  await press(dialog, "Change the password");
  await waitFor(() => expect(address()).toContain("/admin-login"));
  expect(screen.getByText("Your password was changed. Please log in with the new one.")).toBeVisible();
});

test("lists and ends sessions", async () => {
  const server = new AdminServer();
  const [here, phone] = server.account.sessions;
  server.on(`POST /mela/admin/account/sessions/${phone?.id ?? ""}/end`, () => {
    server.account = { ...server.account, sessions: here === undefined ? [] : [here] };
    return { json: { message: "The session was ended." } };
  });
  const { ask, press } = await open(server);
  const panel = within(await screen.findByRole("region", { name: "Your sessions" }));
  expect(panel.getByText("Firefox on Linux")).toBeVisible();
  expect(panel.getByRole("button", { name: "End all others" })).toBeVisible();
  const question = await ask("End all others", "End all others");
  expect(question).toHaveTextContent("Anyone who is logged in there must log in again.");
  await press(question, "Go back");
  const name = "End the session of Chrome on Android, since 21 Nov 2026, 13:30";
  await press(await ask(name, name), "End this");
  await waitFor(() => expect(panel.queryByText("Chrome on Android")).not.toBeInTheDocument());
  expect(panel.queryByRole("button", { name: "End all others" })).not.toBeInTheDocument();
});

test("leaves the team after one question, and then is logged out; the last owner stays", async () => {
  const server = new AdminServer();
  const leave = "POST /mela/admin/account/leave";
  const refused = "This is the last active owner. Add or enable another one first.";
  server.on(leave, () => errorResponse(409, "last_operator", refused));
  const { ask, press, address } = await openDashboard("?view=account", server);
  const dialog = await ask("Leave", "Leave the team");
  expect(dialog).toHaveTextContent("You are logged out everywhere");
  await press(dialog, "Leave");
  expect(await within(dialog).findByText(refused)).toBeVisible();
  server.on(leave, () => {
    server.endSession();
    return { json: { message: "You have left the team." } };
  });
  await press(dialog, "Leave");
  expect(await screen.findByText("You have left the team.")).toBeVisible();
  await waitFor(() => expect(address()).toContain("/admin-login"));
});

test("an access token is made with a code, shown once, and revoked", async () => {
  const server = new AdminServer();
  const made = {
    ...{ id: "t1", name: "Ledger", scopes: ["bookings:read" as const], events: ["the-mela-2099"] },
    ...{ createdAt: "2026-11-29T06:30:00.000Z", expiresAt: "2027-02-27T06:30:00.000Z" },
  };
  server.on("POST /mela/admin/account/tokens", () => {
    server.tokens = [made];
    return { status: 201, json: { token: "sakhi_pat_abc" } };
  });
  server.on("POST /mela/admin/account/tokens/t1/revoke", () => {
    server.tokens = [];
    return { json: { message: "The token was revoked." } };
  });
  // Without a second factor none is made.
  const without = await open(server);
  expect(await screen.findByText(/^Turn two-step verification on first/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Make a token" })).toBeNull();
  without.unmount();

  server.account = { ...server.account, secondFactorSince: "2026-11-21T09:00:00.000Z", recoveryCodesLeft: 10 };
  const { ask, press, user } = await open(server);
  const dialog = await ask("Make a token", "Make a token");
  await press(dialog, "Make the token");
  expect(await within(dialog).findByText(/^Please say which system it is for/)).toBeVisible();
  fillIn(dialog, {
    ...{ "Which system is it for?": "Ledger", "Current password": "my password" },
    "Code of your authenticator app": "123456",
  });
  await user.selectOptions(within(dialog).getByLabelText("How long it works"), "30 days");
  await press(dialog, "Make the token");
  expect(await screen.findByLabelText("Token")).toHaveTextContent("sakhi_pat_abc");
  expect(server.callsTo("POST /mela/admin/account/tokens").map(({ body }) => body)).toEqual([
    {
      ...{ name: "Ledger", scopes: ["bookings:read"], days: 30, events: [] },
      ...{ currentPassword: "my password", code: "123456" },
    },
  ]);
  await user.click(screen.getByRole("button", { name: "I have saved it" }));
  expect(screen.queryByText("sakhi_pat_abc")).toBeNull();
  expect(screen.getByText(/^Reads bookings, works until 27 Feb 2027, never used$/)).toBeVisible();
  expect(screen.getByText(/^Only of/)).toHaveTextContent("the-mela-2099");
  const revoke = await ask("Revoke the token of Ledger", "Revoke the token of Ledger");
  await press(revoke, "Revoke");
  expect(await screen.findByText("The token was revoked.")).toBeVisible();
  expect(await screen.findByText("You have no token.")).toBeVisible();
});
