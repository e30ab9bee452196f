import { beforeAll, expect, test } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import { fakeClock, pass, quickUser } from "../../test/clock";
import type { FakeServer } from "../../test/fake-server";
import { field } from "../../test/quick-queries";
import { openFilledIn, openRegistration, registeringServer } from "../../test/registering";
import { openScreen } from "../../test/render-site";

const PLAN = "/paid-events/mela";
/** What the plan says of a hold that is over. */
const over = () => screen.findByRole("region", { name: "Your last reservation" });
const nothing = () => expect(screen.queryByRole("region", { name: "Your last reservation" })).not.toBeInTheDocument();

beforeAll(() => import("./hold-over"));

/** A server on which the hold's stall is free again once it has ended. */
function expiring(seconds = 3): FakeServer {
  const server = registeringServer(seconds);
  server.on("POST /mela/release", () => {
    server.hold = null;
    server.stall("B12").status = "Available";
    return { json: { released: true } };
  });
  return server;
}

test("the plan says that the time is over long after the toast, offers the stall again, and the details are kept", async () => {
  const user = fakeClock();
  const server = expiring();
  const { address } = await openFilledIn(server);
  await pass(4);
  await waitFor(() => expect(address()).toBe(PLAN));
  // Who has just let a stall go leaves it to others for half a minute.
  expect(await over()).toHaveTextContent("For half a minute it is open to others first.");
  expect(within(await over()).queryByRole("button", { name: /^Reserve/ })).not.toBeInTheDocument();
  await pass(600);
  expect(screen.queryByText("Reservation Expired")).not.toBeInTheDocument();
  const line = await over();
  expect(line).toHaveTextContent("Your ten minutes for B12 are over.");
  expect(line).toHaveTextContent("It is free again. Your details are kept.");
  await user.click(within(line).getByRole("button", { name: "Reserve B12" }));
  const dialog = await screen.findByRole("dialog", { name: "Confirm Stall Reservation" });
  await user.click(within(dialog).getByRole("button", { name: "Yes, Reserve" }));
  await pass(1);
  await waitFor(() => expect(address()).toMatch(/register/));
  expect(field("Full Name")).toHaveValue("Asha Rao");
});

test.each([
  ["Reserved", "It is not free at the moment."],
  ["Sold", "It has been sold."],
] as const)("a stall that is %s meanwhile is not offered", async (status, words) => {
  fakeClock();
  const server = expiring();
  await openRegistration(server);
  server.on("POST /mela/release", () => {
    server.hold = null;
    server.stall("B12").status = status;
    return { json: { released: true } };
  });
  await pass(4);
  const line = await over();
  expect(line).toHaveTextContent(words);
  expect(line).not.toHaveTextContent("details");
  expect(within(line).queryByRole("button", { name: /^Reserve/ })).not.toBeInTheDocument();
});

test("time that ran out on the plan itself is said there, also after a reload, until it is read", async () => {
  const user = fakeClock();
  const server = expiring();
  const first = await openScreen(PLAN, server);
  await screen.findByText("You hold B12");
  server.hold = null;
  await pass(4);
  await over();
  first.unmount();
  await openScreen(PLAN, server);
  await pass(1);
  await user.click(within(await over()).getByRole("button", { name: "Close" }));
  nothing();
});

test("a stall that was released elsewhere is not said to have run out", async () => {
  const server = expiring(600);
  const first = await openRegistration(server);
  first.unmount();
  server.hold = null;
  await openScreen(PLAN, server);
  expect(await over()).toHaveTextContent("B12 is no longer kept for you.");
});

test("a payment that has ended leads to what became of it", async () => {
  const server = expiring(600);
  server.holds("B12", 600, { state: "paying", orderId: "MELA1", finalAmount: 27_000 });
  const first = await openScreen(PLAN, server);
  await screen.findByText("You are paying for B12");
  first.unmount();
  server.hold = null;
  await openScreen(PLAN, server);
  const line = await over();
  expect(line).toHaveTextContent("Your payment for B12 has ended.");
  expect(within(line).getByRole("link")).toHaveAttribute("href", `${PLAN}/payment-success?order_id=MELA1`);
});

test("who released her stall, or has never had one, reads nothing of it", async () => {
  const user = quickUser();
  const server = expiring(600);
  const { navigate } = await openRegistration(server);
  await act(() => navigate(PLAN));
  await user.click(await screen.findByRole("button", { name: "Release and leave" }));
  await waitFor(() => expect(server.callsTo("POST /mela/release")).toHaveLength(1));
  await screen.findByText(/Stalls Available/);
  await waitFor(() => expect(server.callsTo("GET /mela/my-hold").length).toBeGreaterThan(1));
  nothing();
});
