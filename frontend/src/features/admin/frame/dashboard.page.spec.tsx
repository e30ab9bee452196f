import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AdminServer } from "../../../test/admin-server";
import { errorResponse } from "../../../test/fake-server";
import { openSite } from "../../../test/render-site";

const LOGIN = "/paid-events/mela/admin-login";
const DASHBOARD = "/paid-events/mela/dashboard";

async function open(server = new AdminServer(), address = DASHBOARD) {
  const site = await openSite(address, server);
  const user = userEvent.setup();
  await screen.findByRole("heading", { level: 1, name: "Mela Registrations Dashboard" });
  return { ...site, user, server };
}

test("without a session it leads to the login, which knows the way back (T-218)", async () => {
  const server = new AdminServer();
  server.endSession();
  const { address } = await openSite(`${DASHBOARD}?view=plan`, server);
  await waitFor(() => expect(address()).toContain(LOGIN));
  expect(new URLSearchParams(address().split("?")[1]).get("next")).toBe(`${DASHBOARD}?view=plan`);
  expect(server.callsTo("GET /mela/admin/plan")).toHaveLength(0);
});

test("title, who is logged in, and Logout; the title stands in the tab (T-219)", async () => {
  await open();
  expect(screen.getByText("operator")).toBeVisible();
  expect(screen.getByRole("button", { name: "Logout" })).toBeVisible();
  expect(document.title).toBe("Mela Registrations Dashboard · Sakhi Bazaar");
});

test("Logout logs out, says so, and leads to the login without a way back (T-232)", async () => {
  const { server, user, address } = await open();
  await screen.findByRole("table", { name: /All registrations/ });
  await user.click(screen.getByRole("button", { name: "Logout" }));
  expect(await screen.findByText("Logged Out")).toBeVisible();
  await waitFor(() => expect(address()).toBe(LOGIN));
  expect(await screen.findByRole("button", { name: "Login" })).toBeVisible();
  expect(server.callsTo("POST /mela/admin/logout")).toHaveLength(1);
});

test("a failed logout says so and leaves everything as it is (T-233)", async () => {
  const server = new AdminServer();
  server.on("POST /mela/admin/logout", { status: 500, text: "" });
  const { user, address } = await open(server);
  await user.click(screen.getByRole("button", { name: "Logout" }));
  expect(await screen.findByText("Logout Failed")).toBeVisible();
  expect(screen.getByText("There was an error logging out. Please try again.")).toBeVisible();
  expect(address()).toBe(DASHBOARD);
});

test("nothing of one administrator's session is left for the next", async () => {
  const { user, store } = await open();
  await screen.findByRole("table", { name: /All registrations/ });
  await user.click(screen.getByRole("button", { name: "Logout" }));
  await screen.findByRole("button", { name: "Login" });
  await waitFor(() => expect(JSON.stringify(store.getState())).not.toContain("asha@example.com"));
});

test("a session that ends shows at the next call, and the login leads back", async () => {
  const { server, user, address } = await open(new AdminServer(), `${DASHBOARD}?view=operations`);
  await screen.findByText("Nudges for Temporal");
  server.endSession();
  await user.click(screen.getByRole("button", { name: "Refresh" }));
  await waitFor(() => expect(address()).toContain(LOGIN));
  expect(new URLSearchParams(address().split("?")[1]).get("next")).toBe(`${DASHBOARD}?view=operations`);
});

test("the menu leads to every view; the first is the default, an unknown one is it too", async () => {
  const { user, address } = await open(new AdminServer(), `${DASHBOARD}?view=nonsense`);
  const menu = screen.getByRole("navigation", { name: "Views of the dashboard" });
  expect(within(menu).getByRole("link", { name: "Registrations" })).toHaveAttribute("aria-current", "page");
  await user.click(within(menu).getByRole("link", { name: "Floor plan" }));
  expect(address()).toBe(`${DASHBOARD}?view=plan`);
  expect(await screen.findByRole("heading", { level: 2, name: "Floor plan" })).toBeVisible();
  await user.click(within(menu).getByRole("link", { name: "Attention" }));
  expect(await screen.findByRole("heading", { level: 2, name: "Needs attention" })).toBeVisible();
  await user.click(within(menu).getByRole("link", { name: "Operations" }));
  expect(await screen.findByRole("heading", { level: 2, name: "System status" })).toBeVisible();
});

test("how much waits stands in the menu", async () => {
  const server = new AdminServer();
  server.issues = {
    ...server.issues,
    entries: [
      {
        id: "1",
        kind: "mail_refused",
        title: "A mail was refused",
        meaning: "Nobody got it.",
        facts: [],
        raisedAt: "2026-11-21T08:00:00.000Z",
        resolutions: [],
      },
    ],
  };
  await open(server);
  expect(await screen.findByRole("link", { name: /^Attention.*, 1 waiting$/ })).toBeVisible();
});

test("when nobody can say who is logged in, it says so and tries again", async () => {
  const server = new AdminServer();
  server.on("GET /mela/admin/check", errorResponse(503, "unavailable", "Down"));
  await openSite(DASHBOARD, server);
  const user = userEvent.setup();
  expect(await screen.findByText("We could not find out whether you are logged in.")).toBeVisible();
  server.on("GET /mela/admin/check", () => ({ json: server.session }));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("button", { name: "Logout" })).toBeVisible();
});

test("informs a viewer that they can look, not change", async () => {
  const server = new AdminServer();
  server.session = { authenticated: true, username: "auditor", role: "viewer" };
  await open(server);
  expect(screen.getByText("may look, not change")).toBeVisible();
});
