import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { AdminServer, anEvent } from "../../../test/admin-server";
import { errorResponse } from "../../../test/fake-server";
import { fillIn } from "../../../test/filling";
import { openDashboard, openView } from "../../../test/open-dashboard";

const DRAFT = anEvent({
  ...{ slug: "the-mela-2027", edition: "2027", title: "The Mela 2027", status: "draft", current: false },
  ...{
    sold: 0,
    unpaid: 0,
    obstacles: [],
    days: { start: "2027-12-02", end: "2027-12-03" },
    dates: "2–3 December 2027",
  },
});

function server(draft = DRAFT): AdminServer {
  const it = new AdminServer();
  it.events = [anEvent(), draft];
  return it;
}

const row = async (title: string) => {
  const table = await screen.findByRole("table", { name: "Events" });
  return within(table).getByRole("row", { name: new RegExp(title) });
};

test("lists events with their days, sales and status; viewers only look", async () => {
  await openView("?view=event", server().asViewer());
  const current = await row("The Mela 2099");
  for (const text of ["current", "3–4 December 2099", "until 2 Dec 2099, 18:00", "17 of 70", "Published"])
    expect(current).toHaveTextContent(text);
  expect(await row("The Mela 2027")).toHaveTextContent("Draft");
  expect(screen.queryByRole("button", { name: /Duplicate|Publish|Archive|Delete|New event|price/ })).toBeNull();
});

test("duplicates an event: its facts and plan, with days to be set, and shows the draft", async () => {
  const at = server();
  at.on("POST /mela/admin/events", { json: DRAFT });
  const { ask, press, address } = await openView("?view=event", at);
  const dialog = await ask("Duplicate The Mela 2099", "Duplicate The Mela 2099");
  expect(within(dialog).getByLabelText("City")).toHaveValue("Bangalore");
  expect(within(dialog).getByLabelText(/^Edition/)).toHaveValue("");
  expect(dialog).toHaveTextContent("Bookings, blocked stalls and coupons are not copied.");
  fillIn(dialog, { Edition: "2027", "Day 1": "2027-12-02", Reason: "next year" });
  await press(dialog, "Create the draft");
  expect(await screen.findByText("The event is created as a draft")).toBeVisible();
  expect(at.callsTo("POST /mela/admin/events").at(-1)?.body).toMatchObject({
    ...{ edition: "2027", city: "Bangalore", planOf: "the-mela-2099", reason: "next year" },
    salesCloseAt: null,
  });
  expect(address()).toContain("event=the-mela-2027");
});

test("publishes a draft, or lists what it lacks", async () => {
  const at = server();
  at.on("POST /mela/admin/events/the-mela-2027/publish", { json: { ...DRAFT, status: "published" } });
  const { ask, press, user } = await openView("?view=event", at);
  const dialog = await ask("Publish The Mela 2027", "Publish The Mela 2027?");
  fillIn(dialog, { Reason: "announced" });
  await press(dialog, "Publish the event");
  expect(await screen.findByText("The Mela 2027 is published")).toBeVisible();
  expect(at.callsTo("POST /mela/admin/events/the-mela-2027/publish").map(({ body }) => body)).toEqual([
    { reason: "announced" },
  ]);

  // The published one cannot be archived yet.
  await user.click(await screen.findByRole("button", { name: "Archive The Mela 2099" }));
  const notYet = await screen.findByRole("dialog", { name: "Archive The Mela 2099?" });
  expect(notYet).toHaveTextContent("It can't be archived yet:Its last day is not over.");
  expect(within(notYet).queryByRole("button", { name: "Archive the event" })).toBeNull();
});

test("says what a draft lacks instead of publishing it", async () => {
  const { user } = await openView("?view=event", server({ ...DRAFT, missing: ["The end of its sales is not set."] }));
  await user.click(await screen.findByRole("button", { name: "Publish The Mela 2027" }));
  const dialog = await screen.findByRole("dialog", { name: "Publish The Mela 2027?" });
  expect(dialog).toHaveTextContent("It can't be published yet:The end of its sales is not set.");
  expect(within(dialog).queryByRole("button", { name: "Publish the event" })).toBeNull();
});

test("changes the price of a type of the chosen event", async () => {
  const at = server();
  at.on("POST /mela/admin/events/the-mela-2027/types/General/price", { json: DRAFT });
  const { ask, press } = await openView("?view=event&event=the-mela-2027", at);
  const dialog = await ask("Change the price of Standard", "Price of Standard");
  fillIn(dialog, { "New price in rupees": "30000", Reason: "new hall" });
  expect(dialog).toHaveTextContent("49 stalls cost ₹30,000 instead of ₹27,000");
  await press(dialog, "Set the price");
  expect(await screen.findByText("The price of Standard is changed")).toBeVisible();
  expect(at.callsTo("POST /mela/admin/events/the-mela-2027/types/General/price").at(-1)?.body).toEqual({
    ...{ price: 30_000, reason: "new hall" },
  });
});

