import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { PATHS } from "@sakhi/domain/site/routes";
import { MailCheck } from "lucide-react";
import { useEffect } from "react";
import { BlockPrintBand } from "../../ui/block-print";
import { buttonStack, card } from "../../ui/card";
import { LinkButton } from "../../ui/link-button";
import { LabelledFact } from "../../ui/sign";
import { MakeYourPage } from "./make-your-page";
import { NextSteps } from "./next-steps";
import { focusStep, type Confirmed } from "./use-step";
import { strings } from "./wizard.strings";

/** Step 4: confirms the submission and shows what happens next (T-104). */
export function ConfirmStep({
  confirmed,
  onAnother,
}: {
  readonly confirmed: Confirmed;
  readonly onAnother: () => void;
}) {
  const { choice, brandName, waits = false } = confirmed;
  useEffect(focusStep, []);
  const { title, text, next } = waits ? strings.confirm.waiting : strings.confirm[choice];
  return (
    <Box {...card} overflow="hidden">
      <BlockPrintBand />
      <Box p={{ base: "5", md: "8" }}>
        <Flex gap="4" align="flex-start" direction={{ base: "column", sm: "row" }}>
          <Box color="leaf.text" aria-hidden flexShrink="0">
            <MailCheck size={48} strokeWidth={1.6} />
          </Box>
          <div>
            <chakra.h2 textStyle="h1" tabIndex={-1} data-step-heading css={{ "&:focus-visible": { outline: "none" } }}>
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
        >
          {(
            [
              [strings.confirm.brand, brandName],
              [strings.confirm.kind, strings.choice.options[choice].name],
              [strings.confirm.fee, strings.confirm.nothing],
            ] as const
          ).map(([name, value]) => (
            <LabelledFact key={name} name={name} fontSize="1.125rem">
              {value}
            </LabelledFact>
          ))}
        </chakra.dl>
        <NextSteps level="h3" title={strings.confirm.nextTitle} steps={next.map((line) => [line])} />
        <Text color="muted" mt="4">
          {strings.confirm.spam}
        </Text>
        {choice === "mela_free" && !waits && (
          <Box mt="6">
            <MakeYourPage level="h3" to={`${PATHS.myBrand}?claimed=1`} />
          </Box>
        )}
        <Flex {...buttonStack} mt="6">
          <LinkButton to={PATHS.home} label={strings.confirm.home} />
          <Button variant="outline" onClick={onAnother}>
            {strings.confirm.another}
          </Button>
        </Flex>
      </Box>
    </Box>
  );
}
