import { chakra, Text } from "@chakra-ui/react";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { Store } from "lucide-react";
import { Link } from "react-router-dom";
import { useListBrandStallsQuery } from "../../api/catalogue-api";
import { DecorativeIcon } from "../../ui/sign";
import { visitStrings } from "./visit-us.strings";

/** Where a brand is met: its stalls of coming events, with the way to their plans; nothing without one. */
export function VisitUs({ module, name }: { readonly module: CatalogueModule; readonly name: string }) {
  const { currentData: stalls = [] } = useListBrandStallsQuery({ module, brandName: name });
  return stalls.map(({ stallId, event, eventName, dates, city, planPath }) => (
    <Text key={`${event} ${stallId}`} mt="4" display="flex" gap="2.5" alignItems="flex-start">
      <DecorativeIcon icon={Store} size={22} as="span" color="rani.text" pt="0.5" />
      <span>
        <chakra.strong>{visitStrings.at(stallId)}</chakra.strong>
        <span>{`, ${eventName}, ${dates}, ${city}. `}</span>
        <Link to={planPath}>{visitStrings.seePlan}</Link>
      </span>
    </Text>
  ));
}
