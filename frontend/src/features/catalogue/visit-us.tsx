import { chakra, Text } from "@chakra-ui/react";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { Store } from "lucide-react";
import { Link } from "react-router-dom";
import { useListBrandStallsQuery } from "../../api/catalogue-api";
import { placeInWords } from "../../api/facts-in-words";
import { EventText } from "../../ui/event-text";
import { DecorativeIcon } from "../../ui/sign";
import { visitStrings } from "./visit-us.strings";

/** Where a brand is met: its stalls of coming events, with the way to their plans; nothing without one. */
export function VisitUs({ module, name }: { readonly module: CatalogueModule; readonly name: string }) {
  const { currentData: stalls = [] } = useListBrandStallsQuery({ module, brandName: name });
  return stalls.map(placeInWords).map(({ stallId, event, planPath, ...place }) => (
    <Text key={`${event} ${stallId}`} mt="4" display="flex" gap="2.5" alignItems="flex-start">
      <DecorativeIcon icon={Store} size={22} as="span" color="rani.text" pt="0.5" />
      <span>
        <chakra.strong>{visitStrings.at(stallId)}</chakra.strong>
        <span>
          <EventText of={place}>{`, ${place.eventName}, ${place.dates}, ${place.city}. `}</EventText>
        </span>
        <Link to={planPath}>{visitStrings.seePlan}</Link>
      </span>
    </Text>
  ));
}
