import { Box, chakra, Flex, Skeleton, Text } from "@chakra-ui/react";
import type { LucideIcon } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { sheet } from "./card";
import { PageBody, PageHeading, useDocumentTitle } from "./page";
import { Sign } from "./sign";

/** Whether an outcome is bad, still open, or good; its sign has the colour of it. */
export type OutcomeTone = "bad" | "open" | "good";

const COLOURS: Readonly<Record<OutcomeTone, string>> = { bad: "rani.text", open: "indigo.text", good: "leaf.text" };

/** What an outcome's page says, and what can be done next. */
export interface OutcomeProps {
  readonly icon: LucideIcon;
  readonly tone?: OutcomeTone;
  readonly title: string;
  /** Paragraphs; the first is the lead. */
  readonly text: readonly string[];
  readonly actions: ReactNode;
  readonly children?: ReactNode;
}

/** The page that says how a payment ended: a sign, the heading, a sentence or more, and what can be done next. */
export function OutcomePage({ icon, tone = "bad", title, text, actions, children }: OutcomeProps) {
  useDocumentTitle(title);
  // What was pressed is gone with the page that this one takes the place of, and the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>("[data-page-heading]")?.focus({ preventScroll: true });
  }, []);
  const [lead, ...more] = text;
  return (
    <PageBody narrow>
      <Sign icon={icon} size={52} color={COLOURS[tone]} mb="3" />
      <div role="status">
        <PageHeading>{title}</PageHeading>
        <Text textStyle="lead" mt="3">
          {lead}
        </Text>
        {more.map((paragraph) => (
          <Text key={paragraph} mt="3">
            {paragraph}
          </Text>
        ))}
      </div>
      <Flex gap="3" wrap="wrap" mt="6" mb="8">
        {actions}
      </Flex>
      {children}
    </PageBody>
  );
}

/** While the answer is awaited: says so, above the shape of what comes. */
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

/** A name and its value. */
export type OrderFact = readonly [name: string, value: string];

/** What is known of an order, on the pages that show its payment, and what else there is to say. */
export function OrderFacts({
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

/** A part of the page with a heading of its own. */
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

/** Names with their values beside them; under them on phones. */
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
            {value}
          </chakra.dd>
        </Box>
      ))}
    </chakra.dl>
  );
}
