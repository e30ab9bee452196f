import { Box, chakra, Grid, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { PageBody, PageHeading } from "../../../ui/page";
import { card } from "../../../ui/card";
import { WizardAside } from "./aside";
import { StepProgress } from "./progress";
import type { Step } from "./progress";
import { strings } from "./wizard.strings";

/** What stands around every step: the page's heading, the four steps, and what a listing gives. */
export function WizardFrame({
  step,
  onBack,
  notice,
  children,
}: {
  readonly step: Step;
  /** Absent where there is no way back. */
  readonly onBack?: ((step: Step) => void) | undefined;
  readonly notice?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <PageBody>
      <Text color="rani.text" fontWeight="600" mb="1">
        {strings.kicker}
      </Text>
      <PageHeading style="display">{strings.heading}</PageHeading>
      {step === 1 && (
        <Text textStyle="lead" mt="3" maxWidth="text">
          {strings.lead}
        </Text>
      )}
      <Grid
        mt={{ base: "6", md: "8" }}
        templateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 20rem" }}
        gap={{ base: "6", lg: "10" }}
        alignItems="start"
      >
        <div>
          <StepProgress step={step} onBack={onBack} />
          {notice !== undefined && (
            <Box role="status" bg="marigold.soft" borderRadius="card" px="5" py="3" mb="5">
              {notice}
            </Box>
          )}
          {children}
        </div>
        <Box
          display={{ base: step === 1 ? "block" : "none", lg: "block" }}
          position={{ lg: "sticky" }}
          top={{ lg: "6" }}
        >
          <WizardAside />
        </Box>
      </Grid>
    </PageBody>
  );
}

/** One step on its sheet of paper. */
export function StepCard({ step, children }: { readonly step: 1 | 2 | 3; readonly children: ReactNode }) {
  return (
    <chakra.section {...card} aria-labelledby="step-heading" p={{ base: "4", sm: "5", md: "8" }}>
      <Text color="rani.text" fontWeight="600">
        {strings.step(step, 4)}
      </Text>
      <chakra.h2
        id="step-heading"
        textStyle="h2"
        tabIndex={-1}
        data-step-heading
        css={{ "&:focus-visible": { outline: "none" } }}
      >
        {strings.headings[step]}
      </chakra.h2>
      <Text color="muted" mt="1" mb="6">
        {strings.texts[step]}
      </Text>
      {children}
    </chakra.section>
  );
}
