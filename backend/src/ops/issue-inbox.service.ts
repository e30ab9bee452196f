import { Injectable } from "@nestjs/common";
import { type Access, isHers } from "@sakhi/domain/access/rights";
import { formOf, REQUEST_RESOLUTIONS, RESOLUTIONS, type Resolution } from "@sakhi/domain/admin/resolutions";
import { hoardedStalls, NETWORK_BLOCK_HOURS } from "@sakhi/domain/bookings/live-holds.rules";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { formatPaise } from "@sakhi/domain/money/money";
import { UNFINISHED_REFUND_STATES } from "@sakhi/domain/payments/payment.states";
import { STUCK_REFUND_DAYS } from "@sakhi/domain/payments/refund-times.rules";
import { NetworkHoldsService } from "../bookings/network-holds.service.js";
import { SiteHoldsService } from "../bookings/site-holds.service.js";
import { EventFactsService, type EventName } from "../events/event-facts.service.js";
import type { IssueEntity } from "../issues/issues.entities.js";
import { IssuesService } from "../issues/issues.service.js";
import { type IssueDetails, ISSUES, orderOfIssue } from "../issues/issues.types.js";
import { INBOX_WORDS, issueWords } from "../issues/issues.words.js";
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

type InboxWords = (typeof INBOX_WORDS)[LanguageCode];

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

  /**
   * Reads the open issues, oldest first, and the healthy counts; of named events, only the issues that are about them.
   *
   * @param language of the page that shows them
   */
  async read(person: Access, language: LanguageCode): Promise<IssuesResponse> {
    const { effects: words } = INBOX_WORDS[language];
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
    const current = await Promise.all(issues.map((issue) => this.currentOf(issue, words)));
    const effects = await Promise.all(
      issues.map(async (issue, index) => current[index]?.effects ?? (await this.effectsOf(issue, words))),
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
          language,
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
  private async currentOf(
    { kind, subject }: IssueEntity,
    { releaseNetwork, releaseVisitors }: InboxWords["effects"],
  ): Promise<{ readonly facts: IssueDetails; readonly effects: ResolutionEffects } | undefined> {
    if (kind === "network_hoarding") {
      const hit = await this.networkHolds.hitNow(subject);
      const { held, paying, ended, visitors: holders, registered, sold: soldToNetwork } = hit;
      const said = {
        ...{ stalls: held + paying, visitors: holders, registered, paying, sold: soldToNetwork },
        hours: NETWORK_BLOCK_HOURS,
      };
      return {
        facts: {
          ...{ stallsNow: hoardedStalls(hit), held, paying, endedUnsold: Math.floor(ended) },
          ...{ holders, registered, soldToNetwork },
        },
        effects: { release_network: releaseNetwork(said), release_visitors: releaseVisitors(said) },
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
  private async effectsOf(issue: IssueEntity, words: InboxWords["effects"]): Promise<ResolutionEffects> {
    const { kind, subject } = issue;
    if (kind === "booking_request") return { request_declined: words.requestDeclined, resolve: words.requestClosed };
    const orderId = orderOfIssue(issue);
    if (orderId === undefined) return {};
    if (kind === "order_unknown") return { recreate_sale: words.recreateSale, refund_in_full: words.refundUnknown };
    const insteadOf = kind === "refund_failed" ? subject : undefined;
    const { amountPaise, staysSold } = await this.operatorRefunds.previewForIssue({ orderId, insteadOf });
    const amount = `₹${formatPaise(amountPaise)}`;
    switch (kind) {
      case "listing_paid_twice":
        return { refund_in_full: words.refundSecondListing({ amount }) };
      case "refund_failed":
        return {
          refund_in_full: (staysSold ? words.refundAgainStaysSold : words.refundAgain)({ amount }),
          paid_by_hand: (staysSold ? words.paidByHandStaysSold : words.paidByHand)({ amount }),
        };
      case "refund_by_hand":
        return { confirm_paid_back: words.confirmPaidBack };
      case "amount_differs":
        return { refund_in_full: words.refundWrongAmount({ amount }) };
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
  language: LanguageCode,
): IssueResponse {
  const words = INBOX_WORDS[language];
  const { id, kind, raisedAt, bookingId, applicationId } = issue;
  const resolutions: readonly Resolution[] = ISSUES[kind].resolutions;
  const stallId = bookingId === null ? undefined : stalls.get(bookingId);
  const orderId = orderOfIssue(issue);
  const event = events.get(id);
  return {
    ...{ id, kind, ...issueWords(kind, language) },
    facts: [
      ...(event === undefined ? [] : [{ label: words.about.event, value: event.title }]),
      ...factLines(facts, words),
      ...(requested === undefined ? [] : [{ label: words.about.message, value: requested.text }]),
    ],
    ...toResponse({ raisedAt, bookingId, stallId, applicationId, orderId, event: event?.slug }),
    ...(requested && { requested: toResponse({ words: requested.text, details: requested.details }) }),
    resolutions: resolutions
      .filter((action) => isOffered(issue, action))
      .map((action) => {
        const { needsReason } = RESOLUTIONS[action];
        return toResponse({
          action,
          label: words.resolutions[action],
          needsReason,
          opens: formOf(action),
          effect: effects[action],
        });
      }),
  };
}

/** False for resolutions of other kinds of booking requests than the entry's, and of disputes that are not lost. */
function isOffered({ facts }: IssueEntity, action: Resolution): boolean {
  if (action === "credit_lost") return facts["outcome"] === "lost";
  const request = Object.entries(REQUEST_RESOLUTIONS).find(([, resolution]) => resolution === action);
  return request === undefined || request[0] === facts["request"];
}

/** Formats facts for display: amounts in rupees, names as labels; a name without a label is shown unchanged. */
function factLines(facts: IssueEntity["facts"], words: InboxWords): IssueFactResponse[] {
  const labels: Readonly<Partial<Record<string, string>>> = words.facts;
  return Object.entries(facts)
    .filter(([name, value]) => value !== "" && name !== EVENT_FACT)
    .map(([name, value]) => ({ label: labels[name] ?? name, value: factText(name, value, words) }));
}

function factText(name: string, value: IssueDetails[string], { requests }: InboxWords): string {
  if (name.endsWith("Paise") && typeof value === "number") return `₹${formatPaise(value)}`;
  const text = String(value);
  return name === "request" ? ((requests as Readonly<Partial<Record<string, string>>>)[text] ?? text) : text;
}
