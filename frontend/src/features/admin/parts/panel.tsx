import { Box, Button, chakra, Flex, Skeleton, Text } from "@chakra-ui/react";
import messages from "@sakhi/domain/generated/messages/en/admin-parts";
import { ExternalLink, RotateCw } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { refetchAdministration, useAdminDispatch } from "../../../api/admin-api";
import { card } from "../../../ui/card";
import { Modal } from "../../../ui/dialog";
import { CLOSE } from "../../../ui/leave";
import { Announcement, Hidden } from "../../../ui/page";
import { FailureState } from "../../../ui/states";
import { SteadyButton } from "../../../ui/steady-button";
import { momentOf, timeOf, type Tone } from "./labels";

interface PanelProps {
  readonly title: string;
  readonly level?: "h2" | "h3";
  /** Rendered at the end of the heading's line. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A section of a view, with a heading, which takes the focus of a row that leaves the panel. */
export function Panel({ title, level = "h2", aside, children }: PanelProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const hasFocus = useRef(false);
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  });
  return (
    <chakra.section
      aria-labelledby={id}
      {...card}
      p={{ base: "4", md: "5" }}
      minWidth="0"
      // React reports no blur of an element that it removes, but the focus in a dialog's portal.
      onFocus={({ currentTarget, target }) => (hasFocus.current = currentTarget.contains(target))}
      onBlur={() => (hasFocus.current = false)}
    >
      <Flex justify="space-between" align="center" gap="3" wrap="wrap" mb="3">
        <chakra.h2 ref={heading} tabIndex={-1} as={level} id={id} textStyle="h3" _focusVisible={{ outline: "none" }}>
          {title}
        </chakra.h2>
        {aside}
      </Flex>
      {children}
    </chakra.section>
  );
}

/** A name and a value; omitted without a value. */
export type Fact = readonly [name: string, value: ReactNode];

/** Formats an optional moment. */
export const momentIf = (at: string | undefined) => (at === undefined ? undefined : momentOf(at));

/** A section of a dialog, with a heading. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <chakra.section aria-labelledby={id} minWidth="0">
      <chakra.h3 id={id} textStyle="h3" fontSize="1.0625rem" pb="1" mb="3" borderBottom="1px solid {colors.line}">
        {title}
      </chakra.h3>
      {children}
    </chakra.section>
  );
}

/** A dialog that shows a record, with the operator's actions on it. */
export function RecordDialog({
  title,
  actions,
  onClose,
  children,
}: {
  readonly title: string;
  readonly actions: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Modal
      open
      wide
      toRead
      title={title}
      onClose={onClose}
      footer={
        <Flex width="full" gap="3" wrap="wrap" justify="flex-end">
          {actions}
          <Button variant="subtle" onClick={onClose}>
            {CLOSE}
          </Button>
        </Flex>
      }
    >
      {children}
    </Modal>
  );
}

/** A link to another operator tool, in a new tab. */
export function ToolLink({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <chakra.a href={href} target="_blank" rel="noreferrer" {...actionLink}>
      {children}
      <ExternalLink size={16} aria-hidden />
    </chakra.a>
  );
}

/** Style of a standalone link. */
export const actionLink = {
  display: "inline-flex",
  alignItems: "center",
  gap: "2",
  minHeight: "tap",
  fontWeight: "600",
  color: "indigo.text",
  textDecoration: "underline",
} as const;

/** A grid of facts that fits the available width. */
export function DetailRows({
  facts,
  minWidth = "11rem",
}: {
  readonly facts: readonly Fact[];
  readonly minWidth?: string;
}) {
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns={`repeat(auto-fill, minmax(min(100%, ${minWidth}), 1fr))`}
      columnGap="5"
      rowGap="3"
    >
      {facts
        .filter(([, value]) => value !== undefined && value !== "")
        .map(([name, value]) => (
          <Box key={name} minWidth="0">
            <chakra.dt textStyle="label" color="muted" fontWeight="400">
              {name}
            </chakra.dt>
            <chakra.dd textStyle="small" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
              {value}
            </chakra.dd>
          </Box>
        ))}
    </chakra.dl>
  );
}

const TONES = {
  good: { bg: "leaf.soft", color: "leaf.text" },
  waiting: { bg: "marigold.soft", color: "ink" },
  bad: { bg: "alarm.soft", color: "alarm.text" },
  plain: { bg: "sunk", color: "ink" },
} as const satisfies Record<Tone, object>;

/** A coloured chip. */
export function Chip({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <chakra.span
      data-chip
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      px="2.5"
      py="0.5"
      borderRadius="full"
      fontSize="0.875rem"
      fontWeight="600"
      lineHeight="1.35"
      whiteSpace="nowrap"
      {...TONES[tone]}
    >
      {children}
    </chakra.span>
  );
}

/** Muted text for an empty section. */
export function Nothing({ children }: { readonly children: ReactNode }) {
  return (
    <chakra.p color="muted" py="2">
      {children}
    </chakra.p>
  );
}

const strings = { ...messages.panel, refreshed: (time: string) => messages.panel.refreshed({ time }) } as const;

/** State of an API query, as returned by its hook. */
export interface Query<Data> {
  readonly data?: Data | undefined;
  /** Undefined while the data are those of other parameters. */
  readonly currentData?: Data | undefined;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly fulfilledTimeStamp?: number | undefined;
  readonly refetch: () => unknown;
}

interface LoadedProps<Data> {
  readonly query: Query<Data>;
  readonly loading: string;
  readonly failed: string;
  readonly children: (data: Data) => ReactNode;
}

/** Renders a query's data, a placeholder while loading, or an error with a retry button. */
export function Loaded<Data>({ query, loading, failed, children }: LoadedProps<Data>) {
  const { data, isError, refetch } = query;
  if (data === undefined) {
    if (isError) return <FailureState message={failed} onRetry={() => void refetch()} />;
    return (
      <>
        <Hidden>
          <span role="status">{loading}</span>
        </Hidden>
        <Skeleton height="20rem" />
      </>
    );
  }
  return (
    <>
      {isError && (
        <Text role="alert" mb="3" px="4" py="2.5" bg="marigold.soft" borderRadius="card">
          <strong>{strings.stale}</strong> {strings.staleText}
        </Text>
      )}
      {children(data)}
    </>
  );
}

/** Refetches everything in view, bypassing the cache (T-228; readings, 4), and announces it to screen readers. */
export function RefreshButton({ query }: { readonly query: Query<unknown> }) {
  const { isFetching, fulfilledTimeStamp = 0 } = query;
  const dispatch = useAdminDispatch();
  // Only a press is shown and announced, not what the dashboard refreshes by itself. The time of the data at the press:
  // a fast answer may arrive before the fetching is seen.
  const [pressedAt, setPressedAt] = useState<number>();
  const [announced, setAnnounced] = useState<number>();
  if (pressedAt !== undefined && !isFetching && fulfilledTimeStamp !== pressedAt) {
    setPressedAt(undefined);
    setAnnounced(fulfilledTimeStamp);
  }
  const busy = pressedAt !== undefined && isFetching;
  return (
    <>
      <SteadyButton
        variant="outline"
        size="sm"
        inactive={busy}
        onClick={() => {
          setPressedAt(fulfilledTimeStamp);
          setAnnounced(undefined);
          refetchAdministration(dispatch);
        }}
      >
        <RotateCw aria-hidden />
        <span>{busy ? strings.refreshing : strings.refresh}</span>
      </SteadyButton>
      <Announcement>{announced === undefined ? "" : strings.refreshed(timeOf(announced))}</Announcement>
    </>
  );
}
