import { expect, test } from "@jest/globals";
import { SEED_EVENT, SEED_ORGANISATION } from "@sakhi/domain/events/event-facts.seed";
import { typedDays } from "@sakhi/domain/operator/event-facts.rules";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AdminServer } from "../../../test/admin-server";
import { errorResponse } from "../../../test/fake-server";
import { fill } from "../../../test/filling";
import { openScreen } from "../../../test/render-site";
import { settledDialog } from "../../../test/settled-dialog";

const VIEW = "/paid-events/mela/dashboard?view=event";
const { salesOpenAt: _from, salesCloseAt: _until, days, ...seed } = SEED_EVENT;
const { phone: _none, ...organisation } = SEED_ORGANISATION;
const event = { ...seed, version: 3, days: typedDays(days), salesCloseAt: "2026-12-02T12:30:00.000Z" };

const edition = {
  ...{ ...seed, id: 2, version: 1, edition: "2027", days: "2027-12-02 10:00 to 20:00" },
  path: "/events/The%20Mela%202027",
};

async function open(server = new AdminServer()) {
  server.on("GET /mela/admin/event-facts", {
    json: { event, organisation: { ...organisation, version: 0 }, editions: [edition] },
  });
  await openScreen(VIEW, server);
  return { server, user: userEvent.setup() };
}

test("shows the Mela and who runs it", async () => {
  await open();
  const mela = within(await screen.findByRole("region", { name: "The Mela" }));
  expect(mela.getByText("Bangalore")).toBeVisible();
  expect(mela.getByText(/2026-12-03 10:00 to 20:00/)).toBeVisible();
  expect(mela.getByText("2 Dec 2026, 18:00")).toBeVisible();
  const who = within(screen.getByRole("region", { name: "Who runs it" }));
  expect(who.getByText(SEED_ORGANISATION.supportEmail)).toBeVisible();
});

test("a change is shown as what it was and what it becomes, and sent with the version it was made on", async () => {
  const { server, user } = await open();
  server.on("PUT /mela/admin/event", ({ body }) => ({ json: { ...event, ...(body as object) } as never }));
  await user.click(await screen.findByRole("button", { name: "Change the Mela" }));
  const dialog = await settledDialog("alertdialog", "Change the Mela");
  const ask = within(dialog);
  expect(dialog).toHaveTextContent("Nothing is different yet.");
  await user.clear(ask.getByLabelText("City"));
  await fill(user, ask.getByLabelText("City"), "Mysuru");
  expect(dialog).toHaveTextContent("City: Bangalore → Mysuru");
  await user.clear(ask.getByLabelText("PIN code"));
  await fill(user, ask.getByLabelText("PIN code"), "5700");
  await fill(user, ask.getByLabelText("Reason"), "new venue");
  await user.click(ask.getByRole("button", { name: "Save the event" }));
  expect(await ask.findByText("A PIN code has 6 digits and does not begin with 0")).toBeVisible();
  await fill(user, ask.getByLabelText("PIN code"), "01");
  await user.click(ask.getByRole("button", { name: "Save the event" }));
  expect(await screen.findByText("The event is changed everywhere")).toBeVisible();
  expect(server.callsTo("PUT /mela/admin/event").at(-1)?.body).toEqual({
    ...event,
    city: "Mysuru",
    pin: "570001",
    salesOpenAt: null,
    salesCloseAt: "2026-12-02T18:00:00+05:30",
    reason: "new venue",
  });
});

test("what somebody else changed meanwhile is not lost: the sentence stays with what was typed", async () => {
  const { server, user } = await open();
  const sentence = "Somebody else changed this meanwhile. Please look at it again before you save.";
  server.on("PUT /mela/admin/organisation", errorResponse(409, "facts_changed", sentence));
  await user.click(await screen.findByRole("button", { name: "Change who runs the Mela" }));
  const ask = within(await settledDialog("alertdialog", "Change who runs the Mela"));
  await fill(user, ask.getByLabelText(/^Support phone/), "+91 80 5555 0100");
  await fill(user, ask.getByLabelText("Reason"), "a number at last");
  await user.click(ask.getByRole("button", { name: "Save the organisation" }));
  expect(await ask.findByText(new RegExp(sentence))).toBeVisible();
  expect(ask.getByLabelText(/^Support phone/)).toHaveValue("+91 80 5555 0100");
});

test("an edition to come is added with the present venue, and changed and removed by its id", async () => {
  const { server, user } = await open();
  server.on("POST /mela/admin/event-editions", { json: edition });
  server.on("PUT /mela/admin/event-editions/2", { json: edition });
  server.on("POST /mela/admin/event-editions/2/remove", { json: { message: "Removed" } });
  expect(await screen.findByRole("region", { name: "To come: The Mela 2027" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Its page: edition 2027" })).toHaveAttribute("href", edition.path);

  await user.click(screen.getByRole("button", { name: "Add an edition" }));
  const adding = await settledDialog("alertdialog", "Add an edition to come");
  expect(adding).toHaveTextContent("no stall can be booked for this edition yet");
  const add = within(adding);
  expect(add.getByLabelText("City")).toHaveValue("Bangalore");
  await fill(user, add.getByLabelText("Edition"), "2028");
  await fill(user, add.getByLabelText("Reason"), "announced");
  await user.click(add.getByRole("button", { name: "Add the edition" }));
  expect(await add.findByText(/^Write each day on a line of its own/)).toBeVisible();
  await fill(user, add.getByLabelText("Days and opening hours"), "2028-12-01 10:00 to 20:00");
  await user.click(add.getByRole("button", { name: "Add the edition" }));
  expect(await screen.findByText("The edition is announced")).toBeVisible();
  expect(server.callsTo("POST /mela/admin/event-editions").at(-1)?.body).toEqual({
    ...seed,
    ...{ edition: "2028", days: "2028-12-01 10:00 to 20:00", reason: "announced" },
    ...{ salesOpenAt: null, salesCloseAt: null },
  });

  await user.click(await screen.findByRole("button", { name: "Change edition 2027" }));
  const change = within(await settledDialog("alertdialog", "Change edition 2027"));
  await fill(user, change.getByLabelText("Reason"), "looked at");
  await user.click(change.getByRole("button", { name: "Save the edition" }));
  expect(await screen.findByText("The edition is changed")).toBeVisible();
  const [sent] = server.callsTo("PUT /mela/admin/event-editions/2");
  expect(sent?.body).toMatchObject({ version: 1, edition: "2027" });

  await user.click(await screen.findByRole("button", { name: "Remove edition 2027" }));
  const remove = within(await settledDialog("alertdialog", "Remove edition 2027?"));
  await fill(user, remove.getByLabelText("Reason"), "a mistake");
  await user.click(remove.getByRole("button", { name: "Remove the edition" }));
  expect(await screen.findByText("The edition is removed")).toBeVisible();
});

test("who may only look gets no button", async () => {
  const server = new AdminServer();
  server.session = { authenticated: true, username: "lata", role: "viewer" };
  await open(server);
  expect(await screen.findByRole("region", { name: "Who runs it" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Change the Mela" })).toBeNull();
});
