import { PATHS } from "@sakhi/domain/site/routes";
import type { RouteObject } from "react-router-dom";
import { RootLayout } from "./root-layout";
import { RouteError } from "./route-error";
import { RouteLoading } from "./route-loading";

/**
 * Every screen, each loaded when it is first needed. A screen that fails, or whose code cannot be fetched, shows
 * its error inside the layout, so that the way on stays in view.
 */
export const screens: RouteObject[] = [
  {
    index: true,
    lazy: async () => ({ Component: (await import("../features/content/home/home.page")).HomePage }),
  },
  {
    path: PATHS.products,
    lazy: async () => ({
      Component: (await import("../features/catalogue/shops/products.page")).ProductsPage,
    }),
  },
  {
    path: PATHS.productCategory,
    lazy: async () => ({
      Component: (await import("../features/catalogue/shops/product-category.page")).ProductCategoryPage,
    }),
  },
  {
    path: PATHS.brand,
    lazy: async () => ({ Component: (await import("../features/catalogue/brands/brand.page")).BrandPage }),
  },
  {
    path: PATHS.event,
    lazy: async () => ({ Component: (await import("../features/catalogue/events/event.page")).EventPage }),
  },
  {
    path: PATHS.services,
    lazy: async () => ({
      Component: (await import("../features/catalogue/services/services.page")).ServicesPage,
    }),
  },
  {
    path: PATHS.serviceCategory,
    lazy: async () => ({
      Component: (await import("../features/catalogue/services/service-category.page")).ServiceCategoryPage,
    }),
  },
  {
    path: PATHS.serviceBrand,
    lazy: async () => ({
      Component: (await import("../features/catalogue/services/provider.page")).ProviderPage,
    }),
  },
  {
    path: PATHS.ngo,
    lazy: async () => ({ Component: (await import("../features/catalogue/ngos/ngo.page")).NgoPage }),
  },
  {
    path: PATHS.ngoCategory,
    lazy: async () => ({
      Component: (await import("../features/catalogue/ngos/ngo-category.page")).NgoCategoryPage,
    }),
  },
  {
    path: PATHS.ngoBrand,
    lazy: async () => ({
      Component: (await import("../features/catalogue/ngos/ngo-brand.page")).NgoBrandPage,
    }),
  },
  {
    path: PATHS.gifting,
    lazy: async () => ({
      Component: (await import("../features/enquiries/gifting.page")).GiftingPage,
    }),
  },
  {
    path: PATHS.support,
    lazy: async () => ({
      Component: (await import("../features/enquiries/support.page")).SupportPage,
    }),
  },
  {
    path: PATHS.about,
    lazy: async () => ({ Component: (await import("../features/content/about/about.page")).AboutPage }),
  },
  {
    path: PATHS.awards,
    lazy: async () => ({ Component: (await import("../features/content/awards/awards.page")).AwardsPage }),
  },
  {
    path: PATHS.privacy,
    lazy: async () => ({ Component: (await import("../features/content/legal/legal.pages")).PrivacyPage }),
  },
  {
    path: PATHS.disclaimer,
    lazy: async () => ({
      Component: (await import("../features/content/legal/legal.pages")).DisclaimerPage,
    }),
  },
  {
    path: PATHS.terms,
    lazy: async () => ({ Component: (await import("../features/content/legal/legal.pages")).TermsPage }),
  },
  {
    path: PATHS.join,
    lazy: async () => ({ Component: (await import("../features/listings/join.page")).JoinPage }),
  },
  {
    path: PATHS.joinEntrepreneur,
    lazy: async () => ({ Component: (await import("../features/listings/join.page")).JoinPage }),
  },
  {
    path: PATHS.listingPaid,
    lazy: async () => ({
      Component: (await import("../features/listings/listing-payment-success.page"))
        .ListingPaymentSuccessPage,
    }),
  },
  {
    path: PATHS.listingUnpaid,
    lazy: async () => ({
      Component: (await import("../features/listings/listing-payment-failure.page"))
        .ListingPaymentFailurePage,
    }),
  },
  {
    path: PATHS.events,
    lazy: async () => ({
      Component: (await import("../features/content/events/paid-events.page")).PaidEventsPage,
    }),
  },
  {
    path: PATHS.policies,
    lazy: async () => ({
      Component: (await import("../features/content/events/policies.page")).PoliciesPage,
    }),
  },
  {
    path: PATHS.plan,
    lazy: async () => ({
      Component: (await import("../features/bookings/floor-plan.page")).FloorPlanPage,
    }),
  },
  {
    path: PATHS.register,
    lazy: async () => ({
      Component: (await import("../features/bookings/register.page")).RegisterPage,
    }),
  },
  {
    path: PATHS.bookingPaid,
    lazy: async () => ({
      Component: (await import("../features/bookings/payment-success.page")).PaymentSuccessPage,
    }),
  },
  {
    path: PATHS.bookingUnpaid,
    lazy: async () => ({
      Component: (await import("../features/bookings/payment-failure.page")).PaymentFailurePage,
    }),
  },
  {
    path: PATHS.offer,
    lazy: async () => ({ Component: (await import("../features/bookings/offer.page")).OfferPage }),
  },
  {
    path: PATHS.adminLogin,
    lazy: async () => ({
      Component: (await import("../features/admin/login/admin-login.page")).AdminLoginPage,
    }),
  },
  {
    path: PATHS.dashboard,
    lazy: async () => ({
      Component: (await import("../features/admin/frame/dashboard.page")).DashboardPage,
    }),
  },
  { path: "*", lazy: async () => ({ Component: (await import("./not-found.page")).NotFoundPage }) },
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
