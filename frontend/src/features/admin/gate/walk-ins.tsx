import { Badge, Box, Button, chakra, Field, Flex, Input, Text } from "@chakra-ui/react";
import { WalkInDto } from "@sakhi/domain/bookings/walk-in.dto";
import { isWalkInOpen, WALK_IN_POLL_MS } from "@sakhi/domain/bookings/walk-in.states";
import { indianClock } from "@sakhi/domain/events/indian-time";
import { ArrowLeft, Check, CircleSlash, Clock } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import {
  type GateStallResponse,
  useCancelWalkInMutation,
  useGetWalkInQuery,
  useGetWalkInsQuery,
  usePayWalkInMutation,
  useStartWalkInMutation,
  type WalkInResponse,
  type WalkInsResponse,
} from "../../../api/admin-api";
import { userMessage } from "../../../api/failure";
import { useServerTime } from "../../../api/server-clock";
import { rupees } from "../../../ui/money";
import { FailureState } from "../../../ui/states";
import { SteadyButton } from "../../../ui/steady-button";
import { registrationFields } from "../booking/sale-dialogs";
import { ActionDialog } from "../parts/action-dialog";
import { rowButton } from "./row-button";
import { STALLS, type Selling } from "./use-selling";
import { strings } from "./walk-ins.strings";

/** Seconds until then by the server's clock; undefined without a time. */
const useSecondsLeft = (until: string | undefined): number | undefined =>
  useServerTime(until !== undefined, (now) =>
    until === undefined ? undefined : Math.max(0, Math.ceil((Date.parse(until) - now) / 1000)),
  );
const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

function Heading({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // What was pressed is gone with what it was on.
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <chakra.h2 ref={heading} tabIndex={-1} textStyle="h2" mb="2">
      {children}
    </chakra.h2>
  );
}

function BackButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <Button variant="outline" width="full" mb="4" onClick={onClick}>
      <ArrowLeft aria-hidden />
      <span>{label}</span>
    </Button>
  );
}

/** Somebody's form, for a stall that was chosen. */
function SellDialog({
  slug,
  stall: { stallId, price },
  onStarted,
  onClose,
}: {
  readonly slug: string;
  readonly stall: GateStallResponse;
  readonly onStarted: (bookingId: string) => void;
  readonly onClose: () => void;
}) {
  const [start] = useStartWalkInMutation();
  const started = useRef<string>(undefined);
  const { form } = strings;
  return (
    <ActionDialog<WalkInDto>
      wide
      title={form.title(stallId, price)}
      dto={WalkInDto}
      initial={{ stallId }}
      fields={() => registrationFields(form.fields)}
      consequence={() => form.consequence(stallId, price)}
      texts={form}
      run={async (walkInDto) => {
        const { bookingId } = await start({ slug, walkInDto }).unwrap();
        started.current = bookingId;
        return form.done(stallId);
      }}
      onClose={() => {
        onClose();
        if (started.current !== undefined) onStarted(started.current);
      }}
    />
  );
}

function Sales({ sales, onOpen }: { readonly sales: WalkInsResponse["sales"]; readonly onOpen: (id: string) => void }) {
  if (sales.length === 0) return null;
  return (
    <chakra.section aria-labelledby="gate-sales" mt="6">
      <chakra.h3 id="gate-sales" textStyle="h3" mb="2">
        {strings.sales}
      </chakra.h3>
      <ul>
        {sales.map(({ bookingId, stallId, brand, by, startedAt, state }) => (
          <li key={bookingId}>
            <chakra.button {...rowButton} onClick={() => onOpen(bookingId)}>
              <chakra.span flex="1" minWidth="0" overflowWrap="anywhere">
                <strong>{strings.saleOf(stallId, brand)}</strong>
                <chakra.span display="block" textStyle="small" color="muted">
                  {strings.by(by, indianClock(new Date(startedAt), "minute"))}
                </chakra.span>
              </chakra.span>
              <Badge flexShrink={0} variant={isWalkInOpen(state) ? "surface" : state === "sold" ? "outline" : "subtle"}>
                {strings.states[state]}
              </Badge>
            </chakra.button>
          </li>
        ))}
      </ul>
    </chakra.section>
  );
}