const DATES = "POST /mela/admin/events/the-mela-2027/types/General/price-dates";

test("sets the dates of a type's price, in any order, and says which price holds now", async () => {
  const [premium, general] = DRAFT.types;
  const dates = [{ from: "2026-11-10", price: 30_000 }];
  const at = server({ ...DRAFT, types: [premium!, { ...general!, priceNow: 30_000, dates }] });
  at.on(DATES, { json: DRAFT });
  const { ask, press } = await openView("?view=event&event=the-mela-2027", at);
  expect(await screen.findByText(/^₹27,000, ₹30,000 from 10 November \(now ₹30,000\), 10'/)).toBeVisible();
  const dialog = await ask("Prices by date of Standard", "Prices by date of Standard");
  expect(dialog).toHaveTextContent("The stalls cost ₹27,000 until the first of these dates.");
  expect(within(dialog).getByLabelText("From, date 1")).toHaveValue("2026-11-10");
  await press(dialog, "Add a date");
  fillIn(dialog, { "From, date 2": "2026-11-01", "Price in rupees, date 2": "1", Reason: "early bird" });
  await press(dialog, "Save the dates");
  expect(await within(dialog).findByText("1 November 2026: the price is at least 2 rupees")).toBeVisible();
  expect(at.callsTo(DATES)).toHaveLength(0);
  fillIn(dialog, { "Price in rupees, date 2": "28,000" });
  await press(dialog, "Save the dates");
  expect(await screen.findByText("The dates of Standard are saved")).toBeVisible();
  expect(at.callsTo(DATES).at(-1)?.body).toEqual({
    dates: [
      { from: "2026-11-01", price: 28_000 },
      { from: "2026-11-10", price: 30_000 },
    ],
    reason: "early bird",
  });
});

test("removes a date; what the server refuses is said at the dates", async () => {
  const [premium, general] = DRAFT.types;
  const dates = [
    { from: "2026-11-10", price: 30_000 },
    { from: "2026-11-20", price: 31_000 },
  ];
  const at = server({ ...DRAFT, types: [premium!, { ...general!, dates }] });
  const sentence = "20 November 2026: the sale has ended by then";
  at.on(DATES, errorResponse(400, "invalid_request", sentence, { fields: { dates: [sentence] } }));
  const { ask, press } = await openView("?view=event&event=the-mela-2027", at);
  const price = await ask("Change the price of Standard", "Price of Standard");
  fillIn(price, { "New price in rupees": "26000" });
  expect(price).toHaveTextContent("Until 10 November the stalls cost ₹26,000");
  await press(price, "Go back");
  const dialog = await ask("Prices by date of Standard", "Prices by date of Standard");
  await press(dialog, "Remove 10 November");
  fillIn(dialog, { Reason: "one step" });
  await press(dialog, "Save the dates");
  expect((await within(dialog).findAllByText(new RegExp(sentence))).length).toBeGreaterThan(0);
  expect(at.callsTo(DATES).at(-1)?.body).toMatchObject({ dates: [{ from: "2026-11-20", price: 31_000 }] });
});

test("deletes the draft that is shown, and shows the current event", async () => {
  const at = server();
  at.on("POST /mela/admin/events/the-mela-2027/remove", { json: { message: "Removed" } });
  const { ask, press, address } = await openView("?view=event&event=the-mela-2027", at);
  const dialog = await ask("Delete The Mela 2027", "Delete The Mela 2027?");
  fillIn(dialog, { Reason: "made twice" });
  await press(dialog, "Delete the draft");
  await waitFor(() => expect(address()).not.toContain("event=the-mela-2027"));
});

test("an archived event offers no change of its own", async () => {
  await openView("?view=event&event=the-mela-2027", server({ ...DRAFT, status: "archived" }));
  expect(await screen.findByRole("region", { name: "The Mela 2027" })).toBeVisible();
  expect(
    screen.queryByRole("button", { name: /Change The Mela|Change the price|Change the type|Add a type/ }),
  ).toBeNull();
});

test("the event chosen at the top is kept in the address and asked for by the views", async () => {
  const at = server();
  const { user, address } = await openDashboard("?view=plan", at);
  await user.selectOptions(await screen.findByLabelText("Event"), "The Mela 2027 (draft)");
  await waitFor(() => expect(address()).toContain("event=the-mela-2027"));
  await waitFor(() => expect(at.callsTo("GET /mela/admin/plan").at(-1)?.query.get("event")).toBe("the-mela-2027"));
  await user.click(screen.getByRole("link", { name: "Registrations" }));
  await waitFor(() => expect(address()).toMatch(/\?event=the-mela-2027$/));
  await waitFor(() => expect(at.callsTo("GET /mela/registrations").at(-1)?.query.get("event")).toBe("the-mela-2027"));
  await user.selectOptions(screen.getByLabelText("Event"), "The Mela 2099 (current)");
  await waitFor(() => expect(address()).toMatch(/\?event=the-mela-2099$/));
});

test("the only event is named, too, and held in the address", async () => {
  const { address } = await openDashboard("?view=plan");
  expect(await screen.findByRole("group", { name: /^Floor plan/ })).toBeVisible();
  expect(screen.getByLabelText("Event")).toHaveDisplayValue("The Mela 2099 (current)");
  expect(address()).toMatch(/\?view=plan&event=the-mela-2099$/);
});

// Regression (bugs-3, 35): the stall of this number at the event that had become current was sold.
test("an open view and its dialogs keep their event when another becomes current", async () => {
  const at = server();
  at.on("POST /mela/admin/stalls/B12/block", { json: { stallId: "B12", bookingId: "b", blocked: true } });
  const { ask, press } = await openView("?view=plan&stall=B12", at);
  const dialog = await ask("Block", "Block B12");
  expect(dialog).toHaveTextContent("At The Mela 2099");
  at.events = at.events.map((event) => ({ ...event, status: "published", current: event.slug !== "the-mela-2099" }));
  fillIn(dialog, { Reason: "for the stage" });
  await press(dialog, "Block the stall");
  expect(await screen.findByText("B12 at The Mela 2099 is blocked.")).toBeVisible();
  const [blocked] = at.callsTo("POST /mela/admin/stalls/B12/block");
  expect(blocked?.query.get("event")).toBe("the-mela-2099");
  expect(at.callsTo("GET /mela/admin/plan").map(({ query }) => query.get("event"))).toEqual(
    expect.arrayContaining(["the-mela-2099"]),
  );
  expect(at.callsTo("GET /mela/admin/plan").some(({ query }) => query.get("event") !== "the-mela-2099")).toBe(false);
});

test("days are chosen one by one, with gaps, and each wrong one says why", async () => {
  const at = server();
  at.on("POST /mela/admin/events", { json: DRAFT });
  const { ask, press, user } = await openView("?view=event", at);
  const dialog = await ask("Duplicate The Mela 2099", "Duplicate The Mela 2099");
  const inside = within(dialog);
  fillIn(dialog, { Edition: "2027", "Day 1": "2027-02-13", "Opens, day 1": "18:00", "Closes, day 1": "01:00" });
  expect(dialog).toHaveTextContent("Closes 01:00 in the night that follows.");
  await user.click(inside.getByRole("button", { name: "Add a day" }));
  // The next day, with the same hours.
  expect(inside.getByLabelText("Day 2")).toHaveValue("2027-02-14");
  expect(inside.getByLabelText("Closes, day 2")).toHaveValue("01:00");
  await user.click(inside.getByRole("button", { name: "Add a day" }));
  fillIn(dialog, { "Day 2": "2027-02-20", "Day 3": "2027-02-20", "Closes, day 3": "12:00", Reason: "next year" });
  await press(dialog, "Create the draft");
  expect(await inside.findByText(/^On 2027-02-20 it must close after it opens/)).toBeVisible();
  expect(inside.getByText(/The days must be in their order, each once/)).toBeVisible();
  expect(inside.getByLabelText("Closes, day 3")).toHaveAttribute("aria-invalid", "true");
  expect(inside.getByLabelText("Closes, day 1")).not.toHaveAttribute("aria-invalid", "true");
  await user.click(inside.getByRole("button", { name: "Same hours on every day" }));
  expect(inside.getByLabelText("Closes, day 3")).toHaveValue("01:00");
  fillIn(dialog, { "Day 2": "2027-02-28" });
  await user.click(inside.getByRole("button", { name: "Remove 13 February 2027" }));
  await press(dialog, "Create the draft");
  expect(await screen.findByText("The event is created as a draft")).toBeVisible();
  expect(at.callsTo("POST /mela/admin/events").at(-1)?.body).toMatchObject({
    days: "2027-02-20 18:00 to 01:00\n2027-02-28 18:00 to 01:00",
  });
});

test("the state is a list of names, in which typing finds one", async () => {
  const { ask, user } = await openView("?view=event", server());
  const dialog = await ask("Duplicate The Mela 2099", "Duplicate The Mela 2099");
  const state = within(dialog).getByLabelText("State of the venue");
  expect(state).toHaveDisplayValue("Karnataka (29)");
  const names = within(state)
    .getAllByRole("option")
    .map(({ textContent }) => textContent);
  expect(names).toContain("Rajasthan (08)");
  expect(names.slice(1)).toEqual(names.slice(1).toSorted((a, b) => a.localeCompare(b)));
  await user.selectOptions(state, "Rajasthan (08)");
  expect(state).toHaveValue("08");
});
