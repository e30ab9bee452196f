import { PATHS } from "@sakhi/domain/site/routes";
import { Box, chakra } from "@chakra-ui/react";
import { Search, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Listing } from "../../api/catalogue-api";
import { openListing } from "../../ui/open-listing";
import { Announcement } from "../../ui/page";
import type { SearchFilter, SearchOption } from "./results";
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
  const [focused, setFocused] = useState(false);
  const [filter, setFilter] = useState<SearchFilter>("all");
  const [highlight, setHighlight] = useState({ of: "", index: -1 });

  const { view, parts } = useSearch(filter, focused);
  const { session, state, sections, source, skeleton, nothing } = view;
  const Panel = parts?.SearchPanel;
  const options = sections.flatMap((section) => section.options);
  // The highlight belongs to one list: another chip, text or source has none.
  const list = [filter, source, state.settled, state.answered].join("\n");
  const active = highlight.of === list && highlight.index < options.length ? highlight.index : -1;
  const open = options.length > 0 || skeleton || nothing || state.phase === "loading" || state.phase === "failed";

  const reset = () => {
    session.reset();
    setFilter("all");
    setHighlight({ of: "", index: -1 });
  };
  const close = () => {
    reset();
    setFocused(false);
  };

  // A navigation closes and empties; the first page's own ?q= is searched for.
  const arrived = useRef<string>(undefined);
  useEffect(() => {
    const first = arrived.current === undefined;
    if (arrived.current === location.key) return;
    arrived.current = location.key;
    const asked = first && location.pathname === "/" ? new URLSearchParams(location.search).get("q") : null;
    if (asked === null) session.reset();
    else session.type(asked);
  }, [location, session]);

  useEffect(() => {
    if (!open) return;
    const leave = (event: PointerEvent) => {
      if (event.target instanceof Node && root.current?.contains(event.target) === true) return;
      session.reset();
      setFilter("all");
      setFocused(false);
    };
    document.addEventListener("pointerdown", leave);
    return () => document.removeEventListener("pointerdown", leave);
  }, [open, session]);

  const choose = ({ action }: SearchOption) => {
    if (action.kind === "recall") {
      session.type(action.text);
      input.current?.focus();
      return;
    }
    parts?.keepRecentSearch(state.text);
    close();
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
    if (count === 0) return;
    const from = active === -1 && by === -1 ? 0 : active;
    setHighlight({ of: list, index: (from + by + count) % count });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // A word that is still being composed (Devanagari, Tamil, …) keeps its keys.
    if (event.nativeEvent.isComposing) return;
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        event.preventDefault();
        setFocused(true);
        move(event.key === "ArrowDown" ? 1 : -1);
        break;
      case "Enter": {
        event.preventDefault();
        const option = options[active];
        if (option !== undefined) choose(option);
        else {
          parts?.keepRecentSearch(state.text);
          close();
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
        if (event.key !== "Escape") return;
        // What had the focus goes with the panel.
        input.current?.focus();
        close();
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && root.current?.contains(relatedTarget) !== true) close();
        else if (relatedTarget === null) setFocused(state.text !== "");
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
          onChange={({ target }) => {
            setFocused(true);
            session.type(target.value);
          }}
          onFocus={() => setFocused(true)}
          onClick={() => setFocused(true)}
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
              reset();
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
          filter={filter}
          onFilter={setFilter}
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
