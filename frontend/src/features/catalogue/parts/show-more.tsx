import { Button, Flex, Text } from "@chakra-ui/react";
import { Spinner } from "../../../ui/page";
import { strings } from "../catalogue.strings";
import type { Listings } from "./use-listings";

/** The foot of a long list: how far it goes, and the way to more. Nothing when all is shown. */
export function ShowMore({ found, text }: { readonly found: Listings; readonly text: string }) {
  if (!found.hasMore) return null;
  return (
    <Flex direction="column" align="center" gap="3" mt="8">
      <Text color="muted" role="status">
        {text}
      </Text>
      <Button variant="outline" disabled={found.loadingMore} onClick={found.showMore}>
        {found.loadingMore && <Spinner />}
        {strings.showMore}
      </Button>
    </Flex>
  );
}
