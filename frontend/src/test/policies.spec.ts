import { createHash } from "node:crypto";
import { expect, test } from "@jest/globals";
import { POLICIES_VERSION, POLICIES_VERSIONS } from "@sakhi/domain/bookings/policies";
import short from "../assets/documents/event-policies.md";
import refunds from "../assets/documents/event-refunds.md";
import terms from "../assets/documents/event-terms.md";
import { strings } from "../features/bookings/mela.strings";

test("a change of the policies that bookers accept has a version of its own", () => {
  const text = JSON.stringify([strings.policies.accept, short, refunds, terms]);
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 16);
  // Changed a text? Add a version (domain/src/bookings/policies.ts) and put both here.
  expect({ version: POLICIES_VERSION, digest }).toEqual({ version: "2026-11-22", digest: "0b50b6e28d9febd5" });
  expect(POLICIES_VERSIONS.at(-1)).toBe(POLICIES_VERSION);
});
