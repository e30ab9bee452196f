import { afterEach, expect, jest, test } from "@jest/globals";
import { ChakraProvider } from "@chakra-ui/react";
import { act, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { LazyImage } from "./lazy-image";
import { SocialLinks, VisitButton } from "./outbound";
import { system } from "./theme/system";
import { Tooltip } from "./tooltip";

const draw = (node: ReactNode) => render(<ChakraProvider value={system}>{node}</ChakraProvider>);
const Quiet = globalThis.IntersectionObserver;
afterEach(() => {
  globalThis.IntersectionObserver = Quiet;
});

test("an image is fetched when it comes within 50 px of the screen, and fades in", () => {
  let margin: string | undefined;
  let near: () => void = () => undefined;
  globalThis.IntersectionObserver = class extends Quiet {
    constructor(hear: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      super(hear, options);
      margin = options?.rootMargin;
      near = () => hear([{ isIntersecting: true } as IntersectionObserverEntry], this);
    }
  };
  draw(<LazyImage src="/images/a.svg" alt="A pot" />);
  expect(margin).toBe("50px");
  expect(screen.queryByRole("img")).not.toBeInTheDocument();
  act(() => near());
  const image = screen.getByRole("img", { name: "A pot" });
  expect(image).toHaveAttribute("src", "/images/a.svg");
  expect(image).toHaveStyle({ opacity: "0" });
  fireEvent.load(image);
  expect(image).toHaveStyle({ opacity: "1" });
});

test("a drive link goes through the image proxy at width 2000; one without a file id stays", () => {
  draw(<LazyImage src="https://drive.google.com/file/d/1AbCdEfGhIjKlMn/view" alt="On the drive" eager />);
  const thumbnail = "https://drive.google.com/thumbnail?id=1AbCdEfGhIjKlMn&sz=w2000";
  expect(screen.getByRole("img", { name: "On the drive" })).toHaveAttribute(
    "src",
    `/api/v1/image-proxy?url=${encodeURIComponent(thumbnail)}`,
  );
  draw(<LazyImage src="https://drive.google.com/drive/my-drive" alt="No file" eager />);
  expect(screen.getByRole("img", { name: "No file" })).toHaveAttribute(
    "src",
    "https://drive.google.com/drive/my-drive",
  );
});

test("where an image fails the printed ground stays, with its words", () => {
  draw(<LazyImage src="/broken.svg" alt="A pot" eager />);
  fireEvent.error(screen.getByRole("img", { name: "A pot" }));
  expect(screen.getByRole("img", { name: "A pot" }).tagName).toBe("DIV");
});

test.each([
  ["brand.example", "https://brand.example"],
  ["  http://brand.example/a ", "http://brand.example/a"],
])("the website %p is linked as %p, in a new tab without opener or referrer", (website, href) => {
  draw(<VisitButton website={website}>Visit Shop</VisitButton>);
  const link = screen.getByRole("link", { name: /^Visit Shop/ });
  expect(link).toHaveAttribute("href", href);
  expect(link).toHaveAttribute("rel", "noopener noreferrer");
});

test.each([null, undefined, "", "  "])("the website %p has no button", (website) => {
  draw(<VisitButton website={website}>Visit Shop</VisitButton>);
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
});

test("a social address with another protocol is refused with a warning", () => {
  const warn = jest.spyOn(console, "warn").mockImplementation(() => undefined);
  draw(
    <SocialLinks
      of="Asha"
      addresses={{ LinkedIn: "javascript:alert(1)", Facebook: " fb.example/asha ", WhatsApp: "" }}
    />,
  );
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["https://fb.example/asha"]);
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
});

test("a tooltip opens after 700 ms, its neighbour at once within 300 ms of its closing", () => {
  jest.useFakeTimers();
  draw(
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
