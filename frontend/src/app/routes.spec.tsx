import { expect, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openSite } from "../test/render-site";

test("any other path shows a 404 page titled 404 Page Not Found", async () => {
  await openSite("/nothing/here");
  expect(await screen.findByRole("heading", { level: 1, name: "404 Page Not Found" })).toBeVisible();
  expect(document.title).toMatch(/^404 Page Not Found/);
});

test("a navigation scrolls to the top and moves the focus to the new page's heading", async () => {
  const user = userEvent.setup();
  await openSite("/");
  const [link] = await screen.findAllByRole("link", { name: "Paid Events" });
  if (link === undefined) throw new Error("no link to the paid events");
  await user.click(link);
  const heading = await screen.findByRole("heading", { level: 1, name: "Paid Events" });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(globalThis.scrollTo).toHaveBeenCalledWith(0, 0);
  expect(document.title).toBe("Paid Events · Sakhi Bazaar");
});

test("the header carries both lines of the partnership on every page", async () => {
  await openSite("/paid-events/policies");
  expect(await screen.findByText("a partnership")).toBeVisible();
  expect(screen.getByText("Let's Empower Women Entrepreneurs")).toBeVisible();
});
