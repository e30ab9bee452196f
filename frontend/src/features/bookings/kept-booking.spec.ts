import { webcrypto } from "node:crypto";
import { TextDecoder, TextEncoder } from "node:util";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { keptOf } from "../../shared/kept/kept-values";
import { myBooking } from "../../test/my-booking";
import { forgetBooking, forgetRefused, keepBooking, keptBooking } from "./kept-booking";

// jsdom has neither.
Object.assign(globalThis, { TextEncoder, TextDecoder });
Object.defineProperty(globalThis, "crypto", { value: webcrypto, configurable: true });

const LINK = "a-secret-of-256-bits";
const OTHER = "another-secret";
const DAY = 86_400_000;

beforeEach(() => {
  jest.useFakeTimers({
    now: Date.parse("2026-11-28T08:35:00Z"),
    doNotFake: ["queueMicrotask", "nextTick", "setImmediate"],
  });
});
afterEach(() => {
  jest.useRealTimers();
  localStorage.clear();
});

const order = async (token: string) => (await keptBooking(token))?.booking.booking.orderId;
const ORDER = myBooking().booking.orderId;

test("a booking that was opened by its link is kept without name, contact, address and link", async () => {
  await keepBooking(
    myBooking({ listingClaims: [{ id: "1", brandName: "X", name: "Meera", claimedAt: "2026-11-28" }] }),
    { token: LINK, isNew: true },
  );
  const stored = JSON.stringify(Object.entries(localStorage));
  for (const secret of ["Asha", "asha@example.com", "9876543210", "560001", "Meera", LINK])
    expect(stored).not.toContain(secret);
  expect(await keptBooking(LINK)).toMatchObject({
    at: Date.now(),
    booking: { booking: { stallId: "B12" }, documents: [{ number: "INV/26-27/000123" }] },
  });
});

test.each([
  ["at once, with the link", 0, LINK, ORDER],
  ["at once, without it", 0, "", ORDER],
  ["at once, with another link", 0, OTHER, undefined],
  ["a day later, with the link", DAY, LINK, ORDER],
  ["a day later, without it", DAY, "", undefined],
  ["after the link's end, with it", 200 * DAY, LINK, undefined],
] as const)("a booking that was opened by its link: %s", async (_when, later, token, found) => {
  await keepBooking(myBooking(), { token: LINK, isNew: true });
  jest.setSystemTime(Date.now() + later);
  expect(await order(token)).toBe(found);
});

test("a booking that was opened without a link is kept for a day", async () => {
  await keepBooking(myBooking(), { token: "", isNew: true });
  expect(await order("")).toBe(ORDER);
  expect(keptOf("linked-booking")).toEqual([]);
  jest.setSystemTime(Date.now() + DAY);
  expect(await order("")).toBeUndefined();
});

test("the browser's session is not renewed by being used, and neither is what is kept of it", async () => {
  await keepBooking(myBooking(), { token: LINK, isNew: true });
  jest.setSystemTime(Date.now() + DAY / 2);
  await keepBooking(myBooking({ correctable: true }), { token: "", isNew: false });
  expect((await keptBooking(""))?.at).toBe(Date.now());
  // The newer one of the same booking.
  expect((await keptBooking(LINK))?.at).toBe(Date.now());
  jest.setSystemTime(Date.now() + DAY / 2);
  expect(await order("")).toBeUndefined();
});

test("another booking on the same device takes the place of the open one, and each link opens its own", async () => {
  const other = myBooking();
  other.booking = { ...other.booking, orderId: "MELA2", stallId: "A1" };
  await keepBooking(myBooking(), { token: LINK, isNew: true });
  await keepBooking(other, { token: OTHER, isNew: true });
  expect(await order("")).toBe("MELA2");
  expect(await order(LINK)).toBe(ORDER);
  expect(await order(OTHER)).toBe("MELA2");
  await forgetBooking(ORDER);
  expect(await order(LINK)).toBeUndefined();
  expect(await order(OTHER)).toBe("MELA2");
});

test.each([
  ["a link that has ended", LINK],
  ["a session that has ended", ""],
] as const)("nothing is kept of %s, once the server has said so", async (_what, refused) => {
  await keepBooking(myBooking(), { token: LINK, isNew: true });
  await forgetRefused(refused);
  expect(await order(refused)).toBeUndefined();
  expect(keptOf("opened-booking")).toEqual([]);
});

test("a link that is no booking's leaves what is kept", async () => {
  await keepBooking(myBooking(), { token: LINK, isNew: true });
  await forgetRefused(OTHER);
  expect(await order(LINK)).toBe(ORDER);
});

test("a browser that cannot encrypt keeps only the open one", async () => {
  Object.defineProperty(globalThis, "crypto", { value: {}, configurable: true });
  try {
    await keepBooking(myBooking(), { token: LINK, isNew: true });
    expect(keptOf("linked-booking")).toEqual([]);
    expect(await order("")).toBe(ORDER);
    expect(await order(LINK)).toBeUndefined();
    await forgetBooking(ORDER);
    expect(await order("")).toBeUndefined();
  } finally {
    Object.defineProperty(globalThis, "crypto", { value: webcrypto, configurable: true });
  }
});
