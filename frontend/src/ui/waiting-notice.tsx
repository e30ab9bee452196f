import { Box, type BoxProps, Text } from "@chakra-ui/react";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Spinner } from "./page";
import { DecorativeIcon } from "./sign";

/** The frame of a notice that lies over the page. */
export const OVER_PAGE = {
  ...{ bg: "card", borderWidth: "1px", borderRadius: "card", boxShadow: "lg", p: "4" },
  pointerEvents: "auto",
} as const satisfies BoxProps;

/** Says why a call takes longer than usual: many people are here, or the browser works at something. */
export function WaitingNotice({
  icon,
  title,
  text,
  spins,
  children,
  ...frame
}: Omit<BoxProps, "title"> & {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  /** Whether nothing below it says that it continues. */
  readonly spins: boolean;
  readonly children?: ReactNode;
}) {
  return (
    <Box display="flex" gap="3" alignItems="flex-start" {...frame}>
      <DecorativeIcon icon={icon} size={22} flexShrink="0" mt="0.5" color="indigo.text" />
      <Box flex="1" minWidth="0">
        <Text fontWeight="600" display="flex" gap="2" alignItems="center">
          <span>{title}</span>
          {spins && <Spinner size={16} />}
        </Text>
        <Text textStyle="small" color="muted">
          {text}
        </Text>
        {children}
      </Box>
    </Box>
  );
}

/** A bar that shows how much of something is done. */
export function PartDone({ part, label }: { readonly part: number; readonly label: string }) {
  return (
    <Box
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(part * 100)}
      height="0.625rem"
      mt="3"
      borderWidth="1px"
      borderRadius="full"
      overflow="hidden"
      bg="sunk"
    >
      {/* A border, because forced colours remove backgrounds. */}
      <Box
        width={`${part * 100}%`}
        borderTopWidth="0.625rem"
        borderTopColor="indigo.solid"
        transition="width 200ms linear"
        _motionReduce={{ transition: "none" }}
      />
    </Box>
  );
}
