import { expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import { openScreen } from "../../../test/render-site";

test("shows the founders' story, the vision and the mission (T-002, T-023)", async () => {
  await openScreen("/about");
  expect(await screen.findByRole("heading", { level: 1, name: "Her work deserves a market." })).toBeVisible();
  expect(document.title).toBe("About us · Sakhi Bazaar");
  const founders = screen.getByRole("region", { name: "The founders' story" });
  expect(within(founders).getByText(/^It began with a table/)).toBeVisible();
  expect(screen.getByRole("region", { name: "Our vision" })).toHaveTextContent(/An India where every woman/);
  expect(screen.getByRole("region", { name: "Our mission" })).toHaveTextContent(/We bring women-led brands/);
});

test("the formula reads as a sentence, also to those who hear it (T-024)", async () => {
  await openScreen("/about");
  const formula = await screen.findByRole("region", { name: "Our formula" });
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
});

test("each of the team has a drawn portrait, a role and social links that open outside (T-025)", async () => {
  await openScreen("/about");
  const team = await screen.findByRole("region", { name: "The team" });
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
});

test("the page ends with the ways on: list a brand, or write", async () => {
  await openScreen("/about");
  const content = within(await screen.findByRole("main"));
  expect(await content.findByRole("link", { name: "List your brand" })).toHaveAttribute(
    "href",
    "/join-entrepreneur",
  );
  expect(content.getByRole("link", { name: "Talk to us first" })).toHaveAttribute("href", "/support");
});
