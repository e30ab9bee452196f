import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { errorResponse } from "../../../test/fake-server";
import { fill } from "../../../test/filling";
import { openSite } from "../../../test/render-site";
import { anApplication, ReviewServer } from "../../../test/review-server";
import { settledDialog } from "../../../test/settled-dialog";

const VIEW = "/paid-events/mela/dashboard?view=listings";
const ID = anApplication().id;
const LIST = "GET /mela/admin/listings";
const call = <What extends "approve" | "reject" | "withdraw" | "correct">(what: What) =>
  `POST /mela/admin/listings/${ID}/${what}` as const;

async function open(address = VIEW, server = new ReviewServer()) {
  const site = await openSite(address, server);
  const user = userEvent.setup();
  // Behind an open dialog everything else is hidden from listeners.
  await screen.findByRole("heading", { level: 2, name: "Applications to be listed", hidden: true });
  return { ...site, server, user };
}

async function openDialog(server = new ReviewServer()) {
  const opened = await open(`${VIEW}&application=${ID}`, server);
  const dialog = await screen.findByRole("dialog", { name: "Meena Weaves" });
  await within(dialog).findByText("UDYAM-KR-01");
  return { ...opened, dialog: within(dialog) };
}

test("the table shows each application; search and filters stand in the address and go to the server", async () => {
  const { user, server, address } = await open();
  const table = within(await screen.findByRole("table", { name: "Applications to be listed" }));
  // Narrow, as here, the column heads are not shown.
  const [row] = table.getAllByRole("row");
  for (const text of ["Meena Weaves", "Product, Handloom Textiles", "meena@example.com", "Paid", "Waiting for you"]) {
    expect(row).toHaveTextContent(text);
  }
  await user.selectOptions(screen.getByLabelText("State"), "Live");
  expect(await screen.findByText("Nothing fits this search and these filters.")).toBeVisible();
  expect(address()).toBe(`${VIEW}&state=live`);
  expect(server.callsTo(LIST).at(-1)?.query.get("state")).toBe("live");
  await user.click(screen.getByRole("button", { name: "Clear search and filters" }));
  await user.selectOptions(screen.getByLabelText("Type"), "Paid");
  await user.type(screen.getByRole("searchbox", { name: "Search" }), "meena{Enter}");
  await waitFor(() => expect(address()).toBe(`${VIEW}&kind=paid&q=meena`));
  expect(await screen.findByText("Meena Weaves")).toBeVisible();
  expect(screen.getByText("1 application")).toBeVisible();
});

test("a search whose rest is not over yet does not close what is opened meanwhile", async () => {
  const { user, address } = await open();
  const row = await screen.findByRole("button", { name: "Application of Meena Weaves" });
  await user.type(screen.getByRole("searchbox", { name: "Search" }), "m");
  await user.click(row);
  await waitFor(() => expect(address()).toContain("q=m"));
  expect(address()).toContain(`application=${ID}`);
  expect(await screen.findByRole("dialog", { name: "Meena Weaves" })).toBeVisible();
});

test("nothing yet, and a failed call, are said", async () => {
  const server = new ReviewServer();
  server.applications = [];
  const { unmount } = await open(VIEW, server);
  expect(await screen.findByRole("heading", { name: "No applications yet" })).toBeVisible();
  unmount();
  const failing = new ReviewServer();
  failing.on(LIST, { status: 500, error: {} });
  const { user } = await open(VIEW, failing);
  expect(await screen.findByText("The applications could not be fetched.")).toBeVisible();
  failing.on(LIST, { json: [anApplication()] });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Meena Weaves")).toBeVisible();
});

