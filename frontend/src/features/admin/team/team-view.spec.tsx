import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { AdminServer, anEvent } from "../../../test/admin-server";
import { fillIn } from "../../../test/filling";
import { openDashboard, openView } from "../../../test/open-dashboard";

const open = (server = new AdminServer()) => openView("?view=team", server);

test("disables an account with a reason", async () => {
  const server = new AdminServer();
  const [self, meena] = server.administrators;
  server.on(`POST /mela/admin/administrators/${meena?.id ?? ""}/disable`, () => {
    if (self !== undefined && meena !== undefined)
      server.administrators = [self, { ...meena, disabledAt: "2026-11-21T09:00:00.000Z" }];
    return { json: { message: '"meena" is disabled, and their sessions have ended.' } };
  });
  const { ask, press } = await open(server);
  const table = within(await screen.findByRole("table", { name: "Administrators" }));
  expect(table.queryByRole("button", { name: "Disable operator" })).not.toBeInTheDocument();
  const dialog = await ask("Disable meena", "Disable meena");
  expect(dialog).toHaveTextContent("meena is logged out at once");
  fillIn(dialog, { Reason: "Left the team" });
  await press(dialog, "Disable");
  expect(await table.findByText("disabled since 21 Nov 2026")).toBeVisible();
  expect(await table.findByRole("button", { name: "Enable meena" })).toBeVisible();
});

test("invites a colleague as a viewer unless chosen otherwise, and withdraws a link", async () => {
  const server = new AdminServer();
  server.invitations = [
    {
      ...{ id: "00000000-0000-4000-8000-000000000201", username: "ravi", role: "viewer", isNew: true },
      ...{ invitedBy: "operator", expiresAt: "2026-11-22T08:00:00.000Z" },
    },
  ];
  const invite = "POST /mela/admin/administrators/invite";
  server.on(invite, { json: { message: 'The invitation for "leela" goes out by mail.' } });
  const { ask, press } = await open(server);
  const dialog = await ask("Invite a colleague", "Invite a colleague");
  expect(within(dialog).getByLabelText("Role")).toHaveValue("viewer");
  expect(dialog).toHaveTextContent("changes nothing");
  fillIn(dialog, { Username: "leela", "Email address": "leela@example", Reason: "Helps at the gate" });
  await press(dialog, "Send the link");
  expect(await within(dialog).findByText("Please enter a valid email address")).toBeVisible();
  fillIn(dialog, { "Email address": "leela@example.com" });
  await press(dialog, "Send the link");
  expect(await screen.findByText('The invitation for "leela" goes out by mail.')).toBeVisible();
  expect(server.callsTo(invite).at(-1)?.body).toEqual({
    ...{ username: "leela", email: "leela@example.com", role: "viewer", events: ["all"], reason: "Helps at the gate" },
  });
  const withdraw = "POST /mela/admin/administrators/invitations/00000000-0000-4000-8000-000000000201/withdraw";
  server.on(withdraw, { json: { message: "The link no longer works." } });
  const confirmation = await ask("Withdraw ravi", "Withdraw ravi");
  fillIn(confirmation, { Reason: "Wrong address" });
  await press(confirmation, "Withdraw");
  expect(await screen.findByText("The link no longer works.")).toBeVisible();
});

test("sends a link for a new password to another administrator", async () => {
  const server = new AdminServer();
  const send = "POST /mela/admin/administrators/00000000-0000-4000-8000-000000000102/password-link";
  server.on(send, { json: { message: "A link goes out." } });
  const { ask, press } = await open(server);
  const dialog = await ask("New password meena", "New password meena");
  fillIn(dialog, { "Email address": "meena@example.com", Reason: "Forgot it" });
  await press(dialog, "Send the link");
  expect(await screen.findByText("A link goes out.")).toBeVisible();
});

