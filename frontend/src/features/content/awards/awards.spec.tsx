import { expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import { openScreen } from "../../../test/render-site";
import { strings } from "./awards.strings";

test("three cards, each with badges, awarding body, date, location and highlights (T-002, T-026)", async () => {
  await openScreen("/awards");
  expect(await screen.findByRole("heading", { level: 1 })).toBeVisible();
  expect(document.title).toBe("Awards · Sakhi Bazaar");
  const cards = within(screen.getByRole("main")).getAllByRole("article");
  expect(cards).toHaveLength(3);
  for (const [index, card] of cards.entries()) {
    const award = strings.awards[index];
    if (award === undefined) throw new Error("more cards than awards");
    expect(award.badges.length).toBeGreaterThan(0);
    for (const badge of award.badges) expect(within(card).getByText(badge)).toBeVisible();
    const facts = within(card)
      .getAllByRole("definition")
      .map(({ textContent }) => textContent);
    expect(facts).toEqual([award.awardedBy, award.date, award.location]);
    const names = within(card).getAllByRole("term");
    expect(names.map(({ textContent }) => textContent)).toEqual(["Awarded by", "Date", "Location"]);
    expect(within(card).getByRole("heading", { level: 3, name: "Highlights" })).toBeVisible();
    expect(within(card).getAllByRole("listitem")).toHaveLength(award.highlights.length);
  }
});

test("they are the three awards of the specification (T-027)", async () => {
  await openScreen("/awards");
  const marketplace = await screen.findByRole("article", {
    name: "Gender-Responsive Marketplace of the Year",
  });
  expect(marketplace).toHaveTextContent("International");
  expect(marketplace).toHaveTextContent("Three years running");
  const finalist = screen.getByRole("article", { name: "Social Entrepreneur of the Year" });
  expect(finalist).toHaveTextContent("Top 3 finalist");
  expect(finalist).toHaveTextContent("2024");
  const achievers = screen.getByRole("article", { name: "Women Achievers Award 2.0" });
  expect(achievers).toHaveTextContent("Sahakar Women's Bank");
  expect(achievers).toHaveTextContent("45 women entrepreneurs were honoured");
});

test("one card, and only one, links to media outside (T-028)", async () => {
  await openScreen("/awards");
  const cards = within(await screen.findByRole("main")).getAllByRole("article");
  const links = cards.flatMap((card) => within(card).queryAllByRole("link"));
  expect(links).toHaveLength(1);
  expect(links[0]).toHaveAccessibleName("Read about it in the press (opens in a new tab)");
  expect(links[0]).toHaveAttribute("target", "_blank");
  expect(links[0]).toHaveAttribute("href", expect.stringMatching(/^https:\/\//));
});
