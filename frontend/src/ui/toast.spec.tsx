import { beforeAll, expect, test } from "@jest/globals";
import { ChakraProvider } from "@chakra-ui/react";
import { act, render, screen } from "@testing-library/react";
import { fakeClock, pass } from "../test/clock";
import { system } from "./theme/system";
import { showToast } from "./toast";
import { loadToastCard, Toaster } from "./toaster";

// Loaded before any clock is faked: modules come by real time.
beforeAll(loadToastCard);

const show = (title: string) => act(() => showToast({ kind: "info", title }));

function open(): void {
  render(
    <ChakraProvider value={system}>
      <Toaster closeLabel="Close" />
    </ChakraProvider>,
  );
}

test("at most one toast stands, for 5000 ms, in a live region", async () => {
  fakeClock();
  open();
  show("First");
  await pass(4);
  show("Second");
  expect(screen.queryByText("First")).not.toBeInTheDocument();
  expect(screen.getByRole("status")).toHaveTextContent("Second");
  await pass(4.9);
  expect(screen.getByText("Second")).toBeVisible();
  await pass(0.2);
  expect(screen.queryByText("Second")).not.toBeInTheDocument();
});

test("it stays while pointed at, and goes by its button", async () => {
  const user = fakeClock();
  open();
  show("Wait");
  await user.hover(screen.getByText("Wait"));
  await pass(20);
  expect(screen.getByText("Wait")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByText("Wait")).not.toBeInTheDocument();
});
