import { describe, expect, it } from "@jest/globals";
import { mailboxKey } from "./mailbox-key.js";

describe("mailboxKey", () => {
  it.each([
    ["Victim@Gmail.com", "victim@gmail.com"],
    ["v.i.c.tim@gmail.com", "victim@gmail.com"],
    ["victim+1@gmail.com", "victim@gmail.com"],
    ["v.ictim+a+b@googlemail.com", "victim@gmail.com"],
    [" victim@gmail.com. ", "victim@gmail.com"],
    ["vic\u200Btim@gmail.com", "victim@gmail.com"],
    ["ｖictim@gmail.com", "victim@gmail.com"],
    ["victim+shop@outlook.com", "victim@outlook.com"],
    ["victim+shop@icloud.com", "victim@icloud.com"],
    ["victim-shop@yahoo.co.in", "victim@yahoo.co.in"],
    ["asha+rao@rediffmail.com", "asha@rediffmail.com"],
  ])("%s is the mailbox %s", (address, key) => {
    expect(mailboxKey(address)).toBe(key);
  });

  it.each([
    // Dots count at other hosts, and an unknown host may have a mailbox with a plus in its name.
    ["a.b@outlook.com", "ab@outlook.com"],
    ["asha+rao@weavers.example", "asha@weavers.example"],
    ["asha-rao@gmail.com", "asha@gmail.com"],
    ["asha@gmail.com", "asha@gmail.co"],
    ["+a@gmail.com", "+b@gmail.com"],
  ])("%s and %s are two mailboxes", (one, other) => {
    expect(mailboxKey(one)).not.toBe(mailboxKey(other));
  });

  it.each(["", "@", "nobody", "@gmail.com", "...@gmail.com"])("does not fail on %j", (text) => {
    expect(mailboxKey(mailboxKey(text))).toBe(mailboxKey(text));
  });
});
