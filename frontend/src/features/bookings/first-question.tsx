import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import type { LayoutStall } from "../../api/mela-api";
import { EventText } from "../../ui/event-text";
import { priceWords } from "../../ui/price-words";
import { stallAddress } from "./asked-stall";
import { strings } from "./mela.strings";
import { sizeOf } from "./plan-prices";
import { Row } from "./reserve-dialogs";

const TITLE = "first-question-title";

/** What a stall's link on the server-rendered plan has for {@link FirstQuestion}: `data-…`, as start.js fills it in. */
export function stallLink(stall: LayoutStall) {
  const { stallId, type } = stall;
  const words = { "data-kind": stallTypeLabel(type), "data-size": sizeOf(stall), "data-price": priceWords(stall) };
  return { href: stallAddress({ stallId }), ...words };
}

/**
 * The question whether to reserve a stall, as the server renders it with the plan: src/app/start.js fills in the pressed stall and
 * shows it before the site's script has come. The site then asks the same in its own dialog; a Yes given here is passed on to it
 * if it asks for nothing else, such as another stall that would be given up (take-over.ts).
 *
 * @param line name, days and place of the event
 */
export function FirstQuestion({ line }: { readonly line: string }) {
  return (
    <chakra.dialog
      id="first-question"
      aria-labelledby={TITLE}
      width="full"
      maxWidth={{ base: "full", md: "30rem" }}
      maxHeight="94dvh"
      m={{ base: "auto 0 0", md: "auto" }}
      p="0"
      borderWidth="0"
      bg="card"
      color="ink"
      borderTopRadius="18px"
      borderBottomRadius={{ base: "0", md: "18px" }}
      css={{ "&::backdrop": { background: "rgb(28 16 10 / 62%)" } }}
    >
      <Box px="6" pt="6" pb={{ base: "env(safe-area-inset-bottom)", md: "0" }}>
        <chakra.h2
          id={TITLE}
          mb="4"
          fontFamily="heading"
          fontSize="1.5rem"
          fontWeight="700"
          color="indigo.text"
          lineHeight="1.2"
        >
          {strings.confirm.title}
        </chakra.h2>
        <Text fontWeight="600" mb="1" overflowWrap="anywhere">
          <EventText>{line}</EventText>
        </Text>
        <chakra.dl>
          <Row name={strings.confirm.number}>
            <span data-fill="stall" />
          </Row>
          <Row name={strings.confirm.type}>
            <span data-fill="kind" />
          </Row>
          <Row name={strings.confirm.size}>
            <span data-fill="size" />
          </Row>
          <Row name={strings.confirm.price}>
            <span data-fill="price" />
          </Row>
        </chakra.dl>
        <Text mt="2" textStyle="small" color="muted">
          {strings.confirm.terms}
        </Text>
        <Text mt="4" bg="marigold.soft" borderRadius="card" p="4">
          {strings.confirm.note}
        </Text>
        <chakra.p role="status" mt="3" fontWeight="600" data-waits={strings.confirm.waits} />
        {/* In view however low the screen is. */}
        <Flex
          direction={{ base: "column-reverse", sm: "row" }}
          justify="flex-end"
          gap="3"
          pt="4"
          pb="6"
          position="sticky"
          bottom="0"
          bg="card"
        >
          <Button type="button" variant="subtle" data-no>
            {strings.confirm.cancel}
          </Button>
          <Button type="button" data-yes data-pending={strings.confirm.pending}>
            {strings.confirm.yes}
          </Button>
        </Flex>
      </Box>
    </chakra.dialog>
  );
}
