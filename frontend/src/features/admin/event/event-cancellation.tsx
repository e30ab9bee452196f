import { Box, chakra, Flex, Text } from "@chakra-ui/react";
import { CancelEventDto, DEDUCTION_KINDS, type DeductionKind } from "@sakhi/domain/operator/event-cancellation.dto";
import { useRef } from "react";
import {
  type CancellationPreviewResponse,
  type ManagedEvent,
  useCancelEventMutation,
  usePreviewCancellationMutation,
} from "../../../api/admin-api";
import { rupees } from "../../../ui/money";
import { ActionDialog, type ActionField, reasonField, type SubjectProps } from "../parts/action-dialog";
import { DetailRows } from "../parts/panel";
import { strings } from "./event-changes.strings";
import { usePreview } from "./use-preview";

const texts = strings.cancel;

type Values = Partial<CancelEventDto>;

/** The deduction as it is asked for; undefined while it is incomplete. */
function deductionOf({ deductionKind, deduction }: Values): string | undefined {
  const kind = DEDUCTION_KINDS.find((each) => each === deductionKind);
  const value = typeof deduction === "number" ? deduction : Number.NaN;
  const most = kind === "percent" ? 100 : Infinity;
  if (kind === undefined || Number.isNaN(value) || value < 0 || value > most) return undefined;
  return JSON.stringify({ deductionKind: kind, deduction: value });
}

/** What each holder and all get back. */
function Refunds({ preview }: { readonly preview: CancellationPreviewResponse }) {
  const { bookings, paid, refundedBefore, deducted, refund, taxable, tax, byHand, unpaid } = preview;
  const { facts, columns } = texts;
  return (
    <Flex direction="column" gap="3">
      <Text>{bookings.length === 0 ? texts.nobody : texts.summary(bookings.length, rupees(refund))}</Text>
      {unpaid > 0 && <Text>{texts.unpaid(unpaid)}</Text>}
      {byHand > 0 && <Text>{texts.byHand(byHand)}</Text>}
      {bookings.length > 0 && (
        <>
          <DetailRows
            minWidth="9rem"
            facts={[
              [facts.paid, rupees(paid)],
              ...(refundedBefore === 0 ? [] : ([[facts.before, rupees(refundedBefore)]] as const)),
              [facts.deducted, rupees(deducted)],
              [facts.refund, rupees(refund)],
              [facts.taxable, rupees(taxable)],
              [facts.tax, rupees(tax)],
            ]}
          />
          <chakra.details>
            <chakra.summary cursor="pointer" minHeight="tap" alignContent="center" fontWeight="600">
              {texts.each(bookings.length)}
            </chakra.summary>
            <Box maxHeight="18rem" overflow="auto" tabIndex={0} role="region" aria-label={texts.table}>
              <chakra.table
                width="100%"
                textStyle="small"
                css={{ "& th, & td": { textAlign: "start", py: "1", pe: "3" } }}
              >
                <thead>
                  <tr>
                    {Object.values(columns).map((label) => (
                      <th key={label} scope="col">
                        {label}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {bookings.map((booking) => (
                    <tr key={booking.bookingId}>
                      <th scope="row">{booking.stallId}</th>
                      <chakra.td overflowWrap="anywhere">{booking.name}</chakra.td>
                      <td>{rupees(booking.paid)}</td>
                      <td>{rupees(booking.deducted)}</td>
                      <td>
                        <span>{rupees(booking.refund)}</span>
                        {booking.byHand && <chakra.span color="muted">{` ${texts.handMark}`}</chakra.span>}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </chakra.table>
            </Box>
          </chakra.details>
        </>
      )}
      <Text>
        <strong>{texts.final}</strong>
      </Text>
    </Flex>
  );
}

/** Cancels an event: the deduction, what each holder gets back, and the event's name typed. */
export function CancelEvent({ subject: { slug, title, name }, onClose }: SubjectProps<ManagedEvent>) {
  const [preview] = usePreviewCancellationMutation();
  const [cancel] = useCancelEventMutation();
  const seen = useRef<CancellationPreviewResponse>(undefined);
  const fields = ({ deductionKind }: Values): readonly ActionField<CancelEventDto>[] => [
    {
      name: "deductionKind",
      label: texts.kind,
      options: DEDUCTION_KINDS.map((kind) => [kind, texts.kinds[kind]] as const),
    },
    {
      name: "deduction",
      label: (deductionKind as DeductionKind) === "amount" ? texts.rupees : texts.percent,
      number: true,
    },
    { name: "message", label: texts.message, help: texts.messageHelp, optional: true, lines: 3 },
    { name: "eventName", label: texts.name, help: name, input: { autoComplete: "off" } },
    reasonField(),
  ];
  return (
    <ActionDialog<CancelEventDto>
      wide
      danger
      title={texts.dialog(title)}
      lead={texts.lead}
      dto={CancelEventDto}
      // What was seen is filled in when it is sent.
      initial={{ deductionKind: "percent", message: "", eventName: "", reason: "", seenBookings: 0, seenRefund: 0 }}
      fields={fields}
      consequence={(values) => (
        <CancellationPreview
          deduction={deductionOf(values)}
          ask={(deduction) => preview({ slug, deductionDto: JSON.parse(deduction) as CancelEventDto }).unwrap()}
          onSeen={(found) => (seen.current = found)}
        />
      )}
      texts={texts}
      run={async (dto) => {
        const { current: found } = seen;
        if (found === undefined) throw new Error(texts.notSeen);
        const counted = { seenBookings: found.bookings.length, seenRefund: found.refund };
        await cancel({ slug, cancelEventDto: Object.assign(dto, counted) }).unwrap();
        return texts.done(title);
      }}
      onClose={onClose}
    />
  );
}

/** The refunds with a deduction, as they are known so far. */
function CancellationPreview({
  deduction,
  ask,
  onSeen,
}: {
  readonly deduction: string | undefined;
  readonly ask: (deduction: string) => Promise<CancellationPreviewResponse>;
  readonly onSeen: (preview: CancellationPreviewResponse | undefined) => void;
}) {
  const { result, problem } = usePreview(deduction, async (key) => {
    const found = await ask(key);
    onSeen(found);
    return found;
  });
  if (deduction === undefined) return <>{texts.invalid}</>;
  if (problem !== undefined) return <span>{problem}</span>;
  return result === undefined ? <>{texts.loading}</> : <Refunds preview={result} />;
}
