import { afterEach, beforeAll, expect, test } from "@jest/globals";
import { PATHS } from "@sakhi/domain/site/routes";
import { act, render } from "@testing-library/react";
import { Provider } from "react-redux";
import { UNSAFE_createMemoryHistory as createMemoryHistory, useLocation } from "react-router-dom";
import { createStore } from "../app/store";
import { guarded, SiteRouter } from "./navigation";
import { useDocumentTitle } from "./page";
import { headWriter, pageHead, usePageHead } from "./page-head";

/** It begins with the facts in the head, which each test clears. */
const store = createStore();

beforeAll(headWriter.load);
afterEach(() => document.head.replaceChildren());

function Products() {
  usePageHead(pageHead(PATHS.products));
  return null;
}

function Titled({ title, description }: { readonly title: string; readonly description?: string }) {
  useDocumentTitle(title, description);
  return null;
}

function Pages() {
  switch (useLocation().pathname) {
    case PATHS.products:
      return <Products />;
    case PATHS.plan:
      return <Titled title="The Mela floor plan" />;
    case PATHS.myBooking:
      return <Titled title="Stall B12" />;
    default:
      return <Titled title="404 Page Not Found" description="There is nothing here." />;
  }
}

/** The contents of the document's head. */
function head() {
  const contentOf = (selector: string) => {
    const element = document.head.querySelector(selector);
    return element?.getAttribute("content") ?? element?.getAttribute("href") ?? undefined;
  };
  const lists = [...document.head.querySelectorAll("script[type='application/ld+json']")].map(
    ({ textContent }) => JSON.parse(textContent) as { readonly itemListElement: readonly { readonly name: string }[] },
  );
  return {
    title: document.title,
    description: contentOf("meta[name=description]"),
    address: contentOf("link[rel=canonical]"),
    robots: contentOf("meta[name=robots]"),
    shared: [contentOf("meta[property='og:title']"), contentOf("meta[property='og:url']")],
    breadcrumbs: lists.map(({ itemListElement }) => itemListElement.map(({ name }) => name)),
  };
}

const site = (path: string) => globalThis.location.origin + path;

test.each([
  [
    PATHS.plan,
    {
      title: "The Mela floor plan · Sakhi Bazaar",
      description: "See which stalls are free right now, pick yours and book it online.",
      address: site(PATHS.plan),
      robots: undefined,
      shared: ["The Mela floor plan · Sakhi Bazaar", site(PATHS.plan)],
      breadcrumbs: [["Home", "Paid Events", "The Mela floor plan"]],
    },
  ],
  [
    PATHS.myBooking,
    {
      title: "Stall B12 · Sakhi Bazaar",
      description: "Your stall: ticket, invoice, dates and payments.",
      address: site(PATHS.myBooking),
      robots: "noindex",
      shared: ["Stall B12 · Sakhi Bazaar", site(PATHS.myBooking)],
      breadcrumbs: [["Home", "Paid Events", "The Mela floor plan", "My booking"]],
    },
  ],
  ...["/nothing", "/brands/Nobody"].map(
    (path) =>
      [
        path,
        {
          title: "404 Page Not Found · Sakhi Bazaar",
          description: "There is nothing here.",
          address: undefined,
          robots: "noindex",
          shared: ["404 Page Not Found · Sakhi Bazaar", undefined],
          breadcrumbs: [],
        },
      ] as const,
  ),
])("navigating to %s replaces the head of the previous page, and going back restores it", (path, expected) => {
  const history = guarded(createMemoryHistory({ initialEntries: [PATHS.products], v5Compat: true }));
  render(
    <Provider store={store}>
      <SiteRouter history={history}>
        <Pages />
      </SiteRouter>
    </Provider>,
  );
  const products = head();
  expect(products).toMatchObject({ address: site(PATHS.products), robots: undefined });
  act(() => history.push(path));
  expect(head()).toEqual(expected);
  act(() => history.push(PATHS.products));
  expect(head()).toEqual(products);
});
