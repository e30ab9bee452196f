import { PATHS } from "@sakhi/domain/site/routes";
import { Box, chakra } from "@chakra-ui/react";
import { Search, X } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import type { KeyboardEvent } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Listing } from "../../api/catalogue-api";
import { openListing } from "../../ui/open-listing";
import { Announcement } from "../../ui/page";
import type { SearchOption } from "./results";
import { strings } from "./search.strings";
import type { SearchView } from "./search-session";
import { useSearch } from "./use-search";
import { signButton } from "../../ui/card";

interface SearchBoxProps {
  /** Shows a listing in place; without it the box goes to / and fires the window event `openListing` there. */
  readonly onOpenListing?: (listing: Listing) => void;
}

/** What is read out as the search goes on. */
function spoken({ state, source, sections, nothing }: SearchView): string {
  const count = sections.reduce((sum, { options }) => sum + options.length, 0);
  if (state.text.trim() === "") return "";
  if (state.phase === "loading") return strings.saySearching(state.settled);
  if (nothing) return strings.sayNothing(state.answered);
  if (count === 0) return "";
  return source === "results" ? strings.sayFound(count) : strings.saySuggested(count);
}

/** The site's search: a combo box whose list offers suggestions at once and the server's results after a pause. */
export function SearchBox({ onOpenListing }: SearchBoxProps) {
  const listId = useId();
  const root = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const location = useLocation();

  const { view, parts } = useSearch();
  const { session, state, sections, skeleton, nothing } = view;
  const Panel = parts?.SearchPanel;
  const options = sections.flatMap((section) => section.options);
  const active = state.active < options.length ? state.active : -1;
  const open = options.length > 0 || skeleton || nothing || state.phase === "loading" || state.phase === "failed";

  // A navigation closes and empties; the first page's own ?q= is searched for.
  const arrived = useRef<string>(undefined);
  useEffect(() => {
    const first = arrived.current === undefined;
    if (arrived.current === location.key) return;
    arrived.current = location.key;
    const asked = first && location.pathname === "/" ? new URLSearchParams(location.search).get("q") : null;
    if (asked !== null) session.type(asked);
    else if (!first) session.reset();
  }, [location, session]);

  // So does a press elsewhere, also of what is typed where nothing is offered for it.
  const used = open || state.text !== "";
  useEffect(() => {
    if (!used) return;
    const press = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && root.current?.contains(target) === true)) session.reset();
    };
    document.addEventListener("pointerdown", press);
    return () => document.removeEventListener("pointerdown", press);
  }, [used, session]);

  const choose = ({ action }: SearchOption) => {
    if (action.kind === "recall") {
      session.type(action.text);
      input.current?.focus();
      return;
    }
    parts?.keepRecentSearch(state.text);
    session.reset();
    if (action.kind === "go") {
      void navigate(action.to);
      return;
    }
    const { listing } = action;
    if (onOpenListing !== undefined) onOpenListing(listing);
    else void Promise.resolve(navigate(PATHS.home)).then(() => setTimeout(() => openListing(listing)));
  };

  const move = (by: 1 | -1) => {
    const count = options.length;
    const from = active === -1 && by === -1 ? 0 : active;
    if (count > 0) session.highlight((from + by + count) % count);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // A word that is still being composed (Devanagari, Tamil, …) keeps its keys.
    if (event.nativeEvent.isComposing) return;
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        event.preventDefault();
        session.focus(true);
        move(event.key === "ArrowDown" ? 1 : -1);
        break;
      case "Enter": {
        event.preventDefault();
        const option = options[active];
        if (option !== undefined) choose(option);
        else {
          parts?.keepRecentSearch(state.text);
          session.reset();
        }
        break;
      }
    }
  };

  return (
    <Box
      ref={root}
      role="search"
      position="relative"
      width="full"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        // What had the focus goes with the panel.
        input.current?.focus();
        session.reset();
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget === null) session.focus(false);
        else if (root.current?.contains(relatedTarget) !== true) session.reset();
      }}
    >
      <Box position="relative">
        <Box
          aria-hidden
          position="absolute"
          insetInlineStart="3"
          top="50%"
          transform="translateY(-50%)"
          color="muted"
          pointerEvents="none"
        >
          <Search size={20} />
        </Box>
        <chakra.input
          ref={input}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          role="combobox"
          aria-label={strings.label}
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active === -1 ? undefined : `${listId}-${active}`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={strings.placeholder}
          value={state.text}
          onChange={({ target }) => session.type(target.value)}
          onFocus={() => session.focus(true)}
          onClick={() => session.focus(true)}
          onKeyDown={onKeyDown}
          width="full"
          minHeight="tap"
          ps="10"
          pe="11"
          borderRadius="full"
          borderWidth="1.5px"
          borderColor="edge"
          bg="card"
          color="ink"
          fontSize="1rem"
          textOverflow="ellipsis"
          _placeholder={{ color: "muted", opacity: "1" }}
          _hover={{ borderColor: "indigo.text" }}
        />
        {state.text !== "" && (
          <chakra.button
            type="button"
            aria-label={strings.clear}
            onClick={() => {
              session.reset();
              session.focus(true);
              input.current?.focus();
            }}
            position="absolute"
            insetInlineEnd="0"
            top="0"
            {...signButton}
            borderRadius="full"
            color="muted"
          >
            <X size={20} aria-hidden />
          </chakra.button>
        )}
      </Box>
      {open && Panel !== undefined && (
        <Panel
          view={view}
          listId={listId}
          onRetry={() => {
            input.current?.focus();
            session.search();
          }}
          active={active}
          onChoose={choose}
        />
      )}
      <Announcement>{spoken(view)}</Announcement>
    </Box>
  );
}
