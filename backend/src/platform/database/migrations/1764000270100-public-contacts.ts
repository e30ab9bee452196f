import type { MigrationInterface, QueryRunner } from "typeorm";

/** The application's own value in a column of its brand, as approvals of earlier releases wrote it. */
const OWN: Readonly<Record<string, string>> = {
  partner_name: "a.full_name",
  contact_email: "a.email",
  contact_phone: `'+91 ' || left(a.whatsapp_business_contact, 5) || ' ' || substr(a.whatsapp_business_contact, 6)`,
  whatsapp_url: "'https://wa.me/91' || a.whatsapp_business_contact",
};

/** Pages that their owner has sent herself with this WhatsApp link: she chose it. */
const SENT_WITH_IT = `EXISTS (
  SELECT FROM brand_changes c
   WHERE (c.brand_id = b.id OR c.application_id = a.id) AND c.state = 'accepted' AND c.content->>'whatsappUrl' = b.whatsapp_url)`;

const shown = (column: string): string =>
  `b.${column} = ${OWN[column] ?? ""}${column === "whatsapp_url" ? ` AND NOT ${SENT_WITH_IT}` : ""}`;

const withdrawn = (column: string): string => `max(CASE WHEN ${shown(column)} THEN b.${column} END)`;

/**
 * Withdraws what approvals copied from applications to public pages: name, e-mail address and WhatsApp number (decision 93).
 * Kept aside until the owner says whether it may be shown. Demonstration brands and what operators typed for buyers stay.
 */
export class PublicContacts1764000270100 implements MigrationInterface {
  public readonly name = "PublicContacts1764000270100";

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE brands
        -- When someone last chose the contacts that the page shows: its owner by sending or confirming them, or an operator.
        ADD COLUMN contacts_chosen_at timestamptz;
      CREATE TABLE withdrawn_contacts (
        brand_id uuid PRIMARY KEY REFERENCES brands (id) ON DELETE CASCADE,
        partner_name text,
        contact_email text,
        contact_phone text,
        whatsapp_url text,
        withdrawn_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      INSERT INTO withdrawn_contacts (brand_id, partner_name, contact_email, contact_phone, whatsapp_url)
      SELECT b.id, ${Object.keys(OWN).map(withdrawn).join(", ")}
        FROM brands b JOIN listing_applications a ON a.brand_id = b.id
       WHERE a.erased_at IS NULL AND (${Object.keys(OWN)
         .map((column) => `(${shown(column)})`)
         .join(" OR ")})
       GROUP BY b.id;`);
    await queryRunner.query(`
      UPDATE brands b
         SET partner_name = CASE WHEN w.partner_name IS NULL THEN b.partner_name END,
             contact_email = CASE WHEN w.contact_email IS NULL THEN b.contact_email END,
             contact_phone = CASE WHEN w.contact_phone IS NULL THEN b.contact_phone END,
             whatsapp_url = CASE WHEN w.whatsapp_url IS NULL THEN b.whatsapp_url END, updated_at = clock_timestamp()
        FROM withdrawn_contacts w WHERE w.brand_id = b.id`);
  }

  /** Shows nothing again: it may have been answered meanwhile. */
  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DROP TABLE withdrawn_contacts; ALTER TABLE brands DROP COLUMN contacts_chosen_at;");
  }
}
