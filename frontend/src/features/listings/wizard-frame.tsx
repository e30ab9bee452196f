import { Box, chakra, Grid, Text } from "@chakra-ui/react";
import { Check } from "lucide-react";
import { type ReactElement, type ReactNode, useId } from "react";
import { BlockPrintBand } from "../../ui/block-print";
import { card } from "../../ui/card";
import { Kicker } from "../../ui/opening";
import { Hidden, PageBody, PageHeading } from "../../ui/page";
import { DecorativeIcon } from "../../ui/sign";
import { strings } from "./wizard.strings";

/** Layout of every step: the page's heading, the progress, and the benefits of a listing. */
export function WizardFrame({
  step,
  onBack,
  notice,
  children,
}: {
  readonly step: Step;
  /** Undefined if going back is not possible. */
  readonly onBack?: ((step: Step) => void) | undefined;
  readonly notice?: string | undefined;
  readonly children: ReactElement;
}) {
  return (
    <PageBody>
      <Kicker mb="1">{strings.kicker}</Kicker>
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

/** The card of a step. */
export function StepCard({ step, children }: { readonly step: 1 | 2 | 3; readonly children: ReactNode }) {
  return (
    <chakra.section {...card} aria-labelledby="step-heading" p={{ base: "4", sm: "5", md: "8" }}>
      <Kicker>{strings.step(step, 4)}</Kicker>
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

export type Step = 1 | 2 | 3 | 4;
const STEPS: readonly Step[] = [1, 2, 3, 4];

/** Hidden from the eye, not from screen readers. */
const HIDDEN = {
  position: "absolute",
  width: "1px",
  height: "1px",
  overflow: "hidden",
  clipPath: "inset(50%)",
} as const;

/** Progress of the four steps. Completed ones link back until the form is submitted. */
function StepProgress({
  step,
  onBack,
}: {
  readonly step: Step;
  /** Undefined if going back is not possible. */
  readonly onBack?: ((step: Step) => void) | undefined;
}) {
  return (
    <Box containerType="inline-size" mb={{ base: "5", md: "7" }}>
      <chakra.ol
        aria-label={strings.progress}
        display="grid"
        gridTemplateColumns="repeat(4, minmax(0, 1fr))"
        // Room for the numbers only: with large text on a phone the name of the current step is below them.
        css={{
          "@container (max-width: 16rem)": {
            "& [data-name]": HIDDEN,
            "& [data-disc]": { width: "2rem", height: "2rem" },
          },
        }}
      >
        {STEPS.map((each) => {
          const done = each < step;
          const current = each === step;
          const name = strings.steps[each - 1] ?? "";
          const other = done ? "ink" : "muted";
          return (
            <chakra.li
              key={each}
              aria-current={current ? "step" : undefined}
              position="relative"
              display="grid"
              justifyItems="center"
              textAlign="center"
              px="0.5"
              css={{
                // The line between two steps, solid up to the current one.
                "&:not(:first-of-type)::before": {
                  content: '""',
                  position: "absolute",
                  top: "1.25rem",
                  insetInlineEnd: "calc(50% + 1.5rem)",
                  width: "calc(100% - 3rem)",
                  borderTop: "3px",
                  borderTopStyle: done || current ? "solid" : "dotted",
                  borderColor: done || current ? "rani.solid" : "edge",
                },
              }}
            >
              <Disc each={each} done={done} current={current} name={name} onBack={done ? onBack : undefined} />
              <chakra.span
                data-name
                aria-hidden={done && onBack !== undefined ? true : undefined}
                fontSize={{ base: "0.875rem", sm: "0.9375rem" }}
                lineHeight="1.25"
                mt="1.5"
                fontWeight={current ? "700" : "400"}
                color={current ? "rani.text" : other}
              >
                <span>{name}</span>
                {done && onBack === undefined && <Hidden>, {strings.done}</Hidden>}
              </chakra.span>
            </chakra.li>
          );
        })}
      </chakra.ol>
      <Text
        aria-hidden
        display="none"
        mt="2"
        fontWeight="700"
        color="rani.text"
        css={{ "@container (max-width: 16rem)": { display: "block" } }}
      >
        {`${strings.step(step, STEPS.length)}: ${strings.steps[step - 1] ?? ""}`}
      </Text>
    </Box>
  );
}

const DISCS = {
  done: { bg: "rani.soft", color: "rani.text" },
  current: { bg: "rani.solid", color: "rani.on" },
  coming: { bg: "card", color: "muted" },
} as const;

function Disc({
  each,
  done,
  current,
  name,
  onBack,
}: {
  readonly each: Step;
  readonly done: boolean;
  readonly current: boolean;
  readonly name: string;
  readonly onBack: ((step: Step) => void) | undefined;
}) {
  const check = {
    display: "grid",
    placeItems: "center",
    width: "2.75rem",
    height: "2.75rem",
    borderRadius: "full",
    borderWidth: "2px",
    borderColor: done || current ? "rani.solid" : "edge",
    ...(done ? DISCS.done : DISCS.coming),
    ...(current ? DISCS.current : {}),
    fontFamily: "heading",
    fontWeight: "700",
    fontSize: "1.125rem",
  } as const;
  const content = done ? <Check size={20} strokeWidth={3} aria-hidden /> : <span>{each}</span>;
  if (onBack === undefined)
    return (
      <chakra.span {...check} data-disc aria-hidden>
        {content}
      </chakra.span>
    );
  return (
    <chakra.button
      type="button"
      data-disc
      {...check}
      cursor="pointer"
      _hover={{ bg: "rani.solid", color: "rani.on" }}
      aria-label={strings.back(name)}
      onClick={() => onBack(each)}
    >
      {content}
    </chakra.button>
  );
}

/** The benefits of a listing, and its fee. */
function WizardAside() {
  const id = useId();
  const { title, points, feeTitle, feeText } = strings.aside;
  return (
    <chakra.aside
      aria-labelledby={id}
      bg="indigo.solid"
      color="indigo.on"
      borderRadius="card"
      overflow="hidden"
      boxShadow="card"
    >
      <Box bg="paper">
        <BlockPrintBand />
      </Box>
      <Box p={{ base: "5", md: "6" }}>
        <chakra.h2 id={id} textStyle="h3" color="indigo.on">
          {title}
        </chakra.h2>
        <chakra.ul mt="4" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4">
          {points.map(([name, text]) => (
            <chakra.li key={name} display="grid" gridTemplateColumns="auto 1fr" columnGap="3">
              <DecorativeIcon icon={Check} size={20} color="marigold.solid" pt="1" />
              <div>
                <Text fontWeight="600">{name}</Text>
                <Text textStyle="small">{text}</Text>
              </div>
            </chakra.li>
          ))}
        </chakra.ul>
        <Box mt="5" pt="4" borderTopWidth="2px" borderTopStyle="dashed" borderColor="marigold.solid">
          <Text textStyle="price" fontSize="1.75rem" color="marigold.solid">
            {feeTitle}
          </Text>
          <Text textStyle="small" mt="1">
            {feeText}
          </Text>
        </Box>
      </Box>
    </chakra.aside>
  );
}
