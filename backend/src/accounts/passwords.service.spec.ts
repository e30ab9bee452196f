import { expect, it } from "@jest/globals";
import { testConfig } from "../../test/support/config.js";
import { PasswordsService } from "./passwords.service.js";

it("computes a few hashes at a time, and refuses callers beyond its queue with a time to retry", async () => {
  const passwords = new PasswordsService(testConfig());
  const checks = await Promise.allSettled(
    Array.from({ length: 40 }, () => passwords.matches(undefined, "a password of nobody")),
  );
  const judged = checks.filter(({ status }) => status === "fulfilled");
  expect(judged).toHaveLength(22);
  const refused = checks.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
  expect(refused).toHaveLength(18);
  expect(refused[0]).toMatchObject({ code: "rate_limited", headers: { "retry-after": "1" } });
  // The gate is open again.
  const hash = await passwords.hash("another password");
  expect(await passwords.matches(hash, "another password")).toBe(true);
});
