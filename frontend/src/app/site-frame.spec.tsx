import { beforeAll, expect, jest, test } from "@jest/globals";
import { act, fireEvent, render, screen, within, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { UNSAFE_createMemoryHistory as createMemoryHistory } from "react-router-dom";
import { catalogueServer, listing } from "../test/catalogue-server";
import { fakeClock, pass } from "../test/clock";
import { openSite } from "../test/render-site";
import { guarded, SiteRouter } from "../ui/navigation";
import { AppProviders } from "./providers";
import { switchScrollRestoration } from "./scroll-restoration";
import { ShopMenu } from "./shop-menu";
import { createStore } from "./store";

beforeAll(() => {
  // jsdom has no modal dialogs. Closing a real one restores the focus if it is still in the page.
  let opener: Element | null = null;
  HTMLDialogElement.prototype.showModal = function show() {
    opener = document.activeElement;
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    if (this.isConnected && opener instanceof HTMLElement) opener.focus();
  };
});

const POLICIES = "/paid-events/policies";
const linksOf = (element: HTMLElement) =>
  [...element.querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href")]);

test("an unknown path shows the page 404 Page Not Found", async () => {
  await openSite("/nothing/here");
  expect(await screen.findByRole("heading", { level: 1, name: "404 Page Not Found" })).toBeVisible();
  expect(document.title).toMatch(/^404 Page Not Found/);
});

test("header, main navigation, Shop and footer list their links in order; a navigation scrolls to the top and focuses the new page's heading", async () => {
  const user = userEvent.setup();
  await openSite(POLICIES, catalogueServer([]));
  expect(await screen.findByText("a partnership")).toBeVisible();
  expect(screen.getByText("Let's Empower Women Entrepreneurs")).toBeVisible();
  const [navigation] = document.querySelectorAll<HTMLElement>("header nav");
  if (navigation === undefined) throw new Error("no navigation");
  expect(linksOf(navigation)).toEqual([
    ["Home", "/"],
    ["Corporate Gifting", "/corporate-gifting"],
    ["About", "/about"],
    ["Awards", "/awards"],
    ["Support", "/support"],
    ["Paid Events", "/paid-events"],
  ]);
  // jsdom has no media queries: it shows the phone's Shop icon.
  const shop = screen.getByRole("button", { name: "Shop" });
  await user.click(shop);
  expect(shop).toHaveAttribute("aria-expanded", "true");
  const list = document.getElementById(shop.getAttribute("aria-controls") ?? "");
  expect(linksOf(list!)).toEqual([
    ["Products", "/products"],
    ["Services", "/services"],
    ["NGO", "/ngo"],
  ]);
  await user.keyboard("{Escape}");
  expect(shop).toHaveAttribute("aria-expanded", "false");
  expect(shop).toHaveFocus();

  const footer = within(screen.getByRole("contentinfo"));
  const to = (name: string) => linksOf(footer.getByRole("navigation", { name })).map(([, path]) => path);
  expect(to("Quick links")).toEqual([
    ...["/", "/products", "/services", "/ngo", "/corporate-gifting", "/about", "/awards", "/support"],
  ]);
  expect(to("Legal")).toEqual(["/privacy-policy", "/disclaimer", "/terms-and-conditions"]);
  expect(footer.getByText(/Mumbai/)).toBeVisible();
  expect(footer.getByRole("link", { name: /Instagram/ })).toBeVisible();
  expect(footer.getByRole("link", { name: /LinkedIn/ })).toBeVisible();
  expect(footer.getByText(/2024/)).toBeVisible();

  await user.click(within(navigation).getByText("Paid Events"));
  const heading = await screen.findByRole("heading", { level: 1, name: "Paid Events" });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(globalThis.scrollTo).toHaveBeenCalledWith(0, 0);
  expect(document.title).toBe("Paid Events · Sakhi Bazaar");
});

test("going back restores the scroll position once the page is long enough, unless the visitor has scrolled", async () => {
  const Quiet = globalThis.ResizeObserver;
  let grow: () => void = () => undefined;
  globalThis.ResizeObserver = class extends Quiet {
    constructor(private readonly callback: ResizeObserverCallback) {
      super(callback);
    }
    override observe(element: Element): void {
      if (element === document.body) grow = () => this.callback([], this);
    }
    override disconnect(): void {
      grow = () => undefined;
    }
  };
  const scrollPageTo = (position: number) => {
    Object.defineProperty(globalThis, "scrollY", { value: position, configurable: true });
    fireEvent.scroll(window);
  };
  const setPageHeight = (px: number) =>
    Object.defineProperty(document.documentElement, "scrollHeight", { value: px, configurable: true });
  const { history } = await openSite(POLICIES, catalogueServer([]));
  const back = async () => {
    scrollPageTo(900);
    history.push("/paid-events");
    await screen.findByRole("heading", { level: 1, name: "Paid Events" });
    scrollPageTo(0);
    history.go(-1);
    await waitFor(() => expect(screen.getByRole("heading", { level: 1, name: "Event Policies" })).toHaveFocus());
    jest.mocked(globalThis.scrollTo).mockClear();
  };
  await back();
  setPageHeight(1000);
  grow();
  expect(globalThis.scrollTo).not.toHaveBeenCalled();
  setPageHeight(900 + innerHeight);
  grow();
  expect(globalThis.scrollTo).toHaveBeenCalledWith(0, 900);

  await back();
  scrollPageTo(300);
  grow();
  expect(globalThis.scrollTo).not.toHaveBeenCalled();
  scrollPageTo(0);
  globalThis.ResizeObserver = Quiet;
});

test("the browser restores the scroll position of a reloaded or revisited document, the site that of a screen", () => {
  switchScrollRestoration(new Map());
  expect(globalThis.history.scrollRestoration).toBe("manual");
  const hidden = jest.spyOn(document, "hidden", "get").mockReturnValue(true);
  fireEvent(document, new Event("visibilitychange"));
  expect(globalThis.history.scrollRestoration).toBe("auto");
  hidden.mockRestore();
});

test("Shop is marked as current on the pages of the shop", () => {
  const history = guarded(createMemoryHistory({ initialEntries: [POLICIES], v5Compat: true }));
  render(
    <AppProviders store={createStore()}>
      <SiteRouter history={history}>
        <ShopMenu compact />
      </SiteRouter>
    </AppProviders>,
  );
  const shop = ["/products", "/products/bags", "/services/brands/Seekho", "/ngo"];
  const marked = [...shop, "/", "/categories/handicrafts", "/paid-events"].filter((path) => {
    act(() => history.push(path));
    return screen.getByRole("button", { name: "Shop" }).hasAttribute("aria-current");
  });
  expect(marked).toEqual(shop);
});

test("the side menu contains all links, restores the focus when closed, and closes on navigation", async () => {
  const user = userEvent.setup();
  await openSite(POLICIES, catalogueServer([]));
  const opener = screen.getByRole("button", { name: "Menu" });
  await user.click(opener);
  await user.click(await screen.findByRole("button", { name: "Close menu" }));
  expect(opener).toHaveFocus();
  await user.click(opener);
  const menu = await screen.findByRole("dialog", { name: "Menu" });
  const community = within(menu).getByRole("link", { name: /^Join Our Community/ });
  expect(community).toHaveAttribute("target", "_blank");
  expect(community.getAttribute("href")).toMatch(/^https:/);
  expect(within(menu).getByRole("link", { name: "List Your Brand" })).toHaveAttribute("href", "/join");
  await user.click(within(menu).getByRole("link", { name: "NGO" }));
  expect(await screen.findByRole("heading", { level: 1, name: "NGO Initiatives" })).toBeVisible();
  expect(screen.queryByRole("dialog", { name: "Menu" })).not.toBeInTheDocument();
});

test("a navigation closes the search, the shop menu and a listing, and going back reopens none of them", async () => {
  const user = userEvent.setup();
  const { history } = await openSite(POLICIES, catalogueServer([]));
  const [shop] = screen.getAllByRole("button", { name: "Shop" });
  const areClosed = () => {
    expect(screen.getByRole("button", { name: "Search" })).toHaveAttribute("aria-expanded", "false");
    expect(shop).toHaveAttribute("aria-expanded", "false");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  };
  await user.click(screen.getByRole("button", { name: "Search" }));
  await user.click(shop!);
  act(() => void globalThis.dispatchEvent(new CustomEvent("openListing", { detail: listing({ name: "Tote" }) })));
  await screen.findByRole("dialog", { name: "Tote" });
  act(() => history.push("/paid-events"));
  await screen.findByText("Premium Event");
  await waitFor(areClosed);
  act(() => history.go(-1));
  await waitFor(() => expect(screen.getByRole("heading", { level: 1, name: "Event Policies" })).toHaveFocus());
  areClosed();
});

test("the footer copies the e-mail address, shows Copied for 2 seconds, and reports a failure", async () => {
  const user = fakeClock();
  await openSite(POLICIES, catalogueServer([]));
  await user.click(screen.getByRole("button", { name: "Copy the e-mail address" }));
  await pass(0);
  expect(await navigator.clipboard.readText()).toBe("support@sakhibazaar.example");
  expect(screen.getByRole("button", { name: "Copied" })).toBeVisible();
  await pass(1.9);
  expect(screen.getByRole("button", { name: "Copied" })).toBeVisible();
  await pass(0.2);
  const button = screen.getByRole("button", { name: "Copy the e-mail address" });
  jest.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(new DOMException("", "NotAllowedError"));
  await user.click(button);
  expect(screen.getByText("Could not copy")).toBeVisible();
  expect(button).toHaveAccessibleName("Copy the e-mail address");
});

test("the window event openListing opens the dialog on any page (T-009), replaces a listing that is open, and a navigation closes it", async () => {
  const { navigate } = await openSite(POLICIES, catalogueServer([]));
  const fire = (detail: unknown) =>
    act(async () => {
      globalThis.dispatchEvent(new CustomEvent("openListing", { detail }));
    });
  await fire(listing({ name: "Tote", location: null, websiteUrl: " http://tote.example " }));
  const dialog = await screen.findByRole("dialog", { name: "Tote" });
  expect(within(dialog).getByText("By Asha Patil")).toBeVisible();
  expect(within(dialog).getByText("India")).toBeVisible();
  expect(within(dialog).getByText("Bags")).toBeVisible();
  expect(within(dialog).getByRole("link", { name: "asha@jhola.example" })).toHaveAttribute(
    "href",
    "mailto:asha@jhola.example",
  );
  expect(within(dialog).getByRole("link", { name: "+91 90000 00001" })).toHaveAttribute("href", "tel:+919000000001");
  expect(within(dialog).getByRole("link", { name: /Visit Shop/ })).toHaveAttribute("href", "http://tote.example");
  await fire({ id: "2", name: "Bare", description: "", category: "Kids", websiteUrl: " " });
  const second = await screen.findByRole("dialog", { name: "Bare" });
  expect(within(second).queryByText(/Asha/)).not.toBeInTheDocument();
  expect(within(second).queryByRole("link", { name: /Visit Shop/ })).not.toBeInTheDocument();
  await userEvent.setup().click(within(second).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await fire("nothing that is a listing");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  await act(() => navigate("/privacy-policy"));
  await fire(listing({ name: "Tote" }));
  expect(await screen.findByRole("dialog", { name: "Tote" })).toBeVisible();
  for (const step of [-1, 1]) {
    await act(() => navigate(step));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  }
});