function FreeStalls({ slug, selling }: { readonly slug: string; readonly selling: Selling }) {
  const { currentData: data, isError, refetch } = useGetWalkInsQuery(slug, { refetchOnMountOrArgChange: true });
  const [chosen, setChosen] = useState<GateStallResponse>();
  const [text, setText] = useState("");
  const wanted = text.replaceAll(/\s/g, "").toUpperCase();
  return (
    <>
      <BackButton label={strings.back} onClick={selling.leave} />
      <Heading>{strings.title}</Heading>
      <Text color="muted" mb="4">
        {strings.lead}
      </Text>
      {data === undefined ? (
        isError ? (
          <FailureState message={strings.failed} onRetry={() => void refetch()} />
        ) : (
          <Text role="status">{strings.loading}</Text>
        )
      ) : (
        <>
          <Text role="status" fontWeight="600" mb="3">
            {data.stalls.length === 0 ? strings.none : strings.free(data.stalls.length)}
          </Text>
          {data.stalls.length > 8 && (
            <Field.Root mb="3">
              <Field.Label>{strings.find}</Field.Label>
              <Input
                value={text}
                onChange={({ target }) => setText(target.value)}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
              />
            </Field.Root>
          )}
          <chakra.ul display="grid" gap="2" gridTemplateColumns="repeat(auto-fill, minmax(min(9rem, 100%), 1fr))">
            {data.stalls
              .filter(({ stallId }) => stallId.startsWith(wanted))
              .map((stall) => (
                <li key={stall.stallId}>
                  <Button
                    variant="outline"
                    width="full"
                    height="auto"
                    minHeight="tap"
                    py="2"
                    aria-label={strings.choose(stall.stallId, stall.stallType, stall.price)}
                    onClick={() => setChosen(stall)}
                  >
                    <chakra.span display="block">
                      <strong>{stall.stallId}</strong>
                      <chakra.span display="block" textStyle="small" color="muted">
                        {`${stall.stallType}, ${rupees(stall.price)}`}
                      </chakra.span>
                    </chakra.span>
                  </Button>
                </li>
              ))}
          </chakra.ul>
          <Sales sales={data.sales} onOpen={selling.show} />
        </>
      )}
      {chosen !== undefined && (
        <SellDialog
          slug={slug}
          stall={chosen}
          onStarted={selling.show}
          onClose={() => {
            setChosen(undefined);
            void refetch();
          }}
        />
      )}
    </>
  );
}

/** The code, as large as the phone allows: it is read by another phone, in the sun. */
function Code({ sale: { qr, payUntil, amount, stallId } }: { readonly sale: WalkInResponse }) {
  const left = useSecondsLeft(payUntil);
  if (qr === undefined || left === 0)
    return <Text my="3">{payUntil === undefined ? strings.sale.noCode : strings.sale.over}</Text>;
  return (
    <>
      <Text mb="2">{strings.sale.scan}</Text>
      <Box bg="white" p="3" borderRadius="card" maxWidth="22rem" mx="auto">
        <chakra.img
          src={qr}
          alt={strings.sale.code(stallId, amount)}
          width="full"
          aspectRatio="1"
          style={{ imageRendering: "pixelated" }}
        />
      </Box>
      <Text role="timer" textAlign="center" fontFamily="heading" fontWeight="700" fontSize="1.5rem" mt="2">
        {strings.sale.left(clock(left ?? 0))}
      </Text>
    </>
  );
}

const ENDS = {
  sold: { Icon: Check, bg: "leaf.solid", color: "white" },
  free: { Icon: CircleSlash, bg: "indigo.soft", color: "indigo.text" },
  late: { Icon: Clock, bg: "marigold.solid", color: "marigold.on" },
} as const;

function End({ state, stallId }: { readonly state: keyof typeof ENDS; readonly stallId: string }) {
  const { Icon, bg, color } = ENDS[state];
  const { sale } = strings;
  const [title, text] = {
    sold: [sale.sold(stallId), sale.soldText],
    free: [sale.free(stallId), sale.freeText],
    late: [sale.late, sale.lateText],
  }[state];
  return (
    <Box bg={bg} color={color} borderRadius="card" p="5" my="4">
      <Flex gap="3" align="center">
        <Icon size={32} aria-hidden />
        <chakra.strong fontFamily="heading" fontSize="1.5rem">
          {title}
        </chakra.strong>
      </Flex>
      <Text mt="2">{text}</Text>
    </Box>
  );
}

