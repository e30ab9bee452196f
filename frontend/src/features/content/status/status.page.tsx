import { Box, chakra, Flex, Text } from "@chakra-ui/react";
import { PATHS } from "@sakhi/domain/site/routes";
import { Link } from "react-router-dom";
import { useGetSiteStatusQuery } from "../../../api/mela-api";
import { card, tapLinks } from "../../../ui/card";
import { PageBody, PageHeading } from "../../../ui/page";
import { pageHead, usePageHead } from "../../../ui/page-head";
import { strings } from "./status.strings";

/** How often an open page looks again, in ms. */
const POLL_MS = 20_000;

/** What works, and what it means for the visitor. */
function Line({
  name,
  state,
  text,
  well,
}: {
  readonly name: string;
  readonly state: string;
  readonly text: string;
  readonly well: boolean;
}) {
  return (
    <chakra.li {...card} p={{ base: "4", md: "5" }}>
      <Flex justify="space-between" gap="3" wrap="wrap" align="baseline">
        <chakra.h2 textStyle="h3">{name}</chakra.h2>
        <chakra.strong color={well ? "muted" : "alarm.text"}>{state}</chakra.strong>
      </Flex>
      <Text mt="1">{text}</Text>
    </chakra.li>
  );
}

/** /status: whether booking, payments and mails work, in plain words. */
export function StatusPage() {
  usePageHead(pageHead(PATHS.status));
  const { data, isError, refetch } = useGetSiteStatusQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const { booking, payments, mails } = strings;
  const isHeld = data?.booking === "mostly_held" || data?.booking === "all_held";
  const isOpen = data?.booking === "works" || isHeld;
  const well = isOpen && data.payments === "work" && data.mails === "work";
  const working = isHeld ? strings.held : strings.well;
  const known = well ? working : strings.unwell;
  const summary = data === undefined ? strings.loading : known;
  return (
    <PageBody narrow>
      <PageHeading>{strings.title}</PageHeading>
      <Text role="status" my="4" fontWeight="600">
        {isError ? strings.failed : summary}
      </Text>
      {isError && (
        <chakra.button
          type="button"
          minHeight="tap"
          px="4"
          mb="4"
          bg="indigo.solid"
          color="indigo.on"
          borderRadius="card"
          cursor="pointer"
          onClick={() => void refetch()}
        >
          {strings.again}
        </chakra.button>
      )}
      {data !== undefined && !isError && (
        <chakra.ul display="grid" gap="4">
          <Line
            name={booking.name}
            state={
              {
                works: strings.yes,
                mostly_held: strings.mostlyHeld,
                all_held: strings.allHeld,
                paused: strings.paused,
                down: strings.no,
              }[data.booking]
            }
            text={booking[data.booking]}
            well={data.booking === "works"}
          />
          <Line
            name={payments.name}
            state={data.payments === "work" ? strings.yes : strings.no}
            text={payments[data.payments]}
            well={data.payments === "work"}
          />
          <Line
            name={mails.name}
            state={data.mails === "work" ? strings.yes : strings.slow}
            text={mails[data.mails]}
            well={data.mails === "work"}
          />
        </chakra.ul>
      )}
      <Box mt="6">
        <Text>{strings.help}</Text>
        <Flex columnGap="5" wrap="wrap" css={tapLinks}>
          <Link to={PATHS.findBooking}>{strings.find}</Link>
          <Link to={PATHS.support}>{strings.write}</Link>
        </Flex>
      </Box>
    </PageBody>
  );
}