test("a row opens everything that is known of it", async () => {
  const { user, address } = await open();
  await user.click(await screen.findByRole("button", { name: "Application of Meena Weaves" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Meena Weaves" }));
  for (const text of [
    "UDYAM-KR-01",
    /twelve handlooms/,
    "+91 9876543212",
    "EN Mela",
    "Submitted",
    /5114999/,
    "INV/26-27/000124",
    "Listing-paid",
  ]) {
    expect((await dialog.findAllByText(text))[0]).toBeVisible();
  }
  expect(address()).toBe(`${VIEW}&application=${ID}`);
  await user.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(address()).toBe(VIEW));
});

test("approving says what will happen, and does it", async () => {
  const { user, server, dialog } = await openDialog();
  server.on(call("approve"), () => {
    server.applications = [anApplication({ state: "live", brand: { brandId: "b1", brandName: "Meena Weaves" } })];
    return { json: { state: "live", publicUrl: "http://x/brands/Meena%20Weaves" } };
  });
  await user.click(dialog.getByRole("button", { name: "Approve" }));
  const ask = within(await settledDialog("alertdialog", "List Meena Weaves?"));
  expect(ask.getByText(/Meena Weaves is on the public site at once, for one year/)).toBeVisible();
  await fill(user, ask.getByLabelText(/^Name on the site/), "Meena Weaves Mysuru");
  expect(ask.getByText(/Meena Weaves Mysuru is on the public site/)).toBeVisible();
  await user.click(ask.getByRole("button", { name: "Approve and list" }));
  expect(await screen.findByText("Meena Weaves Mysuru is live")).toBeVisible();
  expect(server.callsTo(call("approve")).map(({ body }) => body)).toEqual([{ publishAs: "Meena Weaves Mysuru" }]);
  expect(await dialog.findByRole("link", { name: "See its public page" })).toHaveAttribute(
    "href",
    "/brands/Meena%20Weaves",
  );
  expect(dialog.queryByRole("button", { name: "Approve" })).not.toBeInTheDocument();
});

test("a taken name: the operator says whether it is the same brand, before and after the server does", async () => {
  const server = new ReviewServer();
  const { user, dialog } = await openDialog(server);
  server.on(call("approve"), () => {
    server.applications = [
      anApplication({ sameName: { brandId: "33333333-0000-4000-8000-000000000007", brandName: "Meena Weaves" } }),
    ];
    return errorResponse(409, "brand_name_taken", "A brand of this name is listed already.", {
      brandId: "33333333-0000-4000-8000-000000000007",
      brandName: "Meena Weaves",
    });
  });
  await user.click(dialog.getByRole("button", { name: "Approve" }));
  const ask = within(await settledDialog("alertdialog"));
  expect(ask.queryByLabelText("Is it the same brand?")).not.toBeInTheDocument();
  await user.click(ask.getByRole("button", { name: "Approve and list" }));
  expect(await ask.findByText(/A brand of this name is listed already/)).toBeVisible();
  const same = await ask.findByLabelText("Is it the same brand?");
  expect(ask.getByText(/That name is taken/)).toBeVisible();
  server.on(call("approve"), { json: { state: "live" } });
  await user.selectOptions(same, "Yes: list it on the page of Meena Weaves");
  expect(ask.queryByLabelText(/^Name on the site/)).not.toBeInTheDocument();
  expect(ask.getByText(/listed on the page of Meena Weaves at once/)).toBeVisible();
  await user.click(ask.getByRole("button", { name: "Approve and list" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(server.callsTo(call("approve")).at(-1)?.body).toEqual({ joinBrandId: "33333333-0000-4000-8000-000000000007" });
});

test("rejecting a paid one says that the money goes back, and wants a reason", async () => {
  const { user, server, dialog } = await openDialog();
  server.on(call("reject"), { json: { state: "rejected" } });
  await user.click(dialog.getByRole("button", { name: "Reject" }));
  const ask = within(await settledDialog("alertdialog", "Reject Meena Weaves?"));
  expect(ask.getByText(/The whole fee goes back to the payer.*credit note/)).toBeVisible();
  expect(ask.getByText(/Shown to the owner/)).toBeVisible();
  await user.click(ask.getByRole("button", { name: "Reject" }));
  expect(await ask.findByText("Please give a reason")).toBeVisible();
  expect(server.callsTo(call("reject"))).toHaveLength(0);
  await fill(user, ask.getByLabelText("Reason"), "Not made by women");
  await user.click(ask.getByRole("button", { name: "Reject" }));
  expect(await screen.findByText("Meena Weaves is rejected; the fee is on its way back")).toBeVisible();
  expect(server.callsTo(call("reject")).map(({ body }) => body)).toEqual([{ reason: "Not made by women" }]);
});

test("a live one is withdrawn: off the site, no money back; an error keeps the dialog open", async () => {
  const server = new ReviewServer();
  server.applications = [anApplication({ state: "live", kind: "mela_free", orders: [], invoices: [] })];
  const { user, dialog } = await openDialog(server);
  expect(dialog.queryByRole("button", { name: "Reject" })).not.toBeInTheDocument();
  server.on(call("withdraw"), errorResponse(409, "application_moved", "Somebody else has decided meanwhile."));
  await user.click(dialog.getByRole("button", { name: "Withdraw" }));
  const ask = within(await settledDialog("alertdialog", "Withdraw Meena Weaves?"));
  expect(ask.getByText(/comes off the public site at once. No money goes back/)).toBeVisible();
  expect(ask.getByText(/free listing can be claimed again/)).toBeVisible();
  await fill(user, ask.getByLabelText("Reason"), "Asked for by the owner");
  await user.click(ask.getByRole("button", { name: "Withdraw" }));
  expect(await ask.findByText(/Somebody else has decided meanwhile/)).toBeVisible();
  server.on(call("withdraw"), { json: { state: "withdrawn" } });
  await user.click(ask.getByRole("button", { name: "Withdraw" }));
  expect(await screen.findByText("Meena Weaves is withdrawn")).toBeVisible();
});

test("a paid one is withdrawn with the chosen refund, which is shown before and after", async () => {
  const server = new ReviewServer();
  server.applications = [anApplication({ state: "live", refundable: 999 })];
  const { user, dialog } = await openDialog(server);
  server.on(call("withdraw"), { json: { state: "withdrawn", refundAmount: 400 } });
  await user.click(dialog.getByRole("button", { name: "Withdraw" }));
  const ask = within(await settledDialog("alertdialog", "Withdraw Meena Weaves?"));
  expect(ask.getByText(/₹999 goes back the way it was paid, with a credit note/)).toBeVisible();
  await user.selectOptions(ask.getByLabelText("Refund"), "In part");
  await fill(user, ask.getByLabelText("Amount to refund, in rupees"), "400");
  expect(await ask.findByText(/₹400 of ₹999 goes back/)).toBeVisible();
  await fill(user, ask.getByLabelText("Reason"), "Asked for by the owner");
  await user.click(ask.getByRole("button", { name: "Withdraw" }));
  expect(await screen.findByText("Meena Weaves is withdrawn; ₹400 is on its way back")).toBeVisible();
  expect(server.callsTo(call("withdraw")).map(({ body }) => body)).toEqual([
    { reason: "Asked for by the owner", refund: "partial", refundAmount: 400 },
  ]);
});

test("a correction shows what changes and what follows, by the form's own rules, and is sent whole", async () => {
  const server = new ReviewServer();
  const { user, dialog } = await openDialog(server);
  server.on(call("correct"), {
    json: {
      changed: ["brandName", "gstNumber", "govtDocument"],
      ...{ invoiceNumber: "INV/26-27/000125", creditNoteNumber: "CRN/26-27/000001" },
    },
  });
  await user.click(dialog.getByRole("button", { name: "Correct" }));
  const asked = await settledDialog("alertdialog", "Correct the application of Meena Weaves");
  const ask = within(asked);
  expect(asked).toHaveTextContent("Nothing changes so far.");
  const put = async (label: string | RegExp, words: string) => {
    await user.clear(ask.getByLabelText(label));
    await fill(user, ask.getByLabelText(label), words);
  };
  await put("Phone", "9811100009");
  expect(asked).toHaveTextContent("Phone: 9876543210 → 9811100009");
  expect(asked).toHaveTextContent("The owner gets a mail about it.");
  expect(asked).not.toHaveTextContent("A credit note takes");
  await put("Government document", "x");
  await user.click(ask.getByRole("button", { name: "Correct the application" }));
  expect(await ask.findByText("Government Approved Document Number is required")).toBeVisible();
  await put(/GST number/, "29ABCDE1234F1Z5");
  expect(asked).toHaveTextContent("Government document: UDYAM-KR-01 → none");
  expect(asked).toHaveTextContent("A credit note takes invoice INV/26-27/000124 back");
  await put("Brand name", "Meena Looms");
  await put("Reason", "A typing error");
  await user.click(ask.getByRole("button", { name: "Correct the application" }));
  expect(
    await screen.findByText("The application of Meena Looms is corrected. The new invoice is INV/26-27/000125."),
  ).toBeVisible();
  expect(server.callsTo(call("correct")).map(({ body }) => body)).toEqual([
    {
      ...{ fullName: "Meena Devi", brandName: "Meena Looms", email: "meena@example.com" },
      ...{ phoneNumber: "9811100009", gstNumber: "29ABCDE1234F1Z5" },
      ...{ businessAddress: "12 Temple Road, Mysuru", reason: "A typing error" },
      seenAt: "2026-11-20T08:05:00.123Z",
    },
  ]);
});

test("who paid and waits is rejected, not withdrawn; a viewer decides nothing; an unknown one is said", async () => {
  const first = await openDialog();
  expect(first.dialog.queryByRole("button", { name: "Withdraw" })).not.toBeInTheDocument();
  first.unmount();
  const server = new ReviewServer();
  server.session = { authenticated: true, username: "looker", role: "viewer" };
  const second = await openDialog(server);
  for (const name of ["Approve", "Correct"]) {
    expect(second.dialog.queryByRole("button", { name })).not.toBeInTheDocument();
  }
  second.unmount();
  await open(`${VIEW}&application=nobody`);
  expect(await screen.findByText("There is no such application.")).toBeVisible();
});
