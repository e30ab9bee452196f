import { expect, test } from "@jest/globals";
import { NO_ARRIVAL } from "@sakhi/domain/events/arrival.rules";
import { screen } from "@testing-library/react";
import type { ManagedFacts } from "../../../api/admin-api";
import { AdminServer, anEvent } from "../../../test/admin-server";
import { fillIn } from "../../../test/filling";
import { MANAGED_FACTS } from "../../../test/managed-facts";
import { openView } from "../../../test/open-dashboard";

const FACTS: ManagedFacts = {
  ...MANAGED_FACTS,
  translations: { version: 4, texts: [{ language: "hi", name: "सखी मेला" }] },
};
const SAVE = "PUT /mela/admin/events/the-mela-2099/translations";

test("an event's texts in Hindi are shown beside the English ones, and changed with the rest as it was read", async () => {
  const server = new AdminServer();
  server.events = [anEvent()];
  server.facts = FACTS;
  server.on(SAVE, { json: { message: "Saved" } });
  const { ask, press } = await openView("?view=event", server);
  const region = await screen.findByRole("region", { name: "In other languages" });
  expect(region).toHaveTextContent("सखी मेला");
  expect(screen.getByText("सखी मेला")).toHaveAttribute("lang", "hi");
  expect(region).toHaveTextContent(`${FACTS.event.city} (English)`);
  const dialog = await ask("Change the texts in हिन्दी", "The event in हिन्दी");
  fillIn(dialog, { City: "बेंगलुरु", Reason: "for Hindi pages" });
  await press(dialog, "Save the texts");
  expect(await screen.findByText("The texts in हिन्दी are saved.")).toBeVisible();
  expect(server.callsTo(SAVE).map(({ body }) => body)).toEqual([
    expect.objectContaining({ language: "hi", version: 4, name: "सखी मेला", city: "बेंगलुरु", reason: "for Hindi pages" }),
  ]);
});

test("a gate can be said in Hindi once there is one", async () => {
  const server = new AdminServer();
  server.events = [anEvent()];
  const arrival = { ...NO_ARRIVAL, gate: "Gate 2, Hall Road", setup: [] };
  server.facts = { ...FACTS, arrival };
  server.on(SAVE, { json: { message: "Saved" } });
  const { ask, press } = await openView("?view=event", server);
  expect(await screen.findByRole("region", { name: "In other languages" })).toHaveTextContent(
    "Gate 2, Hall Road (English)",
  );
  const dialog = await ask("Change the texts in हिन्दी", "The event in हिन्दी");
  fillIn(dialog, { Gate: "गेट 2", Reason: "for Hindi tickets" });
  await press(dialog, "Save the texts");
  expect(await screen.findByText("The texts in हिन्दी are saved.")).toBeVisible();
  expect(server.callsTo(SAVE).map(({ body }) => body)).toEqual([expect.objectContaining({ gate: "गेट 2" })]);
});
