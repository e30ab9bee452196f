import { describe, expect, it } from "@jest/globals";
import { hasKey, REMOVED_KEY, withoutKeys } from "./mail-keys.rules.js";

const ID = "0123456789abcdef0123456789abcdef";
const SECRET = "Abcdefghijklmnopqrstuvwxyz0123456789-_ABCDE";
const TOKEN = `${ID}.${SECRET}`;

describe("the key of a link in a mail", () => {
  it.each([
    ["booking", `https://a.example/my-booking#${TOKEN}`],
    ["brand", `https://a.example/my/brand#${TOKEN}`],
    ["offer", `https://a.example/paid-events/mela/offer#${TOKEN}`],
    ["invitation", `https://a.example/paid-events/mela/admin-invitation#${TOKEN}`],
    ["renewal", `https://a.example/join?renew=${ID}.2.1764000000.${SECRET}`],
    ["bare", TOKEN],
    ["percent-encoded", `https://a.example/my-booking%23${ID}%2E${SECRET}`],
    ["percent-encoded twice", `https://a.example/my-booking%2523${ID}%252E${SECRET}`],
    ["upper case", `${ID.toUpperCase()}.${SECRET}`],
    ["broken by a soft line break", `https://a.example/my/brand#${TOKEN.slice(0, 50)}=\r\n${TOKEN.slice(50)}`],
    ["broken in a quote", `> https://a.example/my/brand#${TOKEN.slice(0, 50)}\n> ${TOKEN.slice(50)}`],
  ])("%s is recognised and taken out of a message", (_, text) => {
    expect(hasKey(text)).toBe(true);
    const shown = withoutKeys(`Hello,\n${text}\nbye`);
    expect(shown).toContain(REMOVED_KEY);
    expect(hasKey(shown)).toBe(false);
    expect(shown).not.toContain(SECRET.slice(0, 20));
  });

  it.each([
    "Twenty sarees for a wedding on Friday, please.",
    "https://a.example/brands/Kamala%27s?ref=0123456789abcdef",
    "order MELA1764000000000abcd, 100% cotton, 50%",
    "https://a.example/my-booking",
  ])("%s is none", (text) => {
    expect(hasKey(text)).toBe(false);
    expect(withoutKeys(text)).toBe(text);
  });
});
