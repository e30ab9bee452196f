import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AdminServer } from "../../../test/admin-server";
import { errorResponse } from "../../../test/fake-server";
import { openSite } from "../../../test/render-site";
import { reachable, settledDialog } from "../../../test/settled-dialog";

const B12 = "/paid-events/mela/dashboard?view=plan&stall=B12";
const LOGIN = "/paid-events/mela/admin-login";

/** An operator blocks B12, and their session ends while they type why. */
async function endsWhileTyping() {
  const server = new AdminServer();
  let blocked = false;
  let ended = false;
  server.on("POST /mela/admin/stalls/B12/block", () => {
    // It ends with this call: one that is still under way from before would otherwise be the first to notice.
    if (!ended) server.endSession();
    ended = true;
    if (!server.session.authenticated) return errorResponse(401, "not_authenticated", "Please log in.");
    blocked = true;
    return { json: { stallId: "B12", blocked: true, bookingId: "x" } };
  });
  server.on("POST /mela/admin/login", ({ body }) => {
    const { username, password } = body;
    if (password !== "right") return errorResponse(401, "login_refused", "Invalid username or password");
    server.session = { authenticated: true, username, role: "operator" };
    return { json: server.session };
  });
  const { address } = await openSite(B12, server);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Block" }));
  const form = await settledDialog("alertdialog", "Block B12");
  await user.type(within(form).getByLabelText("Reason"), "First aid post");
  await user.click(within(form).getByRole("button", { name: "Block the stall" }));
  const again = await settledDialog("alertdialog", "Your session has ended");
  return { address, user, again, isBlocked: () => blocked };
}

test("a session that ends in the middle of a form loses nothing: one logs in over it and sends it again", async () => {
  const { user, again, address, isBlocked } = await endsWhileTyping();
  expect(within(again).getByLabelText("Username")).toHaveValue("operator");
  await user.keyboard("{Escape}");
  await user.type(within(again).getByLabelText("Password"), "wrong");
  await user.click(within(again).getByRole("button", { name: "Login" }));
  expect(await within(again).findByText("Invalid credentials. Please try again.")).toBeVisible();
  await user.clear(within(again).getByLabelText("Password"));
  await user.type(within(again).getByLabelText("Password"), "right{Enter}");
  await waitFor(() => expect(again).not.toBeInTheDocument());
  const form = screen.getByRole("alertdialog", { name: "Block B12" });
  expect(within(form).getByLabelText("Reason")).toHaveValue("First aid post");
  expect(isBlocked()).toBe(false);
  await user.click(await reachable(within(form).getByRole("button", { name: "Block the stall" })));
  expect(await screen.findByText("B12 is blocked.")).toBeVisible();
  expect(isBlocked()).toBe(true);
  expect(address()).toBe(B12);
});

test("somebody else who logs in over it sees nothing of what was typed", async () => {
  const { user, again } = await endsWhileTyping();
  await user.clear(within(again).getByLabelText("Username"));
  await user.type(within(again).getByLabelText("Username"), "meena");
  await user.type(within(again).getByLabelText("Password"), "right{Enter}");
  await waitFor(() => expect(again).not.toBeInTheDocument());
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  expect(await screen.findByText("meena")).toBeInTheDocument();
});

test("anyone who gives the form up is led to the login", async () => {
  const { user, again, address } = await endsWhileTyping();
  await user.click(within(again).getByRole("button", { name: "Discard it and leave" }));
  await waitFor(() => expect(address()).toBe(LOGIN));
});
