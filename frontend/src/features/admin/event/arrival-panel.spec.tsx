import { expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import type { ManagedFacts } from "../../../api/admin-api";
import { AdminServer, anEvent } from "../../../test/admin-server";
import { fillIn } from "../../../test/filling";
import { MANAGED_FACTS } from "../../../test/managed-facts";
import { openView } from "../../../test/open-dashboard";

const TIME = { daysBefore: 1, from: "14:00", to: "16:00", stalls: "A1–A20" };
const SAVE = "PUT /mela/admin/events/the-mela-2099/arrival";

async function open(arrival: ManagedFacts["arrival"]) {
  const server = new AdminServer();
  server.events = [anEvent()];
  server.facts = { ...MANAGED_FACTS, arrival };
  server.on(SAVE, { json: { message: "Saved" } });
  const { ask, press } = await openView("?view=event", server);

  const region = await screen.findByRole("region", { name: "Arrival" });
  const saved = () => server.callsTo(SAVE).map(({ body }) => body);
  return { region, ask, press, saved };
}

test("the gate and the times to set up are shown, and a time is added beside the others", async () => {
  const { region, ask, press, saved } = await open({ version: 2, gate: "Gate 2, Hall Road", setup: [TIME] });
  expect(region).toHaveTextContent("Gate 2, Hall Road");
  expect(within(region).getByRole("listitem")).toHaveTextContent("2 December, 14:00–16:00: A1–A20");
  const dialog = await ask("Add a time", "Add a time to set up");
  fillIn(dialog, { From: "16:00", To: "15:00", Stalls: "hall", Reason: "less crowding" });
  await press(dialog, "Add the time");
  expect(await within(dialog).findByText("It ends before it begins")).toBeVisible();
  expect(within(dialog).getByText(/“hall” is no stall, letter or range/)).toBeVisible();
  fillIn(dialog, { To: "18:00", Stalls: "" });
  await press(dialog, "Add the time");
  expect(await screen.findByText("The time is added")).toBeVisible();
  expect(saved()).toEqual([
    {
      ...{ version: 2, gate: "Gate 2, Hall Road", reason: "less crowding" },
      setup: [TIME, { daysBefore: 1, from: "16:00", to: "18:00", stalls: "" }],
    },
  ]);
});

test("the gate is changed, and a time removed, with the rest as it was read", async () => {
  const { region, ask, press, saved } = await open({ version: 0, gate: "", setup: [TIME] });
  expect(region).toHaveTextContent("Not said yet");
  const gate = await ask("Change the gate", "Change the gate");
  fillIn(gate, { "Where holders come in": "Gate 1", Reason: "known now" });
  await press(gate, "Save the gate");
  expect(await screen.findByText("The gate is saved")).toBeVisible();
  const removing = await ask("Remove 2 December, 14:00–16:00: A1–A20", "Remove 2 December, 14:00–16:00: A1–A20?");
  fillIn(removing, { Reason: "one hour for all" });
  await press(removing, "Remove the time");
  expect(await screen.findByText("The time is removed")).toBeVisible();
  expect(saved()).toMatchObject([
    { gate: "Gate 1", setup: [TIME], version: 0 },
    { gate: "", setup: [], version: 0 },
  ]);
});
