import { expect, test } from "@jest/globals";
import { PATHS } from "@sakhi/domain/site/routes";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import { UNSAFE_createMemoryHistory as createMemoryHistory } from "react-router-dom";
import { AdminServer, anApplication } from "../../../test/admin-server";
import { errorResponse } from "../../../test/fake-server";
import { fillIn } from "../../../test/filling";
import { openView } from "../../../test/open-dashboard";
import { guarded, SiteRouter } from "../../../ui/navigation";
import { type Address, useAddress } from "../parts/address";

const VIEW = "?view=listings";
const ID = anApplication().id;
const LIST = "GET /mela/admin/listings";
const call = <What extends "approve" | "ask-for-page" | "reject" | "withdraw" | "correct">(what: What) =>
  `POST /mela/admin/listings/${ID}/${what}` as const;

/** Opens the application's dialog. */
async function openDialog(server = new AdminServer()) {
  const site = await openView(`${VIEW}&application=${ID}`, server);
  const shown = await screen.findByRole("dialog", { name: "Meena Weaves" });
  await within(shown).findByText("UDYAM-KR-01");
  const bodies = (what: Parameters<typeof call>[0]) => server.callsTo(call(what)).map(({ body }) => body);
  return { ...site, dialog: within(shown), bodies };
}

test("shows applications in a table; keeps search and filters in the URL and sends them to the server", async () => {
  const { user, server, address } = await openView(VIEW);
  const table = within(await screen.findByRole("table", { name: "Applications to be listed" }));
  // The narrow layout hides the column headers.
  const [row] = table.getAllByRole("row");
  for (const text of ["Meena Weaves", "Product, Handloom Textiles", "meena@example.com", "Paid", "Waiting for you"]) {
    expect(row).toHaveTextContent(text);
  }
  await user.selectOptions(screen.getByLabelText("State"), "Live");
  expect(await screen.findByText("Nothing fits this search and these filters.")).toBeVisible();
  expect(address()).toBe(`${PATHS.dashboard}${VIEW}&state=live`);
  expect(server.callsTo(LIST).at(-1)?.query.get("state")).toBe("live");
  await user.click(screen.getByRole("button", { name: "Clear search and filters" }));
  await user.selectOptions(screen.getByLabelText("Type"), "Paid");
  await user.type(screen.getByRole("searchbox", { name: "Search" }), "meena{Enter}");
  await waitFor(() => expect(address()).toBe(`${PATHS.dashboard}${VIEW}&kind=paid&q=meena`));
  expect(await screen.findByText("Meena Weaves")).toBeVisible();
  expect(screen.getByText("1 application")).toBeVisible();
});

test("opens an application's details; a debounced search does not close them", async () => {
  const { user, address } = await openView(VIEW);
  const row = await screen.findByRole("button", { name: "Application of Meena Weaves" });
  await user.type(screen.getByRole("searchbox", { name: "Search" }), "m");
  await user.click(row);
  const dialog = within(await screen.findByRole("dialog", { name: "Meena Weaves" }));
  for (const text of [
    ...["UDYAM-KR-01", /twelve handlooms/, "+91 9876543212", "EN Mela", "Submitted", /5114999/],
    ...["INV/26-27/000124", "Listing paid"],
  ]) {
    expect((await dialog.findAllByText(text))[0]).toBeVisible();
  }
  await waitFor(() => expect(address()).toContain("q=m"));
  expect(address()).toContain(`application=${ID}`);
  await user.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(address()).toBe(`${PATHS.dashboard}${VIEW}&q=m`));
});

test("keeps both of two URL changes between renders", () => {
  const history = guarded(createMemoryHistory({ initialEntries: ["/list?view=plan&page=3"], v5Compat: true }));
  let put: Address["put"] = () => undefined;
  function Page() {
    ({ put } = useAddress());
    return null;
  }
  render(
    <SiteRouter history={history}>
      <Page />
    </SiteRouter>,
  );
  // A debounced search and a click between two renders.
  act(() => {
    put({ q: "m", page: "" }, { replace: true });
    put({ booking: "7" });
  });
  expect(history.location.search).toBe("?view=plan&q=m&booking=7");
});

