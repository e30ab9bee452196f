import { PATHS } from "@sakhi/domain/site/routes";
import type { ComponentType } from "react";
import type { RouteObject } from "react-router-dom";
import { RootLayout } from "./root-layout";
import { RouteError } from "./route-error";
import { RouteLoading } from "./route-loading";

/** A screen at an address, loaded when it is first needed. */
function screen(path: string, load: () => Promise<ComponentType>): RouteObject {
  return { path, lazy: async () => ({ Component: await load() }) };
}

/**
 * Every screen. One that fails, or whose code cannot be fetched, shows its error inside the layout, so that the way on
 * stays in view.
 */
export const screens: RouteObject[] = [
  {
    index: true,
    lazy: async () => ({ Component: (await import("../features/content/home/home.page")).HomePage }),
  },
  screen(PATHS.products, async () => (await import("../features/catalogue/categories.pages")).ProductsPage),
  screen(
    PATHS.productCategory,
    async () => (await import("../features/catalogue/category-brands.pages")).ProductCategoryPage,
  ),
  screen(PATHS.brand, async () => (await import("../features/catalogue/brand.pages")).BrandPage),
  screen(PATHS.event, async () => (await import("../features/catalogue/event.page")).EventPage),
  screen(PATHS.services, async () => (await import("../features/catalogue/categories.pages")).ServicesPage),
  screen(
    PATHS.serviceCategory,
    async () => (await import("../features/catalogue/category-brands.pages")).ServiceCategoryPage,
  ),
  screen(PATHS.serviceBrand, async () => (await import("../features/catalogue/brand.pages")).ProviderPage),
  screen(PATHS.ngo, async () => (await import("../features/catalogue/categories.pages")).NgoPage),
  screen(
    PATHS.ngoCategory,
    async () => (await import("../features/catalogue/category-brands.pages")).NgoCategoryPage,
  ),
  screen(PATHS.ngoBrand, async () => (await import("../features/catalogue/brand.pages")).NgoBrandPage),
  screen(PATHS.gifting, async () => (await import("../features/enquiries/gifting.page")).GiftingPage),
  screen(PATHS.support, async () => (await import("../features/enquiries/support.page")).SupportPage),
  screen(PATHS.about, async () => (await import("../features/content/about/about.page")).AboutPage),
  screen(PATHS.awards, async () => (await import("../features/content/awards/awards.page")).AwardsPage),
  screen(PATHS.privacy, async () => (await import("../features/content/legal/legal.pages")).PrivacyPage),
  screen(
    PATHS.disclaimer,
    async () => (await import("../features/content/legal/legal.pages")).DisclaimerPage,
  ),
  screen(PATHS.terms, async () => (await import("../features/content/legal/legal.pages")).TermsPage),
  screen(PATHS.join, async () => (await import("../features/listings/join.page")).JoinPage),
  screen(PATHS.joinEntrepreneur, async () => (await import("../features/listings/join.page")).JoinPage),
  screen(
    PATHS.listingPaid,
    async () => (await import("../features/listings/listing-payment-success.page")).ListingPaymentSuccessPage,
  ),
  screen(
    PATHS.listingUnpaid,
    async () => (await import("../features/listings/listing-payment-failure.page")).ListingPaymentFailurePage,
  ),
  screen(
    PATHS.events,
    async () => (await import("../features/content/events/paid-events.page")).PaidEventsPage,
  ),
  screen(PATHS.policies, async () => (await import("../features/content/events/policies.page")).PoliciesPage),
  screen(PATHS.plan, async () => (await import("../features/bookings/floor-plan.page")).FloorPlanPage),
  screen(PATHS.register, async () => (await import("../features/bookings/register.page")).RegisterPage),
  screen(
    PATHS.bookingPaid,
    async () => (await import("../features/bookings/payment-success.page")).PaymentSuccessPage,
  ),
  screen(
    PATHS.bookingUnpaid,
    async () => (await import("../features/bookings/payment-failure.page")).PaymentFailurePage,
  ),
  screen(PATHS.offer, async () => (await import("../features/bookings/offer.page")).OfferPage),
  screen(PATHS.myBooking, async () => (await import("../features/bookings/my-booking.page")).MyBookingPage),
  screen(
    PATHS.findBooking,
    async () => (await import("../features/bookings/find-booking.page")).FindBookingPage,
  ),
  screen(
    PATHS.adminLogin,
    async () => (await import("../features/admin/login/admin-login.page")).AdminLoginPage,
  ),
  screen(PATHS.dashboard, async () => (await import("../features/admin/frame/dashboard.page")).DashboardPage),
  screen("*", async () => (await import("./not-found.page")).NotFoundPage),
];

export const routes: RouteObject[] = [
  {
    path: PATHS.home,
    Component: RootLayout,
    HydrateFallback: RouteLoading,
    ErrorBoundary: RouteError,
    children: screens.map((screen) => ({ ...screen, ErrorBoundary: RouteError })),
  },
];
