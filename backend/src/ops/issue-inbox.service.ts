import { Injectable } from "@nestjs/common";
import { type Access, isHers } from "@sakhi/domain/access/rights";
import { formOf, REQUEST_RESOLUTIONS, RESOLUTIONS, type Resolution } from "@sakhi/domain/admin/resolutions";
import { hoardedStalls, NETWORK_BLOCK_HOURS, releaseHit } from "@sakhi/domain/bookings/live-holds.rules";
import { formatPaise } from "@sakhi/domain/money/money";
import { UNFINISHED_REFUND_STATES } from "@sakhi/domain/payments/payment.states";
import { STUCK_REFUND_DAYS } from "@sakhi/domain/payments/refund-times.rules";
import { NetworkHoldsService } from "../bookings/network-holds.service.js";
import { SiteHoldsService } from "../bookings/site-holds.service.js";
import { EventFactsService, type EventName } from "../events/event-facts.service.js";
import type { IssueEntity } from "../issues/issues.entities.js";
import { IssuesService } from "../issues/issues.service.js";
import { type IssueDetails, ISSUES, orderOfIssue } from "../issues/issues.types.js";
import { BookingRequestsService, type RequestedChange } from "../my-booking/booking-requests.service.js";
import { OperatorRefundsService } from "../payments/operator-refunds.service.js";
import { Database } from "../platform/database/database.js";
import { slugOfIssue } from "../platform/database/event-of.sql.js";
import { sqlList } from "../platform/database/sql-text.js";
import { toResponse } from "../platform/http/list-response.js";
import type { HealthyResponse, IssueFactResponse, IssueResponse, IssuesResponse } from "./issues.response.js";

/** Queries of the healthy counts, by field of the response. */
const HEALTHY: Readonly<Record<keyof HealthyResponse, string>> = {
  soldBookings: "SELECT count(*) FROM bookings WHERE state = 'sold'",
  paidOrders: "SELECT count(*) FROM orders WHERE state = 'paid'",
  refundsDone: "SELECT count(*) FROM refunds WHERE state = 'succeeded'",
  refundsUnderWay: `SELECT count(*) FROM refunds WHERE state IN ${sqlList(UNFINISHED_REFUND_STATES)}
                      AND created_at > clock_timestamp() - interval '${STUCK_REFUND_DAYS} days'`,
  mailsSent: "SELECT count(*) FROM mails WHERE state = 'sent'",
  invoicesIssued: "SELECT count(*) FROM invoices",
  webhooksHandled: "SELECT count(*) FROM webhook_inbox WHERE handled_at IS NOT NULL",
  messagesRelayed: "SELECT count(*) FROM outbox WHERE relayed_at IS NOT NULL",
  quietSweeps: `SELECT count(*) FROM sweep_runs WHERE at > clock_timestamp() - interval '1 day'
                   AND caught -> 'failed' = '[]'
                   AND NOT jsonb_path_exists(caught, '$.* ? (@.type() == "number" && @ > 0)')`,
  sweeps: "SELECT count(*) FROM sweep_runs WHERE at > clock_timestamp() - interval '1 day'",
  resolvedIssues: "SELECT count(*) FROM issues WHERE resolved_at IS NOT NULL",
};

const COUNTS = `SELECT ${Object.entries(HEALTHY)
  .map(([name, sql]) => `(${sql}) AS "${name}"`)
  .join(", ")}`;

const EVENTS_OF_ISSUES = `SELECT i.id, ${slugOfIssue("i")} AS slug FROM issues i WHERE i.id = ANY($1::uuid[])`;

/** A fact that names the issue's event by its slug; the event is shown by its title. */
const EVENT_FACT = "ofEvent";

/** Labels of facts; other names are shown unchanged. */
const FACT_LABELS: Readonly<Record<string, string>> = {
  orderId: "Order",
  request: "Asks for",
  booking: "Booking",
  application: "Application",
  stall: "Stall",
  missing: "Missing here",
  lost: "Lost steps",
  since: "Known until",
  amountPaise: "Amount",
  ourPaise: "We asked for",
  theirPaise: "The provider has",
  theirStatus: "Its status there",
  differs: "What differs",
  payouts: "Payouts",
  theirCurrency: "Its currency",
  disputeId: "Dispute",
  answerBy: "Answer by",
  deadline: "The deadline is",
  evidence: "Evidence",
  outcome: "The bank's decision",
  reasonCode: "The bank's reason",
  event: "Reported as",
  refundId: "Refund",
  otherApplicationId: "The other application",
  providerStatus: "The provider says",
  state: "State",
  step: "Waits for",
  template: "Mail",
  attempts: "Tries",
  reason: "Reason",
  number: "Number",
  workflowId: "Workflow",
  problem: "What fails",
  network: "Network",
  stalls: "Stalls kept without paying, when this was raised",
  stallsNow: "Stalls kept without paying now",
  held: "Of these held, registered or not",
  paying: "Of these being paid",
  endedUnsold: "Of these ended without a sale in the last hour",
  holders: "Different visitors who hold them",
  registered: "Of the held ones registered for",
  soldToNetwork: "Stalls sold to this network in the last day",
  blockedUntil: "Blocked until",
  blocked: "Blocked",
  freeStalls: "Free stalls, held ones included",
  heldUnpaid: "Of these held or being paid",
  addresses: "From different addresses",
  soldLastHour: "Stalls sold in the last hour",
  soldLastTenMinutes: "Stalls sold in the last ten minutes",
  waiting: "Waiting",
  oldestSeconds: "The oldest waits for (seconds)",
  lastError: "Last error",
  requests: "Requests in ten minutes",
  forwarded: "Of them with X-Forwarded-For",
  otherHops: "Of them with another number of proxies",
  visitors: "Visitors with the most common address",
};

