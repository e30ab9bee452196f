import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { dayTitle } from "@sakhi/domain/gst/months";
import { dashboardPath, payoutsExportPath } from "@sakhi/domain/site/routes";
import { useState } from "react";
import { Link } from "react-router-dom";
import {
  type BankLine,
  type Payout,
  type PayoutAccount,
  type PayoutSummary,
  useGetPayoutSummaryQuery,
  useListPayoutsQuery,
  useReadBankStatementMutation,
  useReadPayoutFileMutation,
  useReadPayoutsMutation,
} from "../../../api/admin-api";
import { userMessage } from "../../../api/failure";
import { useBusy } from "../../../ui/busy";
import { rupees, signedRupees } from "../../../ui/money";
import { SteadyButton } from "../../../ui/steady-button";
import { useToasts } from "../../../ui/toast";
import { pageQuery, useAddress } from "../parts/address";
import { TableButtons } from "../parts/download";
import { momentOf } from "../parts/labels";
import { ListPanel } from "../parts/list-page";
import { Chip, Loaded, Nothing, Panel } from "../parts/panel";
import { type Column, OpenButton, RowsTable } from "../parts/rows-table";
import { useSession } from "../parts/session";
import { PayoutLines } from "./payout-lines";
import { strings } from "./payouts.strings";
import { TextDialog } from "./text-dialog";

const PAGE_SIZE = 25;
const STATES = { under_way: "waiting", paid: "good", failed: "bad" } as const;

const Amount = ({ of }: { readonly of: number }) => <chakra.span whiteSpace="nowrap">{signedRupees(of)}</chakra.span>;

function nameOf({ account, title }: PayoutAccount): string {
  const { listings, other, all } = strings.summary;
  const known: Readonly<Record<string, string>> = { listings, other, all };
  return known[account] ?? title;
}

const money = (name: "received" | "refunded" | "withheld" | "paidOut" | "toCome"): Column<PayoutAccount> => ({
  ...{ label: strings.summary.columns[name], number: true },
  cell: (account) => <Amount of={account[name]} />,
});

const ACCOUNT_COLUMNS: readonly Column<PayoutAccount>[] = [
  {
    ...{ label: strings.summary.columns.account, heads: true },
    cell: (account) => (account.account === "all" ? <strong>{nameOf(account)}</strong> : <bdi>{nameOf(account)}</bdi>),
  },
  ...(["received", "refunded", "withheld"] as const).map(money),
  {
    ...{ label: strings.summary.columns.fees, number: true },
    cell: ({ fees, feeTax }) => (
      <>
        <Amount of={fees} />
        {fees !== 0 && <span data-sub>{strings.summary.gst(rupees(feeTax))}</span>}
      </>
    ),
  },
  ...(["paidOut", "toCome"] as const).map(money),
];

function Summary({ summary }: { readonly summary: PayoutSummary }) {
  const texts = strings.summary;
  const { accounts, differences, problem, readUntil } = summary;
  return (
    <>
      <Flex gap="3" wrap="wrap" align="center" mb="4">
        <Text textStyle="small" color="muted">
          {readUntil === undefined ? texts.never : texts.readUntil(momentOf(readUntil))}
        </Text>
        {differences === 0 ? (
          <Chip tone="good">{texts.noDifference}</Chip>
        ) : (
          <>
            <Chip tone="bad">{String(differences)}</Chip>
            <Link to={dashboardPath({ view: "issues" })}>{texts.differences(differences)}</Link>
          </>
        )}
        {problem !== undefined && <Text color="alarm.text">{texts.problem(problem)}</Text>}
      </Flex>
      {accounts.length <= 1 ? (
        <Nothing>{texts.empty}</Nothing>
      ) : (
        <RowsTable label={texts.table} rows={accounts} keyOf={({ account }) => account} columns={ACCOUNT_COLUMNS} />
      )}
    </>
  );
}

/** Reads the provider's reports, and says what came of it. */
function ReadNow() {
  const [read] = useReadPayoutsMutation();
  const [busy, once] = useBusy();
  const { showToast } = useToasts();
  const run = async () => {
    try {
      showToast({ kind: "success", title: (await read().unwrap()).message });
    } catch (error) {
      showToast({
        ...{ kind: "error", title: strings.failed.title },
        description: userMessage(error, strings.failed.text),
      });
    }
    return false;
  };
  return (
    <SteadyButton size="sm" inactive={busy} onClick={() => void once(run)}>
      {busy ? strings.read.pending : strings.read.button}
    </SteadyButton>
  );
}

const BANK_TONES = { matched: "good", differs: "bad", unknown: "plain" } as const;
const BANK_COLUMNS: readonly Column<BankLine>[] = [
  { ...{ label: strings.bank.line, heads: true }, cell: ({ line }) => line },
  {
    label: strings.bank.verdict,
    cell: ({ verdict }) => <Chip tone={BANK_TONES[verdict]}>{strings.bank.verdicts[verdict]}</Chip>,
  },
  {
    ...{ label: strings.bank.bank, number: true },
    cell: ({ bank, amount, verdict }) => (
      <>
        <Amount of={bank} />
        {verdict === "differs" && amount !== undefined && <span data-sub>{strings.bank.should(rupees(amount))}</span>}
      </>
    ),
  },
  {
    ...{ label: strings.bank.payout, wide: true },
    cell: ({ payoutId, utr }) =>
      payoutId === undefined ? (
        ""
      ) : (
        <>
          <span>{payoutId}</span>
          <span data-sub>{strings.list.utr(utr ?? "")}</span>
        </>
      ),
  },
];

