import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AdminServer } from "../../../test/admin-server";
import { errorResponse } from "../../../test/fake-server";
import { fill } from "../../../test/filling";
import { openSite } from "../../../test/render-site";
import { reachable, settledDialog } from "../../../test/settled-dialog";

const ACCOUNT = "/paid-events/mela/dashboard?view=account";
const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const CODES = Array.from({ length: 10 }, (_, n) => `abcd-efgh-jkmn-pq${n}2`);

async function open(server = new AdminServer()) {
  const site = await openSite(ACCOUNT, server);
  const user = userEvent.setup();
  return { ...site, server, user };
}

/** The account's calls for setting a second factor up. */
function withSetUp(server: AdminServer): AdminServer {
  server.on("POST /mela/admin/account/second-factor/begin", ({ body }) =>
    body.currentPassword === "my password"
      ? { json: { secret: SECRET, uri: `otpauth://totp/Sakhi%20Bazaar:operator?secret=${SECRET}` } }
      : errorResponse(403, "password_refused", "This is not your current password."),
  );
  server.on("POST /mela/admin/account/second-factor/confirm", ({ body }) => {
    if (body.code !== "123456")
      return errorResponse(403, "code_refused", "This code is not right, or was used already.");
    server.account = { ...server.account, secondFactorSince: "2026-11-21T09:00:00.000Z", recoveryCodesLeft: 10 };
    delete server.session.step;
    return { json: { codes: CODES } };
  });
  return server;
}

async function setUp(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.click(await screen.findByRole("button", { name: "Set up an authenticator app" }));
  const dialog = await settledDialog("alertdialog", "Set up two-step verification");
  await fill(user, within(dialog).getByLabelText("Current password"), "not mine");
  await user.click(within(dialog).getByRole("button", { name: "Continue" }));
  expect(await within(dialog).findByText("This is not your current password.")).toBeVisible();
  await user.clear(within(dialog).getByLabelText("Current password"));
  await fill(user, within(dialog).getByLabelText("Current password"), "my password");
  await user.click(within(dialog).getByRole("button", { name: "Continue" }));
  expect(await screen.findByRole("img", { name: /^QR code/ })).toBeInTheDocument();
  expect(screen.getByLabelText("Key")).toHaveTextContent("JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP");
  const code = screen.getByLabelText("Code");
  expect(code).toHaveAttribute("autocomplete", "one-time-code");
  const confirm = await reachable(screen.getByRole("button", { name: "Confirm" }));
  await user.click(confirm);
  expect(await screen.findByText("Please enter the six digits that your app shows")).toBeVisible();
  await user.type(code, "999999");
  await user.click(confirm);
  await waitFor(() => expect(code).toHaveAccessibleDescription(/This code is not right/));
  await user.clear(code);
  await user.click(code);
  await user.paste("123456");
  await user.click(confirm);
  expect(await screen.findByRole("heading", { name: "Your recovery codes" })).toHaveFocus();
  for (const each of CODES) expect(screen.getByText(each)).toBeVisible();
}

test("two-step verification is set up with the password, a picture or a key, and a first code", async () => {
  const { user, server } = await open(withSetUp(new AdminServer()));
  await setUp(user);
  await user.click(screen.getByRole("button", { name: "Copy all" }));
  expect(await navigator.clipboard.readText()).toBe(CODES.join("\n"));
  await user.click(screen.getByRole("button", { name: "I have kept them" }));
  expect(screen.queryByText(CODES[0] ?? "")).not.toBeInTheDocument();
  expect(await screen.findByText(/On since 21 Nov 2026.*10 recovery codes are left/)).toBeVisible();
  for (const name of ["Use another app or phone", "New recovery codes", "Turn it off"])
    expect(screen.getByRole("button", { name })).toBeVisible();
  expect(server.callsTo("POST /mela/admin/account/second-factor/begin")).toHaveLength(2);
});

test("turning it off and new recovery codes take the password and a code", async () => {
  const server = new AdminServer();
  server.account = { ...server.account, secondFactorSince: "2026-11-21T09:00:00.000Z", recoveryCodesLeft: 2 };
  server.on("POST /mela/admin/account/second-factor/recovery-codes", { json: { codes: CODES } });
  const { user } = await open(server);
  expect(await screen.findByText(/Make new ones soon/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "New recovery codes" }));
  const dialog = await settledDialog("alertdialog", "New recovery codes");
  await user.click(within(dialog).getByRole("button", { name: "Make new codes" }));
  expect(await within(dialog).findByText("Please enter your current password")).toBeVisible();
  await fill(user, within(dialog).getByLabelText("Current password"), "my password");
  await fill(user, within(dialog).getByLabelText("Code of your authenticator app"), "123456");
  await user.click(within(dialog).getByRole("button", { name: "Make new codes" }));
  expect(await screen.findByRole("heading", { name: "Your recovery codes" })).toBeVisible();
  expect(server.callsTo("POST /mela/admin/account/second-factor/recovery-codes")[0]?.body).toEqual({
    currentPassword: "my password",
    code: "123456",
  });
});

