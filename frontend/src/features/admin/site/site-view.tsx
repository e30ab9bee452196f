import { Box } from "@chakra-ui/react";
import { HomePagePanel } from "./home-page-panel";
import { PastEventsPanel } from "./past-events-panel";

/** ?view=site: what the home page shows, past events and awards. */
export function SiteView() {
  return (
    <Box display="grid" gap="5">
      <HomePagePanel />
      <PastEventsPanel />
    </Box>
  );
}
