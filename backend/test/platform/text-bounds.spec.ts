import "reflect-metadata";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";
import type { Type } from "@nestjs/common";
import { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import { PREVIOUS_PARTICIPATIONS } from "@sakhi/domain/listings/listing-application.choices";
import { VerifyListingDto } from "@sakhi/domain/listings/submit-application.dto";
import { rulesOf, shortened } from "../../src/platform/http/validation.pipe.js";

const ITEMS = PREVIOUS_PARTICIPATIONS.length;
const DOMAIN = fileURLToPath(new URL("../../../domain/src/", import.meta.url));

/** Rules that allow a few values, a bounded number, an object whose fields are checked too, or a few dates with prices. */
const BOUNDED = [
  "isIn",
  "equals",
  "isBoolean",
  "max",
  "isRupees",
  "isDeduction",
  "isUuid",
  "nestedValidation",
  "areDatedPrices",
];
/** Never refused, so that a bot learns nothing; the pipe shortens them to the default length. */
const HONEYPOTS = ["website"];

/** Every DTO class of the domain, with its name. */
async function dtoClasses(): Promise<[string, Type][]> {
  const files = readdirSync(DOMAIN, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".dto.ts"));
  const classes: [string, Type][] = [];
  for (const file of files) {
    const module = (await import(`@sakhi/domain/${file.replace(/\.ts$/, "")}`)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(module)) {
      if (typeof value === "function" && rulesOf(value as Type).size > 0) classes.push([name, value as Type]);
    }
  }
  return classes;
}

/** The missing bound of a field, or undefined. */
function unbounded(rules: readonly (readonly [name: string, args: unknown[]])[]): string | undefined {
  const names = rules.map(([name]) => name);
  const hasLength = rules.some(([name, args]) => name === "maxLength" || (name === "isLength" && args[1]));
  if (names.includes("isArray") && !names.includes("arrayMaxSize")) return "no ArrayMaxSize";
  // PostgreSQL's integer ends at 2,147,483,647; a larger number would cause a 500.
  if (names.includes("isInt") && !names.includes("max")) return "no Max";
  return hasLength || names.some((name) => BOUNDED.includes(name)) ? undefined : "no MaxLength";
}

describe("DTO fields", () => {
  it("all bound their text, list or number", async () => {
    const classes = await dtoClasses();
    const found = classes.flatMap(([dto, type]) =>
      [...rulesOf(type)].flatMap(([field, rules]) => {
        const why = HONEYPOTS.includes(field) ? undefined : unbounded(rules);
        return why === undefined ? [] : [`${dto}.${field}: ${why}`];
      }),
    );
    expect(found).toEqual([]);
    expect(classes.length).toBeGreaterThan(30);
  });

  it.each<[Record<string, unknown[]>, string | undefined]>([
    [{ isString: [] }, "no MaxLength"],
    [{ matches: [/^a*$/] }, "no MaxLength"],
    [{ isLength: [2] }, "no MaxLength"],
    [{ isLength: [2, 3] }, undefined],
    [{ maxLength: [100] }, undefined],
    [{ isInt: [], min: [0] }, "no Max"],
    [{ isInt: [], max: [9] }, undefined],
    [{ isArray: [], isIn: [["a"]] }, "no ArrayMaxSize"],
  ])("are checked for the bound missing from %j", (rules, why) => {
    expect(unbounded(Object.entries(rules))).toBe(why);
  });
});

describe("shortened", () => {
  it("replaces a far too long text by one just above the maximum", () => {
    const name = "a".repeat(400);
    expect(shortened({ fullName: name, pincode: "1".repeat(60_000) }, RegistrationFormDto)).toEqual({
      fullName: name,
      pincode: "x".repeat(7),
    });
    expect(shortened({ fullName: `${name}a` }, RegistrationFormDto)).toEqual({ fullName: "x".repeat(101) });
  });

  it("shortens nested objects and lists, and nothing else", () => {
    const long = "y".repeat(9_000);
    const list = Array.from({ length: 9_000 }, () => long);
    expect(
      shortened({ listingData: { brandName: long, previousParticipation: list }, other: long }, VerifyListingDto),
    ).toEqual({
      listingData: {
        brandName: "x".repeat(101),
        previousParticipation: Array.from({ length: 1 + ITEMS }, () => "x".repeat(201)),
      },
      other: long,
    });
    for (const whole of [null, undefined, "text", 3, [long]]) {
      expect(shortened(whole, VerifyListingDto)).toBe(whole);
    }
  });
});
