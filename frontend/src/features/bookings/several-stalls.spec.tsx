import { beforeAll, expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { quickUser } from "../../test/clock";
import { errorResponse, type FakeServer } from "../../test/fake-server";
import { registeringServer } from "../../test/registering";
import { openScreen } from "../../test/render-site";

const RESERVE = "POST /mela/reserve";
const RELEASE = "POST /mela/release";
const REGISTER_BOTH = "/paid-events/mela/register?stallId=B12&type=General&price=54000";
const BOTH = {
  price: 54_000,
  stalls: [
    { stallId: "B12", type: "General", price: 27_000 },
    { stallId: "B13", type: "General", price: 27_000 },
  ],
};

beforeAll(async () => {
  await import("./floor-plan.page");
  await import("./order-stalls");
  await import("./add-to-booking");
});

/** A visitor who holds B12, in a hall with B12, B13 and C1 or the like. */
function holding(more: object): FakeServer {
  const server = registeringServer();
  const b12 = server.stall("B12");
  server.layout = [b12, { ...b12, stallId: "B13", x: b12.x + 10, status: "Available" }];
  server.holds("B12", 600, more);
  b12.status = "Reserved";
  server.on(RESERVE, () => ({ status: 201, json: server.holds("B12", 600, BOTH) }));
  server.on(RELEASE, () => {
    server.holds("B12", 600, { canAdd: 1 });
    return { json: { released: true } };
  });
  return server;
}

test("the dialog offers to add a free stall to the booking, beside reserving it instead", async () => {
  const user = quickUser();
  const server = holding({ canAdd: 1 });
  const { address } = await openScreen("/paid-events/mela?view=list", server);
  await user.click(await screen.findByRole("button", { name: /B13/ }));
  const dialog = await screen.findByRole("dialog", { name: "Confirm Stall Reservation" });
  expect(within(dialog).getByRole("button", { name: "Yes, Reserve" })).toBeVisible();
  await user.click(await within(dialog).findByRole("button", { name: "Add B13 to my booking" }));
  await waitFor(() => expect(address()).toBe(REGISTER_BOTH));
  expect(server.callsTo(RESERVE).map(({ body }) => body)).toEqual([
    expect.objectContaining({ stallId: "B13", add: true }),
  ]);
});

test("the dialog offers nothing of the kind where no stall can be added", async () => {
  const user = quickUser();
  await openScreen("/paid-events/mela?view=list", holding({}));
  await user.click(await screen.findByRole("button", { name: /B13/ }));
  const dialog = await screen.findByRole("dialog", { name: "Confirm Stall Reservation" });
  expect(within(dialog).queryByRole("button", { name: "Add B13 to my booking" })).toBeNull();
});

test("the form lists the stalls with their sum; one is removed, and a neighbour added", async () => {
  const user = quickUser();
  const server = holding(BOTH);
  const { address } = await openScreen(REGISTER_BOTH, server);
  const stalls = within(await screen.findByRole("region", { name: "Your stalls" }));
  expect(stalls.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Stall B12 (Standard)₹27,000",
    "Stall B13 (Standard)₹27,000",
  ]);
  expect(screen.getByRole("button", { name: "Proceed to Payment ₹54,000" })).toBeVisible();
  await user.click(stalls.getByRole("button", { name: "Remove B13" }));
  expect(await screen.findByRole("button", { name: "Proceed to Payment ₹27,000" })).toBeVisible();
  expect(server.callsTo(RELEASE).map(({ body }) => body)).toEqual([
    expect.objectContaining({ stallId: "B13", onlyThis: true }),
  ]);
  await user.click(await screen.findByRole("button", { name: "Add B13 (₹27,000)" }));
  expect(await screen.findByRole("button", { name: "Proceed to Payment ₹54,000" })).toBeVisible();
  await waitFor(() => expect(address()).toBe(REGISTER_BOTH));
});

test("says why a stall was not added, and the booking stays as it was", async () => {
  const user = quickUser();
  const server = holding({ canAdd: 1 });
  server.on(RESERVE, errorResponse(409, "stall_reserved", "This stall is reserved by somebody else."));
  await openScreen("/paid-events/mela/register?stallId=B12&type=General&price=27000", server);
  await user.click(await screen.findByRole("button", { name: "Add B13 (₹27,000)" }));
  expect(await screen.findByText("B13 was not added")).toBeVisible();
  expect(screen.getByRole("button", { name: "Proceed to Payment ₹27,000" })).toBeVisible();
});
