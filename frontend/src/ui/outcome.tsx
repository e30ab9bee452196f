import { PATHS } from "@sakhi/domain/site/routes";
import { Box, chakra, Flex, Skeleton, Text } from "@chakra-ui/react";
import { CircleCheck, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { sheet } from "./card";
import { LinkButton } from "./link-button";
import { PageBody, PageHeading, Spinner, useDocumentTitle } from "./page";
import { Sign } from "./sign";

/** Whether an outcome is bad, still open, or good; its sign has the colour of it. */
export type OutcomeTone = "bad" | "open" | "good";

const COLOURS: Readonly<Record<OutcomeTone, string>> = { bad: "rani.text", open: "indigo.text", good: "leaf.text" };

/** The size of an outcome's sign, in px. */
const SIGN_SIZE = 52;

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
  const [lead, ...more] = text;
  return (
    <PageBody narrow>
      <Sign icon={icon} size={SIGN_SIZE} color={COLOURS[tone]} mb="3" />
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

/** To support. */
export function Support({ solid = false }: { readonly solid?: boolean }) {
  return <LinkButton to={PATHS.support} variant={solid ? "solid" : "outline"} label="Contact Support" />;
}

/** While a payment is looked up: a turning ring, or another sign, above what there is to say. */
export function OutcomeVerified({
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
          <Sign icon={icon} size={size} color="rani.text" />
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

/** The page of what is paid for: the good news, and under it its receipt and what comes next. */
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
      <Box maxWidth="54rem" mx="auto" display="grid" gap={gap}>
        <Flex gap="4" align="center">
          <Sign icon={CircleCheck} size={SIGN_SIZE} color="leaf.text" flexShrink="0" />
          <Box role="status" minWidth="0">
            <PageHeading>{title}</PageHeading>
            <Text textStyle="lead" overflowWrap="anywhere">
              {lead}
            </Text>
          </Box>
        </Flex>
        {children}
      </Box>
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
    <chakra.section aria-labelledby="order" {...sheet} p="5">
      <chakra.h2 id="order" textStyle="h3" mb="3">
        {title}
      </chakra.h2>
      <FactRows rows={rows} />
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