test("changes a role and its events", async () => {
  const server = new AdminServer();
  server.events = [anEvent(), { ...anEvent(), slug: "the-second-mela", title: "The Second Mela", current: false }];
  const change = "POST /mela/admin/administrators/00000000-0000-4000-8000-000000000102/access";
  server.on(change, { json: { message: 'The role of "meena" is changed.' } });
  const { ask, press, user } = await open(server);
  const dialog = await ask("Role meena", "Change the role of meena");
  fillIn(dialog, { Role: "accountant", Reason: "Keeps the books" });
  expect(dialog).toHaveTextContent("Sees no phone numbers or e-mail addresses.");
  await user.click(within(dialog).getByRole("checkbox", { name: "All events, also future ones" }));
  await press(dialog, "Change the role");
  expect(await within(dialog).findByText("Please choose all events, or at least one")).toBeVisible();
  await user.click(within(dialog).getByRole("checkbox", { name: "The Second Mela" }));
  await press(dialog, "Change the role");
  await waitFor(() =>
    expect(server.callsTo(change).at(-1)?.body).toEqual({
      ...{ role: "accountant", events: ["the-second-mela"], reason: "Keeps the books" },
    }),
  );
});

test("offers to somebody with one event only what she may give, at that event", async () => {
  const server = new AdminServer();
  const [event] = server.events;
  server.session = { ...server.session, username: "omana", role: "organiser", events: [event?.slug ?? ""] };
  const { ask } = await open(server);
  const dialog = await ask("Invite a colleague", "Invite a colleague");
  const roles = within(within(dialog).getByLabelText("Role")).getAllByRole("option");
  expect(roles.map(({ textContent }) => textContent)).toEqual(["Organiser", "Accountant", "Gate", "Viewer"]);
  expect(within(dialog).getAllByRole("checkbox")).toHaveLength(1);
  // Those who may do more than she have no buttons.
  expect(screen.queryByRole("button", { name: "Disable meena" })).not.toBeInTheDocument();
});

test("previews what a role shows and allows, in the address", async () => {
  const { user, address } = await open();
  const panel = within(await screen.findByRole("region", { name: "What can she see?" }));
  await user.selectOptions(panel.getByLabelText("Role"), "accountant");
  expect(panel.getByText("GST")).toBeVisible();
  expect(panel.queryByText("Brands")).not.toBeInTheDocument();
  expect(panel.getByText(/Phone numbers and e-mail addresses are hidden from her/)).toBeVisible();
  // Each right says what it opens, as the API describes it.
  await user.click(panel.getByText("close and reopen the GST of a month"));
  const right = panel.getByText("close and reopen the GST of a month").closest("details");
  expect(right).toHaveAttribute("open");
  expect(within(right!).getByText("Changes things in: GST.")).toBeVisible();
  expect(within(right!).getAllByRole("listitem").length).toBeGreaterThan(1);
  await user.selectOptions(panel.getByLabelText("At"), "some");
  expect(panel.queryByText("GST")).not.toBeInTheDocument();
  expect(address()).toContain("role=accountant");
  await user.selectOptions(panel.getByLabelText("Role"), "owner");
  expect(panel.queryByText("She may not")).not.toBeInTheDocument();
});

test.each([
  ["accountant", "brands", "Brands: not for your role"],
  ["content", "registrations", "Registrations: not for your role"],
  ["viewer", "team", "Team: not for your role"],
] as const)("says to a person in the role %s that the view %s is not hers", async (role, view, title) => {
  const server = new AdminServer();
  server.session = { ...server.session, role };
  await openDashboard(`?view=${view}`, server);
  expect(await screen.findByRole("heading", { name: title })).toBeVisible();
  expect(screen.getByRole("link", { name: "To what you may see" })).toHaveAttribute(
    "href",
    "/paid-events/mela/dashboard",
  );
  const menu = within(screen.getByRole("navigation", { name: "Views of the dashboard" }));
  expect(menu.queryByRole("link", { name: title.split(":")[0] })).not.toBeInTheDocument();
});

test("opens the first view of her role, and asks for nothing that it does not include", async () => {
  const server = new AdminServer();
  server.session = { ...server.session, role: "content" };
  await openDashboard("", server);
  const menu = within(await screen.findByRole("navigation", { name: "Views of the dashboard" }));
  expect(await screen.findByRole("link", { current: "page", name: "Listings" })).toBeVisible();
  expect(menu.queryByRole("link", { name: /Attention/ })).not.toBeInTheDocument();
  expect(server.callsTo("GET /mela/admin/issues")).toHaveLength(0);
  expect(server.callsTo("GET /mela/registrations")).toHaveLength(0);
});
