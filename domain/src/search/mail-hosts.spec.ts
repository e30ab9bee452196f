import { describe, expect, it } from "@jest/globals";
import { suggestedEmail } from "./mail-hosts.js";

describe("a mistyped mail host", () => {
  it.each([
    ["asha@gmial.com", "asha@gmail.com"],
    ["asha@gmail.con", "asha@gmail.com"],
    ["asha@gmail.co", "asha@gmail.com"],
    ["asha@gamil.com", "asha@gmail.com"],
    ["asha@gmailcom", "asha@gmail.com"],
    ["asha@gmail.comm", "asha@gmail.com"],
    ["Asha@GMIAL.COM", "Asha@gmail.com"],
    ["asha@yaho.com", "asha@yahoo.com"],
    ["asha@yahoo.con", "asha@yahoo.com"],
    ["asha@yahooo.co.in", "asha@yahoo.co.in"],
    ["asha@hotmial.com", "asha@hotmail.com"],
    ["asha@outlok.com", "asha@outlook.com"],
    ["asha@redifmail.com", "asha@rediffmail.com"],
    ["asha@iclod.com", "asha@icloud.com"],
  ])("%s is asked about as %s", (typed, meant) => {
    expect(suggestedEmail(typed)).toBe(meant);
  });

  it.each([
    "asha@gmail.com",
    "asha@GMAIL.com",
    "asha@mail.com",
    "asha@ymail.com",
    "asha@yahoo.in",
    "asha@live.in",
    "asha@me.com",
    "asha@looms.in",
    "asha@meerasweaves.com",
    "asha@example.com",
    "asha@ail.com",
    "asha@",
    "@gmial.com",
    "asha",
    "",
  ])("%s is left alone", (typed) => {
    expect(suggestedEmail(typed)).toBeUndefined();
  });
});
