import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { ChakraProvider } from "@chakra-ui/react";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { fakeClock, pass } from "../test/clock";
import { system } from "./theme/system";
import { dismissToast, showToast } from "./toast";
import { loadToastCard, Toaster } from "./toaster";
import userEvent from "@testing-library/user-event";
import { areaOf, bestSpot, type Obstacle, type ToastSpot } from "./toast-place";

test("the first toast is shown with its place, not above the page before", async () => {
  render(
    <ChakraProvider value={system}>
      <Toaster closeLabel="Close" />
    </ChakraProvider>,
  );
  act(() => showToast({ kind: "info", title: "Saved" }));
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  expect(await screen.findByRole("button", { name: "Close" })).toBeVisible();
  expect(screen.getByRole("status").style.translate).not.toBe("");
  act(() => dismissToast());
});

describe("toasts", () => {
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
});

describe("gestures on a toast", () => {
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
    const point = (type: string, clientX: number) => fireEvent(toast, new MouseEvent(type, { bubbles: true, clientX }));
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
});

describe("the place of a toast", () => {
  const PHONE = { width: 360, height: 780, top: 0 };
  const DESK = { width: 1280, height: 900, top: 0 };
  const SMALL = { width: 336, height: 90 };
  const BIG = { width: 416, height: 90 };
  const at = (left: number, top: number, width: number, height: number, weight = 1): Obstacle => ({
    left,
    top,
    width,
    height,
    weight,
  });

  const CASES: [what: string, screen: typeof PHONE, obstacles: Obstacle[], spot: ToastSpot][] = [
    ["a phone with nothing in the way", PHONE, [], "top"],
    ["a countdown that sticks to the top", PHONE, [at(0, 0, 360, 70, 50)], "bottom"],
    ["a countdown above and what was pressed below", PHONE, [at(0, 0, 360, 70, 50), at(0, 700, 360, 48, 100)], "top"],
    ["what has no size", PHONE, [at(20, 20, 0, 0, 100)], "top"],
    ["a desktop with nothing in the way", DESK, [], "bottom"],
    ["a dialog's button at the end", DESK, [at(1000, 830, 100, 44)], "bottom-start"],
    ["buttons along the whole lower edge", DESK, [at(100, 830, 100, 44), at(1000, 830, 100, 44)], "top"],
    ["the lesser of two evils", DESK, [at(0, 820, 1280, 60, 3), at(0, 20, 1280, 60, 2)], "top"],
  ];

  test.each(CASES)("%s", (_what, screen, obstacles, spot) => {
    expect(bestSpot(screen === PHONE ? SMALL : BIG, screen, obstacles)).toBe(spot);
  });

  test("it stays where it is as long as no other place is better", () => {
    expect(bestSpot(BIG, DESK, [], "top")).toBe("top");
    expect(bestSpot(BIG, DESK, [at(900, 20, 300, 60)], "top")).toBe("bottom");
  });

  test("on top it stands below what sticks there", () => {
    expect(areaOf("top", SMALL, { ...PHONE, top: 71 }).top).toBe(77);
    expect(areaOf("top", SMALL, PHONE).top).toBe(12);
    expect(areaOf("bottom-start", BIG, DESK)).toMatchObject({ left: 24, top: 786 });
  });
});
