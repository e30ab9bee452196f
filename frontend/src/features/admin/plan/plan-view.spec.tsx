import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { StallHistory } from "../../../api/admin-api";
import { AdminServer } from "../../../test/admin-server";
import { fakeClock, pass } from "../../../test/clock";
import { errorResponse } from "../../../test/fake-server";
import { fillIn } from "../../../test/filling";
import { openView } from "../../../test/open-dashboard";
import { stallActionsFor } from "./stall-actions";

const B12 = "?view=plan&stall=B12";
const post = <Action extends "block" | "unblock" | "price" | "sell-offline">(action: Action) =>
  `POST /mela/admin/stalls/B12/${action}` as const;
const EVENT = { bookingId: "x", kind: "reserved", actor: "visitor", at: "2026-11-21T08:00:00.000Z" } as const;

function server(): AdminServer {
  const it = new AdminServer();
  it.plan = it.plan.map((stall) => {
    if (stall.stallId === "B14") return { ...stall, state: "blocked", blockReason: "First aid" };
    if (stall.stallId === "B15") return { ...stall, state: "paying", bookingId: it.booking.id, holderName: "Asha Rao" };
    return stall;
  });
  return it;
}

/** Few stalls, so that the plan renders fast. */
function smallServer(): AdminServer {
  const it = server();
  it.plan = it.plan.filter(({ stallId }) => ["B12", "B14", "B15"].includes(stallId));
  return it;
}

const stall = (name: RegExp) => screen.getByRole("button", { name });
const stallDialog = (stallId: string) => screen.findByRole("dialog", { name: `Stall ${stallId}` });

test("colours stalls by their live state, counts them in the legend, and opens one from a list", async () => {
  const { user, address } = await openView("?view=plan", server());
  await screen.findByRole("group", { name: /^Floor plan with 70 stalls/ });
  expect(
    [/^Stall B14,/, /^Stall B15, Standard, ₹27,000, Paying, Asha Rao$/, /^Stall B1,/, /^Stall B2,/].map(
      (name) => stall(name).dataset["status"],
    ),
  ).toEqual(["blocked", "paying", "sold", "held"]);
  const legend = screen.getByRole("region", { name: "Legend" });
  expect(legend).toHaveTextContent("Sold 11red, crossed");
  expect(legend).toHaveTextContent("Blocked 1grey, striped");

  await user.selectOptions(screen.getByLabelText("Go to stall"), "B12, Available");
  expect(await stallDialog("B12")).toBeVisible();
  expect(address()).toContain("stall=B12");
});

test("the legend names the event's own types", async () => {
  const it = smallServer();
  const [event] = it.events as [(typeof it.events)[number]];
  const food = { ...event.types[0], key: "FoodCourt", label: "Food court", look: "leaf" } as const;
  it.events = [{ ...event, types: [...event.types, food as (typeof event.types)[number]] }];
  it.plan = it.plan.map((each) => (each.stallId === "B14" ? { ...each, type: "FoodCourt", look: "leaf" } : each));
  await openView("?view=plan", it);
  const legend = await screen.findByRole("region", { name: "Legend" });
  await waitFor(() => expect(legend).toHaveTextContent("Food court: green border, leaf."));
  expect(legend).toHaveTextContent("Standard: purple border, round mark.");
  expect(legend).not.toHaveTextContent("Premium");
});

test("shows a stall's history, newest first, on one click", async () => {
  const { user, address, press } = await openView("?view=plan", smallServer());
  await user.click(await screen.findByRole("button", { name: /^Stall B12,/ }));
  const dialog = await stallDialog("B12");
  const [event] = await within(dialog).findAllByRole("listitem");
  expect(event).toHaveTextContent(
    "21 Nov 2026, 14:03:09The hold ran out before the visitor registered: releasedsystem",
  );
  expect(within(dialog).getByRole("link", { name: "Its workflows in Temporal" })).toBeVisible();
  expect(address()).toContain("?view=plan&event=the-mela-2099&stall=B12");
  await press(dialog, "Close");
  await waitFor(() => expect(address()).toMatch(/\?view=plan&event=the-mela-2099$/));
});

test("updates an open history", async () => {
  // Loaded before the clock is faked: loading needs real time.
  await import("./plan-view");
  fakeClock();
  const at = smallServer();
  const history: StallHistory = { stallId: "B12", events: [{ ...EVENT, id: "1", sentence: "A visitor reserved B12" }] };
  at.read("GET /mela/admin/stalls/B12/history", () => ({ json: history }));
  await openView(B12, at);
  expect(await screen.findByText("A visitor reserved B12")).toBeInTheDocument();
  history.events = [{ ...EVENT, id: "2", sentence: "The hold ran out" }, ...history.events];
  await pass(10);
  expect(await screen.findByText("The hold ran out")).toBeInTheDocument();
});

