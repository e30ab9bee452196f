import { expect, test } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { StallHistory } from "../../../api/admin-api";
import { AdminServer } from "../../../test/admin-server";
import { fakeClock, pass } from "../../../test/clock";
import { errorResponse } from "../../../test/fake-server";
import { fill } from "../../../test/filling";
import { openSite } from "../../../test/render-site";
import { settledDialog } from "../../../test/settled-dialog";
import { stallActionsFor } from "./stall-actions";

const PLAN = "/paid-events/mela/dashboard?view=plan";

function server(): AdminServer {
  const it = new AdminServer();
  it.plan = it.plan.map((stall) => {
    if (stall.stallId === "B14") return { ...stall, state: "blocked", blockReason: "First aid" };
    if (stall.stallId === "B15") return { ...stall, state: "paying", bookingId: it.booking.id, holderName: "Asha Rao" };
    return stall;
  });
  return it;
}

async function open(at = server(), address = PLAN) {
  const site = await openSite(address, at);
  const user = userEvent.setup();
  // Hidden where the address opens a dialog over it.
  await screen.findByRole("group", { name: /^Floor plan with 70 stalls/, hidden: true });
  return { ...site, user, server: at };
}
const stall = (name: RegExp) => screen.getByRole("button", { name });

test("every stall is coloured by its live state, and the legend counts them in words", async () => {
  await open();
  expect(stall(/^Stall B14,/)).toHaveAttribute("data-status", "blocked");
  expect(stall(/^Stall B15, Standard, ₹27,000, Paying, Asha Rao$/)).toHaveAttribute("data-status", "paying");
  expect(stall(/^Stall B1,/)).toHaveAttribute("data-status", "sold");
  expect(stall(/^Stall B2,/)).toHaveAttribute("data-status", "held");
  const legend = screen.getByRole("region", { name: "Legend" });
  expect(legend).toHaveTextContent("Sold 11red, crossed");
  expect(legend).toHaveTextContent("Blocked 1grey, striped");
});

test("why was it released: one click on the stall shows its history, newest first", async () => {
  const { user, address } = await open();
  await user.click(stall(/^Stall B12,/));
  const dialog = await screen.findByRole("dialog", { name: "Stall B12" });
  const events = await within(dialog).findAllByRole("listitem");
  expect(events[0]).toHaveTextContent(
    "21 Nov 2026, 14:03:09The hold ran out before the visitor registered: releasedsystem",
  );
  expect(within(dialog).getByRole("link", { name: "Its workflows in Temporal" })).toBeVisible();
  expect(address()).toBe(`${PLAN}&stall=B12`);
  await user.click(within(dialog).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(address()).toBe(PLAN));
});

test("an open history goes on: what is written a moment later is seen", async () => {
  // Loaded before the clock is faked: modules come by real time.
  await import("./plan-view");
  fakeClock();
  const at = server();
  const event = { bookingId: "x", kind: "reserved", actor: "visitor", at: "2026-11-21T08:00:00.000Z" } as const;
  const history: StallHistory = { stallId: "B12", events: [{ ...event, id: "1", sentence: "A visitor reserved B12" }] };
  at.read("GET /mela/admin/stalls/B12/history", () => ({ json: history }));
  await openSite(`${PLAN}&stall=B12`, at);
  expect(await screen.findByText("A visitor reserved B12")).toBeInTheDocument();
  history.events = [{ ...event, id: "2", sentence: "The hold ran out" }, ...history.events];
  await pass(10);
  expect(await screen.findByText("The hold ran out")).toBeInTheDocument();
});

test("what happened earlier comes on request", async () => {
  const at = server();
  at.on("GET /mela/admin/stalls/B12/history", ({ query }) =>
    query.get("before") === null
      ? { json: { stallId: "B12", events: [], nextBefore: "7" } }
      : {
          json: {
            stallId: "B12",
            events: [
              {
                id: "6",
                at: "2026-11-20T08:00:00.000Z",
                bookingId: "x",
                kind: "reserved",
                actor: "operator",
                administrator: "operator",
                reason: "By phone",
                sentence: "B12 was blocked",
              },
            ],
          },
        },
  );
  const { user } = await open(at, `${PLAN}&stall=B12`);
  await user.click(await screen.findByRole("button", { name: "What happened earlier" }));
  expect(await screen.findByText("B12 was blocked")).toBeVisible();
  expect(screen.getByText("“By phone”")).toBeVisible();
});

