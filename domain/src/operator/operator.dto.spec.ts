import "reflect-metadata";
import { describe, expect, it } from "@jest/globals";
import { plainToInstance } from "class-transformer";
import { validateSync } from "class-validator";
import { CancelBookingDto, ExtendHoldDto, MoveBookingDto } from "./booking-actions.dto.js";
import { ChangeCouponDto, CreateCouponDto } from "./coupon-actions.dto.js";
import { ReasonDto } from "./reason.dto.js";
import { ChangeStallPriceDto, SellOfflineDto } from "./stall-actions.dto.js";

const reason = "requested by phone";

/** Rejected fields, sorted. */
function rejectedFields(type: new () => object, body: object): string[] {
  return validateSync(plainToInstance(type, body), { whitelist: true, forbidNonWhitelisted: true })
    .map((error) => error.property)
    .toSorted();
}

describe("ReasonDto", () => {
  it.each([undefined, "", "  ", "no", 7, null, "x".repeat(301)])("rejects the reason %s", (given) => {
    expect(rejectedFields(ReasonDto, { reason: given })).toEqual(["reason"]);
  });

  it("reduces the reason to one line", () => {
    expect(plainToInstance(ReasonDto, { reason: " a\nb c " }).reason).toBe("a b c");
    expect(rejectedFields(ReasonDto, { reason: "x".repeat(300) })).toEqual([]);
  });
});

describe("operators' requests", () => {
  it.each([[27_000], [27_000.5], [2], [1_000_000]])("accept the price %s", (price) => {
    expect(rejectedFields(ChangeStallPriceDto, { price, reason })).toEqual([]);
  });

  it.each([[1], [0], [-5], [27_000.555], ["27000"], [1_000_001], [undefined], [Number.NaN], [1e-7], [1e21]])(
    "reject the price %s",
    (price) => {
      expect(rejectedFields(ChangeStallPriceDto, { price, reason })).toEqual(["price"]);
    },
  );

  const sale = {
    fullName: "Meera Iyer",
    email: "meera@example.com",
    phoneNumber: "+91 9811100001",
    businessName: "Meera Pottery",
    pincode: "560001",
    method: "cash",
    reference: "17",
    reason,
  };

  it("apply the registration form's rules to a walk-in", () => {
    expect(rejectedFields(SellOfflineDto, sale)).toEqual([]);
    expect(rejectedFields(SellOfflineDto, { ...sale, amount: 25_000 })).toEqual([]);
    expect(rejectedFields(SellOfflineDto, {})).toEqual([
      "businessName",
      "email",
      "fullName",
      "method",
      "phoneNumber",
      "pincode",
      "reason",
      "reference",
    ]);
    expect(rejectedFields(SellOfflineDto, { ...sale, method: "barter", amount: 0, stallId: "B1" })).toEqual([
      "amount",
      "method",
      "stallId",
    ]);
  });

  it.each([
    [MoveBookingDto, { toStallId: "B12" }, []],
    [MoveBookingDto, { toStallId: "b12" }, ["toStallId"]],
    [MoveBookingDto, {}, ["toStallId"]],
    [CancelBookingDto, { refund: "full" }, []],
    [CancelBookingDto, { refund: "none" }, []],
    [CancelBookingDto, { refund: "partial", refundAmount: 10.5 }, []],
    [CancelBookingDto, { refund: "partial" }, ["refundAmount"]],
    [CancelBookingDto, { refund: "partial", refundAmount: 0.5 }, ["refundAmount"]],
    [CancelBookingDto, { refund: "partial", refundAmount: 10.555 }, ["refundAmount"]],
    [CancelBookingDto, { refund: "half" }, ["refund"]],
    [ExtendHoldDto, { minutes: 1 }, []],
    [ExtendHoldDto, { minutes: 30 }, []],
    [ExtendHoldDto, { minutes: 0 }, ["minutes"]],
    [ExtendHoldDto, { minutes: 31 }, ["minutes"]],
    [ExtendHoldDto, { minutes: 2.5 }, ["minutes"]],
  ])("for a booking, %o with %j, reject: %j", (type, body, fields) => {
    expect(rejectedFields(type, { ...body, reason })).toEqual(fields);
  });
});

describe("coupon DTOs", () => {
  const terms = { percentage: 10, active: true, reason };

  it("upper-case the code and reject invalid ones", () => {
    const dto = plainToInstance(CreateCouponDto, { ...terms, code: " mela-30 " });
    expect(dto.code).toBe("MELA-30");
    expect(validateSync(dto)).toEqual([]);
    for (const code of ["", "AB", "-ABC", "A.B.C", "ÄBC", "A".repeat(41), 7, undefined]) {
      expect(rejectedFields(CreateCouponDto, { ...terms, code })).toEqual(["code"]);
    }
  });

  it.each([
    [{}, []],
    [{ startsAt: null, endsAt: null, maxUses: null, stallType: null }, []],
    [{ startsAt: "2026-12-01T00:00:00+05:30", endsAt: "2026-12-04T18:29:59Z", maxUses: 5 }, []],
    [{ stallType: "Premium" }, []],
    [{ stallType: "FoodCourt" }, []],
    [{ stallType: "food court" }, ["stallType"]],
    // Ambiguous without a time zone.
    [{ endsAt: "2026-12-04T18:29:59" }, ["endsAt"]],
    [{ endsAt: "2026-12-04" }, ["endsAt"]],
    [{ startsAt: "2026-02-30T00:00:00Z" }, ["startsAt"]],
    [{ maxUses: 0 }, ["maxUses"]],
    [{ maxUses: 1.5 }, ["maxUses"]],
    [{ percentage: 0 }, ["percentage"]],
    [{ percentage: 100 }, ["percentage"]],
    [{ percentage: 12.5 }, ["percentage"]],
    [{ active: "yes" }, ["active"]],
    // Required for optimistic locking.
    [{ version: undefined }, ["version"]],
    [{ version: -1 }, ["version"]],
  ])("for %j reject: %j", (changes, fields) => {
    expect(rejectedFields(ChangeCouponDto, { ...terms, version: 0, ...changes })).toEqual(fields);
  });
});
