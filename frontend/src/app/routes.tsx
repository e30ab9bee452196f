import type { RouteObject } from "react-router-dom";
import { RootLayout } from "./root-layout";
import { RouteError } from "./route-error";
import { RouteLoading } from "./route-loading";

/**
 * Every screen, each loaded when it is first needed. A screen that fails, or whose code cannot be fetched, shows
 * its error inside the layout, so that the way on stays in view.
 */
const screens: RouteObject[] = [
  {
    index: true,
    lazy: async () => ({ Component: (await import("../features/content/home/home.page")).HomePage }),
  },
  {
    path: "products",
    lazy: async () => ({
      Component: (await import("../features/catalogue/shops/products.page")).ProductsPage,
    }),
  },
  {
    path: "products/:categoryId",
    lazy: async () => ({
      Component: (await import("../features/catalogue/shops/product-category.page")).ProductCategoryPage,
    }),
  },
  {
    path: "brands/:brandName",
    lazy: async () => ({ Component: (await import("../features/catalogue/brands/brand.page")).BrandPage }),
  },
  {
    path: "events/:eventName",
    lazy: async () => ({ Component: (await import("../features/catalogue/events/event.page")).EventPage }),
  },
  {
    path: "services",
    lazy: async () => ({
      Component: (await import("../features/catalogue/services/services.page")).ServicesPage,
    }),
  },
  {
    path: "services/:categoryId",
    lazy: async () => ({
      Component: (await import("../features/catalogue/services/service-category.page")).ServiceCategoryPage,
    }),
  },
  {
    path: "services/brands/:brandName",
    lazy: async () => ({
      Component: (await import("../features/catalogue/services/provider.page")).ProviderPage,
    }),
  },
  {
    path: "ngo",
    lazy: async () => ({ Component: (await import("../features/catalogue/ngos/ngo.page")).NgoPage }),
  },
  {
    path: "categories/:categoryName",
    lazy: async () => ({
      Component: (await import("../features/catalogue/ngos/ngo-category.page")).NgoCategoryPage,
    }),
  },
  {
    path: "categories/:categoryName/:brandSlug",
    lazy: async () => ({
      Component: (await import("../features/catalogue/ngos/ngo-brand.page")).NgoBrandPage,
    }),
  },
  {
    path: "corporate-gifting",
    lazy: async () => ({
      Component: (await import("../features/enquiries/gifting.page")).GiftingPage,
    }),
  },
  {
    path: "support",
    lazy: async () => ({
      Component: (await import("../features/enquiries/support.page")).SupportPage,
    }),
  },
  {
    path: "about",
    lazy: async () => ({ Component: (await import("../features/content/about/about.page")).AboutPage }),
  },
  {
    path: "awards",
    lazy: async () => ({ Component: (await import("../features/content/awards/awards.page")).AwardsPage }),
  },
  {
    path: "privacy-policy",
    lazy: async () => ({ Component: (await import("../features/content/legal/privacy.page")).PrivacyPage }),
  },
  {
    path: "disclaimer",
    lazy: async () => ({
      Component: (await import("../features/content/legal/disclaimer.page")).DisclaimerPage,
    }),
  },
  {
    path: "terms-and-conditions",
    lazy: async () => ({ Component: (await import("../features/content/legal/terms.page")).TermsPage }),
  },
  {
    path: "join",
    lazy: async () => ({ Component: (await import("../features/listings/join.page")).JoinPage }),
  },
  {
    path: "join-entrepreneur",
    lazy: async () => ({ Component: (await import("../features/listings/join.page")).JoinPage }),
  },
  {
    path: "payment-success",
    lazy: async () => ({
      Component: (await import("../features/listings/payment/listing-payment-success.page"))
        .ListingPaymentSuccessPage,
    }),
  },
  {
    path: "payment-failure",
    lazy: async () => ({
      Component: (await import("../features/listings/payment/listing-payment-failure.page"))
        .ListingPaymentFailurePage,
    }),
  },
  {
    path: "paid-events",
    lazy: async () => ({
      Component: (await import("../features/content/events/paid-events.page")).PaidEventsPage,
    }),
  },
  {
    path: "paid-events/policies",
    lazy: async () => ({
      Component: (await import("../features/content/events/policies.page")).PoliciesPage,
    }),
  },
  {
    path: "paid-events/mela",
    lazy: async () => ({
      Component: (await import("../features/bookings/plan/floor-plan.page")).FloorPlanPage,
    }),
  },
  {
    path: "paid-events/mela/register",
    lazy: async () => ({
      Component: (await import("../features/bookings/register/register.page")).RegisterPage,
    }),
  },
  {
    path: "paid-events/mela/payment-success",
    lazy: async () => ({
      Component: (await import("../features/bookings/payment/payment-success.page")).PaymentSuccessPage,
    }),
  },
  {
    path: "paid-events/mela/payment-failure",
    lazy: async () => ({
      Component: (await import("../features/bookings/payment/payment-failure.page")).PaymentFailurePage,
    }),
  },
  {
    path: "paid-events/mela/offer",
    lazy: async () => ({ Component: (await import("../features/bookings/offer/offer.page")).OfferPage }),
  },
  {
    path: "paid-events/mela/admin-login",
    lazy: async () => ({
      Component: (await import("../features/admin/login/admin-login.page")).AdminLoginPage,
    }),
  },
  {
    path: "paid-events/mela/dashboard",
    lazy: async () => ({
      Component: (await import("../features/admin/frame/dashboard.page")).DashboardPage,
    }),
  },
  { path: "*", lazy: async () => ({ Component: (await import("./not-found.page")).NotFoundPage }) },
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
