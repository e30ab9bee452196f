import { Flex } from "@chakra-ui/react";
import { Hidden, Spinner } from "../ui/page";
import { strings } from "./app.strings";

/** Stands while the first screen's code is on its way. */
export function RouteLoading() {
  return (
    <Flex role="status" minHeight="100dvh" align="center" justify="center" color="rani.text">
      <Spinner size={40} />
      <Hidden>{strings.loading}</Hidden>
    </Flex>
  );
}
