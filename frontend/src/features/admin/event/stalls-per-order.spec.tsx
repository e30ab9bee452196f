import { expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import { AdminServer, anEvent } from "../../../test/admin-server";
import { errorResponse } from "../../../test/fake-server";
import { fillIn } from "../../../test/filling";
import { openView } from "../../../test/open-dashboard";

const READ = "GET /mela/admin/events/the-mela-2099/stalls-per-order";
const SAVE = "PUT /mela/admin/events/the-mela-2099/stalls-per-order";
const LABEL = "Change how many stalls an order may have";
const FIELD = "Stalls in one order at most";

const fieldOf = (dialog: HTMLElement) => within(dialog).getByLabelText((label) => label.startsWith(FIELD));

async function open(most = 2) {
  const server = new AdminServer();
  server.events = [anEvent()];
  let stored = most;
  server.read(READ, () => ({ json: { most: stored } }));
  server.on(SAVE, ({ body }) => ({ json: { most: (stored = body.most) } }));
  const { ask, press } = await openView("?view=event", server);
  const region = await screen.findByRole("region", { name: "Stalls in one order" });
  const saved = () => server.callsTo(SAVE).map(({ body }) => body);
  return { server, region, ask, press, saved };
}

test("how many stalls an order may have is said, and changed", async () => {
  const { region, ask, press, saved } = await open();
  expect(await within(region).findByText(/up to 2 stalls in one order/)).toBeVisible();
  expect(region).toHaveTextContent("The limits against hoarding count stalls, not orders.");
  const dialog = await ask(LABEL, LABEL);
  expect(fieldOf(dialog)).toHaveValue("2");
  fillIn(dialog, { [FIELD]: "3" });
  await press(dialog, "Save");
  expect(await screen.findByText("Saved how many stalls an order may have.")).toBeVisible();
  expect(saved()).toEqual([{ most: 3 }]);
  expect(await within(region).findByText(/up to 3 stalls in one order/)).toBeVisible();
});

test("one stall means that each is booked alone", async () => {
  const { region } = await open(1);
  expect(await within(region).findByText(/^Each stall is booked alone/)).toBeVisible();
  expect(region).not.toHaveTextContent("hoarding");
});

test.each(["0", "7", "1.5", "-2", "two", ""])(
  "“%s” is refused beside the field, and nothing is sent",
  async (typed) => {
    const { ask, press, saved } = await open();
    const dialog = await ask(LABEL, LABEL);
    fillIn(dialog, { [FIELD]: typed });
    await press(dialog, "Save");
    expect(await within(dialog).findByText("From 1 to 6 stalls")).toBeVisible();
    expect(fieldOf(dialog)).toBeInvalid();
    expect(saved()).toEqual([]);
  },
);

test("an error and a lost answer are said, and what was typed stays", async () => {
  const { server, region, ask, press, saved } = await open();
  const dialog = await ask(LABEL, LABEL);
  fillIn(dialog, { [FIELD]: "4" });
  server.on(SAVE, errorResponse(409, "event_archived", "This event is archived."));
  await press(dialog, "Save");
  expect(await within(dialog).findByText("This event is archived.")).toBeVisible();
  server.on(SAVE, "offline");
  await press(dialog, "Save");
  expect(await within(dialog).findByText(/^No answer came back, so this may have been done/)).toBeVisible();
  expect(fieldOf(dialog)).toHaveValue("4");
  server.on(SAVE, { json: { most: 4 } });
  await press(dialog, "Save");
  expect(await screen.findByText("Saved how many stalls an order may have.")).toBeVisible();
  // A call without network is sent once more by itself, being safe to repeat.
  expect(saved()).toEqual([{ most: 4 }, { most: 4 }, { most: 4 }, { most: 4 }]);
  expect(region).toBeVisible();
});

test("a failed read is said, with a way to try again", async () => {
  const server = new AdminServer();
  server.events = [anEvent()];
  server.on(READ, errorResponse(500, "internal_error", "Something went wrong"));
  const { press } = await openView("?view=event", server);
  const region = await screen.findByRole("region", { name: "Stalls in one order" });
  expect(await within(region).findByText("How many stalls an order may have could not be fetched.")).toBeVisible();
  server.read(READ, () => ({ json: { most: 5 } }));
  await press(region, "Try again");
  expect(await within(region).findByText(/up to 5 stalls in one order/)).toBeVisible();
});

test("a viewer reads it and cannot change it", async () => {
  const server = new AdminServer().asViewer();
  server.events = [anEvent()];
  await openView("?view=event", server);
  const region = await screen.findByRole("region", { name: "Stalls in one order" });
  expect(await within(region).findByText(/up to 2 stalls/)).toBeVisible();
  expect(within(region).queryByRole("button", { name: LABEL })).toBeNull();
});
