import { expect, test } from "@jest/globals";
import { SEED_EVENT, SEED_ORGANISATION } from "@sakhi/domain/events/event-facts.seed";
import { typedDays } from "@sakhi/domain/operator/event-facts.rules";
import { screen, waitFor, within } from "@testing-library/react";
import { AdminServer } from "../../../test/admin-server";
import { errorResponse } from "../../../test/fake-server";
import { fillIn } from "../../../test/filling";
import { openView } from "../../../test/open-dashboard";

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
  const site = await openView("?view=event", server);
  const press = (dialog: HTMLElement, name: string) => site.user.click(within(dialog).getByRole("button", { name }));
  return { ...site, press };
}
const closed = () => waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());

test("shows the Mela and who runs it; who may only look gets no button", async () => {
  await open(new AdminServer().asViewer());
  const mela = await screen.findByRole("region", { name: "The Mela" });
  for (const fact of ["Bangalore", "2026-12-03 10:00 to 20:00", "2 Dec 2026, 18:00"])
    expect(mela).toHaveTextContent(fact);
  expect(screen.getByRole("region", { name: "Who runs it" })).toHaveTextContent(SEED_ORGANISATION.supportEmail);
  expect(screen.queryByRole("button", { name: /Change|Add|Remove/ })).toBeNull();
});

test("a change is shown as what it was and what it becomes, and sent with the version it was made on", async () => {
  const { server, ask, press } = await open();
  server.on("PUT /mela/admin/event", ({ body }) => ({ json: { ...event, ...(body as object) } as never }));
  const dialog = await ask("Change the Mela", "Change the Mela");
  expect(dialog).toHaveTextContent("Nothing is different yet.");
  fillIn(dialog, { City: "Mysuru", "PIN code": "5700", Reason: "new venue" });
  expect(dialog).toHaveTextContent("City: Bangalore → Mysuru");
  await press(dialog, "Save the event");
  expect(await within(dialog).findByText("A PIN code has 6 digits and does not begin with 0")).toBeVisible();
  fillIn(dialog, { "PIN code": "570001" });
  await press(dialog, "Save the event");
  expect(await screen.findByText("The event is changed everywhere")).toBeVisible();
  expect(server.callsTo("PUT /mela/admin/event").at(-1)?.body).toEqual({
    ...event,
    ...{ city: "Mysuru", pin: "570001", reason: "new venue" },
    ...{ salesOpenAt: null, salesCloseAt: "2026-12-02T18:00:00+05:30" },
  });
});

test("what somebody else changed meanwhile is not lost: the sentence stays with what was typed", async () => {
  const { server, ask, press } = await open();
  const sentence = "Somebody else changed this meanwhile. Please look at it again before you save.";
  server.on("PUT /mela/admin/organisation", errorResponse(409, "facts_changed", sentence));
  const dialog = await ask("Change who runs the Mela", "Change who runs the Mela");
  fillIn(dialog, { "Support phone": "+91 80 5555 0100", Reason: "a number at last" });
  await press(dialog, "Save the organisation");
  expect(await within(dialog).findByText(new RegExp(sentence))).toBeVisible();
  expect(within(dialog).getByLabelText(/^Support phone/)).toHaveValue("+91 80 5555 0100");
});

test("an edition to come is added with the present venue, and changed and removed by its id", async () => {
  const { server, ask, press } = await open();
  server.on("POST /mela/admin/event-editions", { json: edition });
  server.on("PUT /mela/admin/event-editions/2", { json: edition });
  server.on("POST /mela/admin/event-editions/2/remove", { json: { message: "Removed" } });
  expect(await screen.findByRole("region", { name: "To come: The Mela 2027" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Its page: edition 2027" })).toHaveAttribute("href", edition.path);

  const add = await ask("Add an edition", "Add an edition to come");
  expect(add).toHaveTextContent("no stall can be booked for this edition yet");
  expect(within(add).getByLabelText("City")).toHaveValue("Bangalore");
  fillIn(add, { Edition: "2028", Reason: "announced" });
  await press(add, "Add the edition");
  expect(await within(add).findByText(/^Write each day on a line of its own/)).toBeVisible();
  fillIn(add, { "Days and opening hours": "2028-12-01 10:00 to 20:00" });
  await press(add, "Add the edition");
  expect(await screen.findByText("The edition is announced")).toBeVisible();
  expect(server.callsTo("POST /mela/admin/event-editions").at(-1)?.body).toEqual({
    ...seed,
    ...{ edition: "2028", days: "2028-12-01 10:00 to 20:00", reason: "announced" },
    ...{ salesOpenAt: null, salesCloseAt: null },
  });
  await closed();

  const change = await ask("Change edition 2027", "Change edition 2027");
  fillIn(change, { Reason: "looked at" });
  await press(change, "Save the edition");
  expect(await screen.findByText("The edition is changed")).toBeVisible();
  expect(server.callsTo("PUT /mela/admin/event-editions/2")[0]?.body).toMatchObject({ version: 1, edition: "2027" });
  await closed();

  const remove = await ask("Remove edition 2027", "Remove edition 2027?");
  fillIn(remove, { Reason: "a mistake" });
  await press(remove, "Remove the edition");
  expect(await screen.findByText("The edition is removed")).toBeVisible();
});
