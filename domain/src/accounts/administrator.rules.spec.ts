import { describe, expect, it } from "@jest/globals";
import { loginWaitSeconds, passwordTrouble, usernameTrouble } from "./administrator.rules.js";

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

describe("a new administrator", () => {
  it.each(["asha", "Asha.Rao-2", "a"])("can be named %s", (name) => {
    expect(usernameTrouble(name)).toBeUndefined();
  });
  it.each(["", "आशा", "as ha", ".asha", "asha\n", "a".repeat(61)])("cannot be named %j", (name) => {
    expect(usernameTrouble(name)).toBeDefined();
  });
  it.each([
    ["elevenchars", true],
    ["twelve chars", false],
    ["आशाआशाआशाआशाआशा", false],
    ["x".repeat(200), false],
    ["x".repeat(201), true],
  ])("has the password %j: wrong is %s", (password, wrong) => {
    expect(passwordTrouble(password) !== undefined).toBe(wrong);
  });
});