test("a stall with a booking leads to its details, and closing these back to the stall", async () => {
  const { user, address, server: at } = await open();
  await user.click(stall(/^Stall B15,/));
  await user.click(await screen.findByRole("button", { name: "Registration details" }));
  const details = await screen.findByRole("dialog", { name: "Registration Details" });
  expect(address()).toContain(`booking=${at.booking.id}`);
  await user.click(within(details).getByRole("button", { name: "Close" }));
  expect(await screen.findByRole("dialog", { name: "Stall B15" })).toBeVisible();
});

test("what can be done follows from how the stall stands", () => {
  expect(stallActionsFor("available")).toEqual(["sell", "block", "price"]);
  expect(stallActionsFor("blocked")).toEqual(["unblock", "price"]);
  for (const state of ["held", "registered", "paying", "sold"] as const) {
    expect(stallActionsFor(state)).toEqual(["price"]);
  }
});

test("a viewer is offered nothing", async () => {
  const at = server();
  at.session = { authenticated: true, username: "auditor", role: "viewer" };
  await open(at, `${PLAN}&stall=B12`);
  const dialog = await screen.findByRole("dialog", { name: "Stall B12" });
  await within(dialog).findAllByRole("listitem");
  for (const name of ["Block", "Sell offline", "Change price"]) {
    expect(within(dialog).queryByRole("button", { name })).not.toBeInTheDocument();
  }
});

async function ask(user: ReturnType<typeof userEvent.setup>, open: string, title: string) {
  await user.click(await screen.findByRole("button", { name: open }));
  return settledDialog("alertdialog", title);
}

test("blocking: says what visitors will see, asks why, and the plan shows it", async () => {
  const at = server();
  at.on("POST /mela/admin/stalls/B12/block", () => {
    at.plan = at.plan.map((known) => (known.stallId === "B12" ? { ...known, state: "blocked" } : known));
    return { json: { stallId: "B12", blocked: true, bookingId: "x" } };
  });
  const { user } = await open(at, `${PLAN}&stall=B12`);
  const dialog = await ask(user, "Block", "Block B12");
  expect(dialog).toHaveTextContent("visitors see it as reserved");
  await fill(user, within(dialog).getByLabelText("Reason"), "First aid post");
  await user.click(within(dialog).getByRole("button", { name: "Block the stall" }));
  expect(await screen.findByText("B12 is blocked.")).toBeVisible();
  expect(at.callsTo("POST /mela/admin/stalls/B12/block")[0]?.body).toEqual({ reason: "First aid post" });
  expect(await screen.findByRole("button", { name: "Unblock" })).toBeVisible();
});

test("unblocking", async () => {
  const at = server();
  at.on("POST /mela/admin/stalls/B14/unblock", { json: { stallId: "B14", blocked: false, bookingId: "x" } });
  at.read("GET /mela/admin/stalls/B14/history", () => ({ json: { stallId: "B14", events: [] } }));
  const { user } = await open(at, `${PLAN}&stall=B14`);
  expect(await screen.findByText("First aid")).toBeVisible();
  expect(await screen.findByText("Nothing has happened on this stall yet.")).toBeVisible();
  const dialog = await ask(user, "Unblock", "Unblock B14");
  await fill(user, within(dialog).getByLabelText("Reason"), "Not needed");
  await user.click(within(dialog).getByRole("button", { name: "Unblock the stall" }));
  expect(await screen.findByText("B14 is free.")).toBeVisible();
});

