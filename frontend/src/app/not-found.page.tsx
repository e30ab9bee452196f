import { Box, Flex, Text } from "@chakra-ui/react";
import { PATHS } from "@sakhi/domain/site/routes";
import brokenPot from "../assets/art/broken-pot.svg";
import { buttonStack } from "../ui/card";
import { LinkButton } from "../ui/link-button";
import { PageBody, PageHeading, useDocumentTitle } from "../ui/page";
import { strings } from "./app.strings";

/** The 404 page, for every address without a screen (T-005). */
export function NotFoundPage() {
  useDocumentTitle(strings.notFoundTitle, strings.notFoundText);
  return (
    <PageBody narrow>
      <Box width="180px" mb="4">
        <svg viewBox="0 0 180 130" aria-hidden width="180" height="130">
          <ellipse cx="90" cy="112" rx="82" ry="10" fill="var(--sb-colors-sunk)" />
          <image href={brokenPot} width="180" height="130" />
        </svg>
      </Box>
      <PageHeading>{strings.notFoundTitle}</PageHeading>
      <Text textStyle="lead" mt="3" mb="6">
        {strings.notFoundText}
      </Text>
      <Flex {...buttonStack}>
        <LinkButton to={PATHS.home} label={strings.notFoundHome} />
        <LinkButton to={PATHS.plan} variant="outline" label={strings.notFoundMela} />
      </Flex>
    </PageBody>
  );
}
