import { Box, chakra, Flex, Skeleton, Text } from "@chakra-ui/react";
import type { LucideIcon } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect } from "react";
import { buttonStack, sheet } from "./card";
import { EventText } from "./event-text";
import { PageBody, PageHeading, useDocumentTitle } from "./page";
import { DecorativeIcon } from "./sign";
import { FailureState } from "./states";

/** Tone of an outcome, which sets the icon's colour. */
export type OutcomeTone = "bad" | "open" | "good";

const COLOURS: Readonly<Record<OutcomeTone, string>> = { bad: "rani.text", open: "indigo.text", good: "leaf.text" };

export interface OutcomeProps {
  readonly icon: LucideIcon;
  readonly tone?: OutcomeTone;
  readonly title: string;
  /** Paragraphs; the first is the lead. */
  readonly text: readonly string[];
  readonly actions: ReactNode;
  readonly children?: ReactNode;
}

/** Result page of a payment: icon, heading, text and next actions. */
export function OutcomePage({ icon, tone = "bad", title, text, actions, children }: OutcomeProps) {
  useDocumentTitle(title);
  // The pressed button was removed with the previous page, which lost the focus.
  useEffect(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>("[data-page-heading]")?.focus({ preventScroll: true });
  }, []);
  const [lead, ...more] = text;
  return (
    <PageBody narrow>
      <DecorativeIcon icon={icon} size={52} color={COLOURS[tone]} mb="3" />
      <div role="status">
        <PageHeading>{title}</PageHeading>
        <Text textStyle="lead" mt="3">
          <EventText>{lead}</EventText>
        </Text>
        {more.map((paragraph) => (
          <Text key={paragraph} mt="3">
            <EventText>{paragraph}</EventText>
          </Text>
        ))}
      </div>
      <Flex {...buttonStack} mt="6" mb="8">
        {actions}
      </Flex>
      {children}
    </PageBody>
  );
}

/** Loading state of an OutcomePage: text above a skeleton. */
export function OutcomeAwaited({ title, text }: { readonly title: string; readonly text: string }) {
  useDocumentTitle(title);
  return (
    <PageBody narrow>
      <PageHeading>{title}</PageHeading>
      <Text textStyle="lead" mt="3" mb="6" role="status">
        {text}
      </Text>
      <div data-testid="payment-skeleton" aria-hidden>
        <Skeleton height="1.5rem" mb="2" />
        <Skeleton height="1.5rem" width="80%" mb="6" />
        <Skeleton height="9rem" />
      </div>
    </PageBody>
  );
}

/** Shown instead of an OutcomePage whose data could not be fetched. */
export function OutcomeFailed({ title, ...failure }: { readonly title: string } & ComponentProps<typeof FailureState>) {
  useDocumentTitle(title);
  return (
    <PageBody narrow>
      <Box mb="5">
        <PageHeading>{title}</PageHeading>
      </Box>
      <FailureState {...failure} />
    </PageBody>
  );
}

export type OrderFact = readonly [name: string, value: string];

/** Details of an order, on the pages that show its payment. */
export function OrderRows({
  title,
  rows,
  children,
}: {
  readonly title: string;
  readonly rows: readonly OrderFact[];
  readonly children?: ReactNode;
}) {
  return (
    <Part id="order" title={title}>
      <FactRows rows={rows} />
      {children}
    </Part>
  );
}

/** A section of the page with its heading. */
export function Part({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <chakra.section aria-labelledby={id} {...sheet} p="5">
      <chakra.h2 id={id} textStyle="h3" mb="3">
        {title}
      </chakra.h2>
      {children}
    </chakra.section>
  );
}

/** Description list with values beside the names; below them on phones. */
export function FactRows({ rows }: { readonly rows: readonly OrderFact[] }) {
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns={{ base: "minmax(0, 1fr)", sm: "auto minmax(0, 1fr)" }}
      columnGap="6"
      rowGap={{ base: "1", sm: "2" }}
    >
      {rows.map(([name, value]) => (
        <Box key={name} display="contents">
          <chakra.dt color="muted">{name}</chakra.dt>
          <chakra.dd fontWeight="600" overflowWrap="anywhere">
            <EventText>{value}</EventText>
          </chakra.dd>
        </Box>
      ))}
    </chakra.dl>
  );
}