const REQUEST_EFFECTS = {
  request_declined: "The payer gets your sentence by mail. Nothing is changed.",
  resolve: "The request is closed on the payer's page too, and your sentence goes to her by mail.",
} as const;

const UNKNOWN_ORDER_EFFECTS = {
  recreate_sale:
    "Her stall becomes hers again if it is still free here, with an invoice. A confirmation is sent unless the log of mails shows one.",
  refund_in_full: "What is left of this payment is refunded by the payment provider, and a mail informs the payer.",
} as const;

type ResolutionEffects = Partial<Record<Resolution, string>>;

/** The inbox of open issues, with the effects of their resolutions. */
@Injectable()
export class IssueInboxService {
  constructor(
    private readonly database: Database,
    private readonly issues: IssuesService,
    private readonly operatorRefunds: OperatorRefundsService,
    private readonly bookingRequests: BookingRequestsService,
    private readonly eventFacts: EventFactsService,
    private readonly networkHolds: NetworkHoldsService,
    private readonly siteHolds: SiteHoldsService,
  ) {}

  /** Reads the open issues, oldest first, and the healthy counts; of named events, only the issues that are about them. */
  async read(person: Access): Promise<IssuesResponse> {
    const isOfAll = person.events === null;
    const [open, [counts]] = await Promise.all([
      this.issues.open(),
      isOfAll ? this.database.query<Record<string, string>>(COUNTS) : [],
    ]);
    const events = await this.eventsOf(open);
    const issues = open.filter(({ id }) => isOfAll || isHers(person, events.get(id)?.slug ?? ""));
    const stalls = await this.stallsOf(issues);
    const requests = issues.filter(({ kind }) => kind === "booking_request");
    const requested = await this.bookingRequests.read(requests.map(({ subject }) => subject));
    const current = await Promise.all(issues.map((issue) => this.currentOf(issue)));
    const effects = await Promise.all(
      issues.map(async (issue, index) => current[index]?.effects ?? (await this.effectsOf(issue))),
    );
    return {
      ...(counts === undefined
        ? {}
        : {
            healthy: Object.fromEntries(
              Object.keys(HEALTHY).map((name) => [name, Number(counts[name] ?? 0)]),
            ) as unknown as HealthyResponse,
          }),
      entries: issues.map((issue, index) =>
        responseOf(
          issue,
          { ...issue.facts, ...current[index]?.facts },
          { stalls, events },
          effects[index] ?? {},
          requested.get(issue.subject),
        ),
      ),
    };
  }

  private async stallsOf(issues: readonly IssueEntity[]): Promise<ReadonlyMap<string, string>> {
    const ids = issues.flatMap(({ bookingId }) => bookingId ?? []);
    if (ids.length === 0) return new Map();
    const found = await this.database.query<{ id: string; stall_id: string }>(
      "SELECT id, stall_id FROM bookings JOIN stalls USING (stall_key) WHERE id = ANY($1::uuid[])",
      [ids],
    );
    return new Map(found.map(({ id, stall_id: stallId }) => [id, stallId]));
  }

  /** The events that issues are about, by the issues' ids. */
  private async eventsOf(issues: readonly IssueEntity[]): Promise<ReadonlyMap<string, EventName>> {
    if (issues.length === 0) return new Map();
    const found = await this.database.query<{ id: string; slug: string | null }>(EVENTS_OF_ISSUES, [
      issues.map(({ id }) => id),
    ]);
    const names = [...(await this.eventFacts.names()).values()];
    return new Map(
      found.flatMap(({ id, slug }) => {
        const name = names.find((each) => each.slug === slug);
        return name === undefined ? [] : [[id, name] as const];
      }),
    );
  }

