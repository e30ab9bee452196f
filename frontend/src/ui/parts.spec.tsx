import { ChakraProvider } from "@chakra-ui/react";
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CircleCheck } from "lucide-react";
import { type ComponentType, type ReactNode, Suspense } from "react";
import { Provider } from "react-redux";
import { MemoryRouter } from "react-router-dom";
import { changed } from "../api/site-state";
import { createStore } from "../app/store";
import { fakeClock, pass, quickUser } from "../test/clock";
import { Carousel } from "./carousel";
import { LazyImage } from "./lazy-image";
import { lazyPart } from "./lazy-part";
import { SocialLinks, VisitButton } from "./outbound";
import { OutcomeAwaited, OutcomePage } from "./outcome";
import { system } from "./theme/system";
import { areaOf, bestSpot, type Obstacle, type ToastSpot } from "./toast-position";
import { toastCard, Toaster } from "./toaster";
import { Tooltip } from "./tooltip";

const renderWithTheme = (node: ReactNode, store = createStore()) =>
  render(
    <Provider store={store}>
      <ChakraProvider value={system}>{node}</ChakraProvider>
    </Provider>,
  );
/** Fires a pointer event as a MouseEvent, since jsdom's pointer events have no coordinates. */
const point = (over: HTMLElement, type: string, clientX: number, buttons: 0 | 1, pointerType?: string) =>
  fireEvent(over, Object.assign(new MouseEvent(type, { bubbles: true, clientX, buttons }), { pointerType }));
/** Presses, moves by some px and releases. */
function drag(over: HTMLElement, by: number, pointerType?: string): void {
  point(over, "pointerdown", 200, 1, pointerType);
  point(over, "pointermove", 200 + by, 1, pointerType);
  point(over, "pointerup", 200 + by, 0, pointerType);
}

const QuietObserver = globalThis.IntersectionObserver;
afterEach(() => {
  globalThis.IntersectionObserver = QuietObserver;
});

test("LazyImage loads within 50 px of the viewport and fades in", () => {
  let margin: string | undefined;
  let near: () => void = () => undefined;
  globalThis.IntersectionObserver = class extends QuietObserver {
    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      super(callback, options);
      margin = options?.rootMargin;
      near = () => callback([{ isIntersecting: true } as IntersectionObserverEntry], this);
    }
  };
  renderWithTheme(<LazyImage src="/images/a.svg" alt="A pot" />);
  expect(margin).toBe("50px");
  expect(screen.queryByRole("img")).not.toBeInTheDocument();
  act(() => near());
  const image = screen.getByRole("img", { name: "A pot" });
  expect(image).toHaveAttribute("src", "/images/a.svg");
  expect(image).toHaveStyle({ opacity: "0" });
  fireEvent.load(image);
  expect(image).toHaveStyle({ opacity: "1" });
});

test("LazyImage keeps the chosen point of a picture in view where it cuts it, and shows a logo whole", () => {
  const picture = {
    alt: "",
    focus: { x: 20, y: 80 },
    files: [{ format: "webp" as const, url: "/pictures/a.webp", width: 320, height: 200 }],
  };
  renderWithTheme(<LazyImage src={undefined} picture={picture} alt="Cut" eager />);
  renderWithTheme(<LazyImage src={undefined} picture={picture} alt="Whole" fit="contain" eager />);
  renderWithTheme(<LazyImage src="/images/a.svg" alt="A drawing" eager />);
  expect(screen.getByAltText("Cut").style.objectPosition).toBe("20% 80%");
  expect(screen.getByAltText("Whole").style.objectPosition).toBe("");
  expect(screen.getByAltText("A drawing").style.objectPosition).toBe("");
});

test("LazyImage loads a drive link through the image proxy at width 2000, and one without a file id directly", () => {
  renderWithTheme(<LazyImage src="https://drive.google.com/file/d/1AbCdEfGhIjKlMn/view" alt="On the drive" eager />);
  const thumbnail = "https://drive.google.com/thumbnail?id=1AbCdEfGhIjKlMn&sz=w2000";
  expect(screen.getByRole("img", { name: "On the drive" })).toHaveAttribute(
    "src",
    `/api/v1/image-proxy?url=${encodeURIComponent(thumbnail)}`,
  );
  renderWithTheme(<LazyImage src="https://drive.google.com/drive/my-drive" alt="No file" eager />);
  expect(screen.getByRole("img", { name: "No file" })).toHaveAttribute(
    "src",
    "https://drive.google.com/drive/my-drive",
  );
});

