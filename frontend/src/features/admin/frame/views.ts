import {
  Activity,
  BellRing,
  ClipboardList,
  type LucideIcon,
  Map as MapIcon,
  MessageSquareText,
  ShieldCheck,
  Store,
  TicketPercent,
  UserRoundSearch,
} from "lucide-react";
import { type ComponentType, lazy, type LazyExoticComponent } from "react";
import type { strings } from "../admin.strings";

/** One of the dashboard's views, loaded when it is first opened. It takes no props and reads the address itself. */
export interface DashboardView {
  /** Its name in the address: `?view=`. */
  readonly name: keyof typeof strings.views;
  readonly Icon: LucideIcon;
  readonly View: LazyExoticComponent<ComponentType>;
}

/** The views in the order of the menu; the first is the default. A view that isn't here isn't in the menu. */
export const VIEWS: readonly [DashboardView, ...DashboardView[]] = [
  {
    name: "registrations",
    Icon: ClipboardList,
    View: lazy(async () => ({
      default: (await import("../registrations/registrations-view")).RegistrationsView,
    })),
  },
  {
    name: "plan",
    Icon: MapIcon,
    View: lazy(async () => ({ default: (await import("../plan/plan-view")).PlanView })),
  },
  {
    name: "issues",
    Icon: BellRing,
    View: lazy(async () => ({ default: (await import("../issues/issues-view")).IssuesView })),
  },
  {
    name: "listings",
    Icon: Store,
    View: lazy(async () => ({ default: (await import("../listings/listings-view")).ListingsView })),
  },
  {
    name: "coupons",
    Icon: TicketPercent,
    View: lazy(async () => ({ default: (await import("../coupons/coupons-view")).CouponsView })),
  },
  {
    name: "enquiries",
    Icon: MessageSquareText,
    View: lazy(async () => ({ default: (await import("../enquiries/enquiries-view")).EnquiriesView })),
  },
  {
    name: "privacy",
    Icon: UserRoundSearch,
    View: lazy(async () => ({ default: (await import("../privacy/privacy-view")).PrivacyView })),
  },
  {
    name: "operations",
    Icon: Activity,
    View: lazy(async () => ({ default: (await import("../operations/operations-view")).OperationsView })),
  },
  {
    name: "account",
    Icon: ShieldCheck,
    View: lazy(async () => ({ default: (await import("../account/account-view")).AccountView })),
  },
];

/** The view of an address; the default one where it names none that is known. */
export function viewOf(name: string | null): DashboardView {
  return VIEWS.find((view) => view.name === name) ?? VIEWS[0];
}
