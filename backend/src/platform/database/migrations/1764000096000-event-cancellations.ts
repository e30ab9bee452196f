import type { MigrationInterface, QueryRunner } from "typeorm";

/** Cancelled events: what is deducted, and each booking's refund, at most one (docs/decisions/0074). */
export class EventCancellations1764000096000 implements MigrationInterface {
  public readonly name = "EventCancellations1764000096000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLES);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP TABLE event_refund_failures, event_refunds, event_cancellations");
  }
}

const TABLES = `
  CREATE TABLE event_cancellations (
    event_id integer PRIMARY KEY REFERENCES events (id),
    -- What is deducted from each booking: hundredths of a percent of what was paid, or paise.
    deduction_hundredths integer CHECK (deduction_hundredths BETWEEN 0 AND 10000),
    deduction_paise bigint CHECK (deduction_paise >= 0),
    -- The organizer's words in the mail to the holders.
    message text,
    started_by text NOT NULL,
    started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    paused_at timestamptz,
    paused_by text,
    completed_at timestamptz,
    updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT event_cancellations_deduction CHECK (num_nonnulls(deduction_hundredths, deduction_paise) = 1),
    CONSTRAINT event_cancellations_paused CHECK ((paused_at IS NULL) = (paused_by IS NULL)),
    CONSTRAINT event_cancellations_over CHECK (completed_at IS NULL OR paused_at IS NULL)
  );
  -- The primary key: nobody is refunded twice.
  CREATE TABLE event_refunds (
    booking_id uuid PRIMARY KEY REFERENCES bookings (id),
    event_id integer NOT NULL REFERENCES event_cancellations (event_id),
    order_id text NOT NULL UNIQUE REFERENCES orders (order_id),
    paid_paise bigint NOT NULL,
    -- Before the cancellation.
    left_paise bigint NOT NULL CHECK (left_paise BETWEEN 0 AND paid_paise),
    deducted_paise bigint NOT NULL CHECK (deducted_paise >= 0),
    refund_paise bigint NOT NULL CHECK (refund_paise >= 0),
    -- None if nothing is returned.
    refund_id text UNIQUE REFERENCES refunds (refund_id),
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT event_refunds_add_up CHECK (deducted_paise + refund_paise = left_paise),
    CONSTRAINT event_refunds_refund CHECK ((refund_id IS NULL) = (refund_paise = 0))
  );
  CREATE INDEX event_refunds_of_event ON event_refunds (event_id);
  -- Bookings that could not be refunded yet.
  CREATE TABLE event_refund_failures (
    booking_id uuid PRIMARY KEY REFERENCES bookings (id),
    event_id integer NOT NULL REFERENCES event_cancellations (event_id),
    attempts integer NOT NULL CHECK (attempts > 0),
    problem text NOT NULL,
    next_try_at timestamptz NOT NULL
  )`;
