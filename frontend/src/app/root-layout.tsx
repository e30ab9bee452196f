import { Box, chakra, Flex } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { useBusy } from "../ui/navigation";
import { strings } from "./app.strings";
import { ListingDialogHost } from "./listing-dialog-host";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";

/**
 * After each navigation: to the top (T-006), and the focus on the page's heading, for those who listen. A link to the
 * page in view, such as those of the footer, is one too; another query by a filter is not, nor is the skip link.
 */
function useArrival(): void {
  const { key, pathname, search, hash } = useLocation();
  const before = useRef<{ readonly key: string; readonly pathname: string; readonly search: string }>(undefined);
  useEffect(() => {
    globalThis.history.scrollRestoration = "manual";
    const from = before.current;
    before.current = { key, pathname, search };
    if (from === undefined || from.key === key) return;
    const byLink = document.activeElement?.closest("a[href]") instanceof Element;
    if (from.pathname === pathname && (hash !== "" || (from.search !== search && !byLink))) return;
    globalThis.scrollTo(0, 0);
    const target =
      document.querySelector<HTMLElement>("[data-page-heading]") ?? document.querySelector<HTMLElement>("main");
    target?.focus({ preventScroll: true });
  }, [key, pathname, search, hash]);
}

/** A thin line at the top while the next screen's code is fetched. */
function Progress() {
  const busy = useBusy();
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
      transform={busy ? "scaleX(0.7)" : "scaleX(0)"}
      opacity={busy ? 1 : 0}
      transition={busy ? "transform 1.5s ease-out 150ms, opacity 0ms 150ms" : "none"}
      _motionReduce={{ transition: "none" }}
    />
  );
}

/** Header, the screen, footer. */
export function RootLayout() {
  useArrival();
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
      <chakra.main id="content" tabIndex={-1} flex="1">
        <Outlet />
      </chakra.main>
      <SiteFooter />
      <ListingDialogHost />
    </Flex>
  );
}
