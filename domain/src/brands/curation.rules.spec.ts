import { describe, expect, it } from "@jest/globals";
import { type TypedPrice, typedPrice, typedPriceProblem } from "./curation.rules.js";

describe("typedPrice and typedPriceProblem", () => {
  it.each<[TypedPrice, ReturnType<typeof typedPrice>]>([
    [
      { priceKind: "none", priceFrom: 5 },
      { kind: "none", fromPaise: null, toPaise: null },
    ],
    [
      { priceKind: "on_request", priceTo: 5 },
      { kind: "on_request", fromPaise: null, toPaise: null },
    ],
    [
      { priceKind: "fixed", priceFrom: 499.5, priceTo: 900 },
      { kind: "fixed", fromPaise: 49_950, toPaise: null },
    ],
    [
      { priceKind: "range", priceFrom: 499, priceTo: 900 },
      { kind: "range", fromPaise: 49_900, toPaise: 90_000 },
    ],
  ])("read %j, and ignore amounts that its kind does not use", (typed, price) => {
    expect(typedPrice(typed)).toEqual(price);
    expect(typedPriceProblem(typed)).toBeUndefined();
  });

  it.each<[TypedPrice, "priceFrom" | "priceTo"]>([
    [{ priceKind: "fixed" }, "priceFrom"],
    [{ priceKind: "fixed", priceFrom: 0 }, "priceFrom"],
    [{ priceKind: "fixed", priceFrom: 1_00_00_001 }, "priceFrom"],
    [{ priceKind: "range", priceTo: 900 }, "priceFrom"],
    [{ priceKind: "range", priceFrom: 900 }, "priceTo"],
    [{ priceKind: "range", priceFrom: 900, priceTo: 900 }, "priceTo"],
    [{ priceKind: "range", priceFrom: 900, priceTo: 1_00_00_001 }, "priceTo"],
  ])("refuse %j at %s", (typed, field) => {
    expect(typedPriceProblem(typed)?.[0]).toBe(field);
  });
});
