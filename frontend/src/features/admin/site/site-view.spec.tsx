import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { Choosable, HighlightList } from "../../../api/admin-api";
import { AdminServer } from "../../../test/admin-server";
import { fillIn } from "../../../test/filling";
import { openView } from "../../../test/open-dashboard";

const HOME = "GET /mela/admin/home-page";
const id = (nth: number): string => `77777777-0000-4000-8000-00000000000${nth}`;
const choice = (nth: number, name: string, more: Partial<Choosable> = {}): Choosable => ({
  ...{ id: id(nth), brandId: id(nth), name, category: "Bags", state: "shown" },
  ...more,
});
const LISTS: readonly HighlightList[] = [
  { kind: "featured", shown: 1, choices: [choice(1, "Tote", { brandName: "Jhola" }), choice(2, "Sling")] },
  { kind: "spotlight", shown: 3, choices: [choice(3, "Saheli Pickles", { state: "hidden" })] },
  { kind: "bestseller", shown: 4, choices: [] },
];

async function open(server = new AdminServer()) {
  server.on(HOME, { json: [...LISTS] });
  server.on("GET /mela/admin/past-events", { json: [] });
  return openView("?view=site", server);
}
const section = async (name: string) => within((await screen.findByRole("heading", { name })).closest("section")!);

test("shows each list of the home page: what is shown, what waits and what cannot be shown", async () => {
  await open();
  const [first, second] = (await section("Featured products")).getAllByRole("listitem");
  expect(first).toHaveTextContent("Tote, Jhola");
  expect(first).toHaveTextContent("Shown");
  expect(second).toHaveTextContent("Waits");
  expect((await section("Spotlight brands")).getByRole("listitem")).toHaveTextContent("Hidden: not shown");
  expect((await section("Bestsellers")).getByText(/the home page leaves this part out/)).toBeVisible();
});

test("changes a list: finds and adds, orders by keys, previews what visitors will see, and sends what was seen", async () => {
  const { user, server, ask, press } = await open();
  await section("Featured products");
  server.on("GET /mela/admin/home-page/featured/choices", { json: [choice(4, "Potli"), choice(1, "Tote")] });
  const call = "PUT /mela/admin/home-page/featured" as const;
  server.on(call, { json: { message: "Done." } } as never);
  const dialog = await ask("Change featured products", "Change: featured products");
  const shown = within(dialog);
  await user.type(shown.getByRole("searchbox", { name: "Find a product" }), "po");
  await user.click(await shown.findByRole("button", { name: "Add Potli" }));
  // What is chosen already is not offered again.
  expect(shown.queryByRole("button", { name: "Add Tote" })).not.toBeInTheDocument();
  await user.click(shown.getByRole("button", { name: /Sling.*(?:up|earlier)/i }));
  expect(shown.getByText("What visitors will see").parentElement).toHaveTextContent("Sling");
  fillIn(dialog, { Reason: "A new season" });
  await press(dialog, "Save");
  await waitFor(() => expect(server.callsTo(call)).toHaveLength(1));
  expect(server.callsTo(call)[0]?.body).toEqual({
    ...{ ids: [id(2), id(1), id(4)], seen: [id(1), id(2)], reason: "A new season" },
  });
});

test("viewers see the lists without their buttons", async () => {
  await open(new AdminServer().asViewer());
  await section("Featured products");
  expect(screen.queryByRole("button", { name: /^Change/ })).not.toBeInTheDocument();
});
