import { describe, expect, it } from "@jest/globals";
import {
  accountWaitSeconds,
  loginWaitSeconds,
  passwordProblem,
  requiredStep,
  usernameProblem,
} from "./administrator.rules.js";

describe("how many seconds one waits", () => {
  it.each([
    [0, 0],
    [2, 0],
    [3, 1],
    [4, 2],
    [5, 4],
    [10, 128],
    [12, 512],
    [13, 900],
    [1_000_000, 900],
  ])("after %i wrong passwords in a row: %i", (failures, seconds) => {
    expect(loginWaitSeconds(failures)).toBe(seconds);
  });

  it.each([
    [0, 0],
    [9, 0],
    [10, 1],
    [11, 2],
    [15, 32],
    [18, 256],
    [19, 300],
    [1_000_000, 300],
  ])(
    "from an unknown browser, after %i failures of the account from such, whatever their networks: %i",
    (failures, seconds) => {
      expect(accountWaitSeconds(failures)).toBe(seconds);
    },
  );
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
  ])("named %j: %s", (name, problem) => {
    expect(usernameProblem(name)).toBe(problem);
  });

  it.each<[string, string | undefined]>([
    ["ü".repeat(11), "A password has at least 12 characters."],
    ["twelve chars", undefined],
    ["आशाआशाआशाआशाआशा", undefined],
    ["ü".repeat(200), undefined],
    ["ü".repeat(201), "A password has at most 200 characters."],
  ])("with the password %j: %s", (password, problem) => {
    expect(passwordProblem(password)).toBe(problem);
  });
});
