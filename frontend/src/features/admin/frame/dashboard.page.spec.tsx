import { PATHS } from "@sakhi/domain/site/routes";
import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { AdminServer } from "../../../test/admin-server";
import { errorResponse } from "../../../test/fake-server";
import { openDashboard } from "../../../test/open-dashboard";

const LOGIN = PATHS.adminLogin;
const DASHBOARD = PATHS.dashboard;
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
  const { user, address } = await open("?view=nonsense", server);
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

test("when nobody can say who is logged in, it says so and tries again; a viewer is told that they can only look", async () => {
  const server = new AdminServer().asViewer();
  server.on("GET /mela/admin/check", errorResponse(503, "unavailable", "Down"));
  const { user } = await openDashboard(ISSUES, server);
  expect(await screen.findByText("We could not find out whether you are logged in.")).toBeVisible();
  server.on("GET /mela/admin/check", () => ({ json: server.session }));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("button", { name: "Logout" })).toBeVisible();
  expect(screen.getByText("may look, not change")).toBeVisible();
});