test("LazyImage shows the placeholder with the alternative text if the image fails", () => {
  renderWithTheme(<LazyImage src="/broken.svg" alt="A pot" eager />);
  fireEvent.error(screen.getByRole("img", { name: "A pot" }));
  expect(screen.getByRole("img", { name: "A pot" }).tagName).toBe("DIV");
});

describe("lazyPart whose code cannot be fetched", () => {
  const load = jest.fn<() => Promise<ComponentType>>();
  const retry = async () => quickUser().click(await screen.findByRole("button", { name: "Try again" }));
  beforeEach(() => {
    // Also what is tried again without the button.
    load.mockReset().mockRejectedValue(new TypeError("Failed to fetch dynamically imported module"));
    const Part = lazyPart(load);
    renderWithTheme(
      <section>
        <h2>Charts</h2>
        <Suspense>
          <Part />
        </Suspense>
      </section>,
    );
  });

  test("shows an error, renders the part after a successful retry, and moves the focus to the section's heading", async () => {
    await screen.findByRole("button", { name: "Try again" });
    load.mockResolvedValue(() => <p>Sold: 2</p>);
    await retry();
    expect(await screen.findByText("Sold: 2")).toBeVisible();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(screen.getByRole("heading", { name: "Charts" })).toHaveFocus();
  });

  test.each([
    ["keeps the error if the server is unreachable", () => Promise.reject(new TypeError("Failed to fetch")), 0],
    ["reloads the page if the server is reachable, since the file is gone", () => Promise.resolve(new Response()), 1],
  ])("%s", async (_what, respond, reloads) => {
    const query = jest.fn<typeof fetch>(respond);
    globalThis.fetch = query;
    const consoleError = jest.spyOn(console, "error").mockImplementation(() => undefined);
    // jsdom reports a reload as an error.
    const reloaded = () => consoleError.mock.calls.filter(([error]) => String(error).includes("navigation"));
    await retry();
    await waitFor(() => expect(query).toHaveBeenCalled());
    await act(() => Promise.resolve());
    expect(reloaded()).toHaveLength(reloads);
    expect(screen.getByRole("alert")).toHaveTextContent(/This did not open.*the page is reloaded if needed/);
    consoleError.mockRestore();
  });
});

test("PageHeading passes the focus to the heading that replaces it", async () => {
  const store = createStore();
  const at = (page: ReactNode) => (
    <Provider store={store}>
      <ChakraProvider value={system}>
        <MemoryRouter>
          <main>{page}</main>
        </MemoryRouter>
      </ChakraProvider>
    </Provider>
  );
  const { rerender } = render(at(<OutcomeAwaited title="My booking" text="One moment" />));
  screen.getByRole("heading").focus();
  rerender(at(<OutcomePage icon={CircleCheck} title="Booked" text={["A5 is yours."]} actions={null} />));
  await waitFor(() => expect(screen.getByRole("heading", { name: "Booked" })).toHaveFocus());
});

test.each([
  ["brand.example", "https://brand.example"],
  ["  http://brand.example/a ", "http://brand.example/a"],
])("VisitButton links %p as %p, in a new tab without opener or referrer", (website, href) => {
  renderWithTheme(<VisitButton website={website}>Visit Shop</VisitButton>);
  const link = screen.getByRole("link", { name: /^Visit Shop/ });
  expect(link).toHaveAttribute("href", href);
  expect(link).toHaveAttribute("rel", "noopener noreferrer");
});

test.each([null, undefined, "", "  "])("VisitButton renders nothing for %p", (website) => {
  renderWithTheme(<VisitButton website={website}>Visit Shop</VisitButton>);
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
});

test("SocialLinks omits an address with another protocol and logs a warning", () => {
  const warn = jest.spyOn(console, "warn").mockImplementation(() => undefined);
  renderWithTheme(
    <SocialLinks
      of="Asha"
      addresses={{ LinkedIn: "javascript:alert(1)", Facebook: " fb.example/asha ", WhatsApp: "" }}
    />,
  );
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["https://fb.example/asha"]);
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
});

