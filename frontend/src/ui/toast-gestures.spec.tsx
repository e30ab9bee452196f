import { beforeAll, beforeEach, expect, test } from "@jest/globals";
import { ChakraProvider } from "@chakra-ui/react";
import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { system } from "./theme/system";
import { dismissToast, showToast } from "./toast";
import { loadToastCard, Toaster } from "./toaster";

beforeAll(loadToastCard);
beforeEach(() => {
  dismissToast();
  render(
    <ChakraProvider value={system}>
      <Toaster closeLabel="Close" />
    </ChakraProvider>,
  );
  act(() => showToast({ kind: "info", title: "Saved" }));
});

function pull(distance: number): void {
  const toast = screen.getByText("Saved");
  // jsdom has no pointer events with places; a mouse event of the same name has.
  const point = (type: string, clientX: number) =>
    fireEvent(toast, new MouseEvent(type, { bubbles: true, clientX }));
  point("pointerdown", 100);
  point("pointermove", 100 + distance);
  point("pointerup", 100 + distance);
}

test.each([49, -200])("a toast pulled %d px to the right stays", (distance) => {
  pull(distance);
  expect(screen.getByText("Saved")).toBeVisible();
});

test("one pulled 50 px to the right goes", () => {
  pull(50);
  expect(screen.queryByText("Saved")).not.toBeInTheDocument();
});

test("F8 moves the focus to the toasts", async () => {
  await userEvent.setup().keyboard("{F8}");
  expect(screen.getByRole("status")).toHaveFocus();
});
