import { Button, chakra, Flex, Text } from "@chakra-ui/react";
import { type EnquiriesQuery, type Enquiry, useListEnquiriesQuery } from "../../../api/admin-api";
import { type Address, pageQuery, useAddress, allowedValue } from "../parts/address";
import { FilterChoices, filterStyle } from "../parts/filters";
import { ListPanel } from "../parts/list-page";
import { strings } from "./enquiries.strings";
import { EnquiryCard } from "./enquiry-card";

const PAGE_SIZE = 25;
const STATES = [
  "open",
  "answered",
  "quarantined",
  "forwarded",
  "stopped",
] as const satisfies readonly Enquiry["state"][];
const KINDS = ["corporate_gifting", "support", "brand"] as const satisfies readonly Enquiry["kind"][];

/** The state filter; open enquiries by default. */
function stateOf(address: Address): Enquiry["state"] | "all" {
  return address.get("state") === "all" ? "all" : (allowedValue(address, "state", STATES) ?? "open");
}

function queryOf(address: Address): EnquiriesQuery {
  const state = stateOf(address);
  return {
    state: state === "all" ? undefined : state,
    kind: allowedValue(address, "kind", KINDS),
    ...pageQuery(address, PAGE_SIZE),
  };
}

function Filters({ address }: { readonly address: Address }) {
  const { filters, states, kinds } = strings;
  const state = stateOf(address);
  return (
    <chakra.div role="group" aria-label={filters.title} {...filterStyle}>
      <FilterChoices
        address={address}
        choices={[
          {
            name: "state",
            label: filters.state,
            value: state === "open" ? "" : state,
            options: [
              ["", states.open],
              ["answered", states.answered],
              ["quarantined", states.quarantined],
              ["forwarded", states.forwarded],
              ["stopped", states.stopped],
              ["all", filters.all],
            ],
          },
          {
            name: "kind",
            label: filters.kind,
            options: [["", filters.all], ...KINDS.map((kind) => [kind, kinds[kind]] as const)],
          },
        ]}
      />
    </chakra.div>
  );
}

/** Shows how many enquiries are quarantined. */
function Quarantined({ address }: { readonly address: Address }) {
  const { data } = useListEnquiriesQuery({ state: "quarantined", limit: 1 });
  const total = data?.total ?? 0;
  if (total === 0 || stateOf(address) === "quarantined") return null;
  return (
    <Flex
      role="status"
      align="center"
      justify="space-between"
      gap="3"
      wrap="wrap"
      bg="marigold.soft"
      borderRadius="card"
      px="4"
      py="2.5"
      mb="4"
    >
      <Text>{strings.quarantined(total)}</Text>
      <Button size="sm" variant="outline" onClick={() => address.put({ state: "quarantined", kind: "", page: "" })}>
        {strings.viewQuarantined}
      </Button>
    </Flex>
  );
}

/** ?view=enquiries: gifting requests, messages to support and to brands; open ones by default. */
export function EnquiriesView() {
  const address = useAddress();
  const query = useListEnquiriesQuery(queryOf(address));
  return (
    <ListPanel
      address={address}
      query={query}
      texts={{ ...strings, empty: strings.empty[stateOf(address)] }}
      size={PAGE_SIZE}
      above={
        <>
          <Text color="muted" mb="4">
            {strings.lead}
          </Text>
          <Quarantined address={address} />
          <Filters address={address} />
        </>
      }
    >
      {(enquiries) => (
        <chakra.ul display="grid" gap="4">
          {enquiries.map((enquiry) => (
            <EnquiryCard key={enquiry.id} enquiry={enquiry} />
          ))}
        </chakra.ul>
      )}
    </ListPanel>
  );
}
