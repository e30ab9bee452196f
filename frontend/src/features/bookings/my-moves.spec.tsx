import { expect, test } from "@jest/globals";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import type { MyMovesResponse, StallMoveResponse } from "../../api/mela-api";
import { quickUser } from "../../test/clock";
import { errorResponse, FakeServer } from "../../test/fake-server";
import { myBooking } from "../../test/my-booking";
import { openScreen } from "../../test/render-site";

const MOVES = "GET /mela/my-booking/moves";
const at = "2026-11-29T10:00:00.000Z";
const offered: MyMovesResponse = {
  ...{ stallId: "B12", isOffered: true, ended: [], at },
  stalls: [
    { stallId: "A3", type: "Premium", price: 36_000, difference: 9_000, toPay: 9_000, refund: 0 },
    { stallId: "B13", type: "General", price: 27_000, difference: 0, toPay: 0, refund: 0 },
    { stallId: "C1", type: "General", price: 20_000, difference: -7_000, toPay: 0, refund: 7_000 },
  ],
};
const move: StallMoveResponse = {
  ...{ id: "7c9e6679-7425-40de-944b-e07fc1f90ae7", fromStallId: "B12", toStallId: "A3", askedBy: "holder" as const },
  ...{
    state: "asked" as const,
    askedAt: at,
    until: "2026-11-29T10:10:00.000Z",
    difference: 9_000,
    toPay: 9_000,
    refund: 0,
  },
};
const waits: MyMovesResponse = { ...offered, isOffered: false, stalls: [], open: move };

async function open(moves: MyMovesResponse) {
  const server = new FakeServer();
  server.on("GET /mela/my-booking", { json: myBooking() });
  server.on(MOVES, { json: moves });
  const user = quickUser();
  await openScreen("/my-booking", server);
  const part = await screen.findByRole("region", { name: "Move to another stall" });
  return { server, user, part };
}

test("offers the free stalls, and says before the press what each costs and does", async () => {
  const { server, user, part } = await open(offered);
  const choose = within(part).getByLabelText("Free stalls");
  expect(within(part).queryByRole("button")).toBeNull();
  for (const [stallId, text, button] of [
    ["A3", "You pay ₹9,000, GST included. A3 is kept for you for 10 minutes", "Keep A3 and pay"],
    ["C1", "₹7,000 go back the way you paid. B12 is then free for others.", "Move to C1"],
    ["B13", "You move to B13 at once. Nothing is to pay.", "Move to B13"],
  ] as const) {
    await user.selectOptions(choose, stallId);
    expect(part).toHaveTextContent(text);
    expect(within(part).getByRole("button", { name: button })).toBeVisible();
  }
  server.on("POST /mela/my-booking/moves", errorResponse(409, "stall_sold", "This stall has already been sold"));
  await user.click(within(part).getByRole("button", { name: "Move to B13" }));
  await waitFor(() => expect(within(part).getByRole("alert")).toHaveTextContent("This stall has already been sold"));
  expect(server.callsTo("POST /mela/my-booking/moves").map(({ body }) => body)).toEqual([
    { toStallId: "B13", seenDifference: 0 },
  ]);
});

test("shows a stall that is kept with what is to pay, and lets her stay where she is", async () => {
  const { server, user, part } = await open(waits);
  expect(part).toHaveTextContent("A3 is kept for you until");
  expect(part).toHaveTextContent("To pay: ₹9,000, GST included");
  expect(within(part).getByRole("button", { name: "Pay ₹9,000" })).toBeVisible();
  server.on(`POST /mela/my-booking/moves/${move.id}/withdraw`, () => {
    server.on(MOVES, { json: { ...offered, ended: [{ ...move, state: "withdrawn", endedAt: at }] } });
    return { json: offered };
  });
  await user.click(within(part).getByRole("button", { name: "Stay at B12" }));
  expect(await within(part).findByText("The move to A3 was withdrawn. You are still at B12.")).toBeVisible();
});

test("reads the booking again once it stands on another stall", async () => {
  const { server } = await open({ ...offered, stallId: "A3", ended: [{ ...move, state: "moved", endedAt: at }] });
  await waitFor(() => expect(server.callsTo("GET /mela/my-booking").length).toBeGreaterThan(1));
  expect(await screen.findByText(/^You have moved from B12 to A3\./)).toBeVisible();
});

test("says nothing where the event lets nobody move", async () => {
  const server = new FakeServer();
  server.on("GET /mela/my-booking", { json: myBooking() });
  server.on(MOVES, { json: { ...offered, isOffered: false, stalls: [] } });
  await openScreen("/my-booking", server);
  expect(await screen.findByRole("heading", { level: 1 })).toBeVisible();
  await waitFor(() => expect(server.callsTo(MOVES).length).toBeGreaterThan(0));
  expect(screen.queryByRole("region", { name: "Move to another stall" })).toBeNull();
});

test("puts a move that waits right below the ticket, and one that she asks for where she does", async () => {
  const precedes = (part: HTMLElement, other: string) =>
    (part.compareDocumentPosition(screen.getByRole("region", { name: other })) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  const { part } = await open(waits);
  expect(precedes(part, "Invoice and credit notes")).toBe(true);
  expect(screen.getAllByRole("region", { name: "Move to another stall" })).toHaveLength(1);
  cleanup();
  const { server, user, part: below } = await open(offered);
  expect(precedes(below, "Invoice and credit notes")).toBe(false);
  server.on("POST /mela/my-booking/moves", { json: waits });
  server.on(MOVES, { json: waits });
  await user.selectOptions(within(below).getByLabelText("Free stalls"), "A3");
  await user.click(within(below).getByRole("button", { name: "Keep A3 and pay" }));
  await within(below).findByRole("button", { name: "Pay ₹9,000" });
  expect(precedes(below, "Invoice and credit notes")).toBe(false);
});
