import { Box, chakra, Text } from "@chakra-ui/react";
import { Check } from "lucide-react";
import { useId } from "react";
import { BlockPrintBand } from "../../../ui/art/block-print";
import { strings } from "./wizard.strings";

/** What somebody gets who fills all this in. */
export function WizardAside() {
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
        <chakra.ul listStyleType="none" p="0" mt="4" display="grid" gap="4">
          {points.map(([name, text]) => (
            <chakra.li key={name} display="grid" gridTemplateColumns="auto 1fr" columnGap="3">
              <Box color="marigold.solid" aria-hidden pt="1">
                <Check size={20} />
              </Box>
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
