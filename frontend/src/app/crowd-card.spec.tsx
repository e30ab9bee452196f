import { beforeEach, expect, jest, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import { fakeClock, pass } from "../test/clock";
import { errorResponse, FakeServer } from "../test/fake-server";
import { setValue } from "../test/joining";
import { button } from "../test/quick-queries";
import { openScreen } from "../test/render-site";

const FIND = "POST /mela/find-my-booking";
const SENT = "If there is a booking, we have sent a link.";
const CROWDED = "Many people are here at this moment, so we did nothing yet. Please try again in a little while.";
const TITLE = "Many people are here at this moment";
const overloaded = (retryAfter = "3") => ({
  ...(errorResponse(503, "overloaded", CROWDED) as object),
  headers: { "retry-after": retryAfter },
});

beforeEach(() => void jest.spyOn(Math, "random").mockReturnValue(0));

async function send(answer: () => object) {
  const user = fakeClock();
  const server = new FakeServer();
  server.on(FIND, answer as never);
  await openScreen("/find-my-booking", server);
  setValue(document.querySelector("form input")!, "asha@example.com");
  await user.click(document.querySelector("form button[type=submit]")!);
  await pass(0);
  return { user, server, sent: () => server.callsTo(FIND).length };
}

test("a form is sent again by itself, with growing pauses, and says so meanwhile", async () => {
  let tries = 0;
  const { server, sent } = await send(() => ((tries += 1) <= 3 ? overloaded() : { json: { message: SENT } }));
  expect(screen.getByText(TITLE).closest("[role=status]")).not.toBeNull();
  expect(screen.getByText(/What you typed stays here/)).toBeVisible();
  // What the server asks for, then the page's own pauses.
  for (const [after, count] of [
    [2.9, 1],
    [0.2, 2],
    [3.8, 2],
    [0.2, 3],
    [7.8, 3],
  ] as const) {
    await pass(after);
    expect(sent()).toBe(count);
    expect(screen.getByText(TITLE)).toBeVisible();
  }
  await pass(0.2);
  expect(screen.getByText(SENT)).toBeVisible();
  expect(screen.queryByText(TITLE)).toBeNull();
  expect(server.callsTo(FIND).map(({ body }) => body)).toEqual(Array(4).fill({ contact: "asha@example.com" }));
});

test("it ends when asked, with the server's words and what was typed", async () => {
  const { user, sent } = await send(() => overloaded());
  await user.click(button("Stop"));
  await pass(0);
  expect(screen.getByText(CROWDED)).toBeVisible();
  expect(screen.queryByText(TITLE)).toBeNull();
  expect(document.querySelector<HTMLInputElement>("form input")!.value).toBe("asha@example.com");
  await pass(120);
  expect(sent()).toBe(1);
});

test("it ends after a minute, and the button sends it again", async () => {
  let open = false;
  const { user, sent } = await send(() => (open ? { json: { message: SENT } } : overloaded("14")));
  await pass(61);
  expect(sent()).toBeGreaterThanOrEqual(3);
  expect(screen.getByText(CROWDED)).toBeVisible();
  expect(screen.queryByText(TITLE)).toBeNull();
  open = true;
  await user.click(document.querySelector("form button[type=submit]")!);
  await pass(1);
  expect(screen.getByText(SENT)).toBeVisible();
});

test("what a page reads comes by itself too, without an error meanwhile", async () => {
  fakeClock();
  const server = new FakeServer();
  let tries = 0;
  server.on("GET /listings/categories", (() => ((tries += 1) === 1 ? overloaded() : { json: [] })) as never);
  server.on("GET /listings/live", { json: [] });
  await openScreen("/products", server);
  await pass(1);
  expect(tries).toBe(1);
  expect(screen.getByText(TITLE)).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
  await pass(3);
  expect(tries).toBe(2);
  expect(screen.queryByText(TITLE)).toBeNull();
});
