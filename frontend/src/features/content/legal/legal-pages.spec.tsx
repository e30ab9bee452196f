import { expect, jest, test } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Listing } from "../../../api/catalogue-api";
import { openScreen, openSite } from "../../../test/render-site";
import { openListing } from "../../../ui/open-listing";

/** The text of a section, by its heading. */
const section = (name: string) => screen.getByRole("region", { name }).textContent;

test("the privacy policy is in force since October 15, 2025, and the site not for people under 18 (T-002, T-039)", async () => {
  await openScreen("/privacy-policy");
  expect(await screen.findByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();
  expect(document.title).toBe("Privacy Policy · Sakhi Bazaar");
  expect(screen.getByText("October 15, 2025")).toHaveAttribute("datetime", "2025-10-15");
  expect(section("People under 18")).toMatch(/The site is not for people under 18/);
});

test("the disclaimer says that a pop-up carries a fee and no guarantee of sales (T-002, T-040)", async () => {
  await openScreen("/disclaimer");
  expect(await screen.findByRole("heading", { level: 1, name: "Disclaimer" })).toBeVisible();
  expect(document.title).toBe("Disclaimer · Sakhi Bazaar");
  const popUps = section("Pop-ups, fairs and melas");
  expect(popUps).toMatch(/Participation in a pop-up.*carries a fee/);
  expect(popUps).toMatch(/no sales guarantee/);
});

test("the terms are in force since 15 October 2025 and have 13 numbered sections (T-002, T-041)", async () => {
  await openScreen("/terms-and-conditions");
  expect(await screen.findByRole("heading", { level: 1, name: "Terms and Conditions" })).toBeVisible();
  expect(document.title).toBe("Terms and Conditions · Sakhi Bazaar");
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
});

test.each([
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
])("%s: section %s says so", async (_row, name, sentences) => {
  await openScreen("/terms-and-conditions");
  await screen.findByRole("heading", { level: 1 });
  for (const sentence of sentences) expect(section(name)).toMatch(sentence);
});

test("section 12 leads to the support e-mail (T-046)", async () => {
  await openScreen("/terms-and-conditions");
  const contact = await screen.findByRole("region", { name: "12. Contact" });
  expect(within(contact).getByRole("link", { name: "support@sakhibazaar.example" })).toHaveAttribute(
    "href",
    "mailto:support@sakhibazaar.example",
  );
});

test.each(["/privacy-policy", "/disclaimer", "/terms-and-conditions"])(
  "the contents of %s lead to every section",
  async (path) => {
    await openScreen(path);
    const contents = await screen.findByRole("navigation", { name: "Contents" });
    const links = within(contents).getAllByRole("link");
    const headings = within(screen.getByRole("main")).getAllByRole("heading", { level: 2 });
    expect(links.map((link) => link.getAttribute("href"))).toEqual(headings.map(({ id }) => `#${id}`));
    expect(links.map(({ textContent }) => textContent)).toEqual(
      headings.map(({ textContent }) => textContent),
    );
    expect(new Set(headings.map(({ id }) => id)).size).toBe(headings.length);
  },
);

test("an address with an anchor opens at that section; an unknown anchor changes nothing", async () => {
  const { unmount } = await openScreen("/terms-and-conditions#refund-policy");
  const heading = await screen.findByRole("heading", { level: 2, name: "5. Refund policy" });
  await waitFor(() => expect(heading).toHaveFocus());
  unmount();
  await openScreen("/terms-and-conditions#nothing");
  expect(await screen.findByRole("heading", { level: 1, name: "Terms and Conditions" })).toBeVisible();
});

test("the page can be printed", async () => {
  const user = userEvent.setup();
  const print = jest.spyOn(globalThis, "print").mockImplementation(() => undefined);
  await openScreen("/privacy-policy");
  await user.click(await screen.findByRole("button", { name: "Print this page" }));
  expect(print).toHaveBeenCalledTimes(1);
  print.mockRestore();
});

test.each(["/about", "/privacy-policy", "/disclaimer"])(
  "a listing opens over %s, as the header does it (T-009)",
  async (path) => {
    const { address } = await openSite(path);
    await screen.findByRole("heading", { level: 1 });
    const listing: Partial<Listing> = { id: "1", name: "Block-Print Journal", brand: "Bagru Bloom" };
    act(() => openListing(listing as Listing));
    expect(await screen.findByRole("dialog", { name: /Block-Print Journal/ })).toBeVisible();
    expect(address()).toBe(path);
  },
);
