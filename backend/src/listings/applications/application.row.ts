import type { ListingApplicationDto } from "@sakhi/domain/listings/listing-application.dto";
import type { CompanyType } from "@sakhi/domain/listings/listing-application.choices";
import type { ApplicationKind, ApplicationState } from "@sakhi/domain/listings/listing.states";

/** An application as it stood when it was read; without what only the administrator's page shows. Times UTC. */
export interface ApplicationRow {
  readonly id: string;
  readonly kind: ApplicationKind;
  readonly state: ApplicationState;
  readonly full_name: string;
  readonly email: string;
  /** Ten digits. */
  readonly phone: string;
  readonly brand_name: string;
  readonly company_type: CompanyType;
  readonly business_category: string;
  readonly story: string;
  readonly gst_number: string | null;
  readonly business_address: string;
  readonly whatsapp_business_contact: string;
  readonly website_url: string | null;
  readonly linkedin_url: string | null;
  readonly facebook_url: string | null;
  readonly instagram_url: string | null;
  readonly booking_id: string | null;
  /** The year it is in, 1 the first. */
  readonly year: number;
  readonly review_since: Date | null;
  readonly reviewer_reminded_at: Date | null;
  readonly live_until: Date | null;
  readonly first_reminded_for: Date | null;
  readonly last_reminded_for: Date | null;
  readonly brand_id: string | null;
  readonly listing_id: string | null;
  /** Since when it stands where it does: of one that is submitted, since it came or its last try to pay ended. */
  readonly updated_at: Date;
  /** The database's clock at this reading. */
  readonly read_at: Date;
}

/** Columns of {@link ApplicationRow}, of the table `a`. */
export const APPLICATION_COLUMNS = `
  a.id, a.kind, a.state, a.full_name, a.email, a.phone, a.brand_name, a.company_type, a.business_category, a.story,
  a.gst_number, a.business_address, a.whatsapp_business_contact, a.website_url, a.linkedin_url, a.facebook_url,
  a.instagram_url, a.booking_id, a.year, a.review_since, a.reviewer_reminded_at, a.live_until,
  a.first_reminded_for, a.last_reminded_for, a.brand_id, a.listing_id, a.updated_at,
  clock_timestamp() AS read_at`;

/** What the applicant filled in → the columns it is kept in. */
export function columnsOf(form: ListingApplicationDto): Readonly<Record<string, unknown>> {
  return {
    full_name: form.fullName,
    email: form.email,
    phone: form.phoneNumber,
    whatsapp_number: form.whatsappNumber,
    brand_name: form.brandName,
    company_type: form.companyType,
    business_category: form.businessCategory,
    business_stage: form.businessStage,
    business_type: form.businessType,
    story: form.story,
    gst_number: form.gstNumber ?? null,
    govt_document: form.govtDocument ?? null,
    business_address: form.businessAddress,
    pan_number: form.panNumber ?? null,
    whatsapp_business_contact: form.whatsappBusinessContact,
    whatsapp_group_link: form.whatsappGroupLink ?? null,
    website_url: form.websiteUrl ?? null,
    linkedin_url: form.linkedinUrl ?? null,
    facebook_url: form.facebookUrl ?? null,
    instagram_url: form.instagramUrl ?? null,
    is_startup: form.isStartup === "yes",
    interested_in_popups: form.interestedInPopups === "yes",
    previous_participation: form.previousParticipation,
    hear_about_us: form.hearAboutUs,
  };
}
