import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import strings from "@sakhi/domain/generated/messages/en/ui";
import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import bunting from "../assets/art/bunting.svg?no-inline";
import { Hidden, useFocusFallback } from "./page";

/** Error message with a hint and a retry button. */
export function FailureState({
  message,
  hint = strings.failureHint,
  onRetry,
}: {
  /** On catalogue pages the text of specification 1, section 8. */
  readonly message: string;
  readonly hint?: string;
  readonly onRetry: () => void;
}) {
  return (
    <Box
      ref={useFocusFallback()}
      role="alert"
      bg="alarm.soft"
      borderRadius="card"
      borderInlineStartWidth="6px"
      borderColor="alarm.text"
      p={{ base: "5", md: "6" }}
      maxWidth="text"
    >
      <Text fontWeight="600" fontSize="1.125rem" color="alarm.text">
        {message}
      </Text>
      <Text mt="1" mb="4">
        {hint}
      </Text>
      <Button variant="outline" onClick={onRetry}>
        <RotateCw aria-hidden />
        {strings.retry}
      </Button>
    </Box>
  );
}

/** Empty state: illustration, title, and next actions as children. */
export function EmptyState({
  title,
  children,
  level = "h2",
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly level?: "h1" | "h2" | "h3";
}) {
  return (
    <Flex direction="column" align="center" textAlign="center" py={{ base: "8", md: "12" }} px="4" gap="4">
      <img src={bunting} alt="" width={220} height={92} />
      <chakra.h2
        as={level}
        textStyle="h3"
        maxWidth="34rem"
        {...(level === "h1" ? { tabIndex: -1, "data-page-heading": true } : {})}
      >
        {title}
      </chakra.h2>
      {children}
    </Flex>
  );
}

/** Placeholders of loading cards. */
export function Skeletons({
  count,
  ratio = "4 / 5",
}: {
  readonly count: number;
  /** Aspect ratio of a card: width / height. */
  readonly ratio?: string;
}) {
  return (
    <>
      <Hidden>
        <span role="status">{strings.loading}</span>
      </Hidden>
      {Array.from({ length: count }, (_, index) => (
        <Box
          key={index}
          aria-hidden
          data-testid="skeleton"
          aspectRatio={ratio}
          bg="sunk"
          borderRadius="card"
          animation="breathe 1.6s ease-in-out infinite"
          _motionReduce={{ animation: "none" }}
        />
      ))}
    </>
  );
}
