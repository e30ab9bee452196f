import { ChakraProvider } from "@chakra-ui/react";
import { expect, test } from "@jest/globals";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
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

test("moves an entry that is dragged over another", () => {
  render(<Ordered />);
  const [first, , third] = screen.getAllByRole("listitem");
  const dataTransfer = { effectAllowed: "none", setData: () => undefined };
  if (first === undefined || third === undefined) throw new Error("no entries");
  fireEvent.dragStart(first, { dataTransfer });
  fireEvent.dragOver(third, { dataTransfer });
  fireEvent.drop(third, { dataTransfer });
  expect(names()).toEqual(["Shawl", "Stole", "Saree"]);
});
