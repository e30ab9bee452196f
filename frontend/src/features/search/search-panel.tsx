import { Box, Button, chakra, Flex, Skeleton, Text } from "@chakra-ui/react";
import { highlightParts } from "@sakhi/domain/search/search.rules";
import { History } from "lucide-react";
import { type MouseEvent, useEffect, useRef } from "react";
import { LOGO } from "../../shared/pictures/frames";
import { sheet } from "../../ui/card";
import { Chip } from "../../ui/category-filter";
import { LazyImage } from "../../ui/lazy-image";
import { Spinner } from "../../ui/page";
import { SEARCH_FILTERS, type SearchFilter, type SearchOption } from "./results";
import { strings } from "./search-panel.strings";
import type { SearchView } from "./search-session";

/** Keeps the focus in the input on a press, so that the arrow keys still move the highlight. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

function Highlighted({ text, query }: { readonly text: string; readonly query: string }) {
  return highlightParts(text, query).map(({ text: part, matched }, index) =>
    matched ? (
      <chakra.mark key={index} bg="marigold.soft" color="inherit" borderRadius="2px">
        {part}
      </chakra.mark>
    ) : (
      <span key={index}>{part}</span>
    ),
  );
}

function Option({
  option,
  id,
  active,
  query,
  onChoose,
}: {
  readonly option: SearchOption;
  readonly id: string;
  readonly active: boolean;
  readonly query: string;
  readonly onChoose: () => void;
}) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) element.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <Flex
      ref={element}
      id={id}
      role="option"
      aria-selected={active}
      onMouseDown={keepFocus}
      onClick={onChoose}
      gap="3"
      align="center"
      px="3"
      py="1.5"
      minHeight="tap"
      cursor="pointer"
      borderRadius="small"
      bg={active ? "indigo.soft" : "transparent"}
      boxShadow={active ? "inset 3px 0 0 {colors.rani.text}" : "none"}
      _hover={{ bg: "indigo.soft" }}
    >
      {option.action.kind === "recall" && (
        <Box color="muted" aria-hidden>
          <History size={18} />
        </Box>
      )}
      {option.image !== undefined && (
        <Box width="40px" flexShrink="0" borderRadius="small" overflow="hidden">
          <LazyImage src={option.image} picture={option.picture} sizes="40px" alt="" {...(option.isLogo ? LOGO : {})} />
        </Box>
      )}
      <Box minWidth="0" flex="1">
        <Text fontWeight="600" lineHeight="1.3" overflowWrap="anywhere">
          <Highlighted text={option.name} query={query} />
        </Text>
        {option.detail !== "" && (
          <Text textStyle="small" color="muted" lineHeight="1.3" lineClamp="1">
            <Highlighted text={option.detail} query={query} />
          </Text>
        )}
      </Box>
    </Flex>
  );
}

function NoResults({ query, filter }: { readonly query: string; readonly filter: SearchFilter }) {
  return (
    <Box px="3" py="3">
      <Text fontWeight="600" overflowWrap="anywhere">
        {strings.nothing(query)}
      </Text>
      {filter === "ngos" ? (
        <Text mt="1">{strings.ngosComing}</Text>
      ) : (
        <>
          <Text mt="1" color="muted">
            {strings.hintsLead}
          </Text>
          <chakra.ul ps="5" color="muted">
            {strings.hints.map((hint) => (
              <li key={hint}>{hint}</li>
            ))}
          </chakra.ul>
        </>
      )}
    </Box>
  );
}

interface SearchPanelProps {
  readonly view: SearchView;
  readonly listId: string;
  readonly onRetry: () => void;
  /** Index of the highlighted option; -1 for none. */
  readonly active: number;
  readonly onChoose: (option: SearchOption) => void;
}

/** The options as a listbox, grouped by section. */
function Options({ view, listId, active, onChoose }: Omit<SearchPanelProps, "onRetry">) {
  const { state, sections, source } = view;
  const found = { recent: "", suggestions: state.text, results: state.reply?.closeSpelling ?? state.query };
  const query = found[source];
  const allOptions = sections.flatMap(({ options }) => options);
  return (
    <Box
      id={listId}
      role="listbox"
      aria-label={strings.panel}
      data-testid="search-list"
      position="relative"
      maxHeight="24rem"
      overflowY="auto"
      overscrollBehavior="contain"
    >
      {sections.map(({ heading, options }, section) => (
        <div key={heading} role="group" aria-labelledby={`${listId}-heading-${section}`}>
          <Text
            id={`${listId}-heading-${section}`}
            role="presentation"
            textStyle="label"
            color="muted"
            px="3"
            pt="2.5"
            pb="1"
          >
            {heading}
          </Text>
          {options.map((option) => {
            const index = allOptions.indexOf(option);
            return (
              <Option
                key={option.key}
                option={option}
                id={`${listId}-${index}`}
                active={index === active}
                query={query}
                onChoose={() => onChoose(option)}
              />
            );
          })}
        </div>
      ))}
    </Box>
  );
}

/** The panel below the search box: filter chips, options and status. */
export function SearchPanel({ view, listId, onRetry, active, onChoose }: SearchPanelProps) {
  const { session, state, sections, source, skeleton, empty } = view;
  const close = source === "results" && !empty ? state.reply?.closeSpelling : undefined;
  return (
    <Box
      position="absolute"
      insetInline="0"
      top="calc(100% + 6px)"
      zIndex="popover"
      {...sheet}
      boxShadow="0 16px 48px -12px rgb(40 20 10 / 40%)"
      p="2"
    >
      {source !== "recent" && (
        <Flex role="group" aria-label={strings.filters} gap="1" wrap="wrap" p="1" onMouseDown={keepFocus}>
          {SEARCH_FILTERS.map((chip) => (
            <Chip key={chip.filter} pressed={chip.filter === state.filter} onClick={() => session.show(chip.filter)}>
              {chip.label}
            </Chip>
          ))}
        </Flex>
      )}
      <div>
        {skeleton &&
          [0, 1, 2].map((row) => (
            <Skeleton key={row} aria-hidden data-testid="search-skeleton" height="2.5rem" m="2" />
          ))}
        {close !== undefined && close !== null && (
          <Text px="3" pt="2" textStyle="small">
            {strings.closeSpelling(close)}
          </Text>
        )}
        {sections.length > 0 && <Options view={view} listId={listId} active={active} onChoose={onChoose} />}
        {empty && <NoResults query={state.query} filter={state.filter} />}
        {state.phase === "failed" && (
          <Flex role="alert" px="3" py="3" gap="3" align="center" wrap="wrap">
            <Text color="alarm.text" fontWeight="600">
              {state.failure}
            </Text>
            <Button size="sm" variant="outline" onClick={onRetry}>
              {strings.retry}
            </Button>
          </Flex>
        )}
      </div>
      {state.phase === "loading" && (
        <Flex gap="2" align="center" px="3" py="2" color="muted">
          <Spinner size={16} />
          {strings.searching}
        </Flex>
      )}
    </Box>
  );
}
