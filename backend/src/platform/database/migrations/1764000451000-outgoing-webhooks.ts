import type { MigrationInterface, QueryRunner } from "typeorm";

/** Endpoints of other systems, what they are notified of, and the log of deliveries (docs/decisions/0128). */
export class OutgoingWebhooks1764000451000 implements MigrationInterface {
  public readonly name = "OutgoingWebhooks1764000451000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE webhook_endpoints (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        url text NOT NULL,
        kinds text[] NOT NULL CHECK (cardinality(kinds) > 0),
        event_ids integer[],
        secret text NOT NULL,
        previous_secret text,
        previous_until timestamptz,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        created_by text NOT NULL,
        delivered_at timestamptz,
        failing_since timestamptz,
        disabled_at timestamptz,
        disabled_by text CHECK (disabled_by IN ('operator', 'failing', 'gone')),
        CONSTRAINT webhook_endpoints_disabled CHECK ((disabled_at IS NULL) = (disabled_by IS NULL)),
        CONSTRAINT webhook_endpoints_previous CHECK ((previous_secret IS NULL) = (previous_until IS NULL))
      );
      CREATE TABLE webhook_events (
        id uuid PRIMARY KEY,
        kind text NOT NULL,
        subject_id uuid NOT NULL,
        data jsonb NOT NULL,
        at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX webhook_events_by_age ON webhook_events (at);
      CREATE TABLE webhook_deliveries (
        id uuid PRIMARY KEY,
        event_id uuid NOT NULL REFERENCES webhook_events (id) ON DELETE CASCADE,
        endpoint_id uuid NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
        state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'delivered', 'failed')),
        attempts integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        queued_at timestamptz,
        claimed_at timestamptz,
        ended_at timestamptz,
        problem text,
        CONSTRAINT webhook_deliveries_once UNIQUE (event_id, endpoint_id),
        CONSTRAINT webhook_deliveries_end CHECK ((state IN ('delivered', 'failed')) = (ended_at IS NOT NULL))
      );
      CREATE INDEX webhook_deliveries_open ON webhook_deliveries (endpoint_id, due_at) WHERE state IN ('waiting', 'sending');
      CREATE INDEX webhook_deliveries_of_endpoint ON webhook_deliveries (endpoint_id, created_at);
      CREATE TABLE webhook_attempts (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        delivery_id uuid NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        status integer,
        ms integer NOT NULL,
        problem text,
        answer text
      );
      CREATE INDEX webhook_attempts_of_delivery ON webhook_attempts (delivery_id, id)`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      "DROP TABLE webhook_attempts; DROP TABLE webhook_deliveries; DROP TABLE webhook_events; DROP TABLE webhook_endpoints",
    );
  }
}
