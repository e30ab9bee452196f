import { Button, Text } from "@chakra-ui/react";
import { RotateCw } from "lucide-react";
import { PageBody, PageHeading, useDocumentTitle } from "../ui/page";
import { strings } from "./app.strings";

/** What stands in place of a screen that failed to load or to draw. */
export function RouteError() {
  useDocumentTitle(strings.errorTitle);
  return (
    <PageBody narrow>
      <PageHeading>{strings.errorTitle}</PageHeading>
      <Text textStyle="lead" mt="3" mb="6">
        {strings.errorText}
      </Text>
      {/* A reload and not a re-render: a screen's code that failed to load stays failed within the page. */}
      <Button onClick={() => globalThis.location.reload()}>
        <RotateCw aria-hidden />
        {strings.errorRetry}
      </Button>
    </PageBody>
  );
}
