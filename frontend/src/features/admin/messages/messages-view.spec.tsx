import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { HolderMessage } from "../../../api/admin-api";
import { AdminServer, anEvent } from "../../../test/admin-server";
import { fillIn } from "../../../test/filling";
import { openView } from "../../../test/open-dashboard";

const EVENT = "/mela/admin/events/the-mela-2099";
const NOBODY = { waiting: 0, queued: 0, sent: 0, failed: 0, skipped: 0, refused: 0 };

const aMessage = (more: Partial<HolderMessage> = {}): HolderMessage => ({
  ...{ id: "m1", subject: "Setting up", text: "Dear {name}", audience: "all", stallTypes: [], bookingIds: [] },
  ...{ timing: "days_before", days: 7, state: "waiting", automatic: false, version: 1 },
  ...{ createdAt: "2099-10-01T00:00:00.000Z", progress: NOBODY },
  ...more,
});

function server(messages: HolderMessage[]): AdminServer {
  const it = new AdminServer();
  it.events = [anEvent()];
  it.read(`GET ${EVENT}/messages`, () => ({ json: messages }));
  it.read(`GET ${EVENT}/holders`, () => ({
    json: [{ bookingId: "b1", stallId: "B12", businessName: "Devi Handlooms", lacksPapers: true }],
  }));
  it.on(`POST ${EVENT}/messages/preview`, {
    json: {
      ...{ recipients: 1, holders: 2 },
      samples: [
        { stallId: "B12", businessName: "Devi Handlooms", subject: "Hello", text: "Dear Sunita", html: "<p>Dear</p>" },
      ],
    },
  });
  return it;
}

test("messages are listed with whom they are for, when they go out, how far they are, and what went wrong", async () => {
  await openView(
    "?view=messages",
    server([
      aMessage({ dueAt: "2099-11-26T04:30:00.000Z" }),
      aMessage({
        ...{ id: "m2", subject: "Papers", audience: "lacks_papers", timing: "now", state: "sending" },
        ...{ startedAt: "2099-10-02T00:00:00.000Z", progress: { ...NOBODY, waiting: 5, sent: 3, failed: 2 } },
      }),
      aMessage({
        ...{ id: "m3", subject: "Tomorrow", state: "done", startedAt: "2099-10-02T00:00:00.000Z" },
        ...{ endedAt: "2099-10-02T01:00:00.000Z", progress: { ...NOBODY, sent: 9, skipped: 1 } },
      }),
    ]),
  );
  const open = within(await screen.findByRole("region", { name: "To come and under way" }));
  const [under, toCome] = open.getAllByRole("listitem");
  expect(under).toHaveTextContent(
    /Papers.*Being sent.*Holders who lack papers · at once.*3 of 10 holders · 2 not delivered/,
  );
  expect(toCome).toHaveTextContent(
    /Setting up.*Waits for its time.*All holders · .*26 Nov 2099.*7 days before the first day/,
  );
  expect(within(under!).getByRole("button", { name: "Pause Papers" })).toBeVisible();
  expect(within(under!).queryByRole("button", { name: "Change Papers" })).toBeNull();
  const ended = await screen.findByRole("region", { name: "Ended" });
  expect(ended).toHaveTextContent(/Tomorrow.*9 of 10 holders · 1 no longer meant/);
});

test("a message is written from a template, shown as holders get it, and saved with its rule", async () => {
  const at = server([]);
  at.on(`POST ${EVENT}/messages`, { json: aMessage() });
  const { ask, press } = await openView("?view=messages", at);
  const dialog = await ask("The evening before", "Write to holders");
  await waitFor(() => expect(dialog).toHaveTextContent("1 of 2 holders would get it now."));
  expect(within(dialog).getByTitle("The mail to stall B12, as a phone shows it")).toHaveAttribute("sandbox", "");
  fillIn(dialog, { Subject: "See you tomorrow at {stall}" });
  await press(dialog, "Save the message");
  expect(await screen.findByText(/goes out at its time/)).toBeVisible();
  expect(at.callsTo(`POST ${EVENT}/messages`).map(({ body }) => body)).toMatchObject([
    { subject: "See you tomorrow at {stall}", audience: "all", timing: "evening_before", draft: false },
  ]);
});

test("what cannot go out says so at its field: blanks of a template, a placeholder that stands for nothing", async () => {
  const { ask, press } = await openView("?view=messages", server([]));
  const dialog = await ask("Setting up", "Write to holders");
  await press(dialog, "Save the message");
  expect(await within(dialog).findByText(/^Still to fill in: \[day and hours/)).toBeVisible();
  fillIn(dialog, { Text: "Dear {Name}" });
  await press(dialog, "Save the message");
  expect(await within(dialog).findByText(/^\{Name\} stands for nothing/)).toBeVisible();
});
