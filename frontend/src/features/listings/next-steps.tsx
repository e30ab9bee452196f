import { Box, chakra, Text } from "@chakra-ui/react";

/** The next steps in order: a title each, and an optional text. */
export function NextSteps({
  title,
  steps,
  level = "h2",
}: {
  readonly title: string;
  readonly level?: "h2" | "h3";
  readonly steps: readonly (readonly [string, string?])[];
}) {
  return (
    <section>
      <chakra.h2 as={level} textStyle="h3" mb="3">
        {title}
      </chakra.h2>
      <chakra.ol display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4">
        {steps.map(([name, text], index) => (
          <chakra.li key={name} display="grid" gridTemplateColumns="auto 1fr" columnGap="4" alignItems="start">
            <Box
              aria-hidden
              display="grid"
              placeItems="center"
              width="2.25rem"
              height="2.25rem"
              borderRadius="full"
              bg="marigold.soft"
              color="ink"
              fontFamily="heading"
              fontWeight="700"
            >
              {index + 1}
            </Box>
            <Box pt="1">
              <Text fontWeight={text === undefined ? "400" : "600"}>{name}</Text>
              {text !== undefined && <Text>{text}</Text>}
            </Box>
          </chakra.li>
        ))}
      </chakra.ol>
    </section>
  );
}
