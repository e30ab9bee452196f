import { PATHS } from "@sakhi/domain/site/routes";
import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { MailCheck } from "lucide-react";
import { useEffect } from "react";
import { Link } from "react-router-dom";
import { BlockPrintBand } from "../../../ui/art/block-print";
import { card } from "../../../ui/card";
import { NextSteps } from "../next-steps";
import { arrive } from "./use-arrival";
import { strings } from "./wizard.strings";
import type { PaymentChoice } from "./wizard.strings";

/** What was handed in; kept with the address, so that a reload shows it again. */
export interface Confirmed {
  readonly choice: Exclude<PaymentChoice, "paid">;
  readonly brandName: string;
}

/** What the address's own memory holds of a handed-in application, if it does. */
export function confirmedIn(state: unknown): Confirmed | undefined {
  const confirmed: unknown = (state as { confirmed?: unknown } | null)?.confirmed;
  if (typeof confirmed !== "object" || confirmed === null) return undefined;
  const { choice, brandName } = confirmed as Partial<Confirmed>;
  if ((choice !== "free" && choice !== "mela_free") || typeof brandName !== "string") return undefined;
  return { choice, brandName };
}

/** Step 4: it is handed in, and what happens next (T-104). */
export function ConfirmStep({
  confirmed,
  onAnother,
}: {
  readonly confirmed: Confirmed;
  readonly onAnother: () => void;
}) {
  const { choice, brandName } = confirmed;
  useEffect(arrive, []);
  const { title, text, next } = strings.confirm[choice];
  return (
    <Box {...card} overflow="hidden">
      <BlockPrintBand />
      <Box p={{ base: "5", md: "8" }}>
        <Flex gap="4" align="flex-start" direction={{ base: "column", sm: "row" }}>
          <Box color="leaf.text" aria-hidden flexShrink="0">
            <MailCheck size={48} strokeWidth={1.6} />
          </Box>
          <div>
            <chakra.h2
              textStyle="h1"
              tabIndex={-1}
              data-step-heading
              css={{ "&:focus-visible": { outline: "none" } }}
            >
              {title}
            </chakra.h2>
            <Text textStyle="lead" mt="1" overflowWrap="anywhere">
              {text(brandName)}
            </Text>
          </div>
        </Flex>
        <chakra.dl
          display="grid"
          gridTemplateColumns={{ base: "minmax(0, 1fr)", sm: "repeat(3, minmax(0, 1fr))" }}
          gap="4"
          my="6"
          py="5"
          borderBlockWidth="2px"
          borderBlockStyle="dashed"
          borderColor="line"
        >
          {(
            [
              [strings.confirm.brand, brandName],
              [strings.confirm.kind, strings.choice.options[choice].name],
              [strings.confirm.fee, strings.confirm.nothing],
            ] as const
          ).map(([name, value]) => (
            <div key={name}>
              <chakra.dt textStyle="label" color="muted">
                {name}
              </chakra.dt>
              <chakra.dd fontWeight="600" fontSize="1.125rem" overflowWrap="anywhere">
                {value}
              </chakra.dd>
            </div>
          ))}
        </chakra.dl>
        <NextSteps level="h3" title={strings.confirm.nextTitle} steps={next.map((line) => [line])} />
        <Text color="muted" mt="4">
          {strings.confirm.spam}
        </Text>
        <Flex gap="3" wrap="wrap" mt="6">
          <Button asChild>
            <Link to={PATHS.home}>{strings.confirm.home}</Link>
          </Button>
          <Button variant="outline" onClick={onAnother}>
            {strings.confirm.another}
          </Button>
        </Flex>
      </Box>
    </Box>
  );
}