function Texts() {
  const [open, setOpen] = useState<"upload" | "bank">();
  const [readFile] = useReadPayoutFileMutation();
  const [compare] = useReadBankStatementMutation();
  const onClose = () => setOpen(undefined);
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setOpen("upload")}>
        {strings.upload.button}
      </Button>
      <Button size="sm" variant="outline" onClick={() => setOpen("bank")}>
        {strings.bank.button}
      </Button>
      {open === "upload" && (
        <TextDialog
          texts={strings.upload}
          run={async (content) => <Text>{(await readFile({ content }).unwrap()).message}</Text>}
          onClose={onClose}
        />
      )}
      {open === "bank" && (
        <TextDialog
          texts={strings.bank}
          run={async (content) => {
            const { message, lines } = await compare({ content }).unwrap();
            return (
              <Box display="grid" gap="4" minWidth="0">
                <Text>{message}</Text>
                <RowsTable
                  label={strings.bank.table}
                  rows={lines}
                  keyOf={({ line }) => String(line)}
                  columns={BANK_COLUMNS}
                />
              </Box>
            );
          }}
          onClose={onClose}
        />
      )}
    </>
  );
}

/** What a bank statement says of a payout. */
function InBank({ payout: { bank, bankDay, amount, state } }: { readonly payout: Payout }) {
  const texts = strings.list;
  if (bank === undefined) return <span>{state === "failed" ? "" : texts.notThere}</span>;
  if (bank !== amount) return <Chip tone="bad">{texts.bankDiffers(rupees(bank))}</Chip>;
  return <span>{bankDay === undefined ? texts.there : texts.inBank(dayTitle(bankDay))}</span>;
}

const columnsOf = (open: (payout: string) => void): readonly Column<Payout>[] => {
  const { columns, states, ...texts } = strings.list;
  return [
    {
      ...{ label: columns.payout, heads: true },
      cell: ({ payoutId, utr, lines }) => (
        <>
          <OpenButton label={texts.open(payoutId)} onOpen={() => open(payoutId)}>
            {payoutId}
          </OpenButton>
          <span data-sub>{utr === undefined ? texts.lines(lines) : `${texts.utr(utr)}, ${texts.lines(lines)}`}</span>
        </>
      ),
    },
    { label: columns.paidAt, cell: ({ paidAt }) => (paidAt === undefined ? "" : momentOf(paidAt)) },
    { label: columns.state, cell: ({ state }) => <Chip tone={STATES[state]}>{states[state]}</Chip> },
    { ...{ label: columns.gross, number: true }, cell: ({ gross }) => <Amount of={gross} /> },
    { ...{ label: columns.fees, number: true }, cell: ({ fees }) => <Amount of={fees} /> },
    { ...{ label: columns.amount, number: true }, cell: ({ amount }) => <Amount of={amount} /> },
    { label: columns.bank, cell: (payout) => <InBank payout={payout} /> },
  ];
};

function List() {
  const address = useAddress();
  const query = useListPayoutsQuery(pageQuery(address, PAGE_SIZE));
  const open = (payout: string) => address.put({ payout, lines: "" });
  const opened = address.get("payout");
  return (
    <>
      <ListPanel
        {...{ address, query, size: PAGE_SIZE, texts: strings.list }}
        aside={
          <TableButtons
            text={strings.file.export}
            pending={strings.file.pending}
            file={(format) => ({ address: payoutsExportPath(format), name: `payouts.${format}` })}
            done={strings.file.done}
            failed={strings.file.failed}
          />
        }
        above={null}
      >
        {(rows) => (
          <RowsTable
            label={strings.list.table}
            rows={rows}
            keyOf={({ payoutId }) => payoutId}
            columns={columnsOf(open)}
            onOpen={({ payoutId }) => open(payoutId)}
          />
        )}
      </ListPanel>
      {opened !== "" && <PayoutLines payout={opened} onClose={() => address.put({ payout: "", lines: "" })} />}
    </>
  );
}

/** What the payment provider paid out, by event and by payout, and its comparison with the bank. */
export function PayoutsView() {
  const { canEdit } = useSession();
  const query = useGetPayoutSummaryQuery();
  const texts = strings.summary;
  return (
    <Box display="grid" gap="5" gridTemplateColumns="minmax(0, 1fr)">
      <Panel
        title={texts.title}
        aside={
          canEdit && (
            <Flex gap="2" wrap="wrap">
              <Texts />
              <ReadNow />
            </Flex>
          )
        }
      >
        <Text color="muted" mb="4">
          {texts.lead}
        </Text>
        <Loaded query={query} loading={texts.loading} failed={texts.failed}>
          {(summary) => <Summary summary={summary} />}
        </Loaded>
      </Panel>
      <List />
    </Box>
  );
}