test("Tooltip opens after 700 ms, and at once within 300 ms after another closed", () => {
  jest.useFakeTimers();
  renderWithTheme(
    <>
      <Tooltip text="one">
        <button type="button">first</button>
      </Tooltip>
      <Tooltip text="two">
        <button type="button">second</button>
      </Tooltip>
    </>,
  );
  const enter = (name: string) => fireEvent.mouseEnter(screen.getByText(name).parentElement!);
  const leave = (name: string) => fireEvent.mouseLeave(screen.getByText(name).parentElement!);
  const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));
  enter("first");
  wait(699);
  expect(screen.queryByTestId("tooltip")).not.toBeInTheDocument();
  wait(1);
  expect(screen.getByTestId("tooltip")).toHaveTextContent("one");
  leave("first");
  wait(299);
  enter("second");
  wait(0);
  expect(screen.getByTestId("tooltip")).toHaveTextContent("two");
  leave("second");
  wait(301);
  enter("first");
  wait(0);
  expect(screen.queryByTestId("tooltip")).not.toBeInTheDocument();
});

describe("Carousel", () => {
  const currentSlide = () =>
    screen.getAllByRole("button", { name: /^Go to slide/ }).findIndex((dot) => dot.ariaCurrent === "true");
  const press = (name: string) => screen.getByRole("button", { name });
  function open() {
    const user = fakeClock();
    const slides = ["one", "two", "three"].map((key) => ({ key, content: key }));
    renderWithTheme(<Carousel label="Things" everyMs={5000} slides={slides} />);
    return { user, carousel: screen.getByRole("region", { name: "Things" }) };
  }

  test("advances in a loop, stops while hovered, focused or paused, and jumps to a dot's slide", async () => {
    const { user, carousel } = open();
    const seen = [currentSlide()];
    for (let turn = 0; turn < 3; turn += 1) {
      await pass(4.9);
      expect(currentSlide()).toBe(seen.at(-1));
      await pass(0.1);
      seen.push(currentSlide());
    }
    expect(seen).toEqual([0, 1, 2, 0]);
    await user.hover(carousel);
    await pass(20);
    expect(currentSlide()).toBe(0);
    await user.unhover(carousel);
    await pass(5);
    expect(currentSlide()).toBe(1);
    await user.click(press("Go to slide 3"));
    expect(currentSlide()).toBe(2);
    await pass(20);
    expect(currentSlide()).toBe(2);
    await user.click(press("Pause the slides"));
    await user.click(document.body);
    await pass(20);
    expect(currentSlide()).toBe(2);
    expect(press("Play the slides")).toBeVisible();
  });

  test("continues after a click once the pointer has left, and stops while focused by keyboard", async () => {
    const { user } = open();
    await user.click(press("Go to slide 2"));
    await user.click(press("Previous slide"));
    expect(currentSlide()).toBe(0);
    await user.click(press("Go to slide 2"));
    await user.click(press("Next slide"));
    expect(currentSlide()).toBe(2);
    await user.hover(document.body);
    await pass(5.1);
    expect(currentSlide()).toBe(0);
    await user.tab();
    act(() => press("Previous slide").focus());
    await pass(20);
    expect(currentSlide()).toBe(0);
  });

  test("stops while focused by keyboard after a press that was released elsewhere", async () => {
    const { user, carousel } = open();
    await user.pointer([
      { keys: "[MouseLeft>]", target: carousel },
      { target: document.body },
      { keys: "[/MouseLeft]", target: document.body },
    ]);
    await user.tab();
    expect(press("Previous slide")).toHaveFocus();
    await pass(20);
    expect(currentSlide()).toBe(0);
  });

  test("changes the slide on a swipe by touch, not on a short swipe or a mouse drag", () => {
    open();
    for (const [by, pointerType, slide] of [
      [-60, "touch", 1],
      [60, "touch", 0],
      [60, "touch", 2],
      [-39, "touch", 2],
      [-300, "mouse", 2],
    ] as const) {
      drag(screen.getByRole("group"), by, pointerType);
      expect([by, pointerType, currentSlide()]).toEqual([by, pointerType, slide]);
    }
  });

  test("does not advance if the visitor prefers reduced motion", async () => {
    const query = jest
      .spyOn(globalThis, "matchMedia")
      .mockImplementation((media) => Object.assign(new EventTarget(), { matches: true, media }) as never);
    open();
    await pass(30);
    expect(currentSlide()).toBe(0);
    query.mockRestore();
  });
});

