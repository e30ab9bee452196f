import { PATHS } from "@sakhi/domain/site/routes";
import { expect, test } from "@jest/globals";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import { UNSAFE_createMemoryHistory as createMemoryHistory } from "react-router-dom";
import { errorResponse } from "../../../test/fake-server";
import { fillIn } from "../../../test/filling";
import { openView } from "../../../test/open-dashboard";
import { anApplication, ReviewServer } from "../../../test/review-server";
import { guarded, SiteRouter } from "../../../ui/navigation";
import { type Address, useAddress } from "../parts/list-page";

const VIEW = "?view=listings";
const ID = anApplication().id;
const LIST = "GET /mela/admin/listings";
const call = <What extends "approve" | "reject" | "withdraw" | "correct">(what: What) =>
  `POST /mela/admin/listings/${ID}/${what}` as const;

/** Opens an application. */
async function openDialog(server = new ReviewServer()) {
  const site = await openView(`${VIEW}&application=${ID}`, server);
  const shown = await screen.findByRole("dialog", { name: "Meena Weaves" });
  await within(shown).findByText("UDYAM-KR-01");
  const press = (form: HTMLElement, name: string) => site.user.click(within(form).getByRole("button", { name }));
  const bodies = (what: Parameters<typeof call>[0]) => server.callsTo(call(what)).map(({ body }) => body);
  return { ...site, dialog: within(shown), press, bodies };
}

