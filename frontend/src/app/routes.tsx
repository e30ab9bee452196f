import { PATHS } from "@sakhi/domain/site/routes";
import type { ComponentType } from "react";
import { matchRoutes, type RouteObject, useRoutes } from "react-router-dom";
import { type Code, codeOf } from "../ui/code";
import { retried } from "../ui/retried";
import { RootLayout } from "./root-layout";
import { RouteError, RouteErrorBoundary } from "./route-error";

/** A route's component, loaded on first use. */
type Screen = Code<ComponentType>;

/** The screen, or an error if its code could not be loaded. */
function ScreenOrError({ screen }: { readonly screen: Screen }) {
  const Component = screen.loaded ?? RouteError;
  return (
    <RouteErrorBoundary>
      <Component />
    </RouteErrorBoundary>
  );
}

function screen<Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteObject {
  const handle: Screen = codeOf(async () => (await load())[name]);
  return { path, handle, element: <ScreenOrError screen={handle} /> };
}

/**
 * All screens. One that fails to render or load shows its error inside the layout, so that the navigation stays usable.
 */
export const screens: RouteObject[] = [
  screen(PATHS.home, () => import("../features/content/home/home.page"), "HomePage"),
  screen(PATHS.products, () => import("../features/catalogue/categories.pages"), "ProductsPage"),
  screen(PATHS.productCategory, () => import("../features/catalogue/category-brands.pages"), "ProductCategoryPage"),
  screen(PATHS.brand, () => import("../features/catalogue/brand.pages"), "BrandPage"),
  screen(PATHS.product, () => import("../features/catalogue/product.pages"), "ProductPage"),
  screen(PATHS.event, () => import("../features/catalogue/event.page"), "EventPage"),
  screen(PATHS.services, () => import("../features/catalogue/categories.pages"), "ServicesPage"),
  screen(PATHS.serviceCategory, () => import("../features/catalogue/category-brands.pages"), "ServiceCategoryPage"),
  screen(PATHS.serviceBrand, () => import("../features/catalogue/brand.pages"), "ProviderPage"),
  screen(PATHS.serviceProduct, () => import("../features/catalogue/product.pages"), "ServiceProductPage"),
  screen(PATHS.ngo, () => import("../features/catalogue/categories.pages"), "NgoPage"),
  screen(PATHS.ngoCategory, () => import("../features/catalogue/category-brands.pages"), "NgoCategoryPage"),
  screen(PATHS.ngoBrand, () => import("../features/catalogue/brand.pages"), "NgoBrandPage"),
  screen(PATHS.gifting, () => import("../features/enquiries/gifting.page"), "GiftingPage"),
  screen(PATHS.support, () => import("../features/enquiries/support.page"), "SupportPage"),
  screen(PATHS.status, () => import("../features/content/status/status.page"), "StatusPage"),
  screen(PATHS.about, () => import("../features/content/about/about.page"), "AboutPage"),
  screen(PATHS.awards, () => import("../features/content/awards/awards.page"), "AwardsPage"),
  screen(PATHS.privacy, () => import("../features/content/legal/legal.pages"), "PrivacyPage"),
  screen(PATHS.disclaimer, () => import("../features/content/legal/legal.pages"), "DisclaimerPage"),
  screen(PATHS.terms, () => import("../features/content/legal/legal.pages"), "TermsPage"),
  screen(PATHS.join, () => import("../features/listings/join.page"), "JoinPage"),
  screen(PATHS.joinEntrepreneur, () => import("../features/listings/join.page"), "JoinPage"),
  screen(
    PATHS.listingPaid,
    () => import("../features/listings/listing-payment-success.page"),
    "ListingPaymentSuccessPage",
  ),
  screen(
    PATHS.listingUnpaid,
    () => import("../features/listings/listing-payment-failure.page"),
    "ListingPaymentFailurePage",
  ),
  screen(PATHS.events, () => import("../features/content/events/paid-events.page"), "PaidEventsPage"),
  screen(PATHS.policies, () => import("../features/content/events/policies.page"), "PoliciesPage"),
  screen(PATHS.plan, () => import("../features/bookings/floor-plan.page"), "FloorPlanPage"),
  screen(PATHS.register, () => import("../features/bookings/register.page"), "RegisterPage"),
  screen(PATHS.bookingPaid, () => import("../features/bookings/payment-success.page"), "PaymentSuccessPage"),
  screen(PATHS.bookingUnpaid, () => import("../features/bookings/payment-failure.page"), "PaymentFailurePage"),
  screen(PATHS.eventPlan, () => import("../features/bookings/floor-plan.page"), "FloorPlanPage"),
  screen(PATHS.eventPolicies, () => import("../features/content/events/policies.page"), "PoliciesPage"),
  screen(PATHS.eventRegister, () => import("../features/bookings/register.page"), "RegisterPage"),
  screen(PATHS.eventPaid, () => import("../features/bookings/payment-success.page"), "PaymentSuccessPage"),
  screen(PATHS.eventUnpaid, () => import("../features/bookings/payment-failure.page"), "PaymentFailurePage"),
  screen(PATHS.offer, () => import("../features/bookings/offer.page"), "OfferPage"),
  screen(PATHS.waiting, () => import("../features/bookings/offer.page"), "WaitingPlacePage"),
  screen(PATHS.myBooking, () => import("../features/bookings/my-booking.page"), "MyBookingPage"),
  screen(PATHS.findBooking, () => import("../features/bookings/find-booking.page"), "FindBookingPage"),
  screen(PATHS.myBrand, () => import("../features/brands/my-brand.page"), "MyBrandPage"),
  screen(PATHS.myBrandLook, () => import("../features/catalogue/brand-look.page"), "BrandLookPage"),
  screen(PATHS.findListing, () => import("../features/bookings/find-booking.page"), "FindBookingPage"),
  screen(PATHS.adminLogin, () => import("../features/admin/login/admin-login.page"), "AdminLoginPage"),
  screen(PATHS.adminInvitation, () => import("../features/admin/login/admin-invitation.page"), "AdminInvitationPage"),
  screen(PATHS.adminMails, () => import("../features/admin/login/admin-mails.page"), "AdminMailsPage"),
  screen(PATHS.dashboard, () => import("../features/admin/frame/dashboard.page"), "DashboardPage"),
  screen(PATHS.gate, () => import("../features/admin/gate/gate.page"), "GatePage"),
  screen("*", () => import("./not-found.page"), "NotFoundPage"),
];

/** Loads the code of the screen at a path; undefined if it is loaded. A failure is shown by the route, not thrown. */
export function prepare(pathname: string): Promise<void> | undefined {
  const screen = matchRoutes(screens, pathname)?.at(-1)?.route.handle as Screen | undefined;
  if (screen === undefined || screen.loaded !== undefined) return undefined;
  return retried(screen.load).then(
    () => undefined,
    () => undefined,
  );
}

const routes: RouteObject[] = [
  {
    element: (
      <RouteErrorBoundary>
        <RootLayout />
      </RouteErrorBoundary>
    ),
    children: screens,
  },
];

/** The layout with the current screen. */
export function Site() {
  return useRoutes(routes);
}
