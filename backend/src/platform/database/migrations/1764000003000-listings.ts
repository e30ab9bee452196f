import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Applications to be listed: what the owner filled in, where it stands, its payment orders and its story. What must
 * hold whatever the code does is a constraint: one application per stall's free listing, one paid order for each
 * year, and whoever is live has a listing and an end.
 */
export class Listings1764000003000 implements MigrationInterface {
  public readonly name = "Listings1764000003000";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE listing_applications (
        id uuid PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('paid', 'free', 'mela_free')),
        state text NOT NULL CHECK (state IN
          ('submitted', 'paying', 'under_review', 'live', 'expired', 'rejected', 'withdrawn', 'joined')),

        full_name text NOT NULL,
        email text NOT NULL,
        phone text NOT NULL CHECK (phone ~ '^[0-9]{10}$'),
        whatsapp_number text NOT NULL CHECK (whatsapp_number ~ '^[0-9]{10}$'),
        brand_name text NOT NULL,
        company_type text NOT NULL CHECK (company_type IN ('product', 'service', 'ngo')),
        -- As the wizard lists it; the catalogue's own name is found from it.
        business_category text NOT NULL,
        business_stage text NOT NULL,
        business_type text NOT NULL,
        story text NOT NULL,
        -- One of the two, as hasGSTIN asked.
        gst_number text,
        govt_document text,
        business_address text NOT NULL,
        pan_number text,
        whatsapp_business_contact text NOT NULL CHECK (whatsapp_business_contact ~ '^[0-9]{10}$'),
        whatsapp_group_link text,
        website_url text,
        linkedin_url text,
        facebook_url text,
        instagram_url text,
        is_startup boolean NOT NULL,
        interested_in_popups boolean NOT NULL,
        previous_participation text[] NOT NULL,
        hear_about_us text NOT NULL,

        -- Of everything above: the same words again are the same application.
        digest text NOT NULL,
        -- How often it was sent, the first time included.
        times_sent integer NOT NULL DEFAULT 1,
        -- The stall whose free listing this is.
        booking_id uuid REFERENCES bookings (id),

        -- The year it is in, 1 the first; a renewal is the next.
        year integer NOT NULL DEFAULT 1 CHECK (year > 0),
        review_since timestamptz,
        reviewer_reminded_at timestamptz,
        live_from timestamptz,
        live_until timestamptz,
        -- The end that the owner was reminded of: after a renewal it is another one.
        first_reminded_for timestamptz,
        last_reminded_for timestamptz,
        brand_id uuid REFERENCES brands (id),
        listing_id uuid UNIQUE REFERENCES listings (id),
        -- What the administrator gave as the reason for the last decision.
        decision_reason text,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),

        CHECK ((kind = 'mela_free') = (booking_id IS NOT NULL)),
        CHECK ((kind = 'free') = (state = 'joined')),
        CHECK ((gst_number IS NULL) <> (govt_document IS NULL)),
        CHECK (state <> 'under_review' OR review_since IS NOT NULL),
        CHECK (state NOT IN ('live', 'expired')
          OR (live_from IS NOT NULL AND live_until IS NOT NULL AND brand_id IS NOT NULL AND listing_id IS NOT NULL))
      );
      -- A stall's free listing is claimed once; given back, it can be claimed again.
      CREATE UNIQUE INDEX listing_applications_one_per_booking ON listing_applications (booking_id)
        WHERE state NOT IN ('rejected', 'withdrawn');
      CREATE INDEX listing_applications_digest ON listing_applications (digest, created_at);
      CREATE INDEX listing_applications_newest ON listing_applications (created_at DESC, id);
      CREATE INDEX listing_applications_waiting ON listing_applications (state, review_since);
      CREATE INDEX listing_applications_end ON listing_applications (live_until) WHERE state = 'live';
      CREATE INDEX listing_applications_owner ON listing_applications (lower(brand_name), lower(email))
        WHERE state IN ('under_review', 'live');

      -- The payment orders of applications: which year each pays for, and until when it can be paid.
      CREATE TABLE listing_orders (
        order_id text PRIMARY KEY REFERENCES orders (order_id),
        application_id uuid NOT NULL REFERENCES listing_applications (id),
        purpose text NOT NULL CHECK (purpose IN ('first', 'renewal')),
        year integer NOT NULL CHECK (year > 0),
        -- The provider's expiry plus the grace; NULL before the provider was asked.
        pay_until timestamptz,
        -- When its money was taken for that year; a second one of the year is given back.
        paid_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CHECK ((purpose = 'first') = (year = 1))
      );
      CREATE UNIQUE INDEX listing_orders_one_paid_a_year ON listing_orders (application_id, year)
        WHERE paid_at IS NOT NULL;
      CREATE INDEX listing_orders_of_application ON listing_orders (application_id, created_at);

      -- Who did what, when and why; for ever. detail never holds a name, e-mail, phone or GST number.
      CREATE TABLE listing_events (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        application_id uuid NOT NULL REFERENCES listing_applications (id),
        kind text NOT NULL,
        actor text NOT NULL CHECK (actor IN ('visitor', 'system', 'provider', 'operator')),
        detail jsonb NOT NULL DEFAULT '{}',
        at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX listing_events_of_application ON listing_events (application_id, id);

      ALTER TABLE mails ADD COLUMN application_id uuid REFERENCES listing_applications (id);
      ALTER TABLE attention ADD COLUMN IF NOT EXISTS application_id uuid;
      ALTER TABLE attention ADD CONSTRAINT attention_application
        FOREIGN KEY (application_id) REFERENCES listing_applications (id);
      CREATE INDEX mails_of_application ON mails (application_id) WHERE application_id IS NOT NULL;
    `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE attention DROP COLUMN IF EXISTS application_id;
      ALTER TABLE mails DROP COLUMN application_id;
      DROP TABLE listing_events, listing_orders, listing_applications;
    `);
  }
}
