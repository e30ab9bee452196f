import { describe, expect, it } from "@jest/globals";
import { moveMoney, type MovedSubject, moveSeconds, moveStatus, nextOfMove, refundByOrder } from "./move.rules.js";

const sale = {
  ...{ fromPaise: 1_000_000, toPaise: 1_000_000, pricePaise: 1_000_000, finalPaise: 1_000_000 },
  ...{ saleLeftPaise: 1_000_000, movesLeftPaise: 0, isWaived: false },
};

describe("moveMoney", () => {
  it.each([
    ["the same price", {}, [0, 0, 0]],
    ["dearer", { toPaise: 1_500_000 }, [500_000, 500_000, 0]],
    ["dearer, and nothing is asked", { toPaise: 1_500_000, isWaived: true }, [500_000, 0, 0]],
    ["cheaper", { toPaise: 600_000 }, [-400_000, 0, 400_000]],
    ["cheaper, and nothing is returned", { toPaise: 600_000, isWaived: true }, [-400_000, 0, 0]],
    [
      "cheaper, bought with half a coupon",
      { toPaise: 600_000, finalPaise: 500_000, saleLeftPaise: 500_000 },
      [-400_000, 0, 200_000],
    ],
    ["dearer, bought with half a coupon", { toPaise: 1_500_000, finalPaise: 500_000 }, [500_000, 500_000, 0]],
    ["back after a dearer move", { fromPaise: 1_500_000, movesLeftPaise: 500_000 }, [-500_000, 0, 500_000]],
    [
      "further down after a dearer move, with half a coupon",
      { fromPaise: 1_500_000, toPaise: 800_000, movesLeftPaise: 500_000, finalPaise: 500_000, saleLeftPaise: 500_000 },
      [-700_000, 0, 600_000],
    ],
    ["cheaper, and most was refunded before", { toPaise: 600_000, saleLeftPaise: 100_100 }, [-400_000, 0, 100_000]],
    ["cheaper, and nothing is left", { toPaise: 600_000, saleLeftPaise: 0 }, [-400_000, 0, 0]],
    ["a third, rounded down", { toPaise: 999_900, finalPaise: 333_333, saleLeftPaise: 333_333 }, [-100, 0, 33]],
  ])("%s", (_, differs, [differencePaise, toPayPaise, refundPaise]) => {
    expect(moveMoney({ ...sale, ...differs })).toEqual({ differencePaise, toPayPaise, refundPaise });
  });
});

describe("refundByOrder", () => {
  const orders = [
    { orderId: "sale", leftPaise: 1_000 },
    { orderId: "first move", leftPaise: 0 },
    { orderId: "second move", leftPaise: 500 },
  ];
  it.each([
    [0, []],
    [300, [["second move", 300]]],
    [500, [["second move", 500]]],
    [700, [["second move", 500], ["sale", 200]]], // prettier-ignore
    [1_500, [["second move", 500], ["sale", 1_000]]], // prettier-ignore
  ])("of %s", (refundPaise, parts) => {
    expect(refundByOrder(orders, refundPaise).map((part) => [part.orderId, part.refundPaise])).toEqual(parts);
  });

  it("refuses more than what is left", () => {
    expect(() => refundByOrder(orders, 1_501)).toThrow(RangeError);
  });
});

describe("moveSeconds", () => {
  it("are an operator's hours, or as long as a hold", () => {
    expect([moveSeconds("operator", 48), moveSeconds("holder", 48)]).toEqual([172_800, 600]);
  });
});

describe("nextOfMove", () => {
  const waits = { state: "asked", booking: "sold", isOver: false, hasUnfinishedOrder: false } as const;
  it.each([
    ["it waits", {}, undefined],
    ["its time is over", { isOver: true }, "lapse"],
    ["its time is over, and it is being paid", { isOver: true, hasUnfinishedOrder: true }, undefined],
    ["its booking was cancelled", { booking: "released" }, "withdraw"],
    ["its booking was cancelled while it is being paid", { booking: "released", hasUnfinishedOrder: true }, "withdraw"],
    ["it is moved", { state: "moved", isOver: true }, undefined],
    ["it has lapsed", { state: "lapsed", isOver: true }, undefined],
    ["it was withdrawn", { state: "withdrawn", booking: "released" }, undefined],
  ] as const)("%s", (_, differs, next) => {
    expect(nextOfMove({ ...waits, ...differs })).toBe(next);
  });
});

describe("moveStatus", () => {
  const asked: MovedSubject = {
    ...{ state: "asked", isPaidByThis: false, isWhereItWas: true, isSold: true },
    ...{ isEventCancelled: false, isTargetFree: false, hasOtherMove: false },
  };
  const lapsed = { state: "lapsed", isTargetFree: true } as const;
  it.each([
    ["it waits for this money", {}, { kind: "unpaid" }],
    ["the event is cancelled", { isEventCancelled: true }, { kind: "unpaid", eventCancelled: true }],
    ["its booking was cancelled", { isWhereItWas: false, isSold: false }, { kind: "released", place: "taken" }],
    [
      "its booking was cancelled with its event",
      { isWhereItWas: false, isSold: false, isEventCancelled: true },
      { kind: "released", place: "event_cancelled" },
    ],
    ["it was paid by this order", { state: "moved", isPaidByThis: true }, { kind: "sold", byThisOrder: true }],
    ["it was paid by another order", { state: "moved" }, { kind: "sold", byThisOrder: false }],
    ["paid, then cancelled", { state: "moved", isPaidByThis: true, isSold: false }, { kind: "cancelled" }],
    ["late, and the stall is free", lapsed, { kind: "released", place: "free" }],
    ["late, and the stall is taken", { state: "lapsed" }, { kind: "released", place: "taken" }],
    ["late, and she has moved elsewhere", { ...lapsed, isWhereItWas: false }, { kind: "released", place: "taken" }],
    ["late, and another move waits", { ...lapsed, hasOtherMove: true }, { kind: "released", place: "taken" }],
    [
      "late, and the event is cancelled",
      { ...lapsed, isEventCancelled: true },
      { kind: "released", place: "event_cancelled" },
    ],
    [
      "withdrawn, and the stall is free",
      { state: "withdrawn", isTargetFree: true },
      { kind: "released", place: "taken" },
    ],
  ] as const)("%s", (_, differs, status) => {
    expect(moveStatus({ ...asked, ...differs })).toEqual(status);
  });
});