describe("Toaster", () => {
  let store: ReturnType<typeof createStore>;
  let shown = 0;
  const show = (title: string) =>
    act(() => void store.dispatch(changed({ toast: { kind: "info", title, key: `${(shown += 1)}` } })));
  beforeEach(() => {
    fakeClock();
    store = createStore();
    renderWithTheme(<Toaster closeLabel="Close" />, store);
  });

  test("shows the first toast only once its card has loaded and is positioned", async () => {
    jest.useRealTimers();
    show("Saved");
    expect(screen.getByRole("status")).toBeEmptyDOMElement();
    expect(await screen.findByRole("button", { name: "Close" })).toBeVisible();
    expect(screen.getByRole("status").style.translate).not.toBe("");
  });

  describe("with the card loaded", () => {
    // Before the clock is faked: modules load in real time.
    beforeAll(toastCard.load);

    test("shows one toast at a time for 5000 ms in a live region, keeps it while hovered, and closes it by its button", async () => {
      const user = quickUser();
      show("First");
      await pass(4);
      show("Second");
      expect(screen.queryByText("First")).not.toBeInTheDocument();
      expect(screen.getByRole("status")).toHaveTextContent("Second");
      await pass(4.9);
      expect(screen.getByText("Second")).toBeVisible();
      await pass(0.2);
      expect(screen.queryByText("Second")).not.toBeInTheDocument();
      show("Wait");
      await user.hover(screen.getByText("Wait"));
      await pass(20);
      expect(screen.getByText("Wait")).toBeVisible();
      await user.click(screen.getByRole("button", { name: "Close" }));
      expect(screen.queryByText("Wait")).not.toBeInTheDocument();
    });

    test("keeps a toast focused by F8, and closes it on a swipe of 50 px to the right", async () => {
      show("Saved");
      await quickUser().keyboard("{F8}");
      expect(screen.getByRole("status")).toHaveFocus();
      await pass(20);
      for (const [by, stays] of [
        [49, true],
        [-200, true],
        [50, false],
      ] as const) {
        drag(screen.getByText("Saved"), by);
        expect([by, screen.queryByText("Saved") !== null]).toEqual([by, stays]);
      }
    });

    test("ends a drag whose button was released elsewhere", () => {
      show("Saved");
      const text = screen.getByText("Saved");
      point(text, "pointerdown", 200, 1);
      point(text, "pointermove", 230, 1);
      const card = text.closest<HTMLElement>("[style*=translateX]");
      expect(card).toHaveStyle({ transform: "translateX(30px)" });
      point(text, "pointermove", 235, 0);
      expect(card?.style.transform).toBe("");
    });
  });
});

describe("bestSpot", () => {
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
    ["the top of an empty phone screen", PHONE, [], "top"],
    ["the bottom below a sticky countdown", PHONE, [at(0, 0, 360, 70, 50)], "bottom"],
    ["the countdown rather than the pressed button", PHONE, [at(0, 0, 360, 70, 50), at(0, 700, 360, 48, 100)], "top"],
    ["the top despite an obstacle without a size", PHONE, [at(20, 20, 0, 0, 100)], "top"],
    ["the bottom of an empty desktop screen", DESK, [], "bottom"],
    ["the other side of a dialog's button", DESK, [at(1000, 830, 100, 44)], "bottom-start"],
    ["the top above buttons along the bottom edge", DESK, [at(100, 830, 100, 44), at(1000, 830, 100, 44)], "top"],
    ["the obstacle with the lower weight", DESK, [at(0, 820, 1280, 60, 3), at(0, 20, 1280, 60, 2)], "top"],
  ];

  test.each(CASES)("chooses %s", (_what, screen, obstacles, spot) => {
    expect(bestSpot(screen === PHONE ? SMALL : BIG, screen, obstacles)).toBe(spot);
  });

  test("keeps the current spot unless another is better", () => {
    expect(bestSpot(BIG, DESK, [], "top")).toBe("top");
    expect(bestSpot(BIG, DESK, [at(900, 20, 300, 60)], "top")).toBe("bottom");
  });

  test("areaOf places a top toast below a sticky strip", () => {
    expect(areaOf("top", SMALL, { ...PHONE, top: 71 }).top).toBe(77);
    expect(areaOf("top", SMALL, PHONE).top).toBe(12);
    expect(areaOf("bottom-start", BIG, DESK)).toMatchObject({ left: 24, top: 786 });
  });
});
