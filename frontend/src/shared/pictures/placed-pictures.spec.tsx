import { ChakraProvider } from "@chakra-ui/react";
import { expect, test } from "@jest/globals";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { Provider } from "react-redux";
import { createStore } from "../../app/store";
import { system } from "../../ui/theme/system";
import { FRAMES } from "./frame-previews";
import { type PlacedPicture, PlacedPictures } from "./placed-pictures";
import type { BrandPicture } from "./thumbnail";

const picture = (id: string, isReady = true): BrandPicture => ({
  id,
  alt: "",
  width: 1200,
  height: 800,
  files: isReady ? [{ format: "webp", url: `/pictures/${id}.webp`, width: 640, height: 427 }] : [],
});

/** The pictures of a place, as a form keeps them. */
function Place({
  frames,
  ids,
  readOnly,
}: {
  readonly frames: keyof typeof FRAMES;
  readonly ids: readonly string[];
  readonly readOnly?: boolean;
}) {
  const [store] = useState(() => createStore());
  const [pictures, setPictures] = useState<readonly PlacedPicture[]>(ids.map((id) => ({ id, alt: "" })));
  return (
    <Provider store={store}>
      <ChakraProvider value={system}>
        <PlacedPictures
          label="Pickle"
          pictures={pictures}
          known={[picture("jar"), picture("lid"), picture("checked", false)]}
          max={frames === "product" ? 5 : 1}
          frames={FRAMES[frames]}
          ticket={() => Promise.resolve("")}
          onChange={(change) => setPictures(change)}
          readOnly={readOnly ?? false}
        />
      </ChakraProvider>
    </Provider>
  );
}

const positions = (id: string): string[] =>
  [...document.querySelectorAll<HTMLImageElement>(`figure img[src="/pictures/${id}.webp"]`)].map(
    ({ style }) => style.objectPosition,
  );
const press = (x: number, y: number): void => {
  const whole = document.querySelector<HTMLElement>("[data-whole]")!;
  whole.getBoundingClientRect = () => new DOMRect(100, 50, 300, 200);
  fireEvent.click(whole, { clientX: x, clientY: y });
};

test("a press on the picture, or a key, chooses what each frame of it keeps in view", () => {
  render(<Place frames="product" ids={["jar", "lid"]} />);
  const choose = screen.getByRole("button", { name: "Choose what is seen: Pickle 2" });
  expect(choose).toHaveAttribute("aria-expanded", "false");
  fireEvent.click(choose);
  expect(screen.getByRole("group", { name: "What is seen of Pickle 2" })).toBeVisible();
  press(160, 230);
  expect(positions("lid")).toEqual(["20% 90%", "20% 90%", "20% 90%"]);
  // The other picture stays as it was, on its card.
  expect(positions("jar")).toEqual(["50% 50%"]);
  const across = screen.getByRole("slider", { name: "Left to right: Pickle 2" });
  expect(across).toHaveAttribute("aria-valuetext", "20 % from the left");
  fireEvent.change(across, { target: { value: "21" } });
  expect(positions("lid")[0]).toBe("21% 90%");
  fireEvent.click(screen.getByRole("button", { name: "Back to the middle" }));
  expect(positions("lid")[0]).toBe("50% 50%");
  expect(screen.queryByRole("button", { name: "Back to the middle" })).toBeNull();
});

test("a press beyond the picture's edge is its edge", () => {
  render(<Place frames="cover" ids={["jar"]} />);
  fireEvent.click(screen.getByRole("button", { name: "Choose what is seen: Pickle" }));
  press(20, 900);
  expect(positions("jar")).toEqual(["0% 100%", "0% 100%", "0% 100%"]);
  expect(screen.getByText("On a computer")).toBeVisible();
});

test.each([
  ["a logo, which is never cut", "logo", "jar", false],
  ["a picture that is being checked", "cover", "checked", false],
  ["a page that is read only", "cover", "jar", true],
] as const)("there is nothing to choose of %s", (_, frames, id, readOnly) => {
  render(<Place frames={frames} ids={[id]} readOnly={readOnly} />);
  expect(screen.queryByRole("button", { name: /Choose what is seen/ })).toBeNull();
});
