import { type Access, hasRight, type Right } from "@sakhi/domain/access/rights";
import {
  Activity,
  BellRing,
  Building2,
  CalendarDays,
  ClipboardList,
  Landmark,
  LayoutDashboard,
  ListOrdered,
  type LucideIcon,
  Mail,
  Map as MapIcon,
  MessageSquareText,
  PanelsTopLeft,
  IndianRupee,
  ReceiptText,
  Scale,
  ShieldCheck,
  Store,
  Tags,
  TicketCheck,
  TicketPercent,
  UserRoundSearch,
  UsersRound,
  Webhook,
} from "lucide-react";
import type { ComponentType, LazyExoticComponent } from "react";
import type { AdministratorCheck } from "../../../api/admin-api";
import { lazyPart } from "../../../ui/lazy-part";
import type { strings } from "../admin.strings";
import type { AdminSession } from "../parts/session";
import { maySee, RIGHTS_OF } from "./view-rights";

/** A view of the dashboard, loaded on first use. It takes no props and reads its state from the URL. */
interface DashboardView {
  /** Value of `?view=`. */
  readonly name: keyof typeof strings.views;
  readonly Icon: LucideIcon;
  readonly View: LazyExoticComponent<ComponentType>;
  /** Whether it shows one event, which is chosen above it, or also all of them. */
  readonly shows: "no event" | "one event" | "one or all events";
  /** Who sees it; anyone if absent. */
  readonly read: Right | undefined;
  /** Who may change what it shows; what needs another right asks for that one itself. */
  readonly change: Right;
}

const SHOWS: Readonly<Partial<Record<DashboardView["name"], DashboardView["shows"]>>> = {
  overview: "one event",
  registrations: "one or all events",
  plan: "one event",
  coupons: "one or all events",
  event: "one event",
  gate: "one event",
  messages: "one event",
  waiting: "one event",
};

function view(name: DashboardView["name"], Icon: LucideIcon, load: () => Promise<ComponentType>): DashboardView {
  const [read, change] = RIGHTS_OF[name];
  return { name, Icon, View: lazyPart(load), shows: SHOWS[name] ?? "no event", read, change };
}

/** What the specified address of the dashboard shows. */
const DEFAULT = view(
  "registrations",
  ClipboardList,
  async () => (await import("../registrations/registrations-view")).RegistrationsView,
);

/** The views in menu order. */
export const VIEWS: readonly DashboardView[] = [
  view("overview", LayoutDashboard, async () => (await import("../overview/overview-view")).OverviewView),
  DEFAULT,
  view("money", IndianRupee, async () => (await import("../money/money-view")).MoneyView),
  view("gst", ReceiptText, async () => (await import("../gst/gst-view")).GstView),
  view("payouts", Landmark, async () => (await import("../payouts/payouts-view")).PayoutsView),
  view("disputes", Scale, async () => (await import("../disputes/disputes-view")).DisputesView),
  view("plan", MapIcon, async () => (await import("../plan/plan-view")).PlanView),
  view("issues", BellRing, async () => (await import("../issues/issues-view")).IssuesView),
  view("listings", Store, async () => (await import("../listings/listings-view")).ListingsView),
  view("brands", Tags, async () => (await import("../brands/brands-view")).BrandsView),
  view("site", PanelsTopLeft, async () => (await import("../site/site-view")).SiteView),
  view("coupons", TicketPercent, async () => (await import("../coupons/coupons-view")).CouponsView),
  view("event", CalendarDays, async () => (await import("../event/event-view")).EventView),
  view("gate", TicketCheck, async () => (await import("../gate/gate-view")).GateView),
  view("messages", Mail, async () => (await import("../messages/messages-view")).MessagesView),
  view("waiting", ListOrdered, async () => (await import("../waiting/waiting-view")).WaitingView),
  view("organisation", Building2, async () => (await import("../organisation/organisation-view")).OrganisationView),
  view("enquiries", MessageSquareText, async () => (await import("../enquiries/enquiries-view")).EnquiriesView),
  view("privacy", UserRoundSearch, async () => (await import("../privacy/privacy-view")).PrivacyView),
  view("integrations", Webhook, async () => (await import("../integrations/integrations-view")).IntegrationsView),
  view("operations", Activity, async () => (await import("../operations/operations-view")).OperationsView),
  view("team", UsersRound, async () => (await import("../team/team-view")).TeamView),
  view("account", ShieldCheck, async () => (await import("../account/account-view")).AccountView),
];

/** The views that somebody sees, in menu order. */
export const viewsFor = (access: Access): readonly DashboardView[] => VIEWS.filter(({ name }) => maySee(access, name));

/** The view with this name, or the default view. */
export function viewOf(name: string | null): DashboardView {
  return VIEWS.find((view) => view.name === name) ?? DEFAULT;
}

/** The query of a view's address; the default needs none. */
export const viewQuery = (name: DashboardView["name"]): Readonly<Record<string, string>> =>
  name === DEFAULT.name ? {} : { view: name };

/** The view that somebody opens: the named one, also if her role does not include it; without a name the first of hers. */
export function viewFor(access: Access, name: string | null) {
  const own = viewsFor(access);
  const view =
    name === null && !own.includes(DEFAULT)
      ? (own.find(({ read }) => read !== undefined) ?? own[0] ?? DEFAULT)
      : viewOf(name);
  return { view, isRefused: !own.includes(view) };
}

/** The session of a dashboard that shows a view; undefined when nobody is logged in. */
export function sessionAt(
  { authenticated, username, role, events, step }: AdministratorCheck,
  name: string | null,
): AdminSession | undefined {
  if (!authenticated || role === undefined) return undefined;
  const access: Access = { role, events: events ?? null };
  return { username: username ?? "", access, canEdit: hasRight(access, viewFor(access, name).view.change), step };
}
