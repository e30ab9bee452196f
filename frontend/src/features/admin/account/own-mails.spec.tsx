import { describe, expect, test } from "@jest/globals";
import { DIGEST_KIND_NAMES, DIGEST_KINDS } from "@sakhi/domain/digest/digest.kinds";
import { dashboardPath, PATHS } from "@sakhi/domain/site/routes";
import { screen, waitFor, within } from "@testing-library/react";
import { AdminServer } from "../../../test/admin-server";
import { quickUser } from "../../../test/clock";
import { errorResponse } from "../../../test/fake-server";
import { fillIn } from "../../../test/filling";
import { openView } from "../../../test/open-dashboard";
import { openScreen } from "../../../test/render-site";

const SAVE = "POST /mela/admin/account/mails";
const ADDRESS = "POST /mela/admin/account/mails/address";
const PREVIEW = "GET /mela/admin/account/mails/preview";
const SEND = "POST /mela/admin/account/mails/send-now";

const panel = async () =>
  (await screen.findByRole("heading", { name: "Mails to you" })).closest("section") ?? screen.getByRole("main");
const tick = (name: string) => screen.findByRole<HTMLInputElement>("checkbox", { name: new RegExp(`^${name}`) });

/** Somebody with a confirmed address who has chosen. */
function subscribed(): AdminServer {
  const server = new AdminServer();
  server.ownMails = {
    ...server.ownMails,
    ...{ email: "asha@example.com", kinds: ["sales"], alerts: ["high_issue"], nextAt: "2099-11-22T02:30:00.000Z" },
  };
  return server;
}

