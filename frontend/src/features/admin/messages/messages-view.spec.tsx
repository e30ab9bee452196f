import { expect, test } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { HolderMessage } from "../../../api/admin-api";
import { AdminServer, anEvent } from "../../../test/admin-server";
import { fillIn } from "../../../test/filling";
import { openView } from "../../../test/open-dashboard";

const EVENT = "/mela/admin/events/the-mela-2099";
const NOBODY = { waiting: 0, queued: 0, sent: 0, failed: 0, skipped: 0, refused: 0 };

const aMessage = (more: Partial<HolderMessage> = {}): HolderMessage => ({
  ...{
    id: "m1",
    subject: "Setting up",
    text: "Dear {name}",
    audience: "all",
    stallTypes: [],
    bookingIds: [],
    fileIds: [],
  },
  ...{ timing: "days_before", days: 7, state: "waiting", automatic: false, version: 1 },
  ...{ createdAt: "2099-10-01T00:00:00.000Z", progress: NOBODY },
  ...more,
});

const FILE = "3b241101-e2bb-4255-8caf-4136c566a962";
const MAP = {
  ...{ id: FILE, name: "Site map.pdf", type: "application/pdf" as const, bytes: 1_500_000, used: false },
  createdAt: "2099-10-01T00:00:00.000Z",
} as const;

function server(messages: HolderMessage[]): AdminServer {
  const it = new AdminServer();
  it.events = [anEvent()];
  it.read(`GET ${EVENT}/messages`, () => ({ json: messages }));
  it.read(`GET ${EVENT}/holders`, () => ({
    json: [{ bookingId: "b1", stallId: "B12", businessName: "Devi Handlooms", lacksPapers: true, arrived: false }],
  }));
  it.read(`GET ${EVENT}/files`, () => ({ json: [MAP] }));
  it.on(`POST ${EVENT}/messages/preview`, {
    json: {
      ...{ recipients: 1, holders: 2, unsaid: [] },
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
  expect(await within(dialog).findByText(/^Still to fill in: \[where, and until when/)).toBeVisible();
  fillIn(dialog, { Text: "Dear {Name}" });
  await press(dialog, "Save the message");
  expect(await within(dialog).findByText(/^\{Name\} stands for nothing/)).toBeVisible();
});

test("a message brings files of the event, and says what the event does not say yet", async () => {
  const at = server([]);
  at.on(`POST ${EVENT}/messages`, { json: aMessage() });
  at.on(`POST ${EVENT}/messages/preview`, { json: { recipients: 2, holders: 2, samples: [], unsaid: ["gate"] } });
  const { ask, press } = await openView("?view=messages", at);
  const dialog = await ask("The evening before", "Write to holders");
  await waitFor(() =>
    expect(dialog).toHaveTextContent("Left out, since the event does not say it yet: lines with {gate}"),
  );
  const map = await within(dialog).findByRole("checkbox", { name: /Site map\.pdf.*\(1\.4 MB\)/ });
  expect(dialog).not.toHaveTextContent("such mails are passed on");
  await act(async () => map.click());
  expect(dialog).toHaveTextContent("With files, {link} leads to Find my booking instead: such mails are passed on.");
  await press(dialog, "Save the message");
  await waitFor(() =>
    expect(at.callsTo(`POST ${EVENT}/messages`).map(({ body }) => body)).toMatchObject([{ fileIds: [FILE] }]),
  );
});

test("files are listed, and one that no message still brings is removed", async () => {
  const at = server([]);
  at.read(`GET ${EVENT}/files`, () => ({ json: [MAP, { ...MAP, id: "f2", name: "Rules.pdf", used: true }] }));
  at.on(`POST /mela/admin/event-files/${FILE}/remove`, { json: { message: "Removed" } });
  const { ask, press } = await openView("?view=messages", at);
  const region = await screen.findByRole("region", { name: "Files for messages" });
  await waitFor(() => expect(region).toHaveTextContent(/Rules\.pdf.*in a message that is to come/));
  expect(within(region).queryByRole("button", { name: /Remove .*Rules\.pdf/ })).toBeNull();
  const dialog = await ask("Remove Site map.pdf", "Remove Site map.pdf?");
  await press(dialog, "Remove the file");
  expect(await screen.findByText("The file is removed")).toBeVisible();
  expect(at.callsTo(`POST /mela/admin/event-files/${FILE}/remove`)).toHaveLength(1);
});
