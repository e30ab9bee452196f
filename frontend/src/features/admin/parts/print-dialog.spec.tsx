import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { PRINT_KINDS } from "@sakhi/domain/admin/prints";
import { screen, within } from "@testing-library/react";
import { AdminServer, anEvent } from "../../../test/admin-server";
import { openView } from "../../../test/open-dashboard";

const PRINTS = "GET /mela/admin/events/the-mela-2099/prints.pdf";

const clicked = jest.spyOn(HTMLAnchorElement.prototype, "click");
beforeEach(() => {
  Object.assign(URL, { createObjectURL: () => "blob:it", revokeObjectURL: () => undefined });
  clicked.mockReset().mockImplementation(() => undefined);
});
afterEach(() => {
  clicked.mockReset();
});

function printServer(sold = 17): AdminServer {
  const server = new AdminServer();
  server.events = [anEvent({ sold })];
  server.read("GET /mela/admin/events/the-mela-2099/arrivals", () => ({
    json: { sold: 0, arrived: 0, noShows: 0, days: [], rows: [] },
  }));
  return server;
}

async function openPrints(view: string, server: AdminServer) {
  const opened = await openView(`?view=${view}`, server);
  await opened.user.click(await screen.findByRole("button", { name: "Print" }));
  return { ...opened, dialog: within(await screen.findByRole("dialog", { name: "Print for The Mela 2099" })) };
}

test.each(["gate", "plan"])("%s: lists, signs and the plan are downloaded under the server's name", async (view) => {
  const server = printServer();
  server.on(PRINTS, {
    text: "%PDF-1.7",
    headers: { "content-disposition": 'attachment; filename="mela-door-signs-the-mela-2099-2099-12-02.pdf"' },
  });
  const { user, dialog } = await openPrints(view, server);
  expect(dialog.getAllByRole("listitem")).toHaveLength(PRINT_KINDS.length);
  await user.click(dialog.getByRole("button", { name: "Download the PDF: Door signs" }));
  expect(await screen.findByText("mela-door-signs-the-mela-2099-2099-12-02.pdf")).toBeVisible();
  expect(server.callsTo(PRINTS).map(({ query }) => query.get("kind"))).toEqual(["door-signs"]);
  expect(clicked).toHaveBeenCalledTimes(1);
});

test("says so while a PDF is drawn and when it could not be, and offers it again", async () => {
  const server = printServer();
  const respond = server.withhold(PRINTS, { status: 429, text: "" });
  const { user, dialog } = await openPrints("gate", server);
  const button = dialog.getByRole("button", { name: "Download the PDF: List by name" });
  await user.click(button);
  expect(button).toHaveAttribute("aria-disabled", "true");
  expect(button).toHaveTextContent("Drawing...");
  respond();
  expect(await screen.findByText("The PDF could not be made. Please try again in a moment.")).toBeVisible();
  expect(button).not.toHaveAttribute("aria-disabled", "true");
  expect(clicked).not.toHaveBeenCalled();
});

test("says that nothing is sold yet", async () => {
  const { dialog } = await openPrints("gate", printServer(0));
  expect(dialog.getByText("No stall is sold yet: only the plan has something on it.")).toBeVisible();
});
