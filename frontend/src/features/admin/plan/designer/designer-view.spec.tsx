import { expect, test } from "@jest/globals";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { DesignedPlan } from "../../../../api/admin-api";
import { AdminServer } from "../../../../test/admin-server";
import { errorResponse } from "../../../../test/fake-server";
import { openView } from "../../../../test/open-dashboard";

const PLAN = "GET /mela/admin/events/the-mela-2099/plan";
const SAVE = "PUT /mela/admin/events/the-mela-2099/plan/draft";
const B12 = { number: "B12", type: "General", x: 20, y: 40, width: 10, height: 10, turn: 0 };
const AREA = { width: 140, height: 180, fixtures: [] };

/** A draft with B12 this far from the left. */
function designed(x: number, version: number): DesignedPlan {
  const plan = { ...AREA, stalls: [{ ...B12, x }] };
  return { draft: { plan, version }, live: [], published: { ...AREA, stalls: [B12] } };
}

const stall = (place: string) =>
  screen.findByRole("button", { name: new RegExp(`^Stall B12, .*, ${place} feet from the left`) });

/** Somebody else saves while B12 is moved. */
async function conflict() {
  const server = new AdminServer();
  let stored = designed(20, 1);
  server.read(PLAN, () => ({ json: stored }));
  server.on(SAVE, errorResponse(409, "plan_changed", "Somebody else saved or published this plan meanwhile."));
  const view = await openView("?view=plan&draw=on", server);
  const drawn = await stall("20");
  drawn.focus();
  await view.user.keyboard(" ");
  stored = designed(60, 2);
  fireEvent.keyDown(drawn, { key: "ArrowRight" });
  await stall("25");
  const alert = await screen.findByRole("alert", {}, { timeout: 5_000 });
  server.on(SAVE, { json: { version: 3, changedAt: "2026-11-21T08:00:00.000Z" } });
  return { ...view, server, alert };
}

test("says at once that somebody else saved: an alert above the drawing, which keeps the focus", async () => {
  const { alert } = await conflict();
  expect(alert).toHaveTextContent(/^Somebody else saved or published this plan meanwhile\. Yours is not saved\./);
  const drawn = await stall("25");
  expect(alert.compareDocumentPosition(drawn)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(drawn).toHaveFocus();
});

test.each([
  ["Keep my drawing", "25"],
  ["Load theirs", "60"],
])("%s: the alert goes, and the stall is %s feet from the left", async (button, place) => {
  const { user, alert } = await conflict();
  await user.click(screen.getByRole("button", { name: button }));
  await waitFor(() => expect(alert).not.toBeInTheDocument());
  expect(await stall(place)).toBeVisible();
});
