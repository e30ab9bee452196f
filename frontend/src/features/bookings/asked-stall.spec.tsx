import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { quickUser } from "../../test/clock";
import { FakeServer } from "../../test/fake-server";
import { openScreen } from "../../test/render-site";
import { settledDialog } from "../../test/settled-dialog";

const PLAN = "/paid-events/mela";
const CONFIRM = "Confirm Stall Reservation";
const stall = (stallId: string) => document.querySelector(`[data-stall="${stallId}"]`);

/** Few stalls: A1 is sold, A5 and B2 reserved, B12 free. */
function smallHall(): FakeServer {
  const server = new FakeServer();
  server.layout = server.layout.filter(({ stallId }) => ["A1", "A5", "B2", "B12"].includes(stallId));
  return server;
}

test("an address with a stall asks whether to reserve it, once: then it is the plan's address, with focus on the stall", async () => {
  const user = quickUser();
  const { address } = await openScreen(`${PLAN}?stall=b12&view=map`, smallHall());
  const dialog = await settledDialog("dialog", CONFIRM);
  expect(dialog).toHaveTextContent("B12");
  expect(address()).toBe(`${PLAN}?view=map`);
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await waitFor(() => expect(stall("B12")).toHaveFocus());
});

test("in the list it asks, too", async () => {
  await openScreen(`${PLAN}?view=list&stall=B12`, smallHall());
  await screen.findByRole("dialog", { name: CONFIRM });
  expect(stall("B12")).toHaveTextContent("Choose");
});

test("of a sold stall it says so, and one that does not exist is no stall", async () => {
  const sold = await openScreen(`${PLAN}?stall=A1`, smallHall());
  await screen.findByText("This stall has already been sold");
  sold.unmount();
  const { address } = await openScreen(`${PLAN}?stall=Z99`, smallHall());
  await waitFor(() => expect(address()).toBe(PLAN));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

test("of a reserved stall nothing is said before it is known whose it is", async () => {
  const server = smallHall();
  let answer: () => void = () => undefined;
  const hold = new Promise<void>((resolve) => (answer = resolve));
  server.on("GET /mela/my-hold", async () => {
    await hold;
    return { json: null };
  });
  await openScreen(`${PLAN}?stall=B2`, server);
  await waitFor(() => expect(stall("B2")).toBeInTheDocument());
  expect(screen.queryByText("This stall is currently reserved by another person")).not.toBeInTheDocument();
  answer();
  await screen.findByText("This stall is currently reserved by another person");
});