test("an operator in production sets it up before anything else, and then goes on", async () => {
  const server = withSetUp(new AdminServer());
  server.session = { ...server.session, step: "second_factor_setup_required" };
  server.account = { ...server.account, secondFactorRequired: true };
  const { user } = await open(server);
  expect(await screen.findByRole("heading", { name: "Set up two-step verification" })).toBeVisible();
  expect(screen.queryByRole("navigation", { name: "Views of the dashboard" })).not.toBeInTheDocument();
  await setUp(user);
  // The codes stay in view also when who is logged in is asked again, as when the window gets the focus back.
  globalThis.dispatchEvent(new Event("visibilitychange"));
  await user.click(screen.getByRole("button", { name: "I have kept them" }));
  expect(screen.queryByRole("button", { name: "Turn it off" })).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Go on to the dashboard" }));
  expect(await screen.findByRole("navigation", { name: "Views of the dashboard" })).toBeVisible();
  expect(server.callsTo("GET /mela/registrations")).toHaveLength(0);
});

test("a generated password is changed first, and the login follows", async () => {
  const server = new AdminServer();
  server.session = { ...server.session, step: "password_change_required" };
  server.on("POST /mela/admin/password", ({ body }) => {
    const { newPassword } = body;
    const sentence = "This password is too easy to guess. This is like a commonly used password.";
    if (newPassword === "password1234")
      return errorResponse(400, "invalid_request", sentence, { fields: { newPassword: [sentence] } });
    server.endSession();
    return { json: { message: "Your password was changed. Please log in with the new one." } };
  });
  const { user, address } = await open(server);
  expect(await screen.findByRole("heading", { name: "Choose a password of your own" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Change my password" }));
  const dialog = await settledDialog("alertdialog", "Change your password");
  const next = within(dialog).getByLabelText("New password");
  await fill(user, within(dialog).getByLabelText("Current password"), "the old one");
  await fill(user, next, "short");
  await user.click(within(dialog).getByRole("button", { name: "Change the password" }));
  expect(await within(dialog).findByText("A password has at least 12 characters")).toBeVisible();
  await user.clear(next);
  await fill(user, next, "password1234");
  await user.click(within(dialog).getByRole("button", { name: "Change the password" }));
  await waitFor(() => expect(next).toHaveAccessibleDescription(/too easy to guess/));
  await user.clear(next);
  await fill(user, next, "monsoon kettle violin");
  await user.click(within(dialog).getByRole("button", { name: "Change the password" }));
  await waitFor(() => expect(address()).toContain("/admin-login"));
  expect(screen.getByText("Your password was changed. Please log in with the new one.")).toBeVisible();
});

test("sessions are listed and ended", async () => {
  const server = new AdminServer();
  const [here, phone] = server.account.sessions;
  server.on(`POST /mela/admin/account/sessions/${phone?.id ?? ""}/end`, () => {
    server.account = { ...server.account, sessions: here === undefined ? [] : [here] };
    return { json: { message: "The session was ended." } };
  });
  const { user } = await open(server);
  const panel = await screen.findByRole("region", { name: "Your sessions" });
  expect(within(panel).getByText("Firefox on Linux")).toBeVisible();
  expect(within(panel).getByRole("button", { name: "End all others" })).toBeVisible();
  await user.click(within(panel).getByRole("button", { name: /^End the session of Chrome on Android/ }));
  await waitFor(() => expect(within(panel).queryByText("Chrome on Android")).not.toBeInTheDocument());
  expect(within(panel).queryByRole("button", { name: "End all others" })).not.toBeInTheDocument();
});

test("operators see who may log in, and close accounts with a reason; viewers see only their own", async () => {
  const server = new AdminServer();
  const [self, meena] = server.administrators;
  server.on(`POST /mela/admin/administrators/${meena?.id ?? ""}/disable`, () => {
    if (self !== undefined && meena !== undefined)
      server.administrators = [self, { ...meena, disabledAt: "2026-11-21T09:00:00.000Z" }];
    return { json: { message: '"meena" is disabled, and their sessions have ended.' } };
  });
  const { user } = await open(server);
  const table = await screen.findByRole("table", { name: "Administrators" });
  expect(within(table).queryByRole("button", { name: "Disable operator" })).not.toBeInTheDocument();
  await user.click(within(table).getByRole("button", { name: "Disable meena" }));
  const dialog = await settledDialog("alertdialog", "Disable meena");
  expect(dialog).toHaveTextContent("meena is logged out at once");
  await fill(user, within(dialog).getByLabelText("Reason"), "Left the team");
  await user.click(within(dialog).getByRole("button", { name: "Disable" }));
  expect(await within(table).findByText("disabled since 21 Nov 2026")).toBeVisible();
  expect(within(table).getByRole("button", { name: "Enable meena" })).toBeVisible();
});

test("a viewer has no list of administrators", async () => {
  const server = new AdminServer();
  server.session = { authenticated: true, username: "auditor", role: "viewer" };
  await open(server);
  expect(await screen.findByRole("region", { name: "Your sessions" })).toBeVisible();
  expect(screen.queryByRole("table", { name: "Administrators" })).not.toBeInTheDocument();
  expect(server.callsTo("GET /mela/admin/administrators")).toHaveLength(0);
});
