import { expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import type { WebhookDelivery, WebhookEndpoint } from "../../../api/admin-api";
import { AdminServer, anEvent } from "../../../test/admin-server";
import { fillIn } from "../../../test/filling";
import { openView } from "../../../test/open-dashboard";

const LIST = "/mela/admin/webhooks";

const anEndpoint = (more: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  ...{ id: "w1", name: "Ledger", url: "https://ledger.example/hooks", kinds: ["booking.sold", "booking.moved"] },
  ...{ createdAt: "2099-10-01T06:30:00.000Z", createdBy: "asha", waiting: 0, failed: 0 },
  ...more,
});
const aDelivery = (more: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  ...{ id: "d1", webhookId: "evt_1", kind: "booking.sold", state: "failed", at: "2099-10-01T06:30:00.000Z" },
  ...{ body: '{"type":"booking.sold"}', endedAt: "2099-10-02T06:30:00.000Z", problem: "It answered 500" },
  attempts: [
    { at: "2099-10-02T06:30:00.000Z", status: 500, ms: 12, problem: "It answered 500", answer: "out of order" },
  ],
  ...more,
});

function server(endpoints: WebhookEndpoint[], deliveries: WebhookDelivery[] = []): AdminServer {
  const it = new AdminServer();
  it.events = [anEvent()];
  it.read(`GET ${LIST}`, () => ({ json: endpoints }));
  it.read(`GET ${LIST}/w1/deliveries`, () => ({ json: deliveries }));
  return it;
}

test("shows how each endpoint is, and that none is notified", async () => {
  await openView(
    "?view=integrations",
    server([
      anEndpoint({ deliveredAt: "2099-10-01T07:30:00.000Z" }),
      anEndpoint({ id: "w2", name: "CRM", failingSince: "2099-10-01T08:30:00.000Z", waiting: 3, failed: 2 }),
      anEndpoint({ id: "w3", name: "Gone", disabledAt: "2099-10-01T08:30:00.000Z", disabledBy: "gone" }),
    ]),
  );
  expect(await screen.findByRole("listitem", { name: "Ledger" })).toHaveTextContent(
    /Enabled.*A stall is sold, A sold booking is moved/,
  );
  expect(screen.getByRole("listitem", { name: "CRM" })).toHaveTextContent(/Does not answer.*Waiting3.*Given up2/);
  expect(screen.getByRole("listitem", { name: "Gone" })).toHaveTextContent("Disabled: it answered that it is gone");
});

test("says that no other system is notified", async () => {
  await openView("?view=integrations", server([]));
  expect(await screen.findByText("No other system is notified")).toBeVisible();
});

test("an endpoint is added, and its secret shown once", async () => {
  const at = server([]);
  at.on(`POST ${LIST}`, { status: 201, json: { id: "w1", secret: "whsec_abc" } });
  const { ask, press, user } = await openView("?view=integrations", at);
  const dialog = await ask("Add an endpoint", "Add an endpoint");
  await press(dialog, "Save");
  expect(await within(dialog).findByText("Please say which system it is, in at least 2 characters")).toBeVisible();
  fillIn(dialog, { "Which system is it?": "Ledger", Address: "https://ledger.example/hooks" });
  await user.click(within(dialog).getByRole("checkbox", { name: "A listing goes live or is renewed" }));
  await press(dialog, "Save");
  expect(await screen.findByLabelText("Secret")).toHaveTextContent("whsec_abc");
  expect(at.calls.find(({ method }) => method === "POST")?.body).toEqual({
    ...{ name: "Ledger", url: "https://ledger.example/hooks", events: [] },
    kinds: ["booking.sold", "booking.cancelled", "booking.moved"],
  });
  await user.click(screen.getByRole("button", { name: "I have saved it" }));
  expect(screen.queryByText("whsec_abc")).toBeNull();
});

test("the log shows each attempt, and one or all are sent again", async () => {
  const at = server([anEndpoint({ failed: 2 })], [aDelivery(), aDelivery({ id: "d2", kind: "booking.moved" })]);
  at.on(`POST ${LIST}/w1/deliveries/d1/again`, { json: { message: "It is sent again." } });
  at.on(`POST ${LIST}/w1/failed/again`, { json: { deliveries: 2 } });
  const { ask, press, user } = await openView("?view=integrations", at);
  await user.click(await screen.findByRole("button", { name: "Log of Ledger" }));
  const row = await screen.findByRole("row", { name: /A stall is sold/ });
  expect(row).toHaveTextContent(/Given up.*500 after 12 ms.*It answered 500/);
  await user.click(within(row).getByRole("button", { name: /^Open the delivery/ }));
  const record = await screen.findByRole("dialog", { name: "A stall is sold" });
  expect(record).toHaveTextContent(/evt_1.*"type":"booking.sold".*out of order/);
  await user.click(within(record).getByRole("button", { name: "Close" }));
  const again = within(screen.getByRole("row", { name: /A stall is sold/ })).getByRole("button", {
    name: /^Send again: A stall/,
  });
  const one = await ask(again.getAttribute("aria-label") ?? "", "Send this again");
  await press(one, "Send it again");
  expect(await screen.findByText("It is sent again.")).toBeVisible();
  const all = await ask("Send all given up again", "Send everything again that was given up");
  await press(all, "Send it again");
  expect(await screen.findByText("2 deliveries are sent again.")).toBeVisible();
});

test("a viewer reads the log and changes nothing", async () => {
  const at = server([anEndpoint({ failed: 1 })], [aDelivery()]);
  at.asViewer();
  await openView("?view=integrations&endpoint=w1&state=failed", at);
  expect(await screen.findByRole("row", { name: /A stall is sold/ })).toBeVisible();
  expect(screen.queryByRole("button", { name: /Send|Add|Change|Delete|Disable/ })).toBeNull();
});