test("loads earlier events on request; offers viewers no actions", async () => {
  const at = smallServer().asViewer();
  const earlier = { ...EVENT, id: "6", administrator: "operator", reason: "By phone", sentence: "B12 was blocked" };
  at.on("GET /mela/admin/stalls/B12/history", ({ query }) => ({
    json:
      query.get("before") === "7"
        ? { stallId: "B12", events: [earlier] }
        : { stallId: "B12", events: [], nextBefore: "7" },
  }));
  const { user } = await openView(B12, at);
  const earlierButton = await screen.findByRole("button", { name: "What happened earlier" });
  expect(screen.getByText("Nothing has happened on this stall yet.")).toBeVisible();
  const buttons = within(await stallDialog("B12")).getAllByRole("button");
  expect(buttons.map(({ textContent }) => textContent)).toEqual(["What happened earlier", "Close"]);
  await user.click(earlierButton);
  expect(await screen.findByText("B12 was blocked")).toBeVisible();
  expect(screen.getByText("“By phone”")).toBeVisible();
});

test("opens the details of a stall's booking, and returns to the stall on close", async () => {
  const { user, address, server: at, press } = await openView("?view=plan&stall=B15", smallServer());
  await user.click(await screen.findByRole("button", { name: "Registration details" }));
  const details = await screen.findByRole("dialog", { name: "Registration Details" });
  expect(address()).toContain(`booking=${at.booking.id}`);
  await press(details, "Close");
  expect(await stallDialog("B15")).toBeVisible();
});

test.each([
  ["available", ["sell", "block", "price"]],
  ["blocked", ["unblock", "price"]],
  ["held", ["price"]],
  ["registered", ["price"]],
  ["paying", ["price"]],
  ["sold", ["price"]],
] as const)("offers for a %s stall: %j", (state, actions) => {
  expect(stallActionsFor(state)).toEqual(actions);
});

test("blocks and unblocks a stall with a reason, and shows the effect on visitors", async () => {
  const at = smallServer();
  at.on(post("block"), () => {
    at.plan = at.plan.map((known) =>
      known.stallId === "B12" ? { ...known, state: "blocked", blockReason: "First aid" } : known,
    );
    return { json: { stallId: "B12", blocked: true, bookingId: "x" } };
  });
  const { ask, press } = await openView(B12, at);
  const dialog = await ask("Block", "Block B12");
  expect(dialog).toHaveTextContent("visitors see it as reserved");
  fillIn(dialog, { Reason: "First aid post" });
  await press(dialog, "Block the stall");
  expect(await screen.findByText("B12 at The Mela 2099 is blocked.")).toBeVisible();
  expect(at.callsTo(post("block")).at(-1)?.body).toEqual({ reason: "First aid post" });
  expect(await screen.findByText("First aid")).toBeVisible();
  expect(screen.getByRole("button", { name: "Unblock" })).toHaveFocus();

  at.on(post("unblock"), { json: { stallId: "B12", blocked: false, bookingId: "x" } });
  const back = await ask("Unblock", "Unblock B12");
  fillIn(back, { Reason: "Not needed" });
  await press(back, "Unblock the stall");
  expect(await screen.findByText("B12 at The Mela 2099 is free.")).toBeVisible();
});

test("changes a price: shows old and new, and sends a number", async () => {
  const at = smallServer();
  at.on(post("price"), { json: { stallId: "B12", price: 25_000, priceBefore: 27_000 } });
  const { ask, press } = await openView(B12, at);
  const dialog = await ask("Change price", "Change the price of B12");
  // Accepts a formatted amount.
  fillIn(dialog, { "New price, in rupees": "₹25,000", Reason: "Pillar in front" });
  expect(dialog).toHaveTextContent("pays ₹25,000 instead of ₹27,000");
  await press(dialog, "Change the price");
  expect(await screen.findByText("B12 at The Mela 2099 costs ₹25,000 now, not ₹27,000.")).toBeVisible();
  expect(at.callsTo(post("price"))[0]?.body).toEqual({ price: 25_000, reason: "Pillar in front" });
});

