import { describe, expect, jest, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { quickUser } from "../../test/clock";
import { openScreen } from "../../test/render-site";
import { strings } from "./awards/awards.strings";

describe("/about", () => {
  test("shows the founders' story, the formula, the team and links to join (T-002, T-023, T-024, T-025)", async () => {
    await openScreen("/about");
    expect(await screen.findByRole("heading", { level: 1, name: "Her work deserves a market." })).toBeVisible();
    expect(document.title).toBe("About us · Sakhi Bazaar");
    const founders = screen.getByRole("region", { name: "The founders' story" });
    expect(within(founders).getByText(/^It began with a table/)).toBeVisible();
    expect(screen.getByRole("region", { name: "Our vision" })).toHaveTextContent(/An India where every woman/);
    expect(screen.getByRole("region", { name: "Our mission" })).toHaveTextContent(/We bring women-led brands/);
    // With words for the operators, for screen readers.
    const formula = screen.getByRole("region", { name: "Our formula" });
    const terms = within(formula)
      .getAllByRole("heading", { level: 3 })
      .map(({ textContent }) => textContent);
    expect(terms).toEqual([
      "Employment",
      "Entrepreneurship",
      "Education",
      "Mentors",
      "Courses, cohorts and learning sessions",
      "Career previews and resources",
      "Community support",
    ]);
    expect(formula).toHaveTextContent(
      /Employment.*plus.*Entrepreneurship.*plus.*Education.*equal.*Mentors.*Courses, cohorts and learning sessions.*Career previews and resources.*Community support/,
    );
    const team = screen.getByRole("region", { name: "The team" });
    const profiles = within(team).getAllByRole("article");
    expect(profiles).toHaveLength(6);
    for (const profile of profiles) {
      const name = profile.getAttribute("aria-label") ?? "";
      expect(within(profile).getByRole("heading", { level: 3, name })).toBeVisible();
      expect(within(profile).getByRole("img", { name: `Drawn portrait of ${name}` })).toBeVisible();
      const links = within(profile).getAllByRole("link", { name: new RegExp(`^${name}: `) });
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) {
        expect(link).toHaveAttribute("href", expect.stringMatching(/^https:\/\//));
        expect(link).toHaveAttribute("target", "_blank");
        expect(link).toHaveAttribute("rel", expect.stringContaining("noopener"));
      }
    }
    const content = within(screen.getByRole("main"));
    expect(content.getByRole("link", { name: "List your brand" })).toHaveAttribute("href", "/join-entrepreneur");
    expect(content.getByRole("link", { name: "Talk to us first" })).toHaveAttribute("href", "/support");
  });
});

describe("/awards", () => {
  test("shows the specification's three awards, one with a link to a press report (T-002, T-026, T-027, T-028)", async () => {
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
    const marketplace = screen.getByRole("article", { name: "Gender-Responsive Marketplace of the Year" });
    expect(marketplace).toHaveTextContent("International");
    expect(marketplace).toHaveTextContent("Three years running");
    const finalist = screen.getByRole("article", { name: "Social Entrepreneur of the Year" });
    expect(finalist).toHaveTextContent("Top 3 finalist");
    expect(finalist).toHaveTextContent("2024");
    const achievers = screen.getByRole("article", { name: "Women Achievers Award 2.0" });
    expect(achievers).toHaveTextContent("Sahakar Women's Bank");
    expect(achievers).toHaveTextContent("45 women entrepreneurs were honoured");
    const links = cards.flatMap((card) => within(card).queryAllByRole("link"));
    expect(links).toHaveLength(1);
    expect(links[0]).toHaveAccessibleName("Read about it in the press (opens in a new tab)");
    expect(links[0]).toHaveAttribute("target", "_blank");
    expect(links[0]).toHaveAttribute("href", expect.stringMatching(/^https:\/\//));
  });
});

describe("legal pages", () => {
  /** The text of a section, by its heading. */
  const section = (name: string) => screen.getByRole("region", { name }).textContent;

  /** Opens the page and checks its title and that its contents link every section. */
  async function open(path: string, title: string): Promise<void> {
    await openScreen(path);
    expect(await screen.findByRole("heading", { level: 1, name: title })).toBeVisible();
    expect(document.title).toBe(`${title} · Sakhi Bazaar`);
    const links = within(screen.getByRole("navigation", { name: "Contents" })).getAllByRole("link");
    const headings = within(screen.getByRole("main")).getAllByRole("heading", { level: 2 });
    expect(links.map((link) => link.getAttribute("href"))).toEqual(headings.map(({ id }) => `#${id}`));
    expect(links.map(({ textContent }) => textContent)).toEqual(headings.map(({ textContent }) => textContent));
    expect(new Set(headings.map(({ id }) => id)).size).toBe(headings.length);
  }

  test("the privacy policy shows its effective date, excludes people under 18, and can be printed (T-002, T-039)", async () => {
    const user = quickUser();
    await open("/privacy-policy", "Privacy Policy");
    expect(screen.getByText("October 15, 2025")).toHaveAttribute("datetime", "2025-10-15");
    expect(section("People under 18")).toMatch(/The site is not for people under 18/);
    const print = jest.spyOn(globalThis, "print").mockImplementation(() => undefined);
    await user.click(screen.getByRole("button", { name: "Print this page" }));
    expect(print).toHaveBeenCalledTimes(1);
    print.mockRestore();
  });

  test("the disclaimer states that pop-ups carry a fee and no sales guarantee (T-002, T-040)", async () => {
    await open("/disclaimer", "Disclaimer");
    const popUps = section("Pop-ups, fairs and melas");
    expect(popUps).toMatch(/Participation in a pop-up.*carries a fee/);
    expect(popUps).toMatch(/no sales guarantee/);
  });

  test("the terms show their effective date and 13 numbered sections (T-002, T-041 to T-046)", async () => {
    await open("/terms-and-conditions", "Terms and Conditions");
    expect(screen.getByText("15 October 2025")).toHaveAttribute("datetime", "2025-10-15");
    const headings = within(screen.getByRole("main")).getAllByRole("heading", { level: 2 });
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      "1. Eligibility",
      "2. Nature of service",
      "3. Account registration",
      "4. Membership and payments",
      "5. Refund policy",
      "6. Content and listings",
      "7. Prohibited conduct",
      "8. Intellectual property",
      "9. Limitation of liability",
      "10. Termination",
      "11. Governing law",
      "12. Contact",
      "13. Updates",
    ]);
    for (const [row, name, sentences] of [
      ["T-042", "1. Eligibility", [/18 or older/]],
      ["T-042", "2. Nature of service", [/discovery and listing only/, /not an e-commerce shop/, /fulfilment/]],
      ["T-042", "3. Account registration", [/you register your brand/]],
      [
        "T-043",
        "4. Membership and payments",
        [/within 2-3 business days after approval/, /active for 1 year.*renewed/],
      ],
      ["T-044", "5. Refund policy", [/membership or listing is not approved.*refund.*within 15 days/]],
      ["T-045", "6. Content and listings", [/non-exclusive, royalty-free licence/, /right to review.*remove/]],
      ["T-046", "11. Governing law", [/law of India/, /courts of Mumbai/]],
    ] as const)
      for (const sentence of sentences) expect(`${row} ${section(name)}`).toMatch(sentence);
    const contact = within(screen.getByRole("region", { name: "12. Contact" }));
    expect(contact.getByRole("link", { name: "support@sakhibazaar.example" })).toHaveAttribute(
      "href",
      "mailto:support@sakhibazaar.example",
    );
  });

  test("a URL fragment scrolls to its section, and an unknown one is ignored", async () => {
    const { unmount } = await openScreen("/terms-and-conditions#refund-policy");
    const heading = await screen.findByRole("heading", { level: 2, name: "5. Refund policy" });
    await waitFor(() => expect(heading).toHaveFocus());
    unmount();
    await openScreen("/terms-and-conditions#nothing");
    expect(await screen.findByRole("heading", { level: 1, name: "Terms and Conditions" })).toBeVisible();
  });
});
