import { Box, chakra } from "@chakra-ui/react";
import { PATHS } from "@sakhi/domain/site/routes";
import { Search, X } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, type RefObject, useEffect, useId, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Listing } from "../../api/catalogue-api";
import { openListing } from "../../shared/open-listing";
import { iconButton } from "../../ui/card";
import { useBackCloses } from "../../ui/navigation";
import { Announcement } from "../../ui/page";
import type { SearchOption } from "./results";
import type { SearchSession, SearchView } from "./search-session";
import { strings } from "./search.strings";
import { useSearch } from "./use-search";

interface SearchBoxProps {
  /** Opens a listing on the current page; without it the box navigates to / and fires the window event `openListing`. */
  readonly onOpenListing?: (listing: Listing) => void;
}

/** Announcement for screen readers. */
function announcement({ state, source, sections, empty }: SearchView): string {
  const count = sections.reduce((sum, { options }) => sum + options.length, 0);
  if (state.text.trim() === "") return "";
  if (state.phase === "loading") return strings.searching(state.debounced);
  if (empty) return strings.noResults(state.query);
  if (count === 0) return "";
  return source === "results" ? strings.results(count) : strings.suggestions(count);
}

/** Resets the search on navigation and on a press outside; searches for the first page's ?q=. */
function useResets(session: SearchSession, inUse: boolean, root: RefObject<HTMLElement | null>): void {
  const location = useLocation();
  const lastKey = useRef<string>(undefined);
  useEffect(() => {
    const first = lastKey.current === undefined;
    if (lastKey.current === location.key) return;
    lastKey.current = location.key;
    const query = first && location.pathname === "/" ? new URLSearchParams(location.search).get("q") : null;
    if (query !== null) session.type(query);
    else if (!first) session.reset();
  }, [location, session]);

  // Even with the panel closed.
  useEffect(() => {
    if (!inUse) return;
    const onPress = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && root.current?.contains(target) === true)) session.reset();
    };
    document.addEventListener("pointerdown", onPress);
    return () => document.removeEventListener("pointerdown", onPress);
  }, [inUse, session, root]);
}

/** The site's search: a combobox with local suggestions, then the server's results after a debounce. */
export function SearchBox({ onOpenListing }: SearchBoxProps) {
  const listId = useId();
  const root = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();

  const { view, parts } = useSearch();
  const { session, state, sections, skeleton, empty } = view;
  const Panel = parts?.SearchPanel;
  const options = sections.flatMap((section) => section.options);
  const active = state.active < options.length ? state.active : -1;
  const open = options.length > 0 || skeleton || empty || state.phase === "loading" || state.phase === "failed";
  useResets(session, open || state.text !== "", root);
  const { pathname, search } = useLocation();
  // The page of a search (/?q=) is left by Back as any other.
  const ofPage = pathname === "/" && new URLSearchParams(search).has("q");
  useBackCloses(open && !ofPage, () => session.reset());

  const finish = () => {
    parts?.storeRecentSearch(state.text);
    session.reset();
  };
  const choose = ({ action }: SearchOption) => {
    if (action.kind === "recall") {
      session.type(action.text);
      input.current?.focus();
      return;
    }
    finish();
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
    // Keys belong to the input method while a word is being composed (Devanagari, Tamil, …).
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
        else finish();
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
        // The focused element may be in the panel, which closes.
        input.current?.focus();
        session.reset();
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget === null) session.focus(false);
        else if (root.current?.contains(relatedTarget) !== true) session.reset();
      }}
    >
      <SearchInput
        ref={input}
        session={session}
        text={state.text}
        onKeyDown={onKeyDown}
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-activedescendant={active === -1 ? undefined : `${listId}-${active}`}
      />
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
      <Announcement>{announcement(view)}</Announcement>
    </Box>
  );
}

interface InputProps extends Pick<
  ComponentProps<"input">,
  "onKeyDown" | "aria-expanded" | "aria-controls" | "aria-activedescendant"
> {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly session: SearchSession;
  readonly text: string;
}

/** The text field, with its sign and, while there is text, a button that clears it. */
function SearchInput({ ref, session, text, ...combobox }: InputProps) {
  return (
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
        ref={ref}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        role="combobox"
        aria-label={strings.label}
        aria-autocomplete="list"
        {...combobox}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={strings.placeholder}
        value={text}
        onChange={({ target }) => session.type(target.value)}
        onFocus={() => session.focus(true)}
        onClick={() => session.focus(true)}
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
      {text !== "" && (
        <chakra.button
          type="button"
          aria-label={strings.clear}
          onClick={() => {
            session.reset();
            session.focus(true);
            ref.current?.focus();
          }}
          position="absolute"
          insetInlineEnd="0"
          top="0"
          {...iconButton}
          borderRadius="full"
          color="muted"
        >
          <X size={20} aria-hidden />
        </chakra.button>
      )}
    </Box>
  );
}
