import { describe, expect, it } from "@jest/globals";
import {
  accountWaitSeconds,
  loginWaitSeconds,
  passwordProblem,
  requiredStep,
  usernameProblem,
} from "./administrator.rules.js";

describe("wrong passwords in a row", () => {
  it.each([
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 1],
    [4, 2],
    [5, 4],
    [10, 128],
    [12, 512],
    [13, 900],
    [14, 900],
    [1_000_000, 900],
  ])("after %i of them one waits %i seconds", (failures, seconds) => {
    expect(loginWaitSeconds(failures)).toBe(seconds);
  });
});

describe("failures of one account from unknown browsers, whatever their networks", () => {
  it.each([
    [0, 0],
    [9, 0],
    [10, 1],
    [11, 2],
    [12, 4],
    [15, 32],
    [18, 256],
    [19, 300],
    [1_000_000, 300],
  ])("after %i of them an unknown browser waits %i seconds", (failures, seconds) => {
    expect(accountWaitSeconds(failures)).toBe(seconds);
  });
});

describe("what an administrator must do first", () => {
  const operator = { role: "operator", mustChangePassword: false, hasSecondFactor: false } as const;
  const viewer = { ...operator, role: "viewer" } as const;
  it.each([
    [operator, false, undefined],
    [operator, true, "second_factor_setup_required"],
    [{ ...operator, hasSecondFactor: true }, true, undefined],
    [viewer, true, undefined],
    [{ ...viewer, mustChangePassword: true }, true, "password_change_required"],
    [{ ...operator, mustChangePassword: true }, false, "password_change_required"],
    [{ ...operator, mustChangePassword: true }, true, "password_change_required"],
    [{ ...operator, mustChangePassword: true, hasSecondFactor: true }, true, "password_change_required"],
  ] as const)("%j in production %j: %s", (status, production, step) => {
    expect(requiredStep(status, production)).toBe(step);
  });
});

describe("a new administrator", () => {
  it.each(["asha", "Asha.Rao-2", "a"])("can be named %s", (name) => {
    expect(usernameProblem(name)).toBeUndefined();
  });
  it.each(["", "आशा", "as ha", ".asha", "asha\n", "a".repeat(61)])("cannot be named %j", (name) => {
    expect(usernameProblem(name)).toBeDefined();
  });
  it.each([
    ["elevenchars", true],
    ["twelve chars", false],
    ["आशाआशाआशाआशाआशा", false],
    ["x".repeat(200), false],
    ["x".repeat(201), true],
  ])("has the password %j: wrong is %s", (password, wrong) => {
    expect(passwordProblem(password) !== undefined).toBe(wrong);
  });
});

describe("a new administrator's name and password", () => {
  it.each<[string, string | undefined]>([
    ["a".repeat(60), undefined],
    ["a".repeat(61), "A username has at most 60 characters."],
    ["a b", "A username is made of letters, digits, dots, hyphens and underscores."],
  ])("%s: %s", (name, problem) => {
    expect(usernameProblem(name)).toBe(problem);
  });

  it.each<[number, string | undefined]>([
    [11, "A password has at least 12 characters."],
    [12, undefined],
    [200, undefined],
    [201, "A password has at most 200 characters."],
  ])("%i characters: %s", (length, problem) => {
    expect(passwordProblem("ü".repeat(length))).toBe(problem);
  });
});