test("a new price: before and after are said, and it is sent as a number", async () => {
  const at = server();
  at.on("POST /mela/admin/stalls/B12/price", { json: { stallId: "B12", price: 25_000, priceBefore: 27_000 } });
  const { user } = await open(at, `${PLAN}&stall=B12`);
  const dialog = await ask(user, "Change price", "Change the price of B12");
  const price = within(dialog).getByLabelText("New price, in rupees");
  await user.clear(price);
  await fill(user, price, "25000");
  expect(dialog).toHaveTextContent("pays ₹25,000 instead of ₹27,000");
  await fill(user, within(dialog).getByLabelText("Reason"), "Pillar in front");
  await user.click(within(dialog).getByRole("button", { name: "Change the price" }));
  expect(await screen.findByText("B12 costs ₹25,000 now, not ₹27,000.")).toBeVisible();
  expect(at.callsTo("POST /mela/admin/stalls/B12/price")[0]?.body).toEqual({
    price: 25_000,
    reason: "Pillar in front",
  });
});

test("a walk-in's stall is sold with her details; what is not given is left out", async () => {
  const at = server();
  at.on("POST /mela/admin/stalls/B12/sell-offline", {
    status: 201,
    json: { bookingId: "x", orderId: "MELA1", invoiceNumber: "INV/26-27/000124" },
  });
  const { user } = await open(at, `${PLAN}&stall=B12`);
  const dialog = await ask(user, "Sell offline", "Sell B12 offline");
  await user.click(within(dialog).getByRole("button", { name: "Sell the stall" }));
  expect(await within(dialog).findByText("Please say why, in at least 3 characters")).toBeVisible();
  expect(at.callsTo("POST /mela/admin/stalls/B12/sell-offline")).toHaveLength(0);
  const type = (label: RegExp, text: string) => fill(user, within(dialog).getByLabelText(label), text);
  await type(/^Full name/, "Lata Devi");
  await type(/^Business name/, "Lata Lac");
  await type(/^Email address/, "lata@example.com");
  await type(/^Phone number/, "9123456780");
  await type(/^Pincode/, "560066");
  await user.selectOptions(within(dialog).getByLabelText("Paid by"), "Cheque");
  await type(/^Receipt or reference number/, "CHQ 77");
  await type(/^Amount paid/, "25000");
  await type(/^Reason/, "Came to the office");
  expect(dialog).toHaveTextContent("B12 is sold for ₹25,000.");
  await user.click(within(dialog).getByRole("button", { name: "Sell the stall" }));
  expect(await screen.findByText("B12 is sold, invoice INV/26-27/000124.")).toBeVisible();
  expect(at.callsTo("POST /mela/admin/stalls/B12/sell-offline")[0]?.body).toEqual({
    fullName: "Lata Devi",
    businessName: "Lata Lac",
    email: "lata@example.com",
    phoneNumber: "9123456780",
    pincode: "560066",
    method: "cheque",
    reference: "CHQ 77",
    amount: 25_000,
    reason: "Came to the office",
  });
});

test("a stall that somebody was quicker to take is refused in words", async () => {
  const at = server();
  at.on(
    "POST /mela/admin/stalls/B12/block",
    errorResponse(409, "stall_reserved", "This stall is currently reserved by another person"),
  );
  const { user } = await open(at, `${PLAN}&stall=B12`);
  const dialog = await ask(user, "Block", "Block B12");
  await fill(user, within(dialog).getByLabelText("Reason"), "First aid post");
  await user.click(within(dialog).getByRole("button", { name: "Block the stall" }));
  // The place of what went wrong is there from the start, for those who listen.
  await waitFor(() =>
    expect(within(dialog).getByRole("alert")).toHaveTextContent("This stall is currently reserved by another person"),
  );
});

test("by keyboard: arrows move over the plan, Enter opens; and the list beside it does the same", async () => {
  const { user, address } = await open();
  act(() => stall(/^Stall A1,/).focus());
  await user.keyboard("{ArrowDown}{Enter}");
  expect(address()).toContain("stall=A2");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await user.selectOptions(screen.getByLabelText("Go to stall"), "B12, Available");
  expect(await screen.findByRole("dialog", { name: "Stall B12" })).toBeVisible();
});

test("an address that names no stall says so", async () => {
  await open(server(), `${PLAN}&stall=Z9`);
  expect(await screen.findByText("There is no such stall.")).toBeVisible();
});
