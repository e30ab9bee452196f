import type { EntityClass } from "./platform/database/columns.js";
import {
  AdministratorEntity,
  AdministratorSessionEntity,
  SecondFactorEntity,
  RecoveryCodeEntity,
  LoginFailureEntity,
  AccessDenialEntity,
  AuditLogEntity,
} from "./accounts/accounts.entities.js";
import {
  BookingEntity,
  BookingEventEntity,
  StallOfferEntity,
  NetworkBlockEntity,
  UsedProofEntity,
} from "./bookings/bookings.entities.js";
import {
  CategoryEntity,
  BrandEntity,
  ListingEntity,
  ProductImageEntity,
  HighlightEntity,
  ShowcaseEventEntity,
  CatalogueVersionEntity,
  CatalogueWordEntity,
  ListingCountEntity,
} from "./catalogue/catalogue.entities.js";
import { CouponEntity, CouponClaimEntity } from "./coupons/coupons.entities.js";
import { EnquiryEntity } from "./enquiries/enquiries.entities.js";
import { InvoiceEntity, InvoiceCounterEntity } from "./invoices/invoices.entities.js";
import { IssueEntity } from "./issues/issues.entities.js";
import { ApplicationEntity, ListingEventEntity, ListingOrderEntity } from "./listings/listings.entities.js";
import { MailEntity } from "./mail/mail.entities.js";
import { SweepRunEntity } from "./ops/ops.entities.js";
import {
  OrderEntity,
  PaymentEntity,
  PaymentAttemptEntity,
  RefundEntity,
  WebhookEntity,
  InstallationEntity,
} from "./payments/payments.entities.js";
import {
  OutboxEntity,
  SeedEntity,
  MetricTotalEntity,
  ProcessReportEntity,
} from "./platform/database/platform.entities.js";
import { RetentionRunEntity } from "./privacy/privacy.entities.js";
import { StallEntity } from "./stalls/stalls.entities.js";
import { VisitorEntity } from "./visitors/visitors.entities.js";

/** Every table of the product: what a process hands to its data source. A test compares them with the migrated schema. */
export const ENTITIES: readonly EntityClass[] = [
  AdministratorEntity,
  AdministratorSessionEntity,
  SecondFactorEntity,
  RecoveryCodeEntity,
  LoginFailureEntity,
  AccessDenialEntity,
  AuditLogEntity,
  BookingEntity,
  BookingEventEntity,
  StallOfferEntity,
  NetworkBlockEntity,
  UsedProofEntity,
  CategoryEntity,
  BrandEntity,
  ListingEntity,
  ProductImageEntity,
  HighlightEntity,
  ShowcaseEventEntity,
  CatalogueVersionEntity,
  CatalogueWordEntity,
  ListingCountEntity,
  CouponEntity,
  CouponClaimEntity,
  EnquiryEntity,
  InvoiceEntity,
  InvoiceCounterEntity,
  ApplicationEntity,
  ListingEventEntity,
  ListingOrderEntity,
  MailEntity,
  IssueEntity,
  SweepRunEntity,
  OrderEntity,
  PaymentEntity,
  PaymentAttemptEntity,
  RefundEntity,
  WebhookEntity,
  InstallationEntity,
  OutboxEntity,
  SeedEntity,
  MetricTotalEntity,
  ProcessReportEntity,
  RetentionRunEntity,
  StallEntity,
  VisitorEntity,
];
