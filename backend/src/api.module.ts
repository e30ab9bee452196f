import { type DynamicModule, Module } from "@nestjs/common";
import type { DataSource } from "typeorm";
import { AccountsModule } from "./accounts/accounts.module.js";
import { AdminModule } from "./admin/admin.module.js";
import { BookingsModule } from "./bookings/bookings.module.js";
import { CatalogueModule } from "./catalogue/catalogue.module.js";
import { CheckoutModule } from "./checkout/checkout.module.js";
import { CurationModule } from "./curation/curation.module.js";
import { DigestModule } from "./digest/digest.module.js";
import { DisputesModule } from "./disputes/disputes.module.js";
import { EnquiriesModule } from "./enquiries/enquiries.module.js";
import { ENTITIES } from "./entities.js";
import { EventFactsApiModule } from "./events/event-facts.module.js";
import { GateModule } from "./gate/gate.module.js";
import { GstModule } from "./gst/gst.module.js";
import { ImageProxyModule } from "./images/image-proxy.module.js";
import { IntegrationsModule } from "./integrations/integrations.module.js";
import { ListingsModule } from "./listings/listings.module.js";
import { MessagesModule } from "./messages/messages.module.js";
import { MyBookingModule } from "./my-booking/my-booking.module.js";
import { MyBrandModule } from "./my-brand/my-brand.module.js";
import { OperatorModule } from "./operator/operator.module.js";
import { OpsModule } from "./ops/ops.module.js";
import { PayoutsModule } from "./payouts/payouts.module.js";
import { PicturesApiModule } from "./pictures/pictures.module.js";
import type { Config } from "./platform/config/config.js";
import { HealthModule } from "./platform/health.module.js";
import { PlatformModule } from "./platform/platform.module.js";
import { PrivacyModule } from "./privacy/privacy.module.js";
import { RecoveryApiModule } from "./recovery/recovery.module.js";
import { SiteModule } from "./site/site.module.js";
import { LayoutModule } from "./stalls/layout.module.js";
import { WaitingModule } from "./waiting-list/waiting-list.module.js";
import { WhatsappApiModule } from "./whatsapp/whatsapp.module.js";

/** The api process: every feature with routes, then the site. */
@Module({})
export class ApiModule {
  static with(config: Config, source?: DataSource, siteFolder?: string): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        PlatformModule.with(config, source ?? ENTITIES),
        HealthModule,
        AccountsModule,
        AdminModule,
        OperatorModule,
        BookingsModule,
        MessagesModule,
        MyBookingModule,
        MyBrandModule,
        LayoutModule,
        ListingsModule,
        CheckoutModule,
        CatalogueModule,
        CurationModule,
        DigestModule,
        DisputesModule,
        EnquiriesModule,
        EventFactsApiModule,
        GateModule,
        GstModule,
        ImageProxyModule.with(),
        IntegrationsModule,
        PayoutsModule,
        PicturesApiModule,
        OpsModule,
        PrivacyModule,
        RecoveryApiModule,
        WaitingModule,
        WhatsappApiModule,
        SiteModule.with(siteFolder),
      ],
    };
  }
}
