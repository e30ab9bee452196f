import { describe, expect, it } from "@jest/globals";
import { HOLD_SECONDS, MELA_ORDER_ID_PATTERN, ORDER_ID_MAX_LENGTH } from "./booking.rules.js";

describe("booking rules", () => {
  it("holds a stall for ten minutes", () => {
    expect(HOLD_SECONDS).toBe(600);
  });

  it.each([
    ["MELA1763712000000abc123", true],
    ["MELA1763712000000_abc123", true],
    ["MELA1763712000000-ABC123", true],
    ["mela1763712000000abc123", false],
    ["MELAabc123", false],
    ["MELA1763712000000__abc1", false],
    ["MELA1763712000000", true],
    ["MELA17637ab", false],
    ["MELA1763712000000 abcd", false],
    ["", false],
  ])("matches MELA_ORDER_ID_PATTERN, order id %p: %p", (orderId, valid) => {
    expect(MELA_ORDER_ID_PATTERN.test(orderId)).toBe(valid);
    expect(orderId.length).toBeLessThanOrEqual(ORDER_ID_MAX_LENGTH);
  });
});
