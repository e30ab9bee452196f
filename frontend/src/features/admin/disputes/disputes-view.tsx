import { Box, chakra } from "@chakra-ui/react";
import { DISPUTE_STAGES } from "@sakhi/domain/payments/dispute.stages";
import { type Dispute, useListDisputesQuery } from "../../../api/admin-api";
import { Choice } from "../../../ui/choice";
import { rupees } from "../../../ui/money";
import { allowedValue, pageQuery, useAddress } from "../parts/address";
import { ListPanel } from "../parts/list-page";
import { type Column, OpenButton, RowsTable } from "../parts/rows-table";
import { DisputeDetails } from "./dispute-details";
import { strings } from "./disputes.strings";
import { Deadline, Sold, StageChip } from "./parts";

const PAGE_SIZE = 25;

const columnsOf = (open: (dispute: string) => void): readonly Column<Dispute>[] => {
  const { columns, open: label } = strings.list;
  return [
    {
      ...{ label: columns.dispute, heads: true },
      cell: ({ disputeId, status }) => (
        <>
          <OpenButton label={label(disputeId)} onOpen={() => open(disputeId)}>
            {disputeId}
          </OpenButton>
          <span data-sub>{status}</span>
        </>
      ),
    },
    { ...{ label: columns.sold, wide: true }, cell: (dispute) => <Sold dispute={dispute} withOrder /> },
    {
      ...{ label: columns.amount, number: true },
      cell: ({ amount }) => <chakra.span whiteSpace="nowrap">{rupees(amount)}</chakra.span>,
    },
    { label: columns.stage, cell: ({ stage }) => <StageChip stage={stage} /> },
    { label: columns.respondBy, cell: (dispute) => <Deadline dispute={dispute} /> },
  ];
};

/** Payers who ask their banks for their money back: those that wait for evidence first. */
export function DisputesView() {
  const address = useAddress();
  const stage = allowedValue(address, "stage", DISPUTE_STAGES);
  const query = useListDisputesQuery({ ...pageQuery(address, PAGE_SIZE), ...(stage === undefined ? {} : { stage }) });
  const open = (dispute: string) => address.put({ dispute });
  const opened = address.get("dispute");
  return (
    <>
      <ListPanel
        {...{ address, query, size: PAGE_SIZE, texts: strings.list, filters: ["stage"] }}
        above={
          <Box maxWidth="20rem" mb="4">
            <Choice
              label={strings.filter.label}
              value={stage ?? ""}
              options={[
                ["", strings.filter.all] as const,
                ...DISPUTE_STAGES.map((name) => [name, strings.stages[name]] as const),
              ]}
              onChange={(value) => address.put({ stage: value, page: "" })}
            />
          </Box>
        }
      >
        {(rows) => (
          <RowsTable
            label={strings.list.table}
            rows={rows}
            keyOf={({ disputeId }) => disputeId}
            columns={columnsOf(open)}
            onOpen={({ disputeId }) => open(disputeId)}
          />
        )}
      </ListPanel>
      {opened !== "" && <DisputeDetails disputeId={opened} onClose={() => address.put({ dispute: "" })} />}
    </>
  );
}
