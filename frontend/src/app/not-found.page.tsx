import { PATHS } from "@sakhi/domain/site/routes";
import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { Link } from "react-router-dom";
import { INKS } from "../ui/art/inks";
import { Pot } from "../ui/art/motifs";
import { PageBody, PageHeading, useDocumentTitle } from "../ui/page";
import { strings } from "./app.strings";

/** The 404 page, for every address without a screen (T-005). */
export function NotFoundPage() {
  useDocumentTitle(strings.notFoundTitle);
  return (
    <PageBody narrow>
      <Box width="180px" mb="4">
        <svg viewBox="0 0 180 130" aria-hidden width="180" height="130">
          <ellipse cx="90" cy="112" rx="82" ry="10" fill="var(--sb-colors-sunk)" />
          <Pot x={84} y={70} scale={1.7} turn={-16} body={INKS.clay} mark={INKS.paper} />
          <path
            d="M96 36l-8 14 11 10-9 14 7 10"
            fill="none"
            stroke={INKS.night}
            strokeWidth="3"
            strokeLinejoin="round"
          />
          <path d="M146 96l14-4-4 14z" fill={INKS.clay} />
        </svg>
      </Box>
      <PageHeading>{strings.notFoundTitle}</PageHeading>
      <Text textStyle="lead" mt="3" mb="6">
        {strings.notFoundText}
      </Text>
      <Flex gap="3" wrap="wrap">
        <Button asChild>
          <Link to={PATHS.home}>{strings.notFoundHome}</Link>
        </Button>
        <Button asChild variant="outline">
          <Link to={PATHS.plan}>{strings.notFoundMela}</Link>
        </Button>
      </Flex>
    </PageBody>
  );
}
