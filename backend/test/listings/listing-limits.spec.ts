import { afterAll, expect, it } from "@jest/globals";
import { RATE_LIMITS } from "../../src/platform/http/rate-limits.js";
import { ListingTest, application } from "./listing-app.js";
import { type Answer, apiError } from "../bookings/mela.js";

const test = await ListingTest.open({ RATE_LIMITS: "on" });
afterAll(() => test.close());

/** Ten at once: more of them would, on a slow machine, wait for the payment provider longer than we do. */
async function times<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  while (done.length < count) {
    const first = done.length;
    const some = Array.from({ length: Math.min(10, count - first) }, (_, index) => work(first + index));
    done.push(...(await Promise.all(some)));
  }
  return done;
}

it("takes five free applications an hour of one e-mail address, however it is written; the same one counts once", async () => {
  for (let count = 0; count < 5; count += 1) {
    const body = application({ submissionType: "free_lead", email: "many@example.com" });
    for (const email of ["many@example.com", "MANY@example.com"]) {
      const answer = await test.mela.visitor().post("/api/v1/brand/submit-lead", { ...body, email });
      expect(answer.status).toBe(201);
    }
  }
  expect(apiError(await test.join("submit-lead", { email: "Many@Example.com" }))).toEqual([429, "rate_limited"]);
});

it("takes sixty free applications an hour from one address", async () => {
  const { points } = RATE_LIMITS.applications_per_address;
  const answers = await times(points - 5, () => test.join("submit-lead"));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(apiError(await test.join("submit-lead"))).toEqual([429, "rate_limited"]);
});

it("begins sixty listing payments an hour from one address", async () => {
  const { points } = RATE_LIMITS.listing_initiates_per_address;
  const answers = await times(points, () => test.pay(application()));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(apiError(await test.pay(application()))).toEqual([429, "rate_limited"]);
});

it("answers sixty questions about numbers an hour from one address, regardless of who asks", async () => {
  const { points } = RATE_LIMITS.verifications_per_address;
  const ask = (index: number): Promise<Answer> =>
    test.verify(test.mela.visitor(), `96${String(index).padStart(8, "0")}`);
  const answers = await times(points, ask);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(apiError(await ask(points))).toEqual([429, "rate_limited"]);
});