test("sells a stall offline and omits empty fields", async () => {
  const at = smallServer();
  at.on(post("sell-offline"), {
    status: 201,
    json: { bookingId: "x", orderId: "MELA1", invoiceNumber: "INV/26-27/000124" },
  });
  const { user, ask } = await openView(B12, at);
  const dialog = await ask("Sell offline", "Sell B12 offline");
  const go = within(dialog).getByRole("button", { name: "Sell the stall" });
  await user.click(go);
  expect(await within(dialog).findByText("Please say why, in at least 3 characters")).toBeVisible();
  expect(at.callsTo(post("sell-offline"))).toHaveLength(0);
  fillIn(dialog, {
    ...{ "Full name": "Lata Devi", "Business name": "Lata Lac", "Email address": "lata@example.com" },
    ...{ "Phone number": "9123456780", Pincode: "560066", "Paid by": "cheque" },
    ...{ "Receipt or reference number": "CHQ 77", "Amount paid": "25000", Reason: "Came to the office" },
  });
  expect(dialog).toHaveTextContent("B12 is sold for ₹25,000.");
  await user.click(go);
  expect(await screen.findByText("B12 at The Mela 2099 is sold, invoice INV/26-27/000124.")).toBeVisible();
  expect(at.callsTo(post("sell-offline"))[0]?.body).toEqual({
    ...{ fullName: "Lata Devi", businessName: "Lata Lac", email: "lata@example.com", phoneNumber: "9123456780" },
    ...{ pincode: "560066", method: "cheque", reference: "CHQ 77", amount: 25_000, reason: "Came to the office" },
  });
});

test("releases the unpaid holds of addresses that keep several, after showing whom it hits", async () => {
  const it = smallServer();
  const { slug: event, title } = it.events[0]!;
  const holds = {
    ...{ event, freeStalls: 59, heldUnpaid: 31, soldLastHour: 4, soldLastTenMinutes: 1 },
    ...{ addresses: 3, visitors: 21, registered: 2, paying: 1 },
  };
  it.on("GET /mela/admin/unpaid-holds", ({ query }) => {
    const moreThan = Number(query.get("moreThan"));
    return { json: { ...holds, moreThan, stalls: moreThan > 5 ? [] : ["B1", "B2", "B3"] } };
  });
  const path = "POST /mela/admin/unpaid-holds/release";
  const message = "2 stalls are free again. The payment for 1 more is being ended.";
  it.on(path, { json: { released: ["B1", "B2"], closing: ["B3"], message } });
  const { user, ask } = await openView("?view=plan", it);
  const dialog = await ask("Release unpaid holds", `Release unpaid holds: ${title}`);
  expect(
    await within(dialog).findByText(/^31 of 59 stalls that are not sold are held or being paid; 1 sold/),
  ).toBeVisible();
  expect(
    await within(dialog).findByText(
      /^The holds of 3 stalls end: B1, B2, B3\. They are those of 21 visitors at 3 addresses/,
    ),
  ).toHaveTextContent("2 registered for, 1 being paid");
  await user.selectOptions(within(dialog).getByLabelText("Whose holds"), "10");
  expect(await within(dialog).findByText(/nothing would end/)).toBeVisible();
  await user.selectOptions(within(dialog).getByLabelText("Whose holds"), "3");
  const submit = within(dialog).getByRole("button", { name: "Release them" });
  await user.click(submit);
  expect(await within(dialog).findByText("Please say why, in at least 3 characters")).toBeVisible();
  fillIn(dialog, { Reason: "A crowd" });
  await user.click(submit);
  expect(await screen.findByText(message)).toBeVisible();
  expect(it.callsTo(path).map(({ body }) => body)).toEqual([{ moreThan: 3, reason: "A crowd" }]);
});

test("says that unpaid holds could not be counted, instead of counting on", async () => {
  const it = smallServer();
  it.on("GET /mela/admin/unpaid-holds", errorResponse(500, "internal_error", "It did not work"));
  const { ask } = await openView("?view=plan", it);
  const dialog = await ask("Release unpaid holds", `Release unpaid holds: ${it.events[0]!.title}`);
  await waitFor(() => expect(within(dialog).getAllByText(/^The holds could not be counted/)).toHaveLength(2));
  expect(dialog).not.toHaveTextContent("Counting...");
});

test("offers viewers no release of unpaid holds", async () => {
  await openView("?view=plan", smallServer().asViewer());
  await screen.findByRole("group", { name: /^Floor plan with 3 stalls/ });
  expect(screen.queryByRole("button", { name: "Release unpaid holds" })).not.toBeInTheDocument();
});