function Sale({ slug, id, selling }: { readonly slug: string; readonly id: string; readonly selling: Selling }) {
  const [isOpen, setOpen] = useState(true);
  const {
    currentData: sale,
    isError,
    refetch,
  } = useGetWalkInQuery(
    { slug, id },
    { pollingInterval: isOpen ? WALK_IN_POLL_MS : 0, refetchOnMountOrArgChange: true },
  );
  const [pay, { isLoading: isTrying }] = usePayWalkInMutation();
  const [cancel, { isLoading: isCancelling }] = useCancelWalkInMutation();
  const [problem, setProblem] = useState<string>();
  const isOpenNow = sale === undefined || isWalkInOpen(sale.state);
  if (isOpen !== isOpenNow) setOpen(isOpenNow);
  const left = useSecondsLeft(sale?.state === "paying" ? sale.payUntil : undefined);
  const run = async (action: () => Promise<unknown>) => {
    setProblem(undefined);
    try {
      await action();
    } catch (error) {
      setProblem(userMessage(error, strings.sale.unknown));
    }
    void refetch();
  };
  const texts = strings.sale;
  return (
    <>
      <BackButton label={strings.backToStalls} onClick={selling.start} />
      <Heading>{sale === undefined ? strings.title : texts.heading(sale.stallId)}</Heading>
      {sale === undefined ? (
        isError ? (
          <FailureState message={strings.failed} onRetry={() => void refetch()} />
        ) : (
          <Text role="status">{strings.loading}</Text>
        )
      ) : (
        <>
          <Text overflowWrap="anywhere">{sale.brand}</Text>
          <chakra.strong display="block" fontFamily="heading" fontSize="1.75rem" my="1">
            {texts.amount(sale.amount)}
          </chakra.strong>
          <Box role="status">
            {sale.state === "sold" || sale.state === "free" || sale.state === "late" ? (
              <End state={sale.state} stallId={sale.stallId} />
            ) : (
              <Text color="muted" mb="2">
                {sale.state === "ending" ? texts.ending : sale.state === "unopened" ? texts.unopened : texts.checking}
              </Text>
            )}
          </Box>
          {sale.state === "paying" && <Code sale={sale} />}
          {isError && isOpenNow && <Text role="status">{texts.unknown}</Text>}
          <Box role="alert">{problem !== undefined && <Text color="alarm.text">{problem}</Text>}</Box>
          <Flex direction="column" gap="3" mt="4">
            {(sale.state === "unopened" || (sale.state === "paying" && (sale.qr === undefined || left === 0))) && (
              <SteadyButton size="lg" inactive={isTrying} onClick={() => void run(() => pay({ slug, id }).unwrap())}>
                {isTrying ? texts.trying : texts.again}
              </SteadyButton>
            )}
            {(sale.state === "unopened" || sale.state === "paying") && (
              <SteadyButton
                variant="outline"
                inactive={isCancelling}
                onClick={() => void run(() => cancel({ slug, id }).unwrap())}
              >
                {isCancelling ? texts.cancelling : texts.cancel}
              </SteadyButton>
            )}
            {!isOpenNow && (
              <Button size="lg" onClick={selling.start}>
                {texts.next}
              </Button>
            )}
          </Flex>
        </>
      )}
    </>
  );
}

/** Sales at the gate: free stalls, a form, and the code that the buyer scans. */
export function WalkIns({ slug, selling }: { readonly slug: string; readonly selling: Selling }) {
  const { open } = selling;
  if (open === undefined) return null;
  return (
    <chakra.section aria-label={strings.title} mb="6">
      {open === STALLS ? (
        <FreeStalls slug={slug} selling={selling} />
      ) : (
        <Sale key={open} slug={slug} id={open} selling={selling} />
      )}
    </chakra.section>
  );
}