test("shows what her page lacks, asks her for it, and approves with her word that she has no pictures", async () => {
  const server = new AdminServer();
  server.applications = [anApplication({ page: { state: "draft", lacks: ["picture", "products"] } })];
  const { user, dialog, ask, press, bodies } = await openDialog(server);
  expect(dialog.getByText("She is writing it")).toBeVisible();
  expect(dialog.getByText("a logo or a picture and products")).toBeVisible();
  server.on(call("ask-for-page"), { json: { message: "Its owner gets a mail." } });
  const asking = await ask("Ask for her page", "Ask for the page of Meena Weaves?");
  expect(asking).toHaveTextContent("It says that the page lacks a logo or a picture and products.");
  fillIn(asking, { "Your words": "A photograph of your loom" });
  await press(asking, "Send the mail");
  expect(await screen.findByText("The owner of Meena Weaves gets a mail")).toBeVisible();
  expect(bodies("ask-for-page")).toEqual([{ note: "A photograph of your loom" }]);
  server.on(call("approve"), { json: { state: "live" } });
  const approval = await ask("Approve", "List Meena Weaves?");
  await user.selectOptions(within(approval).getByLabelText(/^Logo and pictures/), "true");
  await press(approval, "Approve and list");
  expect(await screen.findByText("Meena Weaves is live")).toBeVisible();
  expect(bodies("approve")).toEqual([{ noPictures: true, place: "Mysuru, Karnataka" }]);
});

test("an approval says that pictures are awaited unless she has none, so that the server can refuse it", async () => {
  const server = new AdminServer();
  server.applications = [anApplication({ page: { state: "none", lacks: ["picture"] } })];
  const { ask, press, bodies } = await openDialog(server);
  server.on(call("approve"), errorResponse(409, "brand_page_missing", "Her page is missing"));
  const approval = await ask("Approve", "List Meena Weaves?");
  await press(approval, "Approve and list");
  expect(await within(approval).findByText(/Her page is missing/)).toBeVisible();
  expect(bodies("approve")).toEqual([{ noPictures: false, place: "Mysuru, Karnataka" }]);
});

test("an accepted page is published as she made it; one that waits is reviewed first", async () => {
  const server = new AdminServer();
  server.applications = [anApplication({ page: { state: "accepted", lacks: ["cover"] } })];
  const { ask, press, bodies } = await openDialog(server);
  server.on(call("approve"), { json: { state: "live" } });
  const approval = await ask("Approve", "List Meena Weaves?");
  expect(within(approval).getByText(/goes live as she made it/)).toBeVisible();
  expect(within(approval).queryByLabelText("Place")).not.toBeInTheDocument();
  expect(within(approval).queryByLabelText(/^Logo and pictures/)).not.toBeInTheDocument();
  await press(approval, "Approve and list");
  await screen.findByText("Meena Weaves is live");
  expect(bodies("approve")).toEqual([{}]);
});

test("approves an application and describes the effect first", async () => {
  const { ask, press, server, dialog, bodies } = await openDialog();
  // A paid application under review can be rejected, not withdrawn.
  expect(dialog.queryByRole("button", { name: "Withdraw" })).not.toBeInTheDocument();
  server.on(call("approve"), () => {
    server.applications = [anApplication({ state: "live", brand: { brandId: "b1", brandName: "Meena Weaves" } })];
    return { json: { state: "live", publicUrl: "http://x/brands/Meena%20Weaves" } };
  });
  const confirmation = await ask("Approve", "List Meena Weaves?");
  expect(confirmation).toHaveTextContent("Meena Weaves is on the public site at once, for one year");
  fillIn(confirmation, { "Name on the site": "Meena Weaves Mysuru" });
  expect(confirmation).toHaveTextContent("Meena Weaves Mysuru is on the public site");
  await press(confirmation, "Approve and list");
  expect(await screen.findByText("Meena Weaves Mysuru is live")).toBeVisible();
  // The place was read from her address, and confirmed.
  expect(bodies("approve")).toEqual([{ publishAs: "Meena Weaves Mysuru", place: "Mysuru, Karnataka" }]);
  expect(await dialog.findByRole("link", { name: "See its public page" })).toHaveAttribute(
    "href",
    "/brands/Meena%20Weaves",
  );
  expect(dialog.queryByRole("button", { name: "Approve" })).not.toBeInTheDocument();
});

