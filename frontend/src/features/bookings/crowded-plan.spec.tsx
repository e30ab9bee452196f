import { beforeAll, beforeEach, expect, jest, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { fakeClock, pass } from "../../test/clock";
import { errorResponse, FakeServer } from "../../test/fake-server";
import { openScreen } from "../../test/render-site";

// What a press may end with: loaded when it is shown.
beforeAll(() => import("./reserve-outcomes"));

const RESERVE = "POST /mela/reserve";
const TITLE = "Many people are here at this moment";
const overloaded = {
  ...(errorResponse(503, "overloaded", "Many people are here.") as object),
  headers: { "retry-after": "3" },
};

beforeEach(() => void jest.spyOn(Math, "random").mockReturnValue(0));

/** Opens the plan and presses "Yes, Reserve" for B12 while the server refuses. */
async function reserve() {
  const user = fakeClock();
  const server = new FakeServer();
  server.layout = server.layout.filter(({ stallId }) => ["A1", "B12"].includes(stallId));
  const answer = server.callsTo.bind(server);
  server.on(RESERVE, overloaded as never);
  const { visited } = await openScreen("/paid-events/mela", server);
  await pass(1);
  await user.click(document.querySelector<HTMLElement>('[data-stall="B12"]')!);
  await pass(1);
  await confirm(user);
  return { user, server, visited, sent: () => answer(RESERVE).length };
}

const dialog = () => screen.getByRole("dialog", { name: "Confirm Stall Reservation" });

async function confirm(user: UserEvent) {
  await user.click(within(dialog()).getByRole("button", { name: "Yes, Reserve" }));
  await pass(0);
}

/** The server answers again, as at first. */
function calm(server: FakeServer) {
  server.on(RESERVE, ({ body }) => ({ status: 201, json: server.holds(body.stallId) }));
}

test("a reserve is tried again by itself, and the dialog says what happens", async () => {
  const { server, visited, sent } = await reserve();
  expect(within(dialog()).getByText(TITLE)).toBeVisible();
  expect(within(dialog()).getByText(/^B12 is not reserved yet\. We keep trying for up to a minute/)).toBeVisible();
  // Once: the card of other calls stays away.
  expect(screen.getAllByText(TITLE)).toHaveLength(1);
  await pass(3.1);
  expect(sent()).toBe(2);
  calm(server);
  await pass(4.1);
  expect(sent()).toBe(3);
  expect(visited.at(-1)).toBe("/paid-events/mela/register");
});

test("after a minute it says that nothing was reserved, and the dialog stays to try once more", async () => {
  const { user, server, visited } = await reserve();
  await pass(62);
  expect(within(dialog()).getByText("B12 is not reserved")).toBeVisible();
  expect(within(dialog()).queryByText(TITLE)).toBeNull();
  calm(server);
  await confirm(user);
  await pass(1);
  expect(visited.at(-1)).toBe("/paid-events/mela/register");
});

test("Cancel ends the tries: nothing is reserved later", async () => {
  const { user, server, visited, sent } = await reserve();
  calm(server);
  await user.click(within(dialog()).getByRole("button", { name: "Cancel" }));
  await pass(120);
  expect(sent()).toBe(1);
  expect(server.hold).toBeNull();
  expect(visited.at(-1)).toBe("/paid-events/mela");
  expect(screen.queryByText("B12 is not reserved")).toBeNull();
});

test("somebody else was faster meanwhile: similar stalls are offered as usual", async () => {
  const { server } = await reserve();
  server.on(
    RESERVE,
    errorResponse(409, "stall_reserved", "Somebody was faster.", {
      similar: [{ stallId: "A1", type: "Premium", price: 36_000 }],
    }),
  );
  await pass(3.1);
  await pass(1);
  expect(screen.getByRole("dialog", { name: "B12 has just gone" })).toBeVisible();
});
