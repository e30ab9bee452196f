import { beforeAll, expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import type { StallOffer } from "../../api/mela-api";
import { fakeClock, pass, quickUser } from "../../test/clock";
import { errorResponse, FakeServer } from "../../test/fake-server";
import { isOff } from "../../test/registering";
import { openScreen } from "../../test/render-site";
import { timeLeft } from "./countdown";

const TOKEN = `${"ab".repeat(16)}.${"c".repeat(43)}`;
const PAGE = `/paid-events/mela/offer#${TOKEN}`;
const VIEW = "POST /mela/offer/view";
const ACCEPT = "POST /mela/offer/accept";
const DECLINE = "POST /mela/offer/decline";
const offer = (changes: Partial<StallOffer> = {}): { json: StallOffer } => ({
  json: {
    state: "open",
    orderId: "MELA1764000000000ABCD1234",
    event: "the-mela-2099",
    lostStallId: "B12",
    stallType: "General",
    amount: 27_000,
    serverTime: new Date().toISOString(),
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    freeStalls: ["B13", "B20"],
    ...changes,
  },
});
/** A server that returns this offer. */
function offering(changes: Partial<StallOffer> = {}): FakeServer {
  const server = new FakeServer();
  server.on(VIEW, offer(changes));
  return server;
}
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

// Import before the clock is faked: dynamic imports need real time.
beforeAll(async () => {
  await import("./offer.page");
});

test("shows the payment and the deadline, and sells the chosen stall after a confirmation", async () => {
  const user = quickUser();
  const server = offering();
  const respond = server.withhold(ACCEPT, offer({ state: "accepted", chosenStallId: "B20", freeStalls: [] }));
  const { address } = await openScreen(PAGE, server);
  await heading("Choose another stall");
  expect(await screen.findByText(/Your payment of ₹27,000 reached us after its time was over/)).toBeVisible();
  expect(screen.getByText(/2[34] h \d+ min left to choose/)).toBeVisible();
  // The secret is sent only in request bodies.
  expect(address()).not.toContain(TOKEN);
  expect(server.calls.every(({ path, query }) => !`${path}?${query.toString()}`.includes(TOKEN))).toBe(true);
  expect(server.callsTo(VIEW)[0]?.body).toEqual({ token: TOKEN });
  expect(isOff(screen.getByRole("button", { name: "Take this stall" }))).toBe(true);
  await user.click(screen.getByRole("radio", { name: "B20" }));
  await user.click(screen.getByRole("button", { name: "Take stall B20" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Take stall B20?" });
  expect(server.callsTo(ACCEPT)).toHaveLength(0);
  await user.click(within(dialog).getByRole("button", { name: "Take stall B20" }));
  const taking = await within(dialog).findByRole("button", { name: "One moment..." });
  expect([taking, within(dialog).getByRole("button", { name: "Go back" })].map(isOff)).toEqual([true, true]);
  await user.click(taking);
  respond();
  expect(await heading("Stall B20 is yours")).toHaveFocus();
  expect(server.callsTo(ACCEPT).map(({ body }) => body)).toEqual([{ token: TOKEN, stallId: "B20" }]);
  expect(screen.getByRole("link", { name: "See your ticket" })).toHaveAttribute(
    "href",
    expect.stringContaining("/paid-events/mela/payment-success?order_id=MELA1764000000000ABCD1234"),
  );
});

test("notifies a payer who lost the race for a stall, and lists those still free", async () => {
  const user = quickUser();
  const server = offering();
  server.on(ACCEPT, errorResponse(409, "offer_stall_taken", "Somebody else was faster.", { freeStalls: ["B13"] }));
  await openScreen(PAGE, server);
  await user.click(await screen.findByRole("radio", { name: "B20" }));
  server.on(VIEW, offer({ freeStalls: ["B13"] }));
  await user.click(screen.getByRole("button", { name: "Take stall B20" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Take stall B20" }));
  expect(await screen.findByText(/B20 has just gone to somebody else/)).toBeVisible();
  expect(await screen.findByRole("radio", { name: "B13" })).toBeVisible();
  expect(screen.queryByRole("radio", { name: "B20" })).not.toBeInTheDocument();
});

test("returns the money after a confirmation; a slower poll does not reopen the offer", async () => {
  const user = fakeClock();
  const server = offering({ freeStalls: [] });
  server.on(DECLINE, offer({ state: "declined", freeStalls: [] }));
  await openScreen(PAGE, server);
  await pass(0);
  expect(screen.getByText("No Standard stall is free right now")).toBeVisible();
  const sendPoll = server.withhold(VIEW, () => offer());
  await pass(15.5);
  await user.click(screen.getByRole("button", { name: "Return my money now" }));
  await pass(0.5);
  const dialog = screen.getByRole("alertdialog", { name: "Return your money?" });
  expect(server.callsTo(DECLINE)).toHaveLength(0);
  await user.click(within(dialog).getByRole("button", { name: "Return my money now" }));
  for (const respond of [() => undefined, sendPoll]) {
    respond();
    await pass(0.5);
    expect(screen.getByRole("heading", { level: 1, name: "Your money is on its way back" })).toBeVisible();
  }
});

test("polls an open offer: a stall that becomes free appears", async () => {
  fakeClock();
  const server = offering({ freeStalls: [] });
  await openScreen(PAGE, server);
  await pass(0);
  expect(screen.getByText("No Standard stall is free right now")).toBeVisible();
  server.on(VIEW, offer({ freeStalls: ["B7"] }));
  await pass(15.5);
  expect(screen.getByRole("radio", { name: "B7" })).toBeVisible();
});

test.each([
  ["expired", "The time to choose is over"],
  ["withdrawn", "This offer has ended"],
  ["declined", "Your money is on its way back"],
  ["accepted", "Stall B13 is yours"],
] as const)("shows the end of an offer that is %s", async (state, title) => {
  const server = offering({ state, freeStalls: [], ...(state === "accepted" ? { chosenStallId: "B13" } : {}) });
  await openScreen(PAGE, server);
  await heading(title);
  expect(screen.queryByRole("button", { name: /Take/ })).not.toBeInTheDocument();
});

test("shows a truncated or forged link as incomplete, and offers a retry when the request fails", async () => {
  const user = quickUser();
  const cut = await openScreen("/paid-events/mela/offer");
  await heading("This link is not complete");
  cut.unmount();
  const server = new FakeServer();
  server.on(VIEW, errorResponse(404, "offer_not_found", "This link leads to no offer of ours."));
  const forged = await openScreen(PAGE, server);
  await heading("This link is not complete");
  forged.unmount();
  const unreachable = new FakeServer();
  unreachable.on(VIEW, "offline");
  await openScreen(PAGE, unreachable);
  expect(await screen.findByText("We could not look up your offer")).toBeVisible();
  unreachable.on(VIEW, offer());
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("radio", { name: "B13" })).toBeVisible();
});

test("timeLeft formats hours and minutes, and the last hour as minutes and seconds", () => {
  expect([86_400, 3_600, 3_599, 61, 0].map(timeLeft)).toEqual(["24 h 0 min", "1 h 0 min", "59:59", "1:01", "0:00"]);
});
