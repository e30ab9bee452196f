import { expect, test } from "@jest/globals";
import { MELA_ORDER_ID_PATTERN, ORDER_ID_MAX_LENGTH } from "@sakhi/domain/bookings/booking.rules";
import { hall } from "../../test/fake-server";
import { clock, secondsLeft } from "./countdown";
import { verdictOf } from "./payment-status";
import { boxOf, flagSide, neighbour, openingZoom, STALL_SCALE, VIEW } from "../../ui/floor-plan/plan-geometry";
import { filterStalls, sortFrom, sortStalls } from "./stall-list";
import { layoutChanges } from "./floor-plan.page";
import { newOrderId } from "./use-submit";

const stalls = hall();
const stall = (stallId: string) => {
  const found = stalls.find((known) => known.stallId === stallId);
  if (found === undefined) throw new Error(stallId);
  return found;
};

test("time left is counted on the server's clock, never under zero", () => {
  const endsAt = "2026-12-01T10:10:00Z";
  const now = Date.parse("2026-12-01T10:00:00Z");
  expect(secondsLeft(endsAt, now)).toBe(600);
  expect(secondsLeft(endsAt, now + 1)).toBe(600);
  expect(secondsLeft(endsAt, now + 1000)).toBe(599);
  expect(secondsLeft(endsAt, now + 4_000_000)).toBe(0);
  expect(secondsLeft("nonsense", now)).toBe(0);
  expect([600, 372, 59, 0].map(clock)).toEqual(["10:00", "6:12", "0:59", "0:00"]);
});

test("order ids are of the form the server takes, and differ", () => {
  const ids = Array.from({ length: 50 }, () => newOrderId());
  for (const id of ids) expect(id).toMatch(MELA_ORDER_ID_PATTERN);
  expect(Math.max(...ids.map((id) => id.length))).toBeLessThanOrEqual(ORDER_ID_MAX_LENGTH);
  expect(new Set(ids).size).toBe(50);
});

test("payment statuses are judged by their words; failure before progress", () => {
  for (const [verdict, statuses] of [
    ["successful", ["payment_successful"]],
    ["pending", ["payment_pending", "payment_initiated", "PENDING"]],
    ["failed", ["payment_failed", "cancelled", "USER_DROPPED", "order_expired", "terminated", "PENDING_CANCELLED"]],
    ["unknown", ["refunded", "something_else"]],
  ] as const)
    for (const status of statuses) expect([status, verdictOf(status)]).toEqual([status, verdict]);
});

test("arrow keys follow rows and columns", () => {
  const go = (from: string, direction: Parameters<typeof neighbour>[2]) =>
    neighbour(stalls, stall(from), direction)?.stallId;
  expect(go("A1", "down")).toBe("A2");
  expect(go("A1", "right")).toBe("A11");
  expect(go("B12", "right")).toBe("A5");
  expect(go("B20", "right")).toBe("B21");
  expect(go("B4", "up")).toBeUndefined();
});

test.each([320, 360, 412, 768, 1280])("in a window of %d px the plan opens with stalls of 36 px at least", (width) => {
  const stall = (openingZoom(width) * width * 10 * STALL_SCALE) / VIEW.width;
  expect(stall).toBeGreaterThanOrEqual(36 - 1e-9);
  // Whole where it can be.
  expect(openingZoom(width) === 1 || stall < 36.001).toBe(true);
});

test("a stall stands to scale; its flag points to a walkway", () => {
  expect(boxOf(stall("B5"))).toEqual({ left: "1.3889%", top: "12.4324%", width: "6.9444%", height: "5.4054%" });
  expect(["B4", "B25", "B12", "B40", "A3", "A13"].map((id) => flagSide(stall(id)))).toEqual([
    "down",
    "up",
    "right",
    "left",
    "left",
    "right",
  ]);
});

test("the list filters by known words only and keeps equals by number", () => {
  expect(
    filterStalls(stalls, "Premium", "Sold")
      .map(({ stallId }) => stallId)
      .toSorted(),
  ).toEqual(["A1", "A11", "A12"]);
  expect(filterStalls(stalls, "Gold", "Gone")).toHaveLength(70);
  expect(sortFrom("-price")).toEqual({ column: "price", descending: true });
  expect(sortFrom("colour")).toEqual({ column: "stall", descending: false });
  const byPrice = sortStalls(stalls, { column: "price", descending: true }).map(({ stallId }) => stallId);
  expect(byPrice.slice(0, 3)).toEqual(["A1", "A2", "A3"]);
  expect(byPrice[20]).toBe("B1");
});

test("a few changes are named, many are counted, none are silent", () => {
  expect(layoutChanges(stalls, stalls)).toBe("");
  const sold = (ids: string[]) =>
    stalls.map((known) => (ids.includes(known.stallId) ? { ...known, status: "Sold" as const } : known));
  expect(layoutChanges(stalls, sold(["B12"]))).toBe("B12 is now sold. 52 of 70 Stalls Available.");
  expect(layoutChanges(stalls, sold(["B12", "B14", "B15", "B16"]))).toBe(
    "4 stalls changed. 49 of 70 Stalls Available.",
  );
});