test("the table shows each application; search and filters stand in the address and go to the server", async () => {
  const { user, server, address } = await openView(VIEW, new ReviewServer());
  const table = within(await screen.findByRole("table", { name: "Applications to be listed" }));
  // Narrow, as here, the column heads are not shown.
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

test("a row opens everything that is known of it; a search whose rest is not over yet does not close it", async () => {
  const { user, address } = await openView(VIEW, new ReviewServer());
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

test("changes of the address that follow each other at once do not take each other back", () => {
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
  // Between two drawings: what was typed comes to the address as something else is opened.
  act(() => {
    put({ q: "m", page: "" }, { replace: true });
    put({ booking: "7" });
  });
  expect(history.location.search).toBe("?view=plan&q=m&booking=7");
});

test("approving says what will happen, and does it", async () => {
  const { ask, press, server, dialog, bodies } = await openDialog();
  // Who paid and waits is rejected, not withdrawn.
  expect(dialog.queryByRole("button", { name: "Withdraw" })).not.toBeInTheDocument();
  server.on(call("approve"), () => {
    server.applications = [anApplication({ state: "live", brand: { brandId: "b1", brandName: "Meena Weaves" } })];
    return { json: { state: "live", publicUrl: "http://x/brands/Meena%20Weaves" } };
  });
  const asked = await ask("Approve", "List Meena Weaves?");
  expect(asked).toHaveTextContent("Meena Weaves is on the public site at once, for one year");
  fillIn(asked, { "Name on the site": "Meena Weaves Mysuru" });
  expect(asked).toHaveTextContent("Meena Weaves Mysuru is on the public site");
  await press(asked, "Approve and list");
  expect(await screen.findByText("Meena Weaves Mysuru is live")).toBeVisible();
  expect(bodies("approve")).toEqual([{ publishAs: "Meena Weaves Mysuru" }]);
  expect(await dialog.findByRole("link", { name: "See its public page" })).toHaveAttribute(
    "href",
    "/brands/Meena%20Weaves",
  );
  expect(dialog.queryByRole("button", { name: "Approve" })).not.toBeInTheDocument();
});

test("a taken name: the operator says whether it is the same brand, before and after the server does", async () => {
  const { user, server, ask, press, bodies } = await openDialog();
  const same = { brandId: "33333333-0000-4000-8000-000000000007", brandName: "Meena Weaves" };
  server.on(call("approve"), () => {
    server.applications = [anApplication({ sameName: same })];
    return errorResponse(409, "brand_name_taken", "A brand of this name is listed already.", same);
  });
  const asked = await ask("Approve", "List Meena Weaves?");
  expect(within(asked).queryByLabelText("Is it the same brand?")).not.toBeInTheDocument();
  await press(asked, "Approve and list");
  expect(await within(asked).findByText(/A brand of this name is listed already/)).toBeVisible();
  const choice = await within(asked).findByLabelText("Is it the same brand?");
  expect(asked).toHaveTextContent("That name is taken");
  server.on(call("approve"), { json: { state: "live" } });
  await user.selectOptions(choice, "Yes: list it on the page of Meena Weaves");
  expect(within(asked).queryByLabelText(/^Name on the site/)).not.toBeInTheDocument();
  expect(asked).toHaveTextContent("listed on the page of Meena Weaves at once");
  await press(asked, "Approve and list");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(bodies("approve").at(-1)).toEqual({ joinBrandId: same.brandId });
});

test("rejecting a paid one says that the money goes back, and wants a reason", async () => {
  const { server, ask, press, bodies } = await openDialog();
  server.on(call("reject"), { json: { state: "rejected" } });
  const asked = await ask("Reject", "Reject Meena Weaves?");
  expect(asked).toHaveTextContent(/The whole fee goes back to the payer.*credit note/);
  expect(asked).toHaveTextContent("Shown to the owner");
  await press(asked, "Reject");
  expect(await within(asked).findByText("Please give a reason")).toBeVisible();
  expect(bodies("reject")).toEqual([]);
  fillIn(asked, { Reason: "Not made by women" });
  await press(asked, "Reject");
  expect(await screen.findByText("Meena Weaves is rejected; the fee is on its way back")).toBeVisible();
  expect(bodies("reject")).toEqual([{ reason: "Not made by women" }]);
});

test("a live one is withdrawn: off the site, no money back", async () => {
  const server = new ReviewServer();
  server.applications = [anApplication({ state: "live", kind: "mela_free", orders: [], invoices: [] })];
  const { dialog, ask, press } = await openDialog(server);
  expect(dialog.queryByRole("button", { name: "Reject" })).not.toBeInTheDocument();
  server.on(call("withdraw"), { json: { state: "withdrawn" } });
  const asked = await ask("Withdraw", "Withdraw Meena Weaves?");
  expect(asked).toHaveTextContent("comes off the public site at once. No money goes back");
  expect(asked).toHaveTextContent("free listing can be claimed again");
  fillIn(asked, { Reason: "Asked for by the owner" });
  await press(asked, "Withdraw");
  expect(await screen.findByText("Meena Weaves is withdrawn")).toBeVisible();
});

test("a paid one is withdrawn with the chosen refund, which is shown before and after", async () => {
  const server = new ReviewServer();
  server.applications = [anApplication({ state: "live", refundable: 999 })];
  const { ask, press, bodies } = await openDialog(server);
  server.on(call("withdraw"), { json: { state: "withdrawn", refundAmount: 400 } });
  const asked = await ask("Withdraw", "Withdraw Meena Weaves?");
  expect(asked).toHaveTextContent("₹999 goes back the way it was paid, with a credit note");
  fillIn(asked, { Refund: "partial", "Amount to refund, in rupees": "400", Reason: "Asked for by the owner" });
  expect(asked).toHaveTextContent("₹400 of ₹999 goes back");
  await press(asked, "Withdraw");
  expect(await screen.findByText("Meena Weaves is withdrawn; ₹400 is on its way back")).toBeVisible();
  expect(bodies("withdraw")).toEqual([{ reason: "Asked for by the owner", refund: "partial", refundAmount: 400 }]);
});

test("a correction shows what changes and what follows, by the form's own rules, and is sent whole", async () => {
  const { server, ask, press, bodies } = await openDialog();
  server.on(call("correct"), {
    json: {
      changed: ["brandName", "gstNumber", "govtDocument"],
      ...{ invoiceNumber: "INV/26-27/000125", creditNoteNumber: "CRN/26-27/000001" },
    },
  });
  const asked = await ask("Correct", "Correct the application of Meena Weaves");
  expect(asked).toHaveTextContent("Nothing changes so far.");
  fillIn(asked, { Phone: "9811100009" });
  expect(asked).toHaveTextContent("Phone: 9876543210 → 9811100009");
  expect(asked).toHaveTextContent("The owner gets a mail about it.");
  expect(asked).not.toHaveTextContent("A credit note takes");
  fillIn(asked, { "Government document": "x" });
  await press(asked, "Correct the application");
  expect(await within(asked).findByText("Government Approved Document Number is required")).toBeVisible();
  fillIn(asked, { "GST number": "29ABCDE1234F1Z5" });
  expect(asked).toHaveTextContent("Government document: UDYAM-KR-01 → none");
  expect(asked).toHaveTextContent("A credit note takes invoice INV/26-27/000124 back");
  fillIn(asked, { "Brand name": "Meena Looms", Reason: "A typing error" });
  await press(asked, "Correct the application");
  expect(
    await screen.findByText("The application of Meena Looms is corrected. The new invoice is INV/26-27/000125."),
  ).toBeVisible();
  expect(bodies("correct")).toEqual([
    {
      ...{ fullName: "Meena Devi", brandName: "Meena Looms", email: "meena@example.com" },
      ...{ phoneNumber: "9811100009", gstNumber: "29ABCDE1234F1Z5" },
      ...{ businessAddress: "12 Temple Road, Mysuru", reason: "A typing error" },
      seenAt: "2026-11-20T08:05:00.123Z",
    },
  ]);
});

test("a viewer decides nothing", async () => {
  const { dialog } = await openDialog(new ReviewServer().asViewer());
  expect(dialog.queryByRole("button", { name: /Approve|Reject|Withdraw|Correct/ })).not.toBeInTheDocument();
});