test("asks whether a brand of the same name is the same brand", async () => {
  const { user, server, ask, press, bodies } = await openDialog();
  const same = { brandId: "33333333-0000-4000-8000-000000000007", brandName: "Meena Weaves" };
  server.on(call("approve"), () => {
    server.applications = [anApplication({ sameName: same })];
    return errorResponse(409, "brand_name_taken", "A brand of this name is already listed.", same);
  });
  const confirmation = await ask("Approve", "List Meena Weaves?");
  expect(within(confirmation).queryByLabelText("Is it the same brand?")).not.toBeInTheDocument();
  await press(confirmation, "Approve and list");
  expect(await within(confirmation).findByText(/A brand of this name is already listed/)).toBeVisible();
  const choice = await within(confirmation).findByLabelText("Is it the same brand?");
  expect(confirmation).toHaveTextContent("That name is taken");
  server.on(call("approve"), { json: { state: "live" } });
  await user.selectOptions(choice, "Yes: list it on the page of Meena Weaves");
  expect(within(confirmation).queryByLabelText(/^Name on the site/)).not.toBeInTheDocument();
  expect(confirmation).toHaveTextContent("listed on the page of Meena Weaves at once");
  await press(confirmation, "Approve and list");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(bodies("approve").at(-1)).toEqual({ joinBrandId: same.brandId });
});

test("warns of a brand that looks alike, and lists it beside it only when pressed again for the same name", async () => {
  const { server, ask, press, bodies } = await openDialog();
  const other = { brandId: "33333333-0000-4000-8000-000000000008", brandName: "Meena Weavas" };
  server.applications = [anApplication({ looksLike: other })];
  server.on(
    call("approve"),
    errorResponse(409, "brand_looks_alike", "A brand whose name looks the same is listed.", other),
  );
  const confirmation = await ask("Approve", "List Meena Weaves?");
  await press(confirmation, "Approve and list");
  expect(await within(confirmation).findByText(/whose name looks the same/)).toBeVisible();
  // Another name has not been compared yet.
  fillIn(confirmation, { "Name on the site": "Meena Weavez" });
  await press(confirmation, "Approve and list");
  await waitFor(() => expect(bodies("approve")).toHaveLength(2));
  server.on(call("approve"), { json: { state: "live" } });
  await press(confirmation, "Approve and list");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  const place = "Mysuru, Karnataka";
  expect(bodies("approve")).toEqual([
    { place },
    { publishAs: "Meena Weavez", place },
    { publishAs: "Meena Weavez", looksAlikeSeen: true, place },
  ]);
});

test("rejects a paid application with a reason and a refund", async () => {
  const { server, ask, press, bodies } = await openDialog();
  server.on(call("reject"), { json: { state: "rejected" } });
  const confirmation = await ask("Reject", "Reject Meena Weaves?");
  expect(confirmation).toHaveTextContent(/The whole fee goes back to the payer.*credit note/);
  expect(confirmation).toHaveTextContent("Shown to the owner");
  await press(confirmation, "Reject");
  expect(await within(confirmation).findByText("Please give a reason")).toBeVisible();
  expect(bodies("reject")).toEqual([]);
  fillIn(confirmation, { Reason: "Not made by women" });
  await press(confirmation, "Reject");
  expect(await screen.findByText("Meena Weaves is rejected; the fee is on its way back")).toBeVisible();
  expect(bodies("reject")).toEqual([{ reason: "Not made by women" }]);
});

