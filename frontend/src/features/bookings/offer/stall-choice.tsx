import { chakra, Flex, Text } from "@chakra-ui/react";
import { useId } from "react";
import { strings } from "./offer.strings";

/** One stall out of those that are free now. */
export function StallChoice({
  title,
  stalls,
  chosen,
  onChoose,
}: {
  readonly title: string;
  readonly stalls: readonly string[];
  readonly chosen: string | undefined;
  readonly onChoose: (stallId: string) => void;
}) {
  const name = useId();
  return (
    <chakra.fieldset mt="5" border="none" p="0" minWidth="0">
      <chakra.legend textStyle="h3" mb="1">
        {title}
      </chakra.legend>
      <Text color="muted" mb="3">
        {strings.notKept}
      </Text>
      <Flex gap="2" wrap="wrap">
        {stalls.map((stallId) => (
          <chakra.label
            key={stallId}
            display="inline-flex"
            alignItems="center"
            gap="2"
            minHeight="2.75rem"
            px="4"
            cursor="pointer"
            fontWeight="600"
            bg={stallId === chosen ? "marigold.soft" : "card"}
            borderWidth="2px"
            borderStyle="solid"
            borderColor={stallId === chosen ? "rani.text" : "line"}
            borderRadius="card"
          >
            <input
              type="radio"
              name={name}
              value={stallId}
              checked={stallId === chosen}
              onChange={() => onChoose(stallId)}
            />
            {stallId}
          </chakra.label>
        ))}
      </Flex>
    </chakra.fieldset>
  );
}
