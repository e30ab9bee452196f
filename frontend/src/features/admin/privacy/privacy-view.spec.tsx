import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReadPersonRecordsApiResponse } from "../../../api/generated/api";
import { fill } from "../../../test/filling";
import { openSite } from "../../../test/render-site";
import { ReviewServer } from "../../../test/review-server";
import { settledDialog } from "../../../test/settled-dialog";

const VIEW = "/paid-events/mela/dashboard?view=privacy";
const CONTACT = "meena@example.com";
const RECORDS: ReadPersonRecordsApiResponse = {
  readAt: "2026-11-22T06:00:00.000Z",
  records: [
    {
      kind: "registration",
      id: "1",
      createdAt: "2026-11-01T06:00:00.000Z",
      title: "B12, sold",
      keptBecause: "A tax record: the law keeps it until 2033-12-31.",
      data: { Name: "Meena Devi", Phone: "9876543210" },
    },
    {
      kind: "enquiry",
      id: "2",
      createdAt: "2026-10-01T06:00:00.000Z",
      title: "Message to support",
      data: { Message: "How do I change the picture?" },
    },
  ],
};

test("an operator finds what we hold, sees why some of it is kept, and erases the rest", async () => {
  const server = new ReviewServer();
  server.on("POST /mela/admin/person/records", { json: RECORDS });
  server.on("POST /mela/admin/person/erase", { json: { changed: 1, kept: 1 } });
  const { address } = await openSite(VIEW, server);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Find records" }));
  expect(await screen.findByText("Enter an e-mail address or a phone number of 10 digits")).toBeVisible();
  await fill(user, screen.getByLabelText("Phone number or e-mail"), CONTACT);
  await user.click(screen.getByRole("button", { name: "Find records" }));
  expect(await screen.findByText("2 records")).toBeVisible();
  for (const text of ["B12, sold", "Meena Devi", "9876543210", "How do I change the picture?"])
    expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByText(/the law keeps it until 2033-12-31/)).toBeVisible();
  // Never in the address: it would stand in the browser's history.
  expect(address()).toBe(VIEW);

  await user.click(screen.getByRole("button", { name: "Erase" }));
  const dialog = await settledDialog("alertdialog");
  expect(dialog).toHaveTextContent("1 of the records below are erased for good. 1 are kept");
  await user.click(within(dialog).getByRole("button", { name: "Erase" }));
  expect(await within(dialog).findByText("Please say why, in at least 3 characters")).toBeVisible();
  await fill(user, within(dialog).getByLabelText("Reason"), "asked by letter");
  await user.click(within(dialog).getByRole("button", { name: "Erase" }));
  await waitFor(() =>
    expect(server.callsTo("POST /mela/admin/person/erase")[0]?.body).toEqual({
      contact: CONTACT,
      reason: "asked by letter",
    }),
  );
  await waitFor(() => expect(server.callsTo("POST /mela/admin/person/records")).toHaveLength(2));
});
