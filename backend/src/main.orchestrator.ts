import "reflect-metadata";
import { Logger } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { BookingActivities } from "./bookings/booking.activities.js";
import { EventRefundsService } from "./cancellations/event-refunds.service.js";
import { checkAtStart } from "./check-at-start.js";
import { ListingLifecycleService } from "./listings/listing-lifecycle.service.js";
import { StallMoveLifecycleService } from "./moves/stall-move-lifecycle.service.js";
import { activitiesOf, OrchestratorModule } from "./orchestrator.module.js";
import { PaymentActivities } from "./payments/payment.activities.js";
import { processLogger } from "./platform/log/log.js";
import { Counters } from "./platform/metrics/counters.js";
import { startProcess } from "./platform/start-process.js";
import { BUILT_WORKFLOWS, startWorkflowWorker } from "./platform/temporal/workflow-worker.js";
import { WaitingOffersService } from "./waiting-list/waiting-offers.service.js";

void startProcess(async (config) => {
  const logger = processLogger("orchestrator");
  Logger.overrideLogger(logger);
  await checkAtStart(config, logger);
  const app = await NestFactory.createApplicationContext(OrchestratorModule.with(config), {
    logger,
    // startProcess reports the error.
    abortOnError: false,
  });
  const worker = await startWorkflowWorker(
    {
      ...config.temporal,
      counters: app.get(Counters),
      activities: activitiesOf(
        app.get(BookingActivities),
        app.get(ListingLifecycleService),
        app.get(PaymentActivities),
        app.get(EventRefundsService),
        app.get(WaitingOffersService),
        app.get(StallMoveLifecycleService),
      ),
      workflows: BUILT_WORKFLOWS,
    },
    logger,
  );
  // A failed worker becomes an unhandled rejection: the process exits and is restarted.
  void worker.ended.then(() => undefined);
  return {
    async stop() {
      await worker.stop();
      await app.close();
    },
  };
});
