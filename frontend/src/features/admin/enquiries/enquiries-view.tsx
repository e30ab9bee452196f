import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import type { EnquiriesQuery, Enquiry } from "../../../api/review-api";
import { useListEnquiriesQuery } from "../../../api/review-api";
import { Choice } from "../../../ui/choice";
import { EmptyState } from "../../../ui/states";
import { Loaded } from "../parts/loaded";
import { pageOf, Paging } from "../parts/paging";
import { Panel } from "../parts/panel";
import { RefreshButton } from "../parts/refresh-button";
import type { Address } from "../parts/use-address";
import { useAddress } from "../parts/use-address";
import { EnquiryCard } from "./enquiry-card";
import { strings } from "./enquiries.strings";

const PAGE_SIZE = 25;
const STATES = ["open", "answered", "quarantined"] as const satisfies readonly Enquiry["state"][];
const KINDS = ["corporate_gifting", "support"] as const satisfies readonly Enquiry["kind"][];

/** The state in the address; those that wait, where it names none. */
function stateOf({ get }: Address): Enquiry["state"] | "all" {
  const named = get("state");
  return named === "all" ? "all" : (STATES.find((known) => known === named) ?? "open");
}

function queryOf(address: Address): EnquiriesQuery {
  const state = stateOf(address);
  const kind = KINDS.find((known) => known === address.get("kind"));
  const page = pageOf(address);
  return {
    ...(state === "all" ? {} : { state }),
    ...(kind === undefined ? {} : { kind }),
    limit: PAGE_SIZE,
    ...(page === 1 ? {} : { offset: (page - 1) * PAGE_SIZE }),
  };
}

function Filters({ address }: { readonly address: Address }) {
  const { filters, states, kinds } = strings;
  const choose = (name: string) => (value: string) => address.put({ [name]: value, page: "" });
  const state = stateOf(address);
  return (
    <chakra.div
      role="group"
      aria-label={filters.title}
      display={{ base: "grid", md: "flex" }}
      gridTemplateColumns="repeat(2, minmax(0, 1fr))"
      gap="3"
      mb="4"
    >
      <Choice
        label={filters.state}
        value={state === "open" ? "" : state}
        onChange={choose("state")}
        options={[
          ["", states.open],
          ["answered", states.answered],
          ["quarantined", states.quarantined],
          ["all", filters.all],
        ]}
      />
      <Choice
        label={filters.kind}
        value={address.get("kind")}
        onChange={choose("kind")}
        options={[["", filters.all] as const, ...KINDS.map((kind) => [kind, kinds[kind]] as const)]}
      />
    </chakra.div>
  );
}

/** What looks like a bot's is not forgotten: it is said how much of it waits for a look. */
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
      <Text>{strings.aside(total)}</Text>
      <Button
        size="sm"
        variant="outline"
        onClick={() => address.put({ state: "quarantined", kind: "", page: "" })}
      >
        {strings.viewQuarantined}
      </Button>
    </Flex>
  );
}

/** ?view=enquiries: gifting requests and messages to support; what waits for an answer unless asked otherwise. */
export function EnquiriesView() {
  const address = useAddress();
  const query = useListEnquiriesQuery(queryOf(address));
  const { data, isFetching } = query;
  return (
    <Panel
      title={strings.title}
      aside={
        <Flex gap="2" wrap="wrap" align="center">
          <Text textStyle="small" color="muted" me="1">
            {data === undefined ? "" : strings.all(data.total)}
          </Text>
          <RefreshButton query={query} />
        </Flex>
      }
    >
      <Text color="muted" mb="4">
        {strings.lead}
      </Text>
      <Quarantined address={address} />
      <Filters address={address} />
      <Loaded query={query} loading={strings.loading} failed={strings.failed}>
        {({ enquiries, total }) => (
          <>
            {enquiries.length === 0 ? (
              <EmptyState title={strings.empty[stateOf(address)]} level="h3">
                <Text color="muted">{strings.emptyText}</Text>
              </EmptyState>
            ) : (
              <Box
                as="ul"
                listStyleType="none"
                p="0"
                display="grid"
                gap="4"
                opacity={isFetching ? 0.75 : 1}
                transition="opacity 200ms"
                _motionReduce={{ transition: "none" }}
              >
                {enquiries.map((enquiry) => (
                  <EnquiryCard key={enquiry.id} enquiry={enquiry} />
                ))}
              </Box>
            )}
            <Paging
              address={address}
              label={strings.pages}
              size={PAGE_SIZE}
              total={total}
              shown={enquiries.length}
            />
          </>
        )}
      </Loaded>
    </Panel>
  );
}
