import "reflect-metadata";
import { describe, expect, it } from "@jest/globals";
import { plainToInstance } from "class-transformer";
import { validateSync } from "class-validator";
import { InitiateMelaPaymentDto } from "./stall-order.dto.js";

const BODY = {
  orderId: "MELA1795295619942ABCDEF",
  amount: 27_000,
  customerName: "Asha Rao",
  metadata: { type: "mela_stall", stallId: "B12", stallType: "General" },
};

/** First error message of each rejected field. */
function rejections(body: object): Record<string, string | undefined> {
  const errors = validateSync(plainToInstance(InitiateMelaPaymentDto, body));
  return Object.fromEntries(errors.map(({ property, constraints }) => [property, Object.values(constraints ?? {})[0]]));
}

describe("InitiateMelaPaymentDto", () => {
  it.each([[27_000], [0.01], [24_300.5], [9_999_999.99]])("accepts the amount %s", (amount) => {
    expect(rejections({ ...BODY, amount })).toEqual({});
  });

  // 1e-7 prints without a dot, which made class-validator's own decimals check throw.
  it.each([[1e-7], [27_000.005], [1e21], [2 ** 53], [1e308], [0], [-1], ["27000"], [[27_000]], [{}], [null]])(
    "rejects the amount %j",
    (amount) => {
      expect(rejections({ ...BODY, amount })).toEqual({ amount: "The amount is a number of rupees" });
    },
  );

  it.each([
    ["orderId", 7, "The order number is missing"],
    ["customerName", 7, "The name must be text"],
    ["customerName", "x".repeat(101), "Full name must be at most 100 characters"],
    ["customerPhone", ["9876543210"], "The phone number must be text"],
    ["metadata", undefined, "The payment is for a Mela stall"],
    ["metadata", [], "The payment is for a Mela stall"],
  ])("rejects %s = %j: %s", (field, value, message) => {
    expect(rejections({ ...BODY, [field]: value })).toEqual({ [field]: message });
  });
});