describe("mails to you", () => {
  test("offers every kind, and saves what is chosen, when and what comes at once", async () => {
    const server = new AdminServer();
    server.on(SAVE, ({ body }) => {
      server.ownMails = { ...server.ownMails, ...(body as object) };
      return { json: server.ownMails };
    });
    const { user } = await openView("?view=account", server);
    expect(await screen.findByText("No address is confirmed yet, so nothing is sent.")).toBeVisible();
    for (const kind of DIGEST_KIND_NAMES)
      expect((await screen.findAllByText(DIGEST_KINDS[kind].label))[0]).toBeVisible();
    await user.click(await tick("Stalls sold"));
    await user.click(await tick("Missing papers"));
    await user.click(await tick("Sunday"));
    await user.click(await tick("An important issue"));
    await user.selectOptions(screen.getByLabelText("Hour of the day (India)"), "18:00");
    expect(screen.getByText("Not saved yet.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(server.callsTo(SAVE)).toHaveLength(1));
    expect(server.callsTo(SAVE)[0]?.body).toEqual({
      ...{ kinds: ["sales", "papers"], hour: 18, weekdays: [1, 2, 3, 4, 5, 6], alerts: ["high_issue"] },
    });
    await waitFor(() => expect(screen.queryByText("Not saved yet.")).toBeNull());
    expect(await tick("Sunday")).not.toBeChecked();
  });

  test("all kinds are chosen and taken out with one press", async () => {
    const { user } = await openView("?view=account");
    await user.click(await screen.findByRole("button", { name: "Choose all" }));
    expect(await tick("Waiting list")).toBeChecked();
    await user.click(screen.getByRole("button", { name: "Choose none" }));
    expect(await tick("Waiting list")).not.toBeChecked();
    // As it was: nothing to save.
    expect(screen.queryByText("Not saved yet.")).toBeNull();
  });

  test("a link goes to the address, and the panel says that it waits", async () => {
    const server = new AdminServer();
    server.on(ADDRESS, ({ body }) => {
      server.ownMails = { ...server.ownMails, askedEmail: body.email };
      return { json: server.ownMails };
    });
    const { ask, press } = await openView("?view=account", server);
    const dialog = await ask("Send the link", "Send the link");
    fillIn(dialog, { "Email address": "asha" });
    await press(dialog, "Send the link");
    expect(await within(dialog).findByText("Please enter a valid email address")).toBeVisible();
    expect(server.callsTo(ADDRESS)).toEqual([]);
    fillIn(dialog, { "Email address": "asha@example.com" });
    await press(dialog, "Send the link");
    expect(await screen.findByText(/A link is on its way to asha@example.com/)).toBeVisible();
  });

  test("says where they go and when the next comes, and shows it as it would be now", async () => {
    const server = subscribed();
    server.on(PREVIEW, {
      json: { since: "2099-11-21T02:30:00.000Z", subject: "Your digest", html: "<p>2 stalls sold</p>" },
    });
    server.on(SEND, { json: { message: "Your digest is on its way." } });
    const { user } = await openView("?view=account", server);
    expect(await screen.findByText("Your mails go to asha@example.com.")).toBeVisible();
    expect(screen.getByText(/^Your next digest: 22 Nov 2099/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show it" }));
    const frame = await screen.findByTitle("Your digest as it would be now");
    expect([frame.getAttribute("sandbox"), frame.getAttribute("srcdoc")]).toEqual(["", "<p>2 stalls sold</p>"]);
    await user.click(screen.getByRole("button", { name: "Send me one now" }));
    await waitFor(() => expect(server.callsTo(SEND)).toHaveLength(1));
  });

  test("says when there is nothing to say, and when it could not be read", async () => {
    const server = subscribed();
    server.on(PREVIEW, { json: { since: "2099-11-21T02:30:00.000Z" } });
    const { user } = await openView("?view=account", server);
    await user.click(await screen.findByRole("button", { name: "Show it" }));
    expect(await screen.findByText(/^There is nothing to say since 21 Nov 2099/)).toBeVisible();
    server.on(PREVIEW, errorResponse(500, "internal_error", "Something went wrong."));
    await user.click(screen.getByRole("button", { name: "Show it" }));
    expect(await screen.findByText(/Something went wrong|could not reach/)).toBeVisible();
  });

  test("says that they were turned off, and can be retried if they could not be loaded", async () => {
    const server = subscribed();
    server.ownMails = { ...server.ownMails, offSince: "2099-11-20T06:30:00.000Z" };
    await openView("?view=account", server);
    expect(await screen.findByText(/You turned your mails off on 20 Nov 2099/)).toBeVisible();
    expect(await panel()).toBeVisible();
  });

  test("a failure to load them is said, with another try", async () => {
    const server = new AdminServer();
    server.on("GET /mela/admin/account/mails", errorResponse(500, "internal_error", "no"));
    await openView("?view=account", server);
    expect(await screen.findByText("What you get by mail could not be loaded.")).toBeVisible();
  });
});

describe("the page of the links in these mails", () => {
  const CONFIRM = "POST /mela/admin/mail-links/confirm";
  const OFF = "POST /mela/admin/mail-links/off";
  async function open(hash: string, server: AdminServer) {
    server.endSession();
    return { ...(await openScreen(`${PATHS.adminMails}${hash}`, server)), user: quickUser() };
  }

  test.each([
    ["#confirm-abc.def", CONFIRM, "Confirm the address", "Your address is confirmed."],
    ["#off-abc.def", OFF, "Turn the mails off", "Your mails are off."],
  ] as const)("%s takes the token out of the address and needs one press", async (hash, call, button, message) => {
    const server = new AdminServer();
    server.on(call, { json: { message } });
    const { user, address } = await open(hash, server);
    const press = await screen.findByRole("button", { name: button });
    expect(address()).toBe(PATHS.adminMails);
    expect(server.callsTo(call)).toEqual([]);
    await user.click(press);
    expect(await screen.findByText(message)).toBeVisible();
    expect(server.callsTo(call).map(({ body }) => body)).toEqual([{ token: "abc.def" }]);
    expect(screen.getByRole("link", { name: "Change what you get" })).toHaveAttribute(
      "href",
      dashboardPath({ view: "account", panel: "mails" }),
    );
  });

  test("says when a link is over, and when the page was opened without one", async () => {
    const server = new AdminServer();
    server.on(CONFIRM, errorResponse(404, "mail_link_over", "This link no longer works."));
    const { user } = await open("#confirm-abc.def", server);
    await user.click(await screen.findByRole("button", { name: "Confirm the address" }));
    expect(await screen.findByText("This link no longer works.")).toBeVisible();
  });

  test("says so when it was opened without a link", async () => {
    await open("", new AdminServer());
    expect(await screen.findByText(/Open the link in one of the mails/)).toBeVisible();
  });
});