test("withdraws a live free listing without a refund", async () => {
  const server = new AdminServer();
  server.applications = [anApplication({ state: "live", kind: "mela_free", orders: [], invoices: [] })];
  const { dialog, ask, press } = await openDialog(server);
  expect(dialog.queryByRole("button", { name: "Reject" })).not.toBeInTheDocument();
  server.on(call("withdraw"), { json: { state: "withdrawn" } });
  const confirmation = await ask("Withdraw", "Withdraw Meena Weaves?");
  expect(confirmation).toHaveTextContent("comes off the public site at once. No money goes back");
  expect(confirmation).toHaveTextContent("free listing can be claimed again");
  fillIn(confirmation, { Reason: "Asked for by the owner" });
  await press(confirmation, "Withdraw");
  expect(await screen.findByText("Meena Weaves is withdrawn")).toBeVisible();
});

test("withdraws a paid listing and shows the chosen refund before and after", async () => {
  const server = new AdminServer();
  server.applications = [anApplication({ state: "live", refundable: 999 })];
  const { ask, press, bodies } = await openDialog(server);
  server.on(call("withdraw"), { json: { state: "withdrawn", refundAmount: 400 } });
  const confirmation = await ask("Withdraw", "Withdraw Meena Weaves?");
  expect(within(confirmation).getByLabelText("Refund")).toHaveValue("");
  fillIn(confirmation, { Refund: "full" });
  expect(confirmation).toHaveTextContent("₹999 goes back the way it was paid, with a credit note");
  fillIn(confirmation, { Refund: "partial", "Amount to refund, in rupees": "400", Reason: "Asked for by the owner" });
  expect(confirmation).toHaveTextContent("₹400 of ₹999 goes back");
  await press(confirmation, "Withdraw");
  expect(await screen.findByText("Meena Weaves is withdrawn; ₹400 is on its way back")).toBeVisible();
  expect(bodies("withdraw")).toEqual([{ reason: "Asked for by the owner", refund: "partial", refundAmount: 400 }]);
});

test("corrects an application: shows changes and consequences, validates, and sends every field", async () => {
  const { server, ask, press, bodies } = await openDialog();
  server.on(call("correct"), {
    json: {
      changed: ["brandName", "gstNumber", "govtDocument"],
      ...{ invoiceNumber: "INV/26-27/000125", creditNoteNumber: "CRN/26-27/000001" },
    },
  });
  const confirmation = await ask("Correct", "Correct the application of Meena Weaves");
  expect(confirmation).toHaveTextContent("Nothing changes so far.");
  fillIn(confirmation, { Phone: "9811100009" });
  expect(confirmation).toHaveTextContent("Phone: 9876543210 → 9811100009");
  expect(confirmation).toHaveTextContent("The owner gets a mail about it.");
  expect(confirmation).not.toHaveTextContent("A credit note takes");
  fillIn(confirmation, { "Government document": "x", "WhatsApp for buyers": "9811100010" });
  await press(confirmation, "Correct the application");
  expect(await within(confirmation).findByText("Government Approved Document Number is required")).toBeVisible();
  fillIn(confirmation, { "GST number": "29ABCDE1234F1Z5" });
  expect(confirmation).toHaveTextContent("Government document: UDYAM-KR-01 → none");
  expect(confirmation).toHaveTextContent("A credit note takes invoice INV/26-27/000124 back");
  fillIn(confirmation, { "Brand name": "Meena Looms", Reason: "A typing error" });
  await press(confirmation, "Correct the application");
  expect(
    await screen.findByText("The application of Meena Looms is corrected. The new invoice is INV/26-27/000125."),
  ).toBeVisible();
  expect(bodies("correct")).toEqual([
    {
      ...{ fullName: "Meena Devi", brandName: "Meena Looms", email: "meena@example.com" },
      ...{ phoneNumber: "9811100009", whatsappBusinessContact: "9811100010", gstNumber: "29ABCDE1234F1Z5" },
      ...{ businessAddress: "12 Temple Road, Mysuru", reason: "A typing error" },
      seenAt: "2026-11-20T08:05:00.123Z",
    },
  ]);
});

test("offers viewers no actions", async () => {
  const { dialog } = await openDialog(new AdminServer().asViewer());
  expect(dialog.queryByRole("button", { name: /Approve|Reject|Withdraw|Correct/ })).not.toBeInTheDocument();
});
