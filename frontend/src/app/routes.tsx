import type { RouteObject } from "react-router-dom";
import { NotFoundPage } from "./not-found.page";
import { RootLayout } from "./root-layout";
import { RouteError } from "./route-error";
import { RouteLoading } from "./route-loading";

/**
 * Every screen, each loaded when it is first needed. A screen that fails, or whose code cannot be fetched, shows
 * its error inside the layout, so that the way on stays in view.
 */
const screens: RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await import("../features/home/home.page")).HomePage }) },
  {
    path: "paid-events",
    lazy: async () => ({ Component: (await import("../features/events/paid-events.page")).PaidEventsPage }),
  },
  {
    path: "paid-events/policies",
    lazy: async () => ({ Component: (await import("../features/events/policies.page")).PoliciesPage }),
  },
  {
    path: "paid-events/mela",
    lazy: async () => ({ Component: (await import("../features/mela/plan/floor-plan.page")).FloorPlanPage }),
  },
  {
    path: "paid-events/mela/register",
    lazy: async () => ({ Component: (await import("../features/mela/register/register.page")).RegisterPage }),
  },
  {
    path: "paid-events/mela/payment-success",
    lazy: async () => ({
      Component: (await import("../features/mela/payment/payment-success.page")).PaymentSuccessPage,
    }),
  },
  {
    path: "paid-events/mela/payment-failure",
    lazy: async () => ({
      Component: (await import("../features/mela/payment/payment-failure.page")).PaymentFailurePage,
    }),
  },
  { path: "*", Component: NotFoundPage },
];

export const routes: RouteObject[] = [
  {
    path: "/",
    Component: RootLayout,
    HydrateFallback: RouteLoading,
    ErrorBoundary: RouteError,
    children: screens.map((screen) => ({ ...screen, ErrorBoundary: RouteError })),
  },
];
