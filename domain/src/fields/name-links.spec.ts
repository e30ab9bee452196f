import { describe, expect, it } from "@jest/globals";
import { businessHasLink, hasLink } from "./name-links.js";

describe("hasLink and businessHasLink", () => {
  it.each([
    ...["You won Rs 50,000! Claim it at https://evil.example/prize before midnight", "https://evil.example"],
    ...["HTTP://EVIL.EXAMPLE", "Win at www.evil.zone", "bit.ly/win", "Claim your prize at evil.com today"],
    ...["Asha (evil.co.in)", "mail asha@evil.com", "evil.zone/x", "go to evil。com now", "Prize: 10.0.0.1"],
    "Free stall: evil.shop!",
  ])("both detect a link in: %s", (name) => {
    expect([hasLink(name), businessHasLink(name)]).toEqual([true, true]);
  });

  it.each(["iTokri.com", "Sakhi.co", "tjori.com", "Okhai.org", "jaypore.co.in"])(
    "only hasLink detects a link in the business name: %s",
    (name) => {
      expect([hasLink(name), businessHasLink(name)]).toEqual([true, false]);
    },
  );

  it.each([
    ...["Asha Rao", "Dr. Rao", "Dr.Rao", "K.R. Asha", "A.P.J. Abdul Kalam", "D/o Ramesh", "S/o. R.K. Pro"],
    ...["M/s. A.B. Crafts", "M/s.A.B.Crafts", "Sri Venkateswara & Co.", "Patel & Sons Pvt. Ltd."],
    ...["Smt.Lakshmi Devi", "St.Mary's Self-Help Group", "No.1 Pickles", "24/7 Snacks", "A.K.Co", "O'Neil-Rao"],
    ...["आशा राव", "Rs. 99 Store", "Made in India", "Link Weaves", "Smt. In. Rao", "Version 2.0 Studio"],
  ])("neither detects a link in: %s", (name) => {
    expect([hasLink(name), businessHasLink(name)]).toEqual([false, false]);
  });
});
