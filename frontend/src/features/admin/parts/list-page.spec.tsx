import { expect, test } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { UNSAFE_createMemoryHistory as createMemoryHistory } from "react-router-dom";
import { guarded, SiteRouter } from "../../../ui/navigation";
import { useAddress } from "./list-page";

/** Two changes between two drawings: what was typed comes to the address as something else is opened. */
function Page() {
  const { get, put } = useAddress();
  const both = () => {
    put({ q: "m", page: "" }, { replace: true });
    put({ booking: "7" });
  };
  return <button onClick={both}>{`q=${get("q")} booking=${get("booking")}`}</button>;
}

test("changes that follow each other at once do not take each other back", async () => {
  const history = guarded(createMemoryHistory({ initialEntries: ["/list?view=plan&page=3"], v5Compat: true }));
  render(
    <SiteRouter history={history}>
      <Page />
    </SiteRouter>,
  );
  await userEvent.click(screen.getByRole("button"));
  expect(await screen.findByText("q=m booking=7")).toBeVisible();
  expect(history.location.pathname + history.location.search).toBe("/list?view=plan&q=m&booking=7");
});