  /** Figures that change while the issue is open, as they are now, and what its buttons would do to whom. */
  private async currentOf({
    kind,
    subject,
  }: IssueEntity): Promise<{ readonly facts: IssueDetails; readonly effects: ResolutionEffects } | undefined> {
    if (kind === "network_hoarding") {
      const hit = await this.networkHolds.hitNow(subject);
      const { held, paying, ended, visitors: holders, registered, sold: soldToNetwork } = hit;
      const ends = `Ends the unpaid holds of this network: ${releaseHit(hit)}. ${soldToNetwork} stalls were sold to it in the last day.`;
      return {
        facts: {
          ...{ stallsNow: hoardedStalls(hit), held, paying, endedUnsold: Math.floor(ended) },
          ...{ holders, registered, soldToNetwork },
        },
        effects: {
          release_network: `${ends} Everyone at this network, strangers too, can neither reserve nor pay for ${NETWORK_BLOCK_HOURS} hours; this entry then offers to unblock it.`,
          release_visitors: `${ends} Only these ${holders} browsers can neither reserve nor pay for ${NETWORK_BLOCK_HOURS} hours; others at this network go on. Anyone who deletes the cookie can start again.`,
        },
      };
    }
    if (kind === "stalls_held_unpaid") {
      const holds = await this.siteHolds.ofSubject(subject);
      if (holds === undefined) return undefined;
      const { unsold: freeStalls, held: heldUnpaid, addresses, visitors: holders, registered, paying } = holds;
      const { soldLastHour, soldLastTenMinutes } = holds;
      return {
        facts: { freeStalls, heldUnpaid, addresses, holders, registered, paying, soldLastHour, soldLastTenMinutes },
        effects: {},
      };
    }
    return undefined;
  }

  /** Describes the effect of each button: how much it refunds, and whether the sale remains. */
  private async effectsOf(issue: IssueEntity): Promise<ResolutionEffects> {
    const { kind, subject } = issue;
    if (kind === "booking_request") return REQUEST_EFFECTS;
    const orderId = orderOfIssue(issue);
    if (orderId === undefined) return {};
    if (kind === "order_unknown") return UNKNOWN_ORDER_EFFECTS;
    const insteadOf = kind === "refund_failed" ? subject : undefined;
    const { amountPaise, staysSold } = await this.operatorRefunds.previewForIssue({ orderId, insteadOf });
    const amount = `₹${formatPaise(amountPaise)}`;
    const sold = staysSold ? " What was sold stays sold." : "";
    switch (kind) {
      case "listing_paid_twice":
        return {
          refund_in_full: `This second application is withdrawn and ${amount} will be refunded to the payer, with a credit note and a mail. The brand's first listing stays.`,
        };
      case "refund_failed":
        return {
          refund_in_full: `${amount} will be refunded to the original payment method, and a mail informs the payer.${sold}`,
          paid_by_hand: `${amount} will be recorded as refunded by hand. No money is moved and no mail is sent.${sold}`,
        };
      case "refund_by_hand":
        return { confirm_paid_back: "The refund is recorded as paid back, with your reference. No money moves." };
      case "amount_differs":
        return {
          refund_in_full: `${amount} will be refunded to the original payment method, and a mail informs the payer. Nothing was sold; what is reserved becomes free.`,
        };
      default:
        return {};
    }
  }
}

function responseOf(
  issue: IssueEntity,
  facts: IssueDetails,
  { stalls, events }: { stalls: ReadonlyMap<string, string>; events: ReadonlyMap<string, EventName> },
  effects: ResolutionEffects,
  requested: RequestedChange | undefined,
): IssueResponse {
  const { id, kind, raisedAt, bookingId, applicationId } = issue;
  const { title, meaning, resolutions } = ISSUES[kind];
  const stallId = bookingId === null ? undefined : stalls.get(bookingId);
  const orderId = orderOfIssue(issue);
  const event = events.get(id);
  return {
    ...{ id, kind, title, meaning },
    facts: [
      ...(event === undefined ? [] : [{ label: "Event", value: event.title }]),
      ...factLines(facts),
      ...(requested === undefined ? [] : [{ label: "Message", value: requested.text }]),
    ],
    ...toResponse({ raisedAt, bookingId, stallId, applicationId, orderId, event: event?.slug }),
    ...(requested && { requested: toResponse({ words: requested.text, details: requested.details }) }),
    resolutions: resolutions
      .filter((action) => isOffered(issue, action))
      .map((action) => {
        const { label, needsReason } = RESOLUTIONS[action];
        return toResponse({ action, label, needsReason, opens: formOf(action), effect: effects[action] });
      }),
  };
}

/** False for resolutions of other kinds of booking requests than the entry's, and of disputes that are not lost. */
function isOffered({ facts }: IssueEntity, action: Resolution): boolean {
  if (action === "credit_lost") return facts["outcome"] === "lost";
  const request = Object.entries(REQUEST_RESOLUTIONS).find(([, resolution]) => resolution === action);
  return request === undefined || request[0] === facts["request"];
}

/** Formats facts for display: amounts in rupees, names as labels. */
function factLines(facts: IssueEntity["facts"]): IssueFactResponse[] {
  return Object.entries(facts)
    .filter(([name, value]) => value !== "" && name !== EVENT_FACT)
    .map(([name, value]) => ({
      label: FACT_LABELS[name] ?? name,
      value: name.endsWith("Paise") && typeof value === "number" ? `₹${formatPaise(value)}` : String(value),
    }));
}
