import { describe, expect, it } from "@jest/globals";
import {
  accountWaitSeconds,
  loginWaitSeconds,
  passwordProblem,
  requiredStep,
  usernameProblem,
} from "./administrator.rules.js";

describe("login delays", () => {
  it.each([
    [loginWaitSeconds, 0, 0],
    [loginWaitSeconds, 2, 0],
    [loginWaitSeconds, 3, 1],
    [loginWaitSeconds, 4, 2],
    [loginWaitSeconds, 5, 4],
    [loginWaitSeconds, 10, 128],
    [loginWaitSeconds, 12, 512],
    [loginWaitSeconds, 13, 900],
    [loginWaitSeconds, 1_000_000, 900],
    // accountWaitSeconds: unknown browsers, failures from any network.
    [accountWaitSeconds, 0, 0],
    [accountWaitSeconds, 9, 0],
    [accountWaitSeconds, 10, 1],
    [accountWaitSeconds, 11, 2],
    [accountWaitSeconds, 15, 32],
    [accountWaitSeconds, 18, 256],
    [accountWaitSeconds, 19, 300],
    [accountWaitSeconds, 1_000_000, 300],
  ])("%o returns, after %i consecutive failures, %i seconds", (wait, failures, seconds) => {
    expect(wait(failures)).toBe(seconds);
  });
});

describe("requiredStep", () => {
  const owner = { role: "owner", mustChangePassword: false, hasSecondFactor: false } as const;
  const viewer = { ...owner, role: "viewer" } as const;
  it.each([
    [owner, false, undefined],
    [owner, true, "second_factor_setup_required"],
    [{ ...owner, hasSecondFactor: true }, true, undefined],
    [viewer, true, undefined],
    [{ ...viewer, mustChangePassword: true }, true, "password_change_required"],
    [{ ...owner, mustChangePassword: true }, false, "password_change_required"],
    [{ ...owner, mustChangePassword: true }, true, "password_change_required"],
    [{ ...owner, mustChangePassword: true, hasSecondFactor: true }, true, "password_change_required"],
  ] as const)("returns for %j, production %j: %s", (status, production, step) => {
    expect(requiredStep(status, production)).toBe(step);
  });
});

describe("a new administrator's credentials", () => {
  const LETTERS = "A username is made of letters, digits, dots, hyphens and underscores.";
  it.each<[string, string | undefined]>([
    ["asha", undefined],
    ["Asha.Rao-2", undefined],
    ["a", undefined],
    ["a".repeat(60), undefined],
    ["a".repeat(61), "A username has at most 60 characters."],
    ["", LETTERS],
    ["आशा", LETTERS],
    ["as ha", LETTERS],
    [".asha", LETTERS],
    ["asha\n", LETTERS],
  ])("usernameProblem(%j) returns %s", (name, problem) => {
    expect(usernameProblem(name)).toBe(problem);
  });

  it.each<[string, string | undefined]>([
    ["ü".repeat(11), "A password has at least 12 characters."],
    ["twelve chars", undefined],
    ["आशाआशाआशाआशाआशा", undefined],
    ["ü".repeat(200), undefined],
    ["ü".repeat(201), "A password has at most 200 characters."],
  ])("passwordProblem(%j) returns %s", (password, problem) => {
    expect(passwordProblem(password)).toBe(problem);
  });
});
