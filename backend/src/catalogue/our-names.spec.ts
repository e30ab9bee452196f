import { describe, expect, it } from "@jest/globals";
import { SEED_ORGANISATION } from "@sakhi/domain/events/event-facts.seed";
import { borrowsOurName } from "./our-names.js";

const OURS = { sites: [SEED_ORGANISATION.name], events: ["The Mela", "Nashik Craft Mela"] };

describe("a name that can be taken for ours", () => {
  it.each([
    "Sakhi Bazaar",
    "Sakhi Bazaar Payments Team",
    "The Sakhi Bazaar",
    "SAKHI BAZAAR Official",
    "sakhi-bazaar",
    "SakhiBazaar",
    "Sakhi Bazar",
    "Sakhii Bazaar",
    "Sakhi Baz aar Refunds",
    "S a k h i B a z a a r",
    "Sakh1 Bazaar",
    "S4khi B4zaar",
    "Śakhī Bāzaar",
    "\u0421akhi Bazaar".replace("\u0421", "S"),
    "My Sakhi Bazaar Shop",
    "सखी बाज़ार",
    "सखी बाजार भुगतान",
    "ಸಖಿ ಬಜಾರ್",
    "Sakhi Support",
    "Sakhi Payments",
    "Bazaar Team",
    "The Mela",
    "Mela Payments",
    "Mela Organisers",
    "Mela Official Team",
    "Nashik Craft Mela",
    "Nashik Craft Mela Refund Desk",
  ])("%s, of a person or a business", (name) => {
    expect(borrowsOurName(name, "person", OURS)).toBe(true);
    expect(borrowsOurName(name, "business", OURS)).toBe(true);
  });

  it.each(["Payments Team", "Customer Support", "Admin", "Official Organiser", "The Support Desk"])(
    "%s, of a person",
    (name) => {
      expect(borrowsOurName(name, "person", OURS)).toBe(true);
    },
  );

  it.each([
    "Sakhi Crafts",
    "Sakhi Rao",
    "Sakhi",
    "Pamela Rao",
    "Mela Handlooms",
    "Anita Mela",
    "Bazaar Kolkata",
    "Chandni Chowk Bazaar",
    "Rani Support Foundation",
    "Team Asha Pickles",
    "Office Lunches by Rekha",
    "Help Desai",
    "Nashik Wines",
    "Customer Care Services",
    "मेला हथकरघा",
    "",
    "···",
  ])("%s is not one", (name) => {
    expect(borrowsOurName(name, "business", OURS)).toBe(false);
  });

  it("follows the names of the site and its events", () => {
    const other = { sites: ["Etsy"], events: ["Diwali Fair"] };
    expect(borrowsOurName("Etsy Payments", "business", other)).toBe(true);
    expect(borrowsOurName("Betsy Roy", "person", other)).toBe(false);
    expect(borrowsOurName("Sakhi Bazaar", "business", other)).toBe(false);
    expect(borrowsOurName("Diwali Fair Bookings", "business", other)).toBe(true);
    expect(borrowsOurName("Diwali Fair Sweets", "business", other)).toBe(false);
  });
});
