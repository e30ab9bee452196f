import { ChakraProvider } from "@chakra-ui/react";
import { expect, test } from "@jest/globals";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { dragEntry } from "../../../test/drag-entry";
import { system } from "../../../ui/theme/system";
import { type Orderable, OrderList } from "./order-list";

const THREE: readonly Orderable[] = ["Saree", "Shawl", "Stole"].map((name) => ({ id: name, name }));

function Ordered() {
  const [entries, setEntries] = useState(THREE);
  return (
    <ChakraProvider value={system}>
      <OrderList label="Products" entries={entries} onChange={setEntries} removable>
        {({ name }) => name}
      </OrderList>
    </ChakraProvider>
  );
}

const names = (): (string | null)[] => screen.getAllByRole("listitem").map(({ textContent }) => textContent);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("moves entries by their buttons, takes them out, and announces each change", async () => {
  render(<Ordered />);
  press("Move Saree down");
  expect(names()).toEqual(["Shawl", "Saree", "Stole"]);
  expect(await screen.findByText("Saree is number 2 of 3.")).toBeInTheDocument();
  // At the end of the list the button does nothing.
  press("Move Stole down");
  press("Move Shawl up");
  expect(names()).toEqual(["Shawl", "Saree", "Stole"]);
  press("Take Saree out");
  expect(names()).toEqual(["Shawl", "Stole"]);
  expect(screen.getByRole("list", { name: "Products" })).toHaveFocus();
});

test("moves an entry that is dragged by its grip, when it is dropped", async () => {
  render(<Ordered />);
  const list = screen.getByRole("list", { name: "Products" });
  dragEntry(list, 0, 2);
  expect(names()).toEqual(["Shawl", "Stole", "Saree"]);
  expect(await screen.findByText("Saree is number 3 of 3.")).toBeInTheDocument();
  // Dropped at its own place, or ended by the browser: nothing changes.
  dragEntry(list, 1, 1);
  dragEntry(list, 2, 0, "pointercancel");
  dragEntry(list, 2, 0, "pointerup", 2);
  expect(names()).toEqual(["Shawl", "Stole", "Saree"]);
  dragEntry(list, 2, 0);
  expect(names()).toEqual(["Saree", "Shawl", "Stole"]);
});
