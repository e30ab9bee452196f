import { Box, chakra } from "@chakra-ui/react";
import messages from "@sakhi/domain/generated/messages/en/ui";
import { ArrowLeft } from "lucide-react";
import { type ReactNode, type Ref, useCallback } from "react";
import { Link, useLocation } from "react-router-dom";
import { usePageHead } from "./page-head";

/** Sets the title and description of the current page; the rest of the head depends on its path. */
export function useDocumentTitle(title: string, description?: string): void {
  usePageHead({ path: useLocation().pathname, title, description });
}

/**
 * Ref for an element that may be removed while it contains the focus, such as a button replaced by its result. Moves the
 * focus to the heading of the same section, or of the page if the section is gone too.
 */
export function useFocusFallback(): Ref<HTMLElement> {
  return useCallback((element: HTMLElement | null) => {
    const section = element?.closest("section, main");
    return () => {
      if (element?.contains(document.activeElement) !== true) return;
      // The replacement is not rendered yet.
      queueMicrotask(() => {
        const place = section?.isConnected === true ? section : document.querySelector("main");
        const heading = place?.querySelector<HTMLElement>("h1, h2, h3");
        if (!heading || document.activeElement !== document.body) return;
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      });
    };
  }, []);
}

/** The page's main heading; focus moves here after a navigation (see root-layout). */
export function PageHeading({
  children,
  style = "h1",
}: {
  readonly children: ReactNode;
  readonly style?: "h1" | "display";
}) {
  return (
    <chakra.h1 ref={useFocusFallback()} textStyle={style} overflowWrap="break-word" tabIndex={-1} data-page-heading>
      {children}
    </chakra.h1>
  );
}

/** Content width and padding of every page. */
export function PageBody({ children, narrow = false }: { readonly children: ReactNode; readonly narrow?: boolean }) {
  return (
    <Box maxWidth={narrow ? "text" : "page"} mx="auto" px={{ base: "4", md: "8" }} py={{ base: "6", md: "10" }}>
      {children}
    </Box>
  );
}

/** A link to the parent page. */
export function BackLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Box mb="3">
      <chakra.span
        css={{
          "& a": {
            display: "inline-flex",
            alignItems: "center",
            gap: "0.5rem",
            minHeight: "2.75rem",
            fontWeight: "600",
            color: "indigo.text",
            textDecoration: "none",
            _hover: { textDecoration: "underline", textUnderlineOffset: "4px" },
          },
        }}
      >
        <Link to={to}>
          <ArrowLeft size={18} aria-hidden />
          {children}
        </Link>
      </chakra.span>
    </Box>
  );
}

/** Text for screen readers only. */
export function Hidden({ children }: { readonly children: ReactNode }) {
  return (
    <chakra.span
      position="absolute"
      width="1px"
      height="1px"
      margin="-1px"
      overflow="hidden"
      clipPath="inset(50%)"
      whiteSpace="nowrap"
    >
      {children}
    </chakra.span>
  );
}

/** Attributes of a link that opens in a new tab. */
export const NEW_TAB = { target: "_blank", rel: "noopener noreferrer" } as const;

/** Ends the name of such a link. */
export const OPENS_IN_NEW_TAB = messages.newTab;

/** The same for screen readers only, after the link's text. */
export function NewTabHint() {
  return <Hidden> {OPENS_IN_NEW_TAB}</Hidden>;
}

/** A visually hidden live region: screen readers announce its changes. */
export function Announcement({ children }: { readonly children: ReactNode }) {
  return (
    <Hidden>
      <span aria-live="polite" aria-atomic="true">
        {children}
      </span>
    </Hidden>
  );
}

/** Spinner for short waits. */
export function Spinner({ size = 20 }: { readonly size?: number }) {
  return (
    <chakra.svg
      aria-hidden
      viewBox="0 0 24 24"
      width={`${size}px`}
      height={`${size}px`}
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      animation="turn 0.9s linear infinite"
      _motionReduce={{ animationDuration: "4s" }}
    >
      <path d="M12 3a9 9 0 1 1-9 9" />
    </chakra.svg>
  );
}
