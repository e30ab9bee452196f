import { expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import type { WaitingListResponse, WaitingPersonResponse } from "../../../api/admin-api";
import { AdminServer, anEvent } from "../../../test/admin-server";
import { fillIn } from "../../../test/filling";
import { openView } from "../../../test/open-dashboard";

const LIST = "/mela/admin/events/the-mela-2099/waiting";

const aPerson = (more: Partial<WaitingPersonResponse> = {}): WaitingPersonResponse => ({
  ...{ id: "w1", stallType: "Premium", state: "waiting", fullName: "Asha Rao", email: "asha@example.com" },
  ...{ phoneNumber: "9876543210", place: 1, confirmed: true, joinedAt: "2099-10-01T06:30:00.000Z" },
  ...more,
});
const offered = aPerson({
  ...{ id: "w2", fullName: "Meera Nair", state: "offered", stallId: "A3", offerUntil: "2099-10-02T06:30:00.000Z" },
});

function server(places: WaitingPersonResponse[], more: Partial<WaitingListResponse> = {}): AdminServer {
  const it = new AdminServer();
  it.events = [anEvent()];
  it.read(`GET ${LIST}`, () => ({ json: { offerHours: 24, places, ...more } }));
  return it;
}

test("shows who waits where, to whom a stall is offered until when, and what became of others", async () => {
  await openView(
    "?view=waiting",
    server([
      offered,
      aPerson(),
      aPerson({ id: "w3", fullName: "Zoya Khan", place: 2, confirmed: false }),
      aPerson({ id: "w4", fullName: "Lata Bai", state: "lapsed", endedAt: "2099-09-30T06:30:00.000Z" }),
    ]),
  );
  const open = within(await screen.findByRole("table", { name: "Open places" }));
  expect(screen.getByText("2 waiting, 1 with an offer")).toBeVisible();
  expect(open.getByRole("row", { name: /Meera Nair/ })).toHaveTextContent(/Offered.*A3.*until 2 Oct 2099/);
  expect(open.getByRole("row", { name: /Asha Rao/ })).toHaveTextContent(/1.*asha@example.com.*9876543210.*Waiting/);
  expect(open.getByRole("row", { name: /Zoya Khan/ })).toHaveTextContent("Has not opened our mail yet");
  expect(
    within(screen.getByRole("table", { name: "Ended places" })).getByRole("row", { name: /Lata/ }),
  ).toHaveTextContent("Let the offer pass");
});

test("says that nobody waits", async () => {
  await openView("?view=waiting", server([]));
  expect(await screen.findByText("Nobody waits")).toBeVisible();
});

test("a stall is taken back and a place removed with a reason, and the hours are set", async () => {
  const at = server([offered, aPerson()]);
  at.on("POST /mela/admin/waiting/w2/steps", { json: offered });
  at.on("POST /mela/admin/waiting/w1/steps", { json: offered });
  at.on(`PUT ${LIST}/settings`, { json: { offerHours: 6, places: [] } });
  const { ask, press } = await openView("?view=waiting", at);
  await screen.findByRole("table", { name: "Open places" });
  const back = await ask("Reclaim stall A3 from Meera Nair", "Reclaim stall A3");
  fillIn(back, { Reason: "for a sponsor" });
  await press(back, "Reclaim it");
  expect(await screen.findByText("Stall A3 is blocked for you")).toBeVisible();
  const off = await ask("Remove Asha Rao from the waiting list", "Remove Asha Rao");
  fillIn(off, { Reason: "asked by phone" });
  await press(off, "Remove");
  expect(await screen.findByText("Removed")).toBeVisible();
  const change = await ask("Change", "How long an offer stands");
  fillIn(change, { Hours: "6" });
  await press(change, "Save");
  expect(await screen.findByText("Saved")).toBeVisible();
  const bodies = at.calls.filter(({ method }) => method !== "GET").map(({ body }) => body);
  expect(bodies).toEqual(
    expect.arrayContaining([
      { step: "reclaim", reason: "for a sponsor" },
      { step: "remove", reason: "asked by phone" },
      { offerHours: 6 },
    ]),
  );
});
