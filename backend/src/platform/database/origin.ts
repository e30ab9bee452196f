/** The migration that all others follow. */
export const BASELINE = "Baseline1764000291000";

/** Migrations of 0.1, in order. A database that has all of them is as the baseline makes it. */
export const FORMER_MIGRATIONS: readonly string[] = [
  "Schema1764000043000",
  "CouponVersions1764000044000",
  "OneHeart1764000050000",
  "BookingNetworks1764000051000",
  "MailRecipients1764000052000",
  "LinkSessions1764000052100",
  "ListingClaims1764000052200",
  "TypedValues1764000053000",
  "KeptRecords1764000056000",
  "PartChecks1764000057000",
  "RefundsByHand1764000057100",
  "Invitations1764000057200",
  "OpenedLinks1764000058000",
  "Recovery1764000059000",
  "Calendar1764000060000",
  "AuditedReads1764000060100",
  "OperatorRequests1764000060200",
  "Pictures1764000062000",
  "BrandPages1764000070000",
  "PublicPages1764000071000",
  "CuratedCatalogue1764000072000",
  "PagesBeforeApproval1764000074000",
  "BrandEnquiries1764000074100",
  "BackupRuns1764000076000",
  "ManyEvents1764000080000",
  "Plans1764000094000",
  "StallNumbers1764000094100",
  "EventCancellations1764000096000",
  "ObjectiveHours1764000099000",
  "Papers1764000100000",
  "FormerStart1764000102500",
  "CertificateEnd1764000108000",
  "LockByKey1764000110000",
  "DaysForReserve1764000200000",
  "SlugsOfEveryScript1764000230000",
  "OneUpload1764000240000",
  "MailsDue1764000260000",
  "MailsOfTheHour1764000260100",
  "EnquiryNetworks1764000260200",
  "LinksOfWeeks1764000270000",
  "PublicContacts1764000270100",
  "Disputes1764000280000",
  "DiskSpace1764000281000",
  "ArchiveRuns1764000290000",
];

/**
 * Where a database or a backup comes from: an empty database; one of this or a later release; one of the last 0.1, which is as
 * the baseline makes it; one of an earlier 0.1; anything else.
 */
export type Origin = "empty" | "current" | "last 0.1" | "earlier 0.1" | "unknown";

/**
 * The origin, by the names of the migrations that ran.
 *
 * @param hasTables whether there are tables besides the list of migrations
 */
export function originOf(applied: readonly string[], hasTables: boolean): Origin {
  if (applied.length === 0) return hasTables ? "unknown" : "empty";
  if (applied.includes(BASELINE)) return "current";
  if (applied.some((name) => !FORMER_MIGRATIONS.includes(name))) return "unknown";
  return FORMER_MIGRATIONS.every((name) => applied.includes(name)) ? "last 0.1" : "earlier 0.1";
}

/** What is wrong with an origin that this release cannot take, after "The database" or "The backup". */
const PROBLEMS: Readonly<Partial<Record<Origin, string>>> = {
  "earlier 0.1":
    "is of an earlier 0.1: update to the last 0.1 first, then to this release (docs/operations/questions/from-0.1-to-1.0.0.md)",
  unknown: "has tables or migrations that this release does not know: it is another program's, or of another release",
};

/** What is wrong with a database, or the backup of one, of this origin; undefined if this release can take it. */
export function originProblem(origin: Origin): string | undefined {
  return PROBLEMS[origin];
}
