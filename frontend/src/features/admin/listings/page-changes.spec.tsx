import { expect, test } from "@jest/globals";
import { type BrandPage, EMPTY_PAGE, emptyProduct } from "@sakhi/domain/brands/brand-page.rules";
import { screen, waitFor, within } from "@testing-library/react";
import type {
  BrandChangeDetailsResponse,
  BrandChangeSummaryResponse,
  PictureResponse,
} from "../../../api/generated/administrator";
import { AdminServer } from "../../../test/admin-server";
import { errorResponse } from "../../../test/fake-server";
import { setValue } from "../../../test/joining";
import { openView } from "../../../test/open-dashboard";

const ID = "33333333-0000-4000-8000-000000000001";
const COVER = "44444444-0000-4000-8000-000000000001";
const JAR = "44444444-0000-4000-8000-000000000002";
const ACCEPT = `POST /mela/admin/brand-changes/${ID}/accept` as const;
const RETURN = `POST /mela/admin/brand-changes/${ID}/return` as const;
const SEEN = `POST /mela/admin/brand-changes/${ID}/seen` as const;

const picture = (id: string, alt: string): PictureResponse =>
  ({
    ...{ id, alt, state: "ready", width: 640, height: 480, placeholder: "data:image/webp;base64,AA==" },
    files: [320, 1080].map((width) => ({ format: "webp", width, height: width, url: `/pictures/${id}-${width}.webp` })),
  }) as unknown as PictureResponse;
const BEFORE: BrandPage = { ...EMPTY_PAGE, story: "We cook pickles in Jaipur.", place: "Jaipur, Rajasthan" };
const AFTER: BrandPage = {
  ...BEFORE,
  ...{ story: "We cook pickels in Jaipur.", coverId: COVER },
  products: [
    {
      ...emptyProduct("55555555-0000-4000-8000-000000000001"),
      ...{ name: "Mango pickle", text: "In mustard oil.", category: "Food & Food Products" },
      pictures: [{ id: JAR, alt: "A jar of pickle" }],
    },
  ],
};

async function open(more: Partial<BrandChangeDetailsResponse> = {}) {
  const server = new AdminServer();
  const summary: BrandChangeSummaryResponse = {
    ...{ id: ID, applicationId: "11111111-0000-4000-8000-000000000009", brandName: "Saheli Pickles", state: "sent" },
    ...{ trusted: false, at: "2026-11-21T06:00:00.000Z" },
  };
  let waits = true;
  const details = {
    ...{ ...summary, module: "shops", version: 3, approved: true, before: BEFORE, after: AFTER, ...more },
    pictures: [picture(COVER, ""), picture(JAR, "A jar of pickle")],
  } as BrandChangeDetailsResponse;
  server.on("GET /mela/admin/brand-changes", () => ({
    json: waits ? [{ ...summary, trusted: more.trusted ?? false }] : [],
  }));
  server.on(`GET /mela/admin/brand-changes/${ID}` as const, () => ({ json: details }));
  const decided = () => {
    waits = false;
    return { json: { message: "Done." } };
  };
  for (const call of [ACCEPT, RETURN, SEEN] as const) server.on(call, decided);
  const site = await openView("?view=listings", server);
  await site.user.click(await screen.findByRole("button", { name: "Review the page of Saheli Pickles" }));
  const dialog = await screen.findByRole("dialog", { name: "Review the page of Saheli Pickles" });
  await within(dialog).findByRole("heading", { name: "Story" });
  return { ...site, server, dialog, shown: within(dialog) };
}

test("shows before and after side by side, what is new alone, and pictures with their words in full size", async () => {
  const { shown } = await open();
  const shownText = within(shown.getByRole("heading", { name: "Story" }).closest("li")!);
  expect(shownText.getByText("Before")).toBeVisible();
  expect(shownText.getByText("We cook pickles in Jaipur.")).toBeVisible();
  expect(shownText.getByRole("textbox", { name: "Story, After" })).toHaveValue("We cook pickels in Jaipur.");
  const cover = within(shown.getByRole("heading", { name: "Cover" }).closest("li")!);
  expect(cover.queryByText("Before")).not.toBeInTheDocument();
  expect(cover.getByRole("link")).toHaveAttribute("href", `/pictures/${COVER}-1080.webp`);
  expect(shown.getByRole("img", { name: "A jar of pickle" })).toBeVisible();
  // An unchanged field is not shown.
  expect(shown.queryByRole("heading", { name: "Place" })).not.toBeInTheDocument();
  expect(shown.getByText(/puts it on the site at once/)).toBeVisible();
});

test("accepts with a corrected word; the page leaves the list", async () => {
  const { user, server, shown } = await open();
  setValue(shown.getByRole("textbox", { name: "Story, After" }), "We cook pickles in Jaipur!");
  await user.click(shown.getByRole("button", { name: "Accept" }));
  expect(await screen.findByText("Accepted; its owner gets a mail")).toBeVisible();
  expect(server.callsTo(ACCEPT).map(({ body }) => body)).toEqual([
    { version: 3, content: { ...AFTER, story: "We cook pickles in Jaipur!" } },
  ]);
  await waitFor(() => expect(screen.queryByText("Pages that wait for your review")).not.toBeInTheDocument());
});

test("returning pictures needs a reason, names them, and keeps the word that was corrected", async () => {
  const { user, server, shown } = await open();
  setValue(shown.getByRole("textbox", { name: "Story, After" }), "We cook pickles in Jaipur!");
  await user.click(within(shown.getByRole("heading", { name: "Cover" }).closest("li")!).getByRole("checkbox"));
  await user.click(shown.getByRole("button", { name: "Return the picture" }));
  expect(await shown.findByText("Please say why, in at least 3 characters")).toBeVisible();
  const reason = shown.getByRole("textbox", { name: "Reason, mailed to the owner" });
  expect(reason).toHaveFocus();
  expect(server.callsTo(RETURN)).toEqual([]);
  setValue(reason, "The cover is blurred");
  await user.click(shown.getByRole("button", { name: "Return the picture" }));
  expect(await screen.findByText("Returned; its owner gets a mail")).toBeVisible();
  expect(server.callsTo(RETURN).map(({ body }) => body)).toEqual([
    {
      ...{ version: 3, reason: "The cover is blurred", pictureIds: [COVER] },
      content: { ...AFTER, story: "We cook pickles in Jaipur!" },
    },
  ]);
});

test("an error keeps the dialog with what was typed", async () => {
  const { user, server, shown } = await open();
  server.on(ACCEPT, errorResponse(409, "brand_change_moved", "This page was changed on another device."));
  setValue(shown.getByRole("textbox", { name: "Story, After" }), "We cook pickles in Jaipur!");
  await user.click(shown.getByRole("button", { name: "Accept" }));
  expect(await shown.findByText("This page was changed on another device.")).toBeVisible();
  expect(shown.getByRole("textbox", { name: "Story, After" })).toHaveValue("We cook pickles in Jaipur!");
});

test("a small correction that is live already is only marked as seen", async () => {
  const { user, server, shown } = await open({ trusted: true, state: "accepted" });
  expect(shown.queryByRole("textbox")).not.toBeInTheDocument();
  expect(shown.queryByRole("button", { name: "Accept" })).not.toBeInTheDocument();
  await user.click(shown.getByRole("button", { name: "Mark as seen" }));
  expect(await screen.findByText("Marked as seen")).toBeVisible();
  expect(server.callsTo(SEEN)).toHaveLength(1);
});
