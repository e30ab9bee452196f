import { Box, chakra, Flex } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import { type Location, NavigationType, Outlet, useLocation, useNavigationType } from "react-router-dom";
import { useHistory, useIsScreenLoading, visitOf } from "../ui/navigation";
import { strings } from "./app.strings";
import { LanguageOfferHost } from "./language-offer-host";
import { ListingDialogHost } from "./listing-dialog-host";
import { SiteBanner } from "./site-banner";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";

/**
 * After each navigation, scrolls to the top (T-006) and focuses the page's heading for screen readers. Back and forward
 * restore the scroll position as soon as the page is long enough. A link to the current page, such as those in the
 * footer, counts as a navigation; a filter's change of the query and the skip link do not.
 */
function useScrollAndFocus(): void {
  const location = useLocation();
  const { scrollPositions } = useHistory();
  const isBackOrForward = useNavigationType() === NavigationType.Pop;
  const before = useRef<Location>(undefined);
  useEffect(() => {
    const from = before.current;
    before.current = location;
    if (from === undefined || visitOf(from) === visitOf(location)) return undefined;
    const byLink = document.activeElement?.closest("a[href]") instanceof Element;
    const { pathname, search, hash } = location;
    if (from.pathname === pathname && (hash !== "" || (from.search !== search && !byLink))) return undefined;
    globalThis.scrollTo(0, 0);
    const target =
      document.querySelector<HTMLElement>("[data-page-heading]") ?? document.querySelector<HTMLElement>("main");
    target?.focus({ preventScroll: true });
    return isBackOrForward ? restoreScroll(scrollPositions.get(visitOf(location)) ?? 0) : undefined;
  }, [location, isBackOrForward, scrollPositions]);
}

/**
 * Scrolls to a position (px) as soon as the page is long enough, and again whenever content above it loads, until the
 * visitor scrolls.
 *
 * @returns a function that cancels it
 */
function restoreScroll(position: number): () => void {
  const furthest = () => document.documentElement.scrollHeight - innerHeight;
  const growth = new ResizeObserver(() => {
    if (furthest() >= position) globalThis.scrollTo(0, position);
  });
  const stopIfVisitorScrolled = () => {
    // A page that became shorter has scrolled to its end by itself.
    if (scrollY > 0 && Math.abs(scrollY - Math.min(position, furthest())) > 1) growth.disconnect();
  };
  globalThis.addEventListener("scroll", stopIfVisitorScrolled);
  growth.observe(document.body);
  return () => {
    globalThis.removeEventListener("scroll", stopIfVisitorScrolled);
    growth.disconnect();
  };
}

/** Progress bar at the top while the next screen's code is fetched. */
function Progress() {
  const loading = useIsScreenLoading();
  return (
    <Box
      aria-hidden
      position="fixed"
      insetInlineStart="0"
      top="0"
      height="3px"
      width="full"
      zIndex="toast"
      bg="rani.solid"
      transformOrigin="left"
      transform={loading ? "scaleX(0.7)" : "scaleX(0)"}
      opacity={loading ? 1 : 0}
      transition={loading ? "transform 1.5s ease-out 150ms, opacity 0ms 150ms" : "none"}
      _motionReduce={{ transition: "none" }}
    />
  );
}

/** Header, the screen, footer. */
export function RootLayout() {
  useScrollAndFocus();
  return (
    <Flex direction="column" minHeight="100dvh">
      <chakra.a
        href="#content"
        position="absolute"
        insetInlineStart="4"
        top="-20"
        zIndex="toast"
        bg="rani.solid"
        color="rani.on"
        px="4"
        py="3"
        borderRadius="card"
        fontWeight="600"
        _focus={{ top: "4" }}
      >
        {strings.skip}
      </chakra.a>
      <Progress />
      <SiteHeader />
      <SiteBanner />
      <chakra.main id="content" tabIndex={-1} flex="1">
        <Outlet />
      </chakra.main>
      <SiteFooter />
      <ListingDialogHost />
      <LanguageOfferHost />
    </Flex>
  );
}
