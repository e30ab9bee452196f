import { afterEach, expect, jest, test } from "@jest/globals";
import { asItWas, momentSeen } from "./as-it-was";
import { forgetKept, keep, kept, keptOf, removeOver } from "./kept-values";

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
});

const at = Date.parse("2099-11-28T08:35:00Z");
const DAY = 86_400_000;

test("what is kept is found with the time when it was true, until its time is over", () => {
  keep("ticket", "MELA1", { stallId: "B12" }, { at, lastDay: "2099-12-04" });
  expect(kept("ticket", "MELA1", at)).toEqual({ at, value: { stallId: "B12" } });
  expect(kept("ticket", "MELA1", Date.parse("2099-12-06T00:00:00+05:30"))).toBeUndefined();
  expect(kept("ticket", "MELA2", at)).toBeUndefined();
  expect(kept("plan", "MELA1", at)).toBeUndefined();
  expect(keptOf("ticket")).toEqual(["MELA1"]);
  forgetKept("ticket", "MELA1");
  expect(keptOf("ticket")).toEqual([]);
});

test("what is over is removed, and what another release kept in another form; nothing else is", () => {
  keep("plan", "the-mela-2099", [], { at });
  keep("opened-booking", "", {}, { at });
  localStorage.setItem("kept.0.plan.x", JSON.stringify({ at, until: at + 100 * DAY, value: [] }));
  localStorage.setItem("kept.1.plan.broken", "{");
  localStorage.setItem("mela.order", "{}");
  removeOver(at + 2 * DAY);
  expect(Object.keys(localStorage).toSorted()).toEqual(["kept.1.plan.the-mela-2099", "mela.order"]);
});

test("where the browser's storage is blocked, nothing is kept and nothing fails", () => {
  for (const call of ["getItem", "setItem", "removeItem"] as const)
    jest.spyOn(Storage.prototype, call).mockImplementation(() => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    });
  keep("plan", "x", [], { at });
  expect(kept("plan", "x", at)).toBeUndefined();
  removeOver(at);
});

test.each([
  [at, at, "14:05 IST"],
  [at, Date.parse("2099-11-28T18:29:00Z"), "14:05 IST"],
  [at, Date.parse("2099-11-28T18:31:00Z"), "28 November 2099, 14:05 IST"],
])("the moment %d, said at %d, is %s", (seen, now, text) => expect(momentSeen(seen, now)).toBe(text));

test("what is shown without network says since when", () => {
  expect(asItWas("The plan", at, at)).toBe("The plan as it was at 14:05 IST, without network.");
});
