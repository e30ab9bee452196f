import { Box, Flex, Text } from "@chakra-ui/react";
import { CircleCheck, type LucideIcon, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { EventText } from "../ui/event-text";
import { PageBody, PageHeading, Spinner, useDocumentTitle } from "../ui/page";
import { DecorativeIcon } from "../ui/sign";
import { type MoneyOutcome, moneyNotes } from "./refund-label";

/** Page while a payment is being checked: a spinner or another icon above the text. */
export function PaymentPending({
  title,
  text,
  icon,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly icon?: LucideIcon | undefined;
  readonly children?: ReactNode;
}) {
  useDocumentTitle(title);
  const size = 56;
  return (
    <PageBody narrow>
      <Flex direction="column" align="center" textAlign="center" py={{ base: "8", md: "14" }} gap="4">
        {icon === undefined ? (
          <Box color="rani.text" aria-hidden>
            <Spinner size={size} />
          </Box>
        ) : (
          <DecorativeIcon icon={icon} size={size} color="rani.text" />
        )}
        <PageHeading>{title}</PageHeading>
        <Text textStyle="lead" role="status">
          {text}
        </Text>
        {children}
      </Flex>
    </PageBody>
  );
}

/** Page after a successful payment: confirmation, then receipt and next steps as children. */
export function PaidPage({
  title,
  lead,
  gap,
  children,
}: {
  readonly title: string;
  readonly lead: string;
  readonly gap: "6" | "8";
  readonly children: ReactNode;
}) {
  useDocumentTitle(title);
  return (
    <PageBody>
      <Box maxWidth="54rem" mx="auto" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={gap}>
        <Flex gap="4" align="center">
          <DecorativeIcon icon={CircleCheck} size={52} color="leaf.text" flexShrink="0" />
          <Box role="status" minWidth="0">
            <PageHeading>{title}</PageHeading>
            <Text textStyle="lead" overflowWrap="anywhere">
              <EventText>{lead}</EventText>
            </Text>
          </Box>
        </Flex>
        {children}
      </Box>
    </PageBody>
  );
}

/** A note above the receipt. */
export function Note({ icon, children }: { readonly icon: LucideIcon; readonly children: string }) {
  return (
    <Flex bg="marigold.soft" borderRadius="card" p="5" gap="3" align="flex-start">
      <DecorativeIcon icon={icon} size={22} color="ink" pt="1" flexShrink="0" />
      <Text>{children}</Text>
    </Flex>
  );
}

/** Notes on a second payment and a partial refund. */
export function MoneyNotes({
  outcome,
  what,
}: {
  readonly outcome: MoneyOutcome;
  readonly what: Parameters<typeof moneyNotes>[1];
}) {
  return moneyNotes(outcome, what).map((note) => (
    <Note key={note} icon={Undo2}>
      {note}
    </Note>
  ));
}
